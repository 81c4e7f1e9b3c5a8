import * as z from "zod/mini";
import { isObject } from "../../base/json.js";
import { findClose } from "../../base/similar-names.js";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../errors/input.js";
import type { Fault } from "../faults/fault.js";
import { JournalAssertionError } from "../server/journal/assertions.js";
import type { Sandbox } from "../types.js";
import { ControlError } from "./control-reply.js";
import type { ControlState } from "./control-state.js";

type AnyMethod = (...given: never[]) => unknown;

/** What JSON can hold of an argument. */
type InJson<Value> = Value extends AnyMethod
  ? never
  : Value extends object
    ? { [Key in keyof Value]: InJson<Value[Key]> }
    : Value;

/** The arguments of the methods of a part of a sandbox, by their names. */
type ArgumentsIn<Part, Prefix extends string = ""> = {
  [Name in keyof Part & string as Part[Name] extends AnyMethod ? `${Prefix}${Name}` : never]: Part[Name] extends (
    ...given: infer Given
  ) => unknown
    ? InJson<Given>
    : never;
};

type SandboxArguments = ArgumentsIn<Sandbox> &
  ArgumentsIn<Sandbox["clock"], "clock."> &
  ArgumentsIn<Sandbox["lessor"], "lessor."> &
  ArgumentsIn<Sandbox["supplier"], "supplier."> &
  ArgumentsIn<Sandbox["journal"], "journal.">;

/** JSON has no Infinity: it is written as a string. */
type FaultInJson = Omit<InJson<Fault>, "times"> & { readonly times?: number | "Infinity" | undefined };

/** Over HTTP a fault has an id, and a snapshot a name. */
interface NamedArguments {
  fail: [fault: FaultInJson];
  "fault.cancel": [id: string];
  snapshot: [name: string];
  restore: [name: string];
}

/** The methods whose arguments or results are functions or connections. */
type NotInJson = "fetch" | "listen" | "holdInvoices" | "clock.schedule";

/** The arguments of each method that `POST /call` can call. */
export type CallArguments = NamedArguments & Omit<SandboxArguments, NotInJson | keyof NamedArguments>;

/** The name of a method that `POST /call` can call. */
export type CallName = keyof CallArguments;

type NamesFor<Arguments extends readonly unknown[]> = { readonly [Index in keyof Arguments]-?: string };

/**
 * The names of the parameters of each method. The compiler compares them with the methods of a sandbox, which check
 * their arguments themselves.
 */
export const callable: { readonly [Name in CallName]: NamesFor<CallArguments[Name]> } = {
  "clock.iso": [],
  "clock.now": [],
  "clock.monotonic": [],
  "clock.advance": ["step"],
  "clock.set": ["instant"],
  "lessor.approve": ["id", "options"],
  "lessor.deny": ["id", "options"],
  "lessor.provisionallyApprove": ["id", "options"],
  "lessor.callLessor": ["id", "options"],
  "lessor.willCall": ["id", "options"],
  "lessor.review": ["id", "decisions"],
  "lessor.decideBy": ["policy"],
  "lessor.changeContract": ["licensePlate", "changes"],
  "lessor.deactivate": ["lessorNumber"],
  "lessor.activate": ["lessorNumber"],
  "lessor.notify": ["notification"],
  "lessor.park": ["id", "remark"],
  "lessor.unpark": ["id"],
  "lessor.client": ["name"],
  "lessor.rotateSecret": ["client"],
  "lessor.disableClient": ["client"],
  "lessor.revokeTokens": [],
  "lessor.maintain": ["licensePlate", "kind", "value", "client"],
  "supplier.token": ["options"],
  "supplier.revokeTokens": ["options"],
  "journal.of": ["operation"],
  "journal.calls": [],
  "journal.mostInAnyMinute": [],
  "journal.mostInAny": ["windowMs"],
  "journal.assertNoDuplicateCreates": [],
  "journal.assertMostInAnyMinute": ["limit"],
  "journal.assertCalls": ["expected"],
  "journal.toJSON": [],
  fail: ["fault"],
  "fault.cancel": ["id"],
  snapshot: ["name"],
  restore: ["name"],
  seed: ["scenario", "options"],
  reset: [],
};

/**
 * Calls a method of the sandbox and returns its result.
 *
 * @param body `{ method, args }`; `null` among the arguments stands for one that is left out
 * @throws RegInputError for another body, an unknown method, too many arguments, and what the method throws
 * @throws ControlError 404 for an unknown fault or snapshot, 409 for an assertion that fails
 */
export async function callMethod(state: ControlState, body: unknown): Promise<unknown> {
  checkInput(callSchema, body, { whole: "body", unknownKey: "does not belong here: use method and args" });
  const { method, args = [] } = body as z.output<typeof callSchema>;
  if (!isCallable(method)) throw unknownMethod(method);
  const names = callable[method];
  if (args.length > names.length)
    throw new RegInputError("args", `must be a list of at most ${names.length}: [${names.join(", ")}]`);
  try {
    return await methodNamed(state, method)(...(args.map((value) => value ?? undefined) as never[]));
  } catch (error) {
    if (!(error instanceof JournalAssertionError)) throw error;
    throw new ControlError(409, { message: error.message, entries: error.entries });
  }
}

const callSchema = z.strictObject(
  {
    method: z.string("must be the name of a method, such as clock.advance"),
    args: z.optional(z.array(z.unknown(), "must be a list of arguments")),
  },
  "must be an object such as { method, args }",
);

const isCallable = (name: string): name is CallName => Object.hasOwn(callable, name);

function unknownMethod(name: string): RegInputError {
  const close = findClose(name, Object.keys(callable));
  const advice = close === undefined ? "GET / lists them" : `did you mean ${close}?`;
  return new RegInputError("method", `is not one that can be called; ${advice}`);
}

function methodNamed(state: ControlState, name: CallName): AnyMethod {
  const own: Partial<Record<CallName, AnyMethod>> = {
    fail: (fault: FaultInJson) => ({ id: state.planFault(readFault(fault)) }),
    "fault.cancel": (id: string) => state.cancelFault(id),
    snapshot: (snapshot: string) => state.saveSnapshot(snapshot),
    restore: (snapshot: string) => state.restoreSnapshot(snapshot),
    reset: () => state.reset(),
  };
  const [part = "", method] = name.split(".");
  const found: unknown = Reflect.get(state.sandbox, part);
  return own[name] ?? (method === undefined ? found : Reflect.get(Object(found), method));
}

/** Whatever else is wrong with a fault is left to the check of the sandbox. */
function readFault(fault: FaultInJson): Fault {
  const isEndless = isObject(fault) && fault.times === "Infinity";
  return (isEndless ? { ...fault, times: Number.POSITIVE_INFINITY } : fault) as Fault;
}

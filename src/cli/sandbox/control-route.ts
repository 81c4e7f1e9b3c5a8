import * as z from "zod/mini";
import { checkInput } from "../../http/validate.js";
import type { Fault, FaultHandle } from "../../sandbox/faults/fault.js";
import type { Sandbox } from "../../sandbox/sandbox.js";
import type { SandboxSnapshot } from "../../sandbox/state.js";

/** An answer of the control surface. */
export interface ControlReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in JSON. */
export function json(value: unknown, status = 200): ControlReply {
  return { status, type: "application/json; charset=utf-8", text: `${JSON.stringify(value)}\n` };
}

/** It was done, and there is nothing to say about it. */
export const done: ControlReply = { status: 204, type: "", text: "" };

/** What is wrong, in the body of an error answer below `error`. */
export interface ControlProblem {
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** The control surface does not do what it was asked. */
export class ControlRefusal extends Error {
  override readonly name = "ControlRefusal";
  readonly reply: ControlReply;

  constructor(status: number, problem: ControlProblem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.message);
    this.reply = { ...json({ error: problem }, status), headers };
  }
}

/** A fault that was planned through the control surface. */
export interface PlannedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly handle: FaultHandle;
}

/** What the control surface holds of its own, as what a program keeps in variables has to have a name there. */
export class ControlDesk {
  readonly sandbox: Sandbox;
  readonly #snapshots = new Map<string, SandboxSnapshot>();
  #faults: PlannedFault[] = [];
  #asked = 0;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /** The faults, those that are over included, in the order in which they were asked for. */
  get faults(): readonly PlannedFault[] {
    return this.#faults;
  }

  /**
   * Plans a fault and gives its id.
   *
   * @throws RegInputError for a fault that is none
   */
  plan(fault: Fault): string {
    const handle = this.sandbox.fail(fault);
    this.#asked += 1;
    const id = String(this.#asked);
    this.#faults.push({ id, fault, handle });
    return id;
  }

  /** Has a fault not happen any more, and forgets it. */
  cancel(id: string): void {
    const planned = this.#faults.find((each) => each.id === id);
    if (planned === undefined) throw new ControlRefusal(404, { message: `There is no fault ${id}.` });
    planned.handle.cancel();
    this.#faults = this.#faults.filter((each) => each !== planned);
  }

  /** Resets the sandbox, and forgets the faults with it. Snapshots stay. */
  reset(): void {
    this.sandbox.reset();
    this.#faults = [];
  }

  /** Keeps a snapshot under a name, in place of one that has it already. */
  keep(name: string): void {
    this.#snapshots.set(name, this.sandbox.snapshot());
  }

  /** Goes back to the snapshot with a name. */
  restore(name: string): void {
    const snapshot = this.#snapshots.get(name);
    if (snapshot === undefined) throw new ControlRefusal(404, { message: `There is no snapshot "${name}".` });
    this.sandbox.restore(snapshot);
  }
}

/** A text that is not empty. */
export const text = z.string("must be a text").check(z.minLength(1, "must not be empty"));

/** A text that may be left out. */
export const optionalText = z.exactOptional(text);

/** A number. */
export const number = z.number("must be a number");

/** A body without fields. */
export const nothing = z.strictObject({});

/** A JSON object, of which the sandbox itself checks what stands in it. */
export const checkedBySandbox = <Form extends object>() => z.custom<Form>(isObject, "must be an object");

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A request to the control surface, once it may be carried out. */
export interface ControlCall {
  readonly desk: ControlDesk;
  /** What stands in the path in place of `{name}`, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body; `{}` if there is none. */
  readonly body: unknown;
}

/** One line of the control surface's table. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** With `{name}` for what can stand there. */
  readonly path: string;
  /** What it does, and with which body, for whoever asks for the list. */
  readonly about: string;
  readonly run: (call: ControlCall) => ControlReply | Promise<ControlReply>;
}

/** A route that takes a body of a certain form. */
export function post<Schema extends z.ZodMiniType>(
  path: string,
  about: string,
  schema: Schema,
  run: (desk: ControlDesk, body: z.output<Schema>, call: ControlCall) => ControlReply | Promise<ControlReply>,
): ControlRoute {
  return {
    method: "POST",
    path,
    about,
    run: (call) => run(call.desk, read(schema, call.body), call),
  };
}

/** @throws RegInputError that names the field which is wrong */
function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  checkInput(schema, body, { whole: "body", unknownKey: "does not belong here" });
  return z.parse(schema, body);
}

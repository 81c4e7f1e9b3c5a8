import type { SandboxClock } from "../clock.js";
import { randomFrom, type SeededRandom } from "../model.js";
import type { CheckSchema } from "../schema/checker.js";
import type { State } from "../state.js";
import type { InvoiceLock } from "../supplier/invoice-lock.js";
import type { Tokens } from "../tokens.js";
import type { Reply } from "./reply.js";
import type { SandboxOperation } from "./router.js";

/** What the handlers of a sandbox share. */
export interface Services {
  readonly state: State;
  readonly tokens: Tokens;
  /** Checks values by the OpenAPI documents: one for all, as it compiles each schema once. */
  readonly check: CheckSchema;
  /** Where invoices are created. */
  readonly invoiceLock: InvoiceLock;
  /** For ids. */
  readonly random: SeededRandom;
  /** For trace ids: apart, so that an error more or less changes no other id. */
  readonly traces: SeededRandom;
  /** Milliseconds since 1970, by the sandbox's clock. */
  now(): number;
}

/** One request on its way to a handler. */
export interface HandlerContext<Json = unknown> extends Services {
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** What came; its body is read already. */
  readonly request: Request;
  /** The bytes of the body. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The JSON of the body, as the document wants it; undefined where the operation takes none. */
  readonly json: Json;
  /** Whom the token belongs to: a supplier's number or a client id. */
  readonly caller: string;
  /** The address of a path of the same API. */
  address(path: string): string;
}

/** Carries out one operation; throws a Refusal for an error answer. */
export type Handler<Json = unknown> = (exchange: HandlerContext<Json>) => Reply | Promise<Reply>;

/** A handler of whatever body its operation takes. */
export type AnyHandler = Handler<never>;

/** What handlers share that stays when the state is replaced. */
export interface LastingParts {
  readonly tokens: Tokens;
  readonly check: CheckSchema;
  readonly invoiceLock: InvoiceLock;
  readonly clock: SandboxClock;
}

/** Puts together what handlers share, around a state. */
export function servicesFor(state: State, { tokens, check, invoiceLock, clock }: LastingParts): Services {
  return {
    state,
    tokens,
    check,
    invoiceLock,
    random: randomFrom(state.ids),
    traces: randomFrom(state.traces),
    now: clock.now,
  };
}

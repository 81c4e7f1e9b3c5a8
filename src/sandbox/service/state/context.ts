import { randomFrom, type SeededRandom } from "../../common/random.js";
import type { Reply } from "../../messages/reply.js";
import type { SandboxOperation } from "../../messages/router.js";
import type { InvoiceLock } from "./invoice-lock.js";
import { Requests } from "./requests.js";
import type { State } from "./state.js";
import type { Tokens } from "./tokens.js";

/**
 * What the handlers of a sandbox share. A reset or a restore replaces what `withGenerators` returns; a call that has
 * begun keeps that with which it began.
 */
export interface Services {
  readonly state: State;
  /** The requests of the state, by what calls look for. */
  readonly requests: Requests;
  readonly tokens: Tokens;
  /** Allows one invoice of a request to be created at a time. */
  readonly invoiceLock: InvoiceLock;
  /** The generator of ids. */
  readonly random: SeededRandom;
  /** The generator of trace ids, which is separate so that an additional error changes no other id. */
  readonly traces: SeededRandom;
  /** Milliseconds since 1970, by the sandbox's clock. */
  now(): number;
}

/** A request as its handler receives it. */
export interface HandlerContext<Json = unknown> extends Services {
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The request, whose body has been read already. */
  readonly httpRequest: Request;
  /** The bytes of the body. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The JSON of the body, which fits its schema; undefined if the operation takes no JSON. */
  readonly json: Json;
  /** The owner of the token: a supplier's number or a client id. */
  readonly caller: string;
  /** The address of a path of the same API. */
  address(path: string): string;
}

/** Executes an operation; throws a ProblemError for an error response. */
export type Handler<Json = unknown> = (context: HandlerContext<Json>) => Reply | Promise<Reply>;

/** A handler with any type of body. */
export type AnyHandler = Handler<never>;

/** Returns a state with its generators and its requests, which are replaced with it. */
export const withGenerators = (state: State): Pick<Services, "state" | "requests" | "random" | "traces"> => ({
  state,
  requests: new Requests(state.requests),
  random: randomFrom(state.ids),
  traces: randomFrom(state.traces),
});

import type { State } from "../state/state.js";
import type { SeededRandom } from "./random.js";
import type { Reply } from "./reply.js";
import type { SandboxOperation } from "./router.js";
import type { Tokens } from "./tokens.js";

/** What the handlers of a sandbox share. */
export interface Services {
  readonly state: State;
  readonly tokens: Tokens;
  /** For ids. */
  readonly random: SeededRandom;
  /** For trace ids: apart, so that an error more or less changes no other id. */
  readonly traces: SeededRandom;
  /** Milliseconds since 1970, by the sandbox's clock. */
  now(): number;
}

/** One request on its way to a handler. */
export interface Exchange extends Services {
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly request: Request;
  /** Whom the token belongs to: a supplier's number or a client id. */
  readonly caller: string;
  /** The address of a path of the same API. */
  address(path: string): string;
}

/** Carries out one operation; throws a Refusal for an error answer. */
export type Handler = (exchange: Exchange) => Reply | Promise<Reply>;

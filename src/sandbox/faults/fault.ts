import type { RegCode } from "../../errors/codes.js";
import type { OperationId } from "../server/router.js";

/** A request, as a fault looks at it to see whether it is meant. */
export interface FaultCall {
  readonly operationId: OperationId;
  /** The parameters in the path, decoded, such as `{ id }`. */
  readonly params: Readonly<Record<string, string>>;
  /** Its method, address and headers. The body has been read, and stands in `body`. */
  readonly request: Request;
  /** The bytes of the request's body. */
  readonly body: Uint8Array;
}

/**
 * A fault that is to happen. It befalls requests that are within the limit and bear a good token; the others are
 * refused before. Where several faults are due for one request, the one that was asked for first happens.
 */
export interface Fault {
  /** The operationId, such as `serviceRequests.invoices.create`; several of them; or `*` for every operation, `token.create` included. */
  readonly operation: OperationId | readonly OperationId[] | "*";
  /** Looks at each request of the operation, and answers whether it is meant. Default: all are. */
  readonly matches?: (call: FaultCall) => boolean;
  /**
   * How many matching requests to let through first: 2 means that the third one is the first to fail. All matching
   * requests count, also those that another fault befalls. Default 0.
   */
  readonly skip?: number;
  /** How likely it befalls each matching request after those, from 0 to 1. The same seed and calls give the same faults. Default 1. */
  readonly probability?: number;
  /** How often it happens in all; `Infinity` for no end. Default 1. */
  readonly times?: number;
  /**
   * Before the service acts, or after it has: "it was done, but the answer was lost". Default `before-commit`; for
   * `contentType` and `drip`, which need the real answer, `after-commit`.
   */
  readonly when?: "before-commit" | "after-commit";
  readonly with: FaultKind;
}

/** What became of a fault. */
export interface FaultHandle {
  /** How many more times it will happen: `Infinity` if without end, 0 once it is over. */
  readonly remaining: number;
  /** How many times it has happened. */
  readonly happened: number;
  /** Has it not happen any more. */
  cancel(): void;
}

/** An answer in place of the real one. At least one of `status`, `code` and `codes` must be there. */
export interface FaultAnswer {
  /** From 200 to 599. Default: the status that goes with the codes. Without `body`, an error status has the service's error body. */
  readonly status?: number;
  /** One of the service's error codes, which stands in the service's own error body (supplier-api.md §7). */
  readonly code?: RegCode;
  /** Several of them. */
  readonly codes?: readonly RegCode[];
  /** Sent as JSON, in place of the error body. Whatever JSON can hold. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The real answer under another content type. */
export interface FaultContentType {
  /** Such as `text/plain`. */
  readonly contentType: string;
}

/** A redirect in place of the answer. */
export interface FaultRedirect {
  /** The `Location` header. */
  readonly redirect: string;
  /** 301, 302, 303, 307 or 308. Default 302. */
  readonly status?: number;
}

/** A JSON body of an exact length, without a `Content-Length`. */
export interface FaultOversized {
  /** How many bytes the body has. */
  readonly oversized: number;
}

/** An answer that comes late. */
export interface FaultDelay {
  /**
   * How late, in milliseconds by the sandbox's clock, at most 366 days: where that stands still, until it is moved so far. The
   * sandbox goes on after it although the caller has given up, as a service would.
   */
  readonly delay: number;
  /** What happens after it. Default: the request is answered as usual. */
  readonly with?: FaultKind;
}

/** The real answer, one byte at a time. */
export interface FaultDrip {
  /** Milliseconds before each byte, by the sandbox's clock; at most 366 days. */
  readonly drip: number;
}

/**
 * What goes wrong.
 *
 * - `reset`: the connection is reset before an answer. In process, the error that fetch gives for `ECONNRESET`; through
 *   msw, its network error, which has no code.
 * - `stall`: no header ever arrives.
 * - `stall-body`: headers and half of the body arrive, then nothing.
 * - `cut-body`: the connection ends after half of the body, and the `Content-Length` had promised more. In process and
 *   through msw, the body fails with the error that fetch gives for it.
 * - `bad-json`: JSON that breaks off, in a body that is complete as far as HTTP goes.
 * - `html`: a page, as a gateway sends it.
 * - `empty`: no body.
 *
 * Before the commit, those with a body have the status 200 and a body that is made up. After it they have those of
 * the answer that they spoil; if that has no body, a made-up one.
 *
 * Only a loopback port has connections. In process and through msw, `reset`, `cut-body` and what goes on below the
 * answer (chunks, closed sockets) are imitated; and msw may hand an error on before the bytes that came ahead of it.
 */
export type FaultKind =
  | (typeof plainKinds)[number]
  | FaultAnswer
  | FaultContentType
  | FaultRedirect
  | FaultOversized
  | FaultDelay
  | FaultDrip;

/** The kinds that need no more than their name. */
export const plainKinds = ["reset", "stall", "stall-body", "cut-body", "bad-json", "html", "empty"] as const;

/** Whether a kind makes sense only of an answer that the service has given. */
export function needsRealAnswer(kind: FaultKind): boolean {
  if (typeof kind === "string") return false;
  if ("delay" in kind) return kind.with !== undefined && needsRealAnswer(kind.with);
  return "contentType" in kind || "drip" in kind;
}

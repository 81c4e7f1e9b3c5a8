import type { RegCode } from "../../errors/catalogue.js";

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

import type { RegCode } from "../../errors/codes.js";
import type { OperationId } from "../messages/router.js";

/** The operation that has the license plate in its body. */
export const keyedByBody = "vehicles.put" satisfies OperationId;

/** A request, as `matches` of a fault sees it. */
export interface FaultCall {
  readonly operationId: OperationId;
  /** The parameters in the path, decoded, such as `{ id }`. */
  readonly params: Readonly<Record<string, string>>;
  /** The method, address and headers. The body has been read; use `body`. */
  readonly request: Request;
  /** The bytes of the request's body. */
  readonly body: Uint8Array;
  /** The supplier's number or the client id of the token's owner; empty at the token endpoint. */
  readonly caller: string;
}

/**
 * A planned fault. It applies to requests that are within the limit and have a valid token; others are rejected before.
 * If several faults are due for one request, the one that was planned first applies.
 */
export interface Fault {
  /**
   * The operationId, such as `serviceRequests.invoices.create`; several of them; or `*` for every operation,
   * `token.create` included.
   */
  readonly operation: OperationId | readonly OperationId[] | "*";
  /**
   * Which requests of the operation match: those with these parameters of the path, such as `{ id }` or
   * `{ licensePlate: "AB-123-C" }`, which `vehicles.put` has in its body; or those for which a function returns true.
   * Default: all match.
   */
  readonly matches?: Readonly<Record<string, string>> | ((call: FaultCall) => boolean) | undefined;
  /** Only requests of this supplier match, such as 4712. Default: those of every caller. */
  readonly supplierNumber?: number | undefined;
  /**
   * The number of matching requests before the first one that can fail: with 2, the third one is the first to fail.
   * Every matching request counts, also one to which another fault applies. Default 0.
   */
  readonly skip?: number | undefined;
  /**
   * The probability for each matching request after those, from 0 to 1. The same seed and calls give the same faults.
   * Default 1.
   */
  readonly probability?: number | undefined;
  /** How often the fault happens in total; `Infinity` for no limit. Default 1. */
  readonly times?: number | undefined;
  /**
   * Before the service acts, or after it has: the operation was done, but the response was lost. Default
   * `before-commit`; for `contentType` and `drip`, which need the real response, `after-commit`.
   */
  readonly when?: "before-commit" | "after-commit" | undefined;
  readonly with: FaultKind;
}

/** The state of a planned fault. */
export interface FaultHandle {
  /** How often the fault can still happen: `Infinity` for no limit, 0 once it is over. */
  readonly remaining: number;
  /** How often the fault has happened. */
  readonly happened: number;
  /** Removes the fault. */
  cancel(): void;
}

/** A response that replaces the real one. At least one of `status`, `code` and `codes` is required. */
export interface FaultResponse {
  /**
   * From 200 to 599. Default: the status of the first code. Without `body`, an error status has the service's error
   * body.
   */
  readonly status?: number | undefined;
  /** One of the service's error codes, in the service's own error body (supplier-api.md §7). */
  readonly code?: RegCode | undefined;
  /** Several error codes. */
  readonly codes?: readonly RegCode[] | undefined;
  /** Any value that JSON can hold; it replaces the error body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The real response with another content type. */
export interface FaultContentType {
  /** Such as `text/plain`. */
  readonly contentType: string;
}

/** A redirect that replaces the response. */
export interface FaultRedirect {
  /** The `Location` header. */
  readonly redirect: string;
  /** 301, 302, 303, 307 or 308. Default 302. */
  readonly status?: number | undefined;
}

/** A JSON body of an exact length, without a `Content-Length`. */
export interface FaultOversized {
  /** The number of bytes of the body. */
  readonly oversized: number;
}

/** A delayed response. */
export interface FaultDelay {
  /**
   * The delay in milliseconds by the sandbox's clock, at most 366 days. While that clock stands still, the response
   * waits until the clock is moved. The sandbox goes on after the delay even if the caller has given up, as a service
   * would.
   */
  readonly delay: number;
  /** The fault after the delay. Default: the real response. */
  readonly with?: FaultKind | undefined;
}

/** The real response, one byte at a time. */
export interface FaultDrip {
  /** Milliseconds before each byte, by the sandbox's clock; at most 366 days. */
  readonly drip: number;
}

/**
 * What becomes of a response; docs/testing.md has an example:
 *
 * - `reset`: the connection is reset before the response.
 * - `stall`: nothing arrives. `stall-body`: headers and half of the body arrive, then nothing.
 * - `cut-body`: the connection ends after half of the body.
 * - `bad-json`: incomplete JSON. `html`: a page, as a gateway sends it. `empty`: no body.
 *
 * Before the commit, those with a body have the status 200 and a made-up body; after it, what the real response has. In
 * process and through msw, there is no connection: what breaks one is imitated.
 */
export type FaultKind =
  | (typeof plainKinds)[number]
  | FaultResponse
  | FaultContentType
  | FaultRedirect
  | FaultOversized
  | FaultDelay
  | FaultDrip;

/** The kinds without options. */
export const plainKinds = ["reset", "stall", "stall-body", "cut-body", "bad-json", "html", "empty"] as const;

/** Whether a kind changes the real response, and so cannot happen before the commit. */
export function needsRealResponse(kind: FaultKind): boolean {
  if (typeof kind === "string") return false;
  if ("delay" in kind) return kind.with !== undefined && needsRealResponse(kind.with);
  return "contentType" in kind || "drip" in kind;
}

/** Describes a kind, as an entry of the journal shows it. */
export function describeKind(kind: FaultKind): string {
  if (typeof kind === "string") return kind;
  if ("delay" in kind) return kind.with === undefined ? "delay" : `delay, then ${describeKind(kind.with)}`;
  if ("redirect" in kind) return "redirect";
  if ("oversized" in kind) return "oversized";
  if ("contentType" in kind) return "content type";
  if ("drip" in kind) return "drip";
  return [kind.status, kind.code, ...(kind.codes ?? [])].filter((part) => part !== undefined).join(" ");
}

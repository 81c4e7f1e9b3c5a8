import { RegInputError } from "../../errors/client-errors.js";
import { Refusal } from "../core/problem.js";
import { toResponse } from "../core/reply.js";
import { type OperationId, operations } from "../core/router.js";

/** An answer in place of the real one. */
export interface FaultAnswer {
  readonly status: number;
  /** Sent as JSON. Default: the service's error body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What goes wrong. In process, `reset` is the error that fetch would give, and `stall` waits for the caller to abort. */
export type FaultKind = FaultAnswer | "reset" | "stall" | "bad-json" | "html";

/** A fault that is to happen. */
export interface Fault {
  /** The operationId, such as `serviceRequests.invoices.create`. */
  readonly operation: OperationId;
  /** How many requests it happens to. Default 1. */
  readonly times?: number;
  /** Before the service acts, or after it has: "it was done, but the answer was lost". Default `before-commit`. */
  readonly when?: "before-commit" | "after-commit";
  readonly with: FaultKind;
}

/** Ends a request without an answer; each adapter does so in its own way. */
export class NetworkFault extends Error {
  readonly kind: "reset" | "stall";

  constructor(kind: "reset" | "stall") {
    super(`the sandbox was told to ${kind} this request`);
    this.kind = kind;
  }
}

/** The faults that are still to happen, in the order in which they were asked for. */
export class FaultPlan {
  #planned: { fault: Fault; rest: number }[] = [];

  /**
   * Plans a fault.
   *
   * @throws RegInputError for an operation that does not exist, or a fault that is none
   */
  add(fault: Fault): void {
    const { operation, times = 1, when = "before-commit", with: kind } = fault;
    if (!operations.some(({ id }) => id === operation)) {
      throw new RegInputError(
        "operation",
        `is not an operationId such as serviceRequests.get: ${String(operation)}`,
      );
    }
    if (!Number.isSafeInteger(times) || times < 1)
      throw new RegInputError("times", "must be a whole number from 1");
    if (when !== "before-commit" && when !== "after-commit") {
      throw new RegInputError("when", "must be before-commit or after-commit");
    }
    if (!isKind(kind)) throw new RegInputError("with", "must be reset, stall, bad-json, html or { status }");
    this.#planned.push({ fault, rest: times });
  }

  /** Takes the next fault for an operation, if one is due. */
  take(operation: OperationId): Fault | undefined {
    const planned = this.#planned.find(({ fault }) => fault.operation === operation);
    if (planned === undefined) return undefined;
    planned.rest -= 1;
    if (planned.rest === 0) this.#planned = this.#planned.filter((other) => other !== planned);
    return planned.fault;
  }

  /** Forgets every fault. */
  reset(): void {
    this.#planned = [];
  }
}

function isKind(kind: unknown): kind is FaultKind {
  if (typeof kind === "string") return ["reset", "stall", "bad-json", "html"].includes(kind);
  const status: unknown = Reflect.get(Object(kind), "status");
  return typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;
}

/** Carries a fault out. `status` is that of the answer that it spoils. */
export function faultResponse(kind: FaultKind, status: number): Response {
  if (kind === "reset" || kind === "stall") throw new NetworkFault(kind);
  if (kind === "bad-json") return text('{"data":{"id":', status, "application/json");
  if (kind === "html") return text("<!doctype html><title>Gateway</title>", status, "text/html");
  const { headers, body } = kind;
  if (body === undefined && kind.status >= 400) {
    throw new Refusal(kind.status, "The sandbox was told to answer this.", [], headers);
  }
  const empty = body === undefined || [204, 205, 304].includes(kind.status);
  return toResponse({ status: kind.status, headers: headers ?? {}, json: empty ? undefined : body });
}

function text(body: string, status: number, type: string): Response {
  // A 204 has no body that could be spoilt.
  return new Response(body, { status: status === 204 ? 200 : status, headers: { "content-type": type } });
}

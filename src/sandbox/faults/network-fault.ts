/** The faults that no complete HTTP response can represent. */
export type NetworkFaultKind = "reset" | "stall" | "stall-body" | "cut-body" | "drip";

/** Ends a request without a complete response; each connection does so in its own way. */
export class NetworkFault extends Error {
  readonly kind: NetworkFaultKind;
  /** The part that arrives, if any: a body that fails with {@link otherSideClosed}, never ends, or drips. */
  readonly response: Response | undefined;

  constructor(kind: NetworkFaultKind, response?: Response) {
    super(`a planned fault of the sandbox ended this request with ${kind}`);
    this.kind = kind;
    this.response = response;
  }
}

/** Creates the error of Node's fetch for a connection that was reset before a response. */
export function connectionReset(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return new TypeError("fetch failed", { cause });
}

/** Creates the error of Node's fetch for a connection that ended within a body. */
export function otherSideClosed(): TypeError {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return new TypeError("terminated", { cause });
}

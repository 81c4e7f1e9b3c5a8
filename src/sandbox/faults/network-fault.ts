/** What a fault does to a request that no plain answer could do. */
export type NetworkFaultKind = "reset" | "stall" | "stall-body" | "cut-body" | "drip";

/** Ends a request without a whole answer; each adapter does so in its own way. */
export class NetworkFault extends Error {
  readonly kind: NetworkFaultKind;
  /** What arrives, if anything does: a body that fails with {@link otherSideClosed}, never ends, or drips. */
  readonly response: Response | undefined;

  constructor(kind: NetworkFaultKind, answer?: Response) {
    super(`the sandbox was told to have this request end with ${kind}`);
    this.kind = kind;
    this.response = answer;
  }
}

/** The error of Node's fetch for a connection that was reset before an answer. */
export function connectionReset(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return new TypeError("fetch failed", { cause });
}

/** The error of Node's fetch for a connection that ended within a body. */
export function otherSideClosed(): TypeError {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return new TypeError("terminated", { cause });
}

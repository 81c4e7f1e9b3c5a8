/**
 * The mark of our own transport: once a request is over, nothing is done any more when its signal is aborted, and until
 * then its listeners are to be told once. What bears it names itself in it, because a wrapper that a user makes may
 * inherit or copy the mark, and do more. From the registry of symbols, as `directBody` is.
 */
export const forgetsSignals = Symbol.for("@reg/sdk/forgets-signals");

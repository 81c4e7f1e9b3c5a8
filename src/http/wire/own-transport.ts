/**
 * The name of the method with which an answer of our own transport gives its whole body at once, without a web stream
 * in between. From the registry of symbols, so that the ESM and the CommonJS copy of this package share it.
 */
export const directBody = Symbol.for("@reg/sdk/direct-body");

/** The whole of a body, as the last that a stream would give. */
export interface WholeBody {
  readonly done: true;
  /** Null if it has more bytes than may be read. */
  readonly value: Uint8Array<ArrayBuffer> | null;
}

/** An answer that can give its body at once. */
export interface DirectBody {
  /**
   * Reads the whole body; rejects if it breaks off.
   *
   * @param limit the most bytes, counted after decompression
   * @param stop cancels the rest when it is aborted
   * @returns the bytes, of which the rest is cancelled if there are more than `limit`; undefined if somebody uses the
   *   stream already, and it must be read in the ordinary way
   */
  [directBody](limit: number, stop: AbortSignal | undefined): Promise<WholeBody> | undefined;
}

/** Whether an answer is one of our own transport. */
export function hasDirectBody(response: object): response is DirectBody {
  return directBody in response;
}

/**
 * The mark of our own transport: once a request is over, nothing is done any more when its signal is aborted, and until
 * then its listeners are to be told once. What bears it names itself in it, because a wrapper that a user makes may
 * inherit or copy the mark, and do more. From the registry of symbols, as {@link directBody} is.
 */
export const forgetsSignals = Symbol.for("@reg/sdk/forgets-signals");

/** A stream on its way to fetch. */
export interface UploadStream {
  /** What fetch reads. */
  readonly body: ReadableStream<Uint8Array>;
  /** Something was asked of the source: from then on the service may have got the request. */
  readonly started: boolean;
  /** The source itself failed. */
  readonly failed: boolean;
  /** Lets go of the source, because nobody reads it any more. */
  stop(reason: unknown): void;
}

/**
 * A stream over the user's own, which ends with the attempt. Fetch alone would go on reading the source after an
 * abort, and would never let go of one that waits. The source is asked only for what fetch asks for.
 *
 * @throws TypeError if the source is being read already
 */
export function uploadStream(
  source: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): UploadStream {
  const reader = source.getReader();
  const state = { started: false, failed: false };
  let over = false;
  let stop = (_reason: unknown) => {};
  const onAbort = () => stop(signal?.reason);
  const finish = () => {
    over = true;
    signal?.removeEventListener("abort", onAbort);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = (reason) => {
          if (over) return;
          finish();
          controller.error(reason);
          reader.cancel(reason).catch(() => {});
        };
        signal?.addEventListener("abort", onAbort);
        if (signal?.aborted) onAbort();
      },
      async pull(controller) {
        state.started = true;
        const { done, value } = await reader.read().catch((error: unknown) => {
          state.failed = !over;
          finish();
          throw error;
        });
        if (over) return;
        if (!done) return controller.enqueue(value);
        finish();
        controller.close();
      },
      async cancel(reason) {
        finish();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    get started() {
      return state.started;
    },
    get failed() {
      return state.failed;
    },
    stop: (reason) => stop(reason),
  };
}

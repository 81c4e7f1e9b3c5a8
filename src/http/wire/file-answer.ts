import type { Call } from "../call.js";
import { type DownloadedFile, fileHeaders, type StreamedFile } from "../input/files.js";
import { timedOut } from "../time/attempt-timeout.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { boundedStream } from "./bounded-stream.js";

/** The file that an answer holds. */
export function fileOf(headers: Headers, chunks: readonly Uint8Array<ArrayBuffer>[]): DownloadedFile {
  const file = fileHeaders(headers);
  return { ...file, blob: new Blob([...chunks], { type: file.type }) };
}

/** How a file is handed out as a stream. */
interface OpenSettings {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** The error that the stream's reader is to see. */
  readonly asError: (error: unknown) => unknown;
}

/** Hands out an answer that is a file, while it arrives. */
export function openFile(
  call: Call,
  response: Response,
  { clock, maxBytes, asError }: OpenSettings,
): { data: StreamedFile; finished: Promise<void> } {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stream = boundedStream(response.body ?? new Blob([]).stream(), maxBytes, {
    onEnd: finish,
    signal: call.signal,
    // The reader sets the pace, but the service must not let them wait for longer than a whole attempt may take.
    bounded: (read) =>
      within(clock, call.timeout, read(), () =>
        timedOut(call, "no further part of the file within the timeout"),
      ),
    asError,
  });
  return { data: { ...fileHeaders(response.headers), stream }, finished };
}

import type { Call } from "../call.js";
import { type DownloadedFile, fileHeaders, type StreamedFile } from "../input/files.js";
import { timedOut } from "../time/attempt-timeout.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { boundedStream } from "./bounded-stream.js";
import { type ReadOptions, readBytes } from "./read-body.js";

/** Reads an answer that is a file. */
export async function readFile(
  response: Response,
  maxBytes: number,
  options: ReadOptions,
): Promise<DownloadedFile> {
  const file = fileHeaders(response.headers);
  const bytes = await readBytes(response, maxBytes, options);
  return { ...file, blob: new Blob([bytes], { type: file.type }) };
}

/** How a file is handed out as a stream. */
interface OpenSettings {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** The error that the stream's reader is to see. */
  readonly asError: (error: unknown) => Promise<unknown>;
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

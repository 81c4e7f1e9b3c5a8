import { inspect } from "node:util";
import type { Recorder } from "./recorder.js";

const methods = ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const;

/** Records all output to the console and to the standard streams of the process, until the result is called. */
export function recordOutput(recorder: Recorder): () => void {
  const restorers: (() => void)[] = [];
  for (const method of methods) {
    const print = console[method];
    console[method] = (...values: unknown[]) => {
      for (const value of values) recorder.record(`console.${method}`, value);
      Reflect.apply(print, console, values);
    };
    restorers.push(() => {
      console[method] = print;
    });
  }
  for (const name of ["stdout", "stderr"] as const) {
    const stream = process[name];
    const write = stream.write;
    stream.write = (...args: unknown[]) => {
      const [chunk] = args;
      recorder.record(`process.${name}`, chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : chunk);
      return Reflect.apply(write, stream, args) as boolean;
    };
    restorers.push(() => {
      stream.write = write;
    });
  }
  return () => {
    for (const restore of restorers) restore();
  };
}

/** Collects the warnings of the process until `stop` is called. */
export function collectWarnings(recorder: Recorder): { readonly texts: readonly string[]; stop(): void } {
  const texts: string[] = [];
  const onWarning = (warning: Error) => {
    recorder.record("process warning", warning);
    texts.push(inspect(warning));
  };
  process.on("warning", onWarning);
  return { texts, stop: () => void process.off("warning", onWarning) };
}

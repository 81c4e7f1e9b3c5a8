import { inspect } from "node:util";
import type { Recorder } from "./recorder.js";

const methods = ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const;

/** Records whatever is printed on the console or written to the standard streams of the process. */
export function recordOutput(recorder: Recorder): void {
  for (const method of methods) {
    const print = console[method];
    console[method] = (...values: unknown[]) => {
      for (const value of values) recorder.record(`console.${method}`, value);
      Reflect.apply(print, console, values);
    };
  }
  for (const name of ["stdout", "stderr"] as const) {
    const stream = process[name];
    const write = stream.write;
    stream.write = (...given: unknown[]) => {
      const [chunk] = given;
      recorder.record(`process.${name}`, chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : chunk);
      return Reflect.apply(write, stream, given) as boolean;
    };
  }
}

/** Gathers the warnings of the process from now on. */
export function gatherWarnings(recorder: Recorder): { readonly texts: readonly string[]; stop(): void } {
  const texts: string[] = [];
  const hear = (warning: Error) => {
    recorder.record("process warning", warning);
    texts.push(inspect(warning));
  };
  process.on("warning", hear);
  return { texts, stop: () => void process.off("warning", hear) };
}

import type { Recorder } from "./recorder.js";

const key = Symbol.for("@reg/sdk/test/recorder");

/** The expression with which the watched places in src reach the recorder: the plugin inserts this text. */
export const recorderExpression = `globalThis[Symbol.for(${JSON.stringify(key.description)})]`;

/** Installs a recorder globally, so that it survives a reset of the module registry. */
export function installRecorder(recorder: Recorder): void {
  Reflect.set(globalThis, key, recorder);
}

/** The recorder of this test file. */
export function currentRecorder(): Recorder {
  const recorder: unknown = Reflect.get(globalThis, key);
  if (typeof recorder !== "object" || recorder === null)
    throw new Error("no recorder: test/support/guards/setup.ts must be one of the setupFiles");
  return recorder as Recorder;
}

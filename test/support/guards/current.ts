import type { Recorder } from "./recorder.js";

const key = Symbol.for("@reg/sdk/test/recorder");

/** How the watched places in src reach the recorder: the plugin writes this text into them. */
export const recorderExpression = `globalThis[Symbol.for(${JSON.stringify(key.description)})]`;

/** Hands a recorder to the watched places; it stays, whatever a test does to the module registry. */
export function installRecorder(recorder: Recorder): void {
  Reflect.set(globalThis, key, recorder);
}

/** The recorder of this test file. */
export function currentRecorder(): Recorder {
  const recorder: unknown = Reflect.get(globalThis, key);
  if (typeof recorder !== "object" || recorder === null)
    throw new Error("no recorder: test/support/guards/setup.ts must be among the setupFiles");
  return recorder as Recorder;
}

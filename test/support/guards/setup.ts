import { afterAll, afterEach } from "vitest";
import { canarySecret, canaryToken } from "../canaries.js";
import { installRecorder } from "./current.js";
import { openHandles, waitForHandles } from "./handles.js";
import { collectWarnings, recordOutput } from "./output.js";
import { type Leak, Recorder } from "./recorder.js";

// Checks that apply to every test file: no process warning, no open handle, and no secret in any error, event, journal
// entry or output. Unhandled rejections fail the run without this file. The hooks are registered first, so they run
// after those of the test file.

/** The time for handles to close after the last test, in milliseconds. */
const maxWait = 1000;

const { setImmediate: realSetImmediate } = globalThis;

// Makes Node load its own undici first: the package of this name would replace the dispatcher of the global fetch.
await fetch("data:,");

const recorder = new Recorder([canaryToken, canarySecret]);
installRecorder(recorder);
const stopRecording = recordOutput(recorder);
const warnings = collectWarnings(recorder);
const before = openHandles();

afterEach(() => failOnLeaks(recorder.takeLeaks()));

afterAll(async () => {
  const open = await waitForHandles(before, maxWait);
  // Node emits a warning one turn after its cause.
  await new Promise((resolve) => realSetImmediate(resolve));
  warnings.stop();
  // Test files share one console: without this, every file would record the output of all later ones.
  stopRecording();
  const problems = [
    ...open.map((each) => `left open: ${each}`),
    ...warnings.texts.map((each) => `process warning: ${each}`),
    ...recorder.takeLeaks().map(describeLeak),
  ];
  if (problems.length > 0) throw new Error(`guard of this test file:\n${problems.join("\n")}`);
});

function failOnLeaks(leaks: readonly Leak[]): void {
  if (leaks.length === 0) return;
  const [first, second] = leaks.map(describeLeak);
  throw new Error(`guard of this test: ${leaks.length} leaks\n${first}\n${second ?? ""}`);
}

function describeLeak({ what, view, excerpt }: Leak): string {
  return `a secret in the ${view} of this ${what}: ${excerpt}`;
}

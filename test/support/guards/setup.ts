import { afterAll, afterEach } from "vitest";
import { canarySecret, canaryToken } from "../canaries.js";
import { installRecorder } from "./current.js";
import { leftOpen, openHandles } from "./handles.js";
import { gatherWarnings, recordOutput } from "./output.js";
import { type Leak, Recorder } from "./recorder.js";

// What holds for every test file, whatever it tests: no warning of the process, no handle left open, and no secret
// in anything that it produced. Unhandled rejections end the run by themselves. The hooks stand first, so they run
// last: after those of the file.

/** How long a handle may take to close after the last test, in milliseconds. */
const patience = 1000;

const { setImmediate: soon } = globalThis;

const recorder = new Recorder([canaryToken, canarySecret]);
installRecorder(recorder);
recordOutput(recorder);
const warnings = gatherWarnings(recorder);
const before = openHandles();

afterEach(() => refuseLeaks(recorder.takeLeaks()));

afterAll(async () => {
  const open = await leftOpen(before, patience);
  // A warning is told in a later turn than the one that caused it.
  await new Promise((resolve) => soon(resolve));
  warnings.stop();
  const problems = [
    ...open.map((each) => `left open: ${each}`),
    ...warnings.texts.map((each) => `a warning of the process: ${each}`),
    ...recorder.takeLeaks().map(textOf),
  ];
  if (problems.length > 0) throw new Error(`guard of this test file:\n${problems.join("\n")}`);
});

function refuseLeaks(leaks: readonly Leak[]): void {
  if (leaks.length === 0) return;
  const [first, second] = leaks.map(textOf);
  throw new Error(`guard of this test: ${leaks.length} leaks\n${first}\n${second ?? ""}`);
}

function textOf({ what, view, excerpt }: Leak): string {
  return `a secret in the ${view} of this ${what}: ${excerpt}`;
}

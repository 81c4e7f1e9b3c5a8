import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder that is removed after the test, or when another hook such as `afterAll` runs. */
export function temporaryFolder(hook: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "reg-test-"));
  hook(() => rmSync(folder, { recursive: true }));
  return folder;
}

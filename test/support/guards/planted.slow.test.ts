import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("a run fails for each planted fault and names its file, and for no other file", {
  timeout: 60_000,
}, async () => {
  const { report, output } = await runPlantedFiles();
  expect(report.success, output).toBe(false);
  const failed = report.testResults.filter(({ status }) => status === "failed");
  expect(failed.map(({ name }) => name.split("/").at(-1)).sort()).toEqual([
    "handles.planted.ts",
    "leak.planted.ts",
    "warning.planted.ts",
  ]);
  const messages = failed.flatMap(({ message }) => message).join("\n");
  expect(messages).toContain("left open: 1 x Timeout");
  expect(messages).toContain("left open: 1 x TCPServerWrap");
  expect(messages).toContain("PlantedWarning: planted warning");
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(tests.filter(({ status }) => status === "failed").map(({ title }) => title)).toEqual([
    "creates an error that contains a token, and ignores it",
    "prints a secret",
  ]);
  expect(output).toContain("Unhandled Rejection");
  expect(output).toContain("planted rejection");
});

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs the planted files with the configuration of the test suite. */
async function runPlantedFiles(): Promise<{ report: Report; output: string }> {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const config = "test/support/guards/planted/vitest.config.ts";
  const vitest = `${root}node_modules/vitest/vitest.mjs`;
  const args = [vitest, "run", "--config", config, "--root", root, "--reporter=json", "--reporter=default"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) => {
      const json = stdout.split("\n").find((line) => line.startsWith("{"));
      if (error === null || json === undefined) reject(new Error(`the run did not fail: ${stdout}${stderr}`));
      else resolve({ report: JSON.parse(json), output: stdout + stderr });
    });
  });
}

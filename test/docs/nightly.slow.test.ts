import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openSync } from "../cli/sync/support.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the part of a page between two texts. */
function findPart(page: string, begin: string, end: string): string {
  const text = readFileSync(join(root, "docs", page), "utf8");
  const start = text.indexOf(begin);
  return text.slice(start, text.indexOf(end, start));
}

const runProgram = (program: string, args: readonly string[], cwd: string) =>
  new Promise((resolve) =>
    execFile(program, args, { cwd }, (error, out, err) => resolve({ code: error?.code ?? 0, out, err })),
  );

/** Saves the script of the page and what it uses, and returns a function that runs it with a file of some vehicles. */
async function openJob() {
  const { env, path, save } = await openSync();
  await save("nightly.sh", findPart("reg-sync.md", "#!/bin/sh", "```").replace("/srv/fleet", path("")));
  const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
  await save("reg.env", variables.join(""));
  mkdirSync(path("node_modules/.bin"), { recursive: true });
  const program = `#!/bin/sh\nexec "${process.execPath}" --import "${import.meta.resolve("tsx")}" "${root}src/cli/main.ts" "$@"\n`;
  writeFileSync(path("node_modules/.bin/reg-sdk"), program, { mode: 0o700 });
  const runJob = async (plates: readonly string[]) => {
    await save("fleet.csv", ["licensePlate,vehicle.make", ...plates.map((plate) => `${plate},Opel`), ""].join("\n"));
    return runProgram("sh", [path("nightly.sh")], root);
  };
  return { path, save, runJob };
}

describe("the script of docs/reg-sync.md", () => {
  it("prints only warnings and what is wrong, which cron mails", async () => {
    const { runJob } = await openJob();
    expect(await runJob(["AB-1", "AB-2", "AB-3"])).toEqual({
      code: 0,
      out: "",
      err: expect.stringMatching(/^reg: warning: the state is new: .*\n$/),
    });
    expect(await runJob(["AB-1", "AB-2", "AB-3"])).toEqual({ code: 0, out: "", err: "" });
    expect(await runJob(["AB-1", "AB-2"])).toEqual({ code: 0, out: "", err: "" });
    expect(await runJob([])).toEqual({
      code: 1,
      out: "",
      err: "reg: no vehicle was removed, because the file is empty.\n",
    });
  });
});

it("the metric of docs/nightly-job.md is not that of a dry run", async () => {
  const { path, save } = await openSync();
  await save("metric.mjs", findPart("nightly-job.md", "import { readFileSync }", "```"));
  const report = { ok: true, startedAt: "2026-06-15T00:30:00.000Z", counts: { sent: 1 } };
  await save("report.json", JSON.stringify(report));
  const metric = () => runProgram(process.execPath, ["metric.mjs"], path(""));
  expect(await metric()).toMatchObject({
    code: 0,
    out: expect.stringContaining('reg_sync_resources{status="sent"} 1'),
  });
  await save("report.json", JSON.stringify({ ...report, dryRun: true }));
  expect(await metric()).toEqual({ code: 1, out: "", err: "" });
});

import { describe, expect, it } from "vitest";
import type { Terminal } from "../../../src/cli/command.js";
import { commands } from "../../../src/cli/run.js";
import { canarySecret } from "../../support/canaries.js";
import { startReg } from "../support.js";

describe("the command sync exits with 2", () => {
  const env = {
    REG_CLIENT_ID: "id",
    REG_CLIENT_SECRET: canarySecret,
    REG_LESSOR_BASE_URL: "http://127.0.0.1",
  };
  const state = ["--state", "fleet.state"];

  it.each<[readonly string[], string, Terminal["env"]?]>([
    [state, "npx @reg/sdk sync takes one file; - is standard input."],
    [["a.csv", "b.csv", ...state], "npx @reg/sdk sync takes one file; - is standard input."],
    [["a.csv"], "--state is required, such as --state fleet.state."],
    [["a.txt", ...state], "the format is not clear: give --format ndjson or --format csv."],
    [["-", ...state], "the format is not clear: give --format ndjson or --format csv."],
    [["a.csv", "--format", "xml", ...state], '--format must be one of ndjson, csv, not "xml".'],
    [["a.ndjson", "--delimiter", ";", ...state], "--columns and --delimiter are only for CSV."],
    [["a.ndjson", "--columns", "a.json", ...state], "--columns and --delimiter are only for CSV."],
    [["a.csv", "--delimiter", ";;", ...state], "--delimiter must be one character other than a quote, or tab."],
    [["a.csv", "--delimiter", '"', ...state], "--delimiter must be one character other than a quote, or tab."],
    [
      ["a.csv", "--encoding", "ascii", ...state],
      '--encoding must be one of utf-8, utf-16le, windows-1252, not "ascii".',
    ],
    [
      ["a.csv", "--max-removals", "1.5", ...state],
      '--max-removals must be a whole number from 0, or a share such as 5%, not "1.5".',
    ],
    [["a.csv", "--report", "./a.csv", ...state], "--report would overwrite a file that the run uses."],
    [["a.csv", "--report", "b/../fleet.state", ...state], "--report would overwrite a file that the run uses."],
    [
      ["a.csv", "--columns", "c.json", "--report", "c.json", ...state],
      "--report would overwrite a file that the run uses.",
    ],
    [["a.csv", "--max-failures", "0", ...state], '--max-failures must be a whole number from 1, not "0".'],
    [["a.csv", "--expect-items", "-1", ...state], '--expect-items must be a whole number from 0, not "-1".'],
    [["a.csv", "--max-new-vehicles", "x", ...state], '--max-new-vehicles must be a whole number from 0, not "x".'],
    [["a.csv", "--rate-limit", "0", ...state], '--rate-limit must be a whole number from 1, not "0".'],
    [["a.csv", "--timeout", "5s", ...state], '--timeout must be a whole number from 1, not "5s".'],
    [
      ["a.csv", "--stop-on", "token,none", ...state],
      '--stop-on takes none, or kinds of authentication, token, permission, rate-limit, server, connection, timeout, response, validation, not-found, conflict, not "none".',
    ],
    [["a.csv", "--concurrency", "x", ...state], '--concurrency must be a whole number from 1, not "x".'],
    [
      ["a.csv", ...state],
      "REG_CLIENT_ID is not set; the credentials are only read from the environment.",
      { ...env, REG_CLIENT_ID: undefined },
    ],
    [
      ["a.csv", ...state],
      "REG_CLIENT_SECRET is not set; the credentials are only read from the environment.",
      { ...env, REG_CLIENT_SECRET: " " },
    ],
    [
      ["a.csv", ...state],
      "REG_LESSOR_BASE_URL is not set; use --base-url, or set it.",
      { ...env, REG_LESSOR_BASE_URL: undefined },
    ],
    [["a.csv", "--client-secret", "x", ...state], "--client-secret is not an option of npx @reg/sdk sync."],
  ])("for the arguments %j: %s", async (args, problem, given = env) => {
    const { written, code } = await startReg(["sync", ...args], commands, { env: given });
    expect([await code, written]).toEqual([
      2,
      { out: "", err: `reg: ${problem}\nnpx @reg/sdk sync --help lists the options.\n` },
    ]);
  });
});

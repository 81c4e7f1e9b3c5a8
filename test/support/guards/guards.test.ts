import { execFile } from "node:child_process";
import { unwatchFile, watchFile } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { RegInputError } from "../../../src/errors/errors.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { canaryToken, supplierOver } from "../clients.js";
import { fakeFetch, json } from "../fetch.js";
import { currentRecorder } from "./current.js";
import { beyond, leftOpen, openHandles } from "./handles.js";
import { Recorder } from "./recorder.js";
import { watch, watchedPlaces, watching } from "./watched-places.js";

const secret = "planted-secret";

/** The views in which a recorder finds the planted secret. */
function viewsOf(value: unknown) {
  const recorder = new Recorder([secret]);
  recorder.record("thing", value);
  return recorder.takeLeaks().map(({ view }) => view);
}

function nested(depth: number, leaf: unknown): unknown {
  return depth === 0 ? leaf : { inner: nested(depth - 1, leaf) };
}

describe("the recorder", () => {
  const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);
  test.each<[string, unknown, string]>([
    ["a message", error(secret), "message"],
    ["a stack", error("x", { stack: `Error: x\n at ${secret}` }), "stack"],
    ["the cause of a cause", new Error("x", { cause: new Error("y", { cause: secret }) }), "inspect"],
    ["a hidden field", Object.defineProperty({}, "hidden", { value: secret }), "inspect"],
    ["a field named by a symbol", { [Symbol("token")]: secret }, "inspect"],
    ["a getter", Object.defineProperty({}, "token", { get: () => secret, enumerable: true }), "JSON"],
    ["a hidden getter", Object.defineProperty({}, "token", { get: () => secret }), "inspect"],
    ["a map", new Map([["headers", new Headers({ authorization: secret })]]), "inspect"],
    ["the name of a field", { [secret]: 1 }, "JSON"],
    ["fifteen levels of objects", nested(15, secret), "inspect"],
    ["the end of a long list", [...Array.from({ length: 500 }, String), secret], "JSON"],
    ["the end of a long set", new Set([...Array.from({ length: 500 }, String), secret]), "inspect"],
    ["the end of a long text", { text: "x".repeat(200_000) + secret }, "inspect"],
    ["what toJSON gives", { toJSON: () => secret }, "JSON"],
    ["what toString gives", { toString: () => secret }, "String"],
    ["a text", `Bearer ${secret}`, "String"],
  ])("sees a secret in %s", (_, value, view) => {
    expect(viewsOf(value)).toContain(view);
  });

  test("looks at everything once, as it is at the end, and at what cannot be shown as well", () => {
    const recorder = new Recorder([secret]);
    const cyclic: Record<string, unknown> = { count: 1n };
    cyclic["self"] = cyclic;
    for (const _ of [1, 2]) recorder.record("cycle", cyclic);
    expect(recorder.waiting).toBe(1);
    cyclic["later"] = secret;
    expect(recorder.takeLeaks()).toMatchObject([{ what: "cycle", view: "inspect" }]);
    expect(recorder.takeLeaks()).toEqual([]);
    expect(viewsOf({ fine: true })).toEqual([]);
  });
});

describe("the watched places", () => {
  /** What the recorder of this file was handed meanwhile and finds fault with; the guard itself sees it no more. */
  async function caught(task: () => unknown) {
    currentRecorder().takeLeaks();
    await task();
    return [
      ...new Set(
        currentRecorder()
          .takeLeaks()
          .map(({ what }) => what),
      ),
    ];
  }

  test("hand over every error", async () => {
    expect(await caught(() => new RegInputError("field", `must not be ${canaryToken}`))).toEqual(["error"]);
  });

  test("hand over every event", async () => {
    const supplier = supplierOver(fakeFetch(json([])), {
      baseUrl: `https://${canaryToken}.example`,
      on: () => {},
    });
    expect(await caught(() => supplier.lessors.list())).toEqual(["event"]);
  });

  test("hand over every entry of a journal, and what the journal says about entries", async () => {
    const { fetch, supplier, journal } = createSandbox();
    const before = currentRecorder().waiting;
    await fetch(`${supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${supplier.token()}` },
    });
    expect(currentRecorder().waiting).toBe(before + 1);
    expect(() => journal.assertCalls({ "serviceRequests.get": 5 })).toThrow();
    expect(currentRecorder().waiting).toBe(before + 2);
  });

  test("that are no longer there, or twice, end the run and do not go unseen", () => {
    const [place] = watchedPlaces;
    if (place === undefined) throw new Error("nothing is watched");
    expect(() => watch("class RegError {}", place)).toThrow(/stands in .* 0 times/);
    expect(() => watch(`${place.before}\n${place.before}`, place)).toThrow(/2 times/);
    const start = (plugin: ReturnType<typeof watching>) =>
      Reflect.apply(plugin.configResolved as () => void, plugin, []);
    start(watching());
    expect(() => start(watching([{ ...place, before: "this.nowhere = true;" }]))).toThrow(/is blind/);
    expect(() => start(watching([{ ...place, file: "src/errors/moved.ts" }]))).toThrow(/ENOENT/);
  });
});

describe("the handles", () => {
  // Neither the test runner nor our code watches files: what it opens itself meanwhile is not counted here.
  const watched = ["handles.ts", "setup.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const unheard = () => {};

  test("that were opened meanwhile are told by their kind", async () => {
    // What the clients of the tests above load in the background opens handles of its own.
    await vi.dynamicImportSettled();
    const before = openHandles();
    for (const file of watched) watchFile(file, unheard);
    expect(beyond(before, openHandles())).toContain("2 x StatWatcher");
    expect(await leftOpen(before, 30)).toContain("2 x StatWatcher");
    for (const file of watched) unwatchFile(file, unheard);
    expect(await leftOpen(before, 1000)).toEqual([]);
  });

  test("that were open at the beginning are let be, except for timers, which end and would hide another", () => {
    const before = new Map(Object.entries({ PipeWrap: 4, TCPServerWrap: 1, Timeout: 1 }));
    const now = new Map(Object.entries({ PipeWrap: 3, TCPServerWrap: 2, Timeout: 1, StatWatcher: 2 }));
    expect(beyond(before, now)).toEqual(["1 x TCPServerWrap", "1 x Timeout", "2 x StatWatcher"]);
  });

  test("that close in time, or hold nothing up, are let be", async () => {
    const before = openHandles();
    setTimeout(() => {}, 50);
    setTimeout(() => {}, 60_000).unref();
    expect(await leftOpen(before, 1000)).toEqual([]);
  });
});

test("a run ends badly on each planted fault, names its file, and on no other", {
  timeout: 60_000,
}, async () => {
  const { report, output } = await planted();
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
    "makes an error that shows a token, and drops it",
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

/** Runs the planted files with the suite's own configuration. */
async function planted(): Promise<{ report: Report; output: string }> {
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

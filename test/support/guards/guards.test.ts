import { unwatchFile, watchFile } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { RegInputError } from "../../../src/errors/errors.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { canaryToken, supplierOver } from "../clients.js";
import { fakeFetch, json } from "../fetch.js";
import { currentRecorder } from "./current.js";
import { newHandles, openHandles, waitForHandles } from "./handles.js";
import { recordOutput } from "./output.js";
import { Recorder } from "./recorder.js";
import { watch, watchedPlaces, watching } from "./watched-places.js";

const secret = "planted-secret";

/** Lists the views in which a recorder finds the planted secret. */
function listViews(value: unknown) {
  const recorder = new Recorder([secret]);
  recorder.record("thing", value);
  return recorder.takeLeaks().map(({ view }) => view);
}

function nest(depth: number, leaf: unknown): unknown {
  return depth === 0 ? leaf : { inner: nest(depth - 1, leaf) };
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
    ["fifteen levels of objects", nest(15, secret), "inspect"],
    ["the end of a long list", [...Array.from({ length: 500 }, String), secret], "JSON"],
    ["the end of a long set", new Set([...Array.from({ length: 500 }, String), secret]), "inspect"],
    ["the end of a long text", { text: "x".repeat(200_000) + secret }, "inspect"],
    ["the result of toJSON", { toJSON: () => secret }, "JSON"],
    ["the result of toString", { toString: () => secret }, "String"],
    ["a text", `Bearer ${secret}`, "String"],
  ])("finds a secret in %s", (_, value, view) => {
    expect(listViews(value)).toContain(view);
  });

  test("searches each value once, in its final state, even if a view cannot show it", () => {
    const recorder = new Recorder([secret]);
    const cyclic: Record<string, unknown> = { count: 1n };
    cyclic["self"] = cyclic;
    for (const _ of [1, 2]) recorder.record("cycle", cyclic);
    expect(recorder.waiting).toBe(1);
    cyclic["later"] = secret;
    expect(recorder.takeLeaks()).toMatchObject([{ what: "cycle", view: "inspect" }]);
    expect(recorder.takeLeaks()).toEqual([]);
    expect(listViews({ fine: true })).toEqual([]);
  });
});

test("recordOutput replaces the outputs until it is stopped", () => {
  const read = () => [console.log, console.error, process.stdout.write, process.stderr.write];
  const before = read();
  const stop = recordOutput(new Recorder([]));
  for (const [index, output] of read().entries()) expect(output).not.toBe(before[index]);
  stop();
  expect(read()).toEqual(before);
});

describe("the watched places in src", () => {
  /** Lists the kinds of values with a leak that a task produces, and removes them from the recorder of this file. */
  async function listLeakyKinds(task: () => unknown) {
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

  test("record every error", async () => {
    expect(await listLeakyKinds(() => new RegInputError("field", `must not be ${canaryToken}`))).toEqual([
      "error",
    ]);
  });

  test("record every event", async () => {
    const supplier = supplierOver(fakeFetch(json([])), {
      baseUrl: `https://${canaryToken}.example`,
      on: () => {},
    });
    expect(await listLeakyKinds(() => supplier.lessors.list())).toEqual(["event"]);
  });

  test("record every journal entry and every journal assertion", async () => {
    const { fetch, supplier, journal } = createSandbox();
    const before = currentRecorder().waiting;
    await fetch(`${supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${supplier.token()}` },
    });
    expect(currentRecorder().waiting).toBe(before + 1);
    expect(() => journal.assertCalls({ "serviceRequests.get": 5 })).toThrow();
    expect(currentRecorder().waiting).toBe(before + 2);
  });

  test("stop the run if a statement is missing or occurs twice", () => {
    const [place] = watchedPlaces;
    if (place === undefined) throw new Error("nothing is watched");
    expect(() => watch("class RegError {}", place)).toThrow(/occurs 0 times in /);
    expect(() => watch(`${place.before}\n${place.before}`, place)).toThrow(/occurs 2 times in /);
    const startRun = (plugin: ReturnType<typeof watching>) =>
      Reflect.apply(plugin.configResolved as () => void, plugin, []);
    startRun(watching());
    expect(() => startRun(watching([{ ...place, before: "this.nowhere = true;" }]))).toThrow(
      /cannot record every error/,
    );
    expect(() => startRun(watching([{ ...place, file: "src/errors/moved.ts" }]))).toThrow(/ENOENT/);
  });
});

describe("open handles", () => {
  // File watchers, because neither the test runner nor our code opens any.
  const watched = ["handles.ts", "setup.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const noop = () => {};

  test("of a test are listed by kind", async () => {
    // Dynamic imports of the tests above open handles.
    await vi.dynamicImportSettled();
    const before = openHandles();
    for (const file of watched) watchFile(file, noop);
    expect(newHandles(before, openHandles())).toContain("2 x StatWatcher");
    expect(await waitForHandles(before, 30)).toContain("2 x StatWatcher");
    for (const file of watched) unwatchFile(file, noop);
    expect(await waitForHandles(before, 1000)).toEqual([]);
  });

  test("of the start are ignored, except timers, which would hide another one", () => {
    const before = new Map(Object.entries({ PipeWrap: 4, TCPServerWrap: 1, Timeout: 1 }));
    const now = new Map(Object.entries({ PipeWrap: 3, TCPServerWrap: 2, Timeout: 1, StatWatcher: 2 }));
    expect(newHandles(before, now)).toEqual(["1 x TCPServerWrap", "1 x Timeout", "2 x StatWatcher"]);
  });

  test("that close in time or are unref'd are ignored", async () => {
    const before = openHandles();
    setTimeout(() => {}, 50);
    setTimeout(() => {}, 60_000).unref();
    expect(await waitForHandles(before, 1000)).toEqual([]);
  });
});

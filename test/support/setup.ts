import { inspect } from "node:util";
import { afterAll, afterEach } from "vitest";
import { JournalStore } from "../../src/sandbox/server/journal/store.js";
import { canarySecret, canaryToken, textsOf } from "./canaries.js";

// Checks every test file: no process warning, no handle that stays open, and neither canary in an error, an event, a
// journal entry or the output. Unhandled rejections fail the run without this file. The hooks are registered first, so
// that they run after those of the test file.

// A test may install fake timers.
const { setImmediate: realSetImmediate, setTimeout: realSetTimeout } = globalThis;

/** What the test has produced, which is searched after it in its final state. */
const produced = new Set<unknown>();
const restorers: (() => void)[] = [];

/** Calls `record` with the arguments of each call of a method, until the end of the test file. */
function watch<Name extends string>(
  owner: Record<Name, (...args: never) => unknown>,
  name: Name,
  record: (...args: unknown[]) => void,
): void {
  const original = owner[name];
  owner[name] = function watched(this: unknown, ...args: unknown[]) {
    record(...args);
    return Reflect.apply(original, this, args);
  };
  restorers.push(() => {
    owner[name] = original;
  });
}

const brand = Symbol.for("@reg/sdk/error");
const isEvent = (value: unknown) => typeof value === "object" && value !== null && "callId" in value;

// Every error marks itself with its brand, and every event is frozen.
watch(Object, "defineProperty", (value, key) => void (key === brand && produced.add(value)));
watch(Object, "freeze", (value) => void (isEvent(value) && produced.add(value)));
watch(JournalStore.prototype, "add", (entry) => void produced.add(entry));
for (const method of ["debug", "error", "info", "log", "warn"] as const)
  watch(console, method, (...values) => values.forEach((value) => void produced.add(value)));
for (const stream of [process.stdout, process.stderr])
  watch(stream, "write", (chunk) => {
    produced.add(chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : chunk);
  });

const warnings: string[] = [];
const onWarning = (warning: Error) => warnings.push(inspect(warning));
process.on("warning", onWarning);
restorers.push(() => process.off("warning", onWarning));

afterEach(() => {
  const values = [...produced];
  produced.clear();
  for (const value of values)
    for (const text of textsOf(value))
      for (const secret of [canaryToken, canarySecret]) {
        const at = text.indexOf(secret);
        if (at >= 0) throw new Error(`this test produced a secret: ${text.slice(Math.max(0, at - 200), at + 50)}`);
      }
});

/** The number of resources of each kind that keep the process alive, such as `Timeout` or `TCPServerWrap`. */
function openHandles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const before = openHandles();
// Those of the test runner end by themselves; they must not hide a timer of a test.
before.delete("Timeout");

const listNewHandles = () =>
  [...openHandles()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind]) => kind);

/** Sockets need a few turns of the event loop to close, in milliseconds. */
const maxWait = 1000;

afterAll(async () => {
  let open = listNewHandles();
  for (let waited = 0; open.length > 0 && waited < maxWait; waited += 10) {
    await new Promise((resolve) => realSetTimeout(resolve, 10));
    open = listNewHandles();
  }
  // Node emits a warning one turn after its cause.
  await new Promise((resolve) => realSetImmediate(resolve));
  for (const restore of restorers) restore();
  const problems = [...open.map((kind) => `left open: ${kind}`), ...warnings];
  if (problems.length > 0) throw new Error(`this test file: ${problems.join("\n")}`);
});

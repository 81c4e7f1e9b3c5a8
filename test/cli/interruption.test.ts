import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { interruption } from "../../src/cli/main.js";

function fakeProcess() {
  const emitter = new EventEmitter();
  const exits: number[] = [];
  let now = 1000;
  const process = {
    on: (signal: string, listener: () => void) => emitter.on(signal, listener),
    exit: (code: number) => exits.push(code),
  };
  return {
    signal: interruption(process, () => now),
    exits,
    send: (name: string, after: number) => {
      now += after;
      emitter.emit(name);
    },
  };
}

it.each(["SIGINT", "SIGTERM"])("asks to end at the first %s, and ends at once at another one", (name) => {
  const { signal, exits, send } = fakeProcess();
  expect(signal.aborted).toBe(false);
  send(name, 0);
  expect([signal.aborted, exits]).toEqual([true, []]);
  send("SIGINT", 251);
  expect(exits).toEqual([130]);
});

it("takes a signal that follows closely for an echo of the first", () => {
  const { exits, send } = fakeProcess();
  send("SIGINT", 0);
  send("SIGINT", 250);
  expect(exits).toEqual([]);
});

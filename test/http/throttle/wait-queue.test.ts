import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Waiter, WaitQueue } from "../../../src/http/throttle/wait-queue.js";
import { turn } from "./support.js";

const createWaiter = (priority: number, arrivedAt = 0) =>
  new Waiter({ turn: turn({ priority }), arrivedAt, resolve() {}, reject() {} });

describe("a wait queue", () => {
  test("orders calls by priority and then by arrival", () => {
    const queue = new WaitQueue();
    const [c, b, d, a, b2] = [
      createWaiter(5),
      createWaiter(1),
      createWaiter(5),
      createWaiter(0),
      createWaiter(1),
    ];
    for (const each of [c, b, d, a, b2]) queue.add(each);
    expect([...queue]).toEqual([a, b, b2, c, d]);
  });

  test("finds the call that has waited longest, whatever its priority", () => {
    const queue = new WaitQueue();
    const [first, second, third] = [createWaiter(9, 10), createWaiter(0, 20), createWaiter(5, 30)];
    for (const each of [first, second, third]) queue.add(each);
    expect(queue.oldest).toBe(first);
    queue.remove(first);
    expect(queue.oldest).toBe(second);
  });

  test("is empty after all calls have left, even if one is removed twice", () => {
    const queue = new WaitQueue();
    const only = createWaiter(5);
    queue.add(only);
    queue.remove(only);
    queue.remove(only);
    expect([queue.size, queue.first, queue.oldest, [...queue]]).toEqual([0, undefined, undefined, []]);
  });

  test("continues an iteration after the current call is removed", () => {
    const queue = new WaitQueue();
    const all = [createWaiter(1), createWaiter(1), createWaiter(2)];
    for (const each of all) queue.add(each);
    const seen: Waiter[] = [];
    for (const each of queue) {
      seen.push(each);
      queue.remove(each);
    }
    expect(seen).toEqual(all);
    expect(queue.size).toBe(0);
  });

  test("keeps its order after any sequence of arrivals and departures", () => {
    const operation = fc.oneof(
      fc.record({ priority: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ removed: fc.nat(30) }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const queue = new WaitQueue();
        let model: Waiter[] = [];
        for (const [arrivedAt, each] of operations.entries()) {
          if ("priority" in each) {
            const added = createWaiter(each.priority, arrivedAt);
            queue.add(added);
            model.push(added);
            model.sort((a, b) => a.turn.priority - b.turn.priority || a.arrivedAt - b.arrivedAt);
          } else {
            const removed = model[each.removed];
            if (removed === undefined) continue;
            queue.remove(removed);
            expect([removed.list, removed.previous, removed.next]).toEqual([undefined, undefined, undefined]);
            model = model.filter((other) => other !== removed);
          }
          expect([...queue]).toEqual(model);
          expect(queue.first).toBe(model[0]);
          expect(queue.size).toBe(model.length);
          expect(queue.oldest?.arrivedAt).toBe(
            [...model].sort((a, b) => a.arrivedAt - b.arrivedAt)[0]?.arrivedAt,
          );
        }
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  openWaitingLine,
  Waiter,
  WaiterList,
  type WaitingLine,
  WaitQueue,
} from "../../../src/http/throttle/wait-queue.js";
import { breathe, eventually, turn } from "./support.js";

const nothing = () => {};

/** One who waits, with a name. */
class Person extends Waiter {
  readonly name: string;

  constructor(name: string, priority: number) {
    super(turn({ priority }), 0, nothing, nothing);
    this.name = name;
  }
}

const person = (name: string, priority = 5) => new Person(name, priority);

const nameOf = (waiter: Waiter | undefined) => (waiter instanceof Person ? waiter.name : undefined);
const namesOf = (waiters: Iterable<Waiter>) => [...waiters].map(nameOf);

/** A room that serves one whenever it is told to; a line that counts who joins it. */
function setUp(openLine: () => Promise<WaitingLine> = openWaitingLine) {
  const served: (string | undefined)[] = [];
  const failed: [string | undefined, unknown][] = [];
  let turns = 0;
  let wake = () => {};
  let inLine = 0;
  let mostInLine = 0;
  let head: string | undefined;
  const room = new WaitQueue(
    {
      async serve(waiter) {
        head = nameOf(waiter);
        while (waiter.row !== undefined && turns === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!room.leave(waiter)) return;
        turns -= 1;
        served.push(nameOf(waiter));
      },
      fail(waiter, error) {
        if (room.leave(waiter)) failed.push([nameOf(waiter), error]);
      },
    },
    async () => {
      const line = await openLine();
      return {
        join<T>(priority: number, serve: () => Promise<T>) {
          inLine += 1;
          mostInLine = Math.max(mostInLine, inLine);
          return line.join(priority, serve).finally(() => {
            inLine -= 1;
          });
        },
      };
    },
  );
  const serve = (count: number) => {
    turns += count;
    wake();
  };
  const leave = (waiter: Person) => {
    const left = room.leave(waiter);
    wake();
    return left;
  };
  /** Enters the room, and comes to the head of the line. */
  const enterAsHead = async (waiter: Person) => {
    room.enter(waiter);
    await eventually(() => expect(head).toBe(waiter.name));
  };
  return { room, served, failed, serve, leave, enterAsHead, places: () => ({ inLine, mostInLine }) };
}

describe("a row", () => {
  const operations = fc.array(fc.oneof(fc.constant("add" as const), fc.nat(30)), { maxLength: 60 });

  test("keeps the order of arrival, whoever leaves", () => {
    fc.assert(
      fc.property(operations, (all) => {
        const row = new WaiterList();
        let model: Person[] = [];
        for (const [index, operation] of all.entries()) {
          const leaver = operation === "add" ? undefined : model[operation];
          if (leaver !== undefined) {
            row.remove(leaver);
            model = model.filter((each) => each !== leaver);
            expect([leaver.row, leaver.before, leaver.behind]).toEqual([undefined, undefined, undefined]);
          } else {
            const member = person(String(index));
            row.add(member);
            model.push(member);
          }
          expect(row.first).toBe(model[0]);
          expect(row.size).toBe(model.length);
          expect([...row]).toEqual(model);
          expect(model.every((each) => each.row === row)).toBe(true);
        }
      }),
    );
  });
});

describe("a waiting room", () => {
  test("serves by priority, and then by arrival; whoever is at the head already stays there", async () => {
    const { room, served, serve, enterAsHead } = setUp();
    await enterAsHead(person("head", 9));
    for (const [name, priority] of [
      ["c", 5],
      ["b", 1],
      ["d", 5],
      ["a", 0],
      ["b2", 1],
    ] as const)
      room.enter(person(name, priority));
    await breathe();
    serve(6);
    await eventually(() => expect(served).toEqual(["head", "a", "b", "b2", "c", "d"]));
    expect(room.size).toBe(0);
  });

  test("serves those who came while the line was being opened by priority as well", async () => {
    const { room, served, serve } = setUp();
    for (const [name, priority] of [
      ["b", 5],
      ["c", 9],
      ["a", 0],
    ] as const)
      room.enter(person(name, priority));
    serve(3);
    await eventually(() => expect(served).toEqual(["a", "b", "c"]));
  });

  test("knows who waits", () => {
    const { room, leave } = setUp();
    const [a, b, c] = [person("a"), person("b", 3), person("c")];
    for (const each of [a, b, c]) room.enter(each);
    expect(room.size).toBe(3);
    expect(namesOf(room.everyone())).toEqual(["a", "c", "b"]);
    expect(namesOf(room.firsts())).toEqual(["b", "a"]);
    expect(leave(b)).toBe(true);
    expect(leave(b)).toBe(false);
    expect(room.size).toBe(2);
    expect(namesOf(room.firsts())).toEqual(["a"]);
    leave(a);
    leave(c);
    expect([...room.everyone()]).toEqual([]);
  });

  test("takes few places in the line, however many wait, and gives all of them back", async () => {
    const { room, served, serve, places } = setUp();
    for (let number = 0; number < 3000; number++) room.enter(person(String(number), number % 10));
    await eventually(() => expect(places().inLine).toBe(100));
    serve(100);
    await eventually(() => expect(served).toHaveLength(100));
    await eventually(() => expect(places()).toEqual({ inLine: 100, mostInLine: 100 }));
    for (const each of room.everyone()) room.leave(each);
    serve(0);
    await eventually(() => expect(places().inLine).toBe(0));
  });

  test("lets those who stay have the places of those who have left", async () => {
    const { room, served, serve, leave, enterAsHead } = setUp();
    await enterAsHead(person("head"));
    const leavers = Array.from({ length: 500 }, (_, number) => person(`leaver ${number}`));
    for (const each of leavers) room.enter(each);
    await breathe();
    for (const each of leavers) leave(each);
    room.enter(person("next"));
    serve(2);
    await eventually(() => expect(served).toEqual(["head", "next"]));
  });

  test("fails everyone if the line cannot be opened, and tries again for the next one", async () => {
    let tries = 0;
    const { room, served, failed, serve } = setUp(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error("no such module")) : openWaitingLine();
    });
    room.enter(person("a"));
    room.enter(person("b"));
    await eventually(() => expect(failed.map(([name]) => name)).toEqual(["a", "b"]));
    expect(failed[0]?.[1]).toMatchObject({ message: "no such module" });
    await breathe();
    serve(1);
    room.enter(person("c"));
    await eventually(() => expect(served).toEqual(["c"]));
    expect(tries).toBe(2);
  });

  test("does not forget one who comes back in the moment when the line could not be opened", async () => {
    let tries = 0;
    const { room, served, failed, serve } = setUp(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error("no such module")) : openWaitingLine();
    });
    room.enter(person("a"));
    while (failed.length === 0) await Promise.resolve();
    room.enter(person("a again"));
    serve(1);
    await eventually(() => expect(served).toEqual(["a again"]));
  });

  test("fails one whose service throws, and goes on with the others", async () => {
    const done: (string | undefined)[] = [];
    const room = new WaitQueue({
      async serve(waiter) {
        if (nameOf(waiter) === "bad") throw new Error("broken");
        room.leave(waiter);
        done.push(nameOf(waiter));
      },
      fail(waiter, error) {
        room.leave(waiter);
        done.push(`${nameOf(waiter)}: ${error}`);
      },
    });
    for (const name of ["a", "bad", "b"]) room.enter(person(name));
    await eventually(() => expect(done).toEqual(["a", "bad: Error: broken", "b"]));
  });

  test("keeps the order under random arrivals, departures and priorities", async () => {
    const arrivals = fc.array(fc.record({ priority: fc.integer({ min: 0, max: 9 }), leaves: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(arrivals, fc.nat(39), async (all, split) => {
        const { room, served, serve, leave, enterAsHead } = setUp();
        await enterAsHead(person("head"));
        const people = all.map(({ priority, leaves }, number) => ({
          waiter: person(`${number}`, priority),
          priority,
          leaves,
        }));
        const expected = people.filter(({ leaves }) => !leaves).sort((a, b) => a.priority - b.priority);
        for (const some of [people.slice(0, split), people.slice(split)]) {
          for (const { waiter } of some) room.enter(waiter);
          for (const { waiter, leaves } of some) if (leaves) leave(waiter);
        }
        await breathe();
        serve(expected.length + 1);
        const names = ["head", ...expected.map(({ waiter }) => waiter.name)];
        await eventually(() => expect(served).toHaveLength(names.length));
        expect(served).toEqual(names);
        expect(room.size).toBe(0);
      }),
      { numRuns: 8 },
    );
  }, 20_000);
});

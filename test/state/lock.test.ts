import type { RegStateError } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import type { LockRecord } from "../../src/state/entries.js";
import { RunLock } from "../../src/state/lock.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";

/** A lock in memory. */
class MemoryRecord implements LockRecord {
  text: string | undefined;
  error: Error | undefined;
  #nextRead: (() => string | undefined | Promise<string>) | undefined;
  create: LockRecord["create"] = async (text) => {
    if (this.text !== undefined) return false;
    await this.write(text);
    return true;
  };

  async read(): Promise<string | undefined> {
    if (this.error !== undefined) throw this.error;
    const read = this.#nextRead;
    this.#nextRead = undefined;
    return read === undefined ? this.text : read();
  }

  /** What happens while the next response is on its way; returns what the response says. */
  delayNext(read: () => string | undefined | Promise<string>): void {
    this.#nextRead = read;
  }

  async write(text: string): Promise<void> {
    if (this.error !== undefined) throw this.error;
    this.text = text;
  }

  async delete(): Promise<void> {
    this.text = undefined;
  }
}

function setUp() {
  const clock = new ManualClock();
  const record = new MemoryRecord();
  const lost: RegStateError[] = [];
  const onLost = (error: RegStateError) => lost.push(error);
  const createLock = () => new RunLock(record, { clock, onLost, settlesAlways: true });
  /** Starts to acquire a lock, and lets this time pass. */
  const acquire = async (ms: number) => {
    const lock = createLock();
    const acquired = lock.acquire();
    acquired.catch(() => {});
    await clock.advance(ms);
    return { lock, acquired };
  };
  return { clock, record, lost, acquire };
}

describe("a lock", () => {
  test("that nobody holds is acquired without any wait, and deleted when it is released", async () => {
    const { record, acquire, clock } = setUp();
    const { lock, acquired } = await acquire(0);
    await acquired;
    expect(record.text).toMatch(/^[\da-f-]{36} 1$/);
    await lock.release();
    expect(record.text).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  test("changes every second while it is held", async () => {
    const { clock, record, acquire } = setUp();
    const { lock } = await acquire(99);
    const id = record.text?.slice(0, 36);
    expect(record.text).toBe(`${id} 1`);
    await clock.advance(1);
    expect(record.text).toBe(`${id} 2`);
    for (let renewal = 3; renewal < 6; renewal++) {
      await clock.advance(1000);
      expect(record.text).toBe(`${id} ${renewal}`);
    }
    await lock.release();
  });

  test("that another run holds is refused as soon as it changes", async () => {
    const { acquire } = setUp();
    const first = await acquire(100);
    const second = await acquire(1500);
    const error = await failure(second.acquired, "state");
    expect(error.reason).toBe("locked");
    expect(error.message).toBe("the state is in use by another run; wait until it has ended, or use another state");
    await first.lock.release();
  });

  test("that a killed run has left is taken over after 5 seconds", async () => {
    const { clock, record, acquire } = setUp();
    record.text = "left 17";
    const { lock, acquired } = await acquire(4999);
    expect(record.text).toBe("left 17");
    await clock.advance(1);
    expect(record.text).not.toBe("left 17");
    await clock.advance(100);
    await acquired;
    await lock.release();
  });

  test.each([
    ["in a file, both of which find none", true, undefined, 0],
    ["in a store, both of which find none", false, undefined, 100],
    ["in a file, both of which find that of a killed run", true, "left 17", 5100],
    ["in a store, both of which find that of a killed run", false, "left 17", 5100],
  ])("is acquired by one of two runs %s", async (_, canCreate, text, ms) => {
    const { record, lost, acquire } = setUp();
    record.text = text;
    if (!canCreate) record.create = undefined;
    const runs = await Promise.all([acquire(ms), acquire(ms)]);
    const results = await Promise.allSettled(runs.map(({ acquired }) => acquired));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const { lock } of runs) await lock.release();
    expect([record.text, lost]).toEqual([undefined, []]);
  });

  test("in a store is acquired by one of two runs, also if the other one writes when this one has read it back", async () => {
    const { clock, record, lost, acquire } = setUp();
    record.create = undefined;
    const write = record.write.bind(record);
    record.write = async (text) => {
      record.write = write;
      await new Promise<void>((resolve) => void clock.schedule(resolve, 50));
      await write(text);
    };
    const runs = [await acquire(0), await acquire(0)];
    await clock.advance(150);
    const results = await Promise.allSettled(runs.map(({ acquired }) => acquired));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    for (const { lock } of runs) await lock.release();
    expect([record.text, lost]).toEqual([undefined, []]);
  });

  test("in a store of which two runs may begin is acquired without any wait", async () => {
    const { clock, record } = setUp();
    record.create = undefined;
    const lock = new RunLock(record, { clock, onLost: () => {} });
    await lock.acquire();
    await lock.release();
    expect(clock.pending).toBe(0);
  });

  test("that it took long to write over is acquired when a run that has acquired it before has noticed that", async () => {
    const { clock, record, lost, acquire } = setUp();
    record.text = "left 17";
    const write = record.write.bind(record);
    record.write = async (text) => {
      record.write = write;
      await new Promise<void>((resolve) => void clock.schedule(resolve, 101));
      await write(text);
    };
    const slow = await acquire(0);
    const { lock, acquired } = await acquire(5100);
    await acquired;
    let isAcquired = false;
    void slow.acquired.then(() => {
      isAcquired = true;
    });
    await clock.advance(1000);
    expect([lost.length, isAcquired]).toEqual([1, false]);
    await clock.advance(1501);
    expect(isAcquired).toBe(true);
    await lock.release();
    await slow.lock.release();
    expect(record.text).toBeUndefined();
  });

  test("that a store does not return once is refused all the same", async () => {
    const { record, acquire, clock } = setUp();
    record.create = undefined;
    record.text = "other 1";
    record.delayNext(() => undefined);
    const { acquired } = await acquire(0);
    expect(record.text).toBe("other 1");
    record.text = "other 2";
    await clock.advance(500);
    expect(await failure(acquired, "state")).toMatchObject({ reason: "locked" });
    expect(record.text).toBe("other 2");
  });

  test("is taken over at once when the other run ends", async () => {
    const { clock, record, acquire } = setUp();
    record.text = "other 17";
    const { lock, acquired } = await acquire(400);
    record.text = undefined;
    await clock.advance(100);
    await acquired;
    await lock.release();
  });

  test("that two runs write at the same time stays with the last one, and the other one has lost it", async () => {
    const { record, lost, acquire } = setUp();
    const [one, other] = await Promise.all([acquire(100), acquire(100)]);
    const results = await Promise.allSettled([one.acquired, other.acquired]);
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused.length + lost.length).toBe(1);
    expect(record.text).toMatch(/ \d+$/);
    await one.lock.release();
    await other.lock.release();
    expect(record.text).toBeUndefined();
  });

  test("that another run writes at the same moment is refused", async () => {
    const { record, acquire } = setUp();
    record.create = undefined;
    record.write = async () => {
      record.text = "other 1";
    };
    const { acquired } = await acquire(100);
    expect(await failure(acquired, "state")).toMatchObject({ reason: "locked" });
    expect(record.text).toBe("other 1");
  });

  test("that another run has written over and released, while it took long to write, is acquired", async () => {
    const { clock, record, acquire } = setUp();
    record.create = undefined;
    const write = record.write.bind(record);
    record.write = async (text) => {
      record.write = write;
      await write(text);
      await new Promise<void>((resolve) => void clock.schedule(resolve, 100));
    };
    const { lock, acquired } = await acquire(100);
    record.text = "other 1";
    await clock.advance(1000);
    record.text = undefined;
    await clock.advance(1500);
    await clock.advance(100);
    await acquired;
    expect(record.text).toMatch(/ 2$/);
    await lock.release();
  });

  test("that the store never keeps is a failure of the store", async () => {
    const { record, acquire } = setUp();
    record.create = undefined;
    record.write = async () => {};
    const { acquired } = await acquire(200);
    expect(await failure(acquired, "state")).toMatchObject({
      reason: "failed",
      message: expect.stringMatching("keep"),
    });
  });

  test("that another run has taken over is reported as lost, and left to it", async () => {
    const { clock, record, lost, acquire } = setUp();
    const { lock } = await acquire(100);
    record.text = "other 1";
    await clock.advance(1000);
    expect(lost).toMatchObject([{ reason: "locked", message: expect.stringContaining("took the state over") }]);
    await clock.advance(5000);
    await lock.release();
    expect(lost).toHaveLength(1);
    expect(record.text).toBe("other 1");
  });

  test("that another run has used to its end while this process stood still is lost before the next write", async () => {
    const { clock, record, acquire } = setUp();
    const { lock } = await acquire(100);
    clock.jump(3000);
    await lock.assertHeld();
    record.text = undefined;
    clock.jump(2000);
    expect(await failure(lock.assertHeld(), "state")).toMatchObject({ reason: "locked" });
    await lock.release();
  });

  test("that another run has used to its end is lost, also if the monotonic clock stood still meanwhile", async () => {
    const { clock, record, acquire } = setUp();
    const { lock } = await acquire(100);
    record.text = undefined;
    // As on Linux, while the machine sleeps.
    clock.setWall(70_000);
    expect(await failure(lock.assertHeld(), "state")).toMatchObject({ reason: "locked" });
    await lock.release();
  });

  test("is read again if the response has waited while the machine slept", async () => {
    const { clock, record, acquire } = setUp();
    const { lock } = await acquire(100);
    clock.jump(4000);
    const { text } = record;
    record.delayNext(() => {
      record.text = "other 1";
      clock.jump(8000);
      return text;
    });
    expect(await failure(lock.assertHeld(), "state")).toMatchObject({ reason: "locked" });
    await lock.release();
    expect(record.text).toBe("other 1");
  });

  test("is not written over that of another run if the response has waited while the machine slept", async () => {
    const { clock, record, lost, acquire } = setUp();
    const { lock } = await acquire(100);
    const { text } = record;
    record.delayNext(() => {
      record.text = "other 1";
      clock.jump(8000);
      return text;
    });
    await clock.advance(1000);
    expect(lost).toMatchObject([{ reason: "locked" }]);
    expect(record.text).toBe("other 1");
    await lock.release();
  });

  test("is not written over that of another run if two responses in a row were late", async () => {
    const { clock, record, lost, acquire } = setUp();
    const { lock } = await acquire(100);
    const { text } = record;
    record.delayNext(() => {
      clock.jump(3000);
      record.delayNext(() => {
        record.text = "other 1";
        clock.jump(3000);
        return text;
      });
      return text;
    });
    await clock.advance(1000);
    expect(lost).toMatchObject([{ reason: "locked" }]);
    expect(record.text).toBe("other 1");
    await lock.release();
  });

  test("is read twice for a renewal if the store is slow", async () => {
    const { clock, record, lost, acquire } = setUp();
    const { lock } = await acquire(100);
    const before = record.text;
    let reads = 0;
    const respondLate = () => {
      reads += 1;
      clock.jump(200);
      record.delayNext(respondLate);
      return before;
    };
    record.delayNext(respondLate);
    await clock.advance(1000);
    expect(reads).toBe(2);
    expect(lost).toEqual([]);
    expect(record.text).not.toBe(before);
    record.delayNext(() => record.text);
    await lock.release();
  });

  test("counts as held since it was written, not since the store has said so", async () => {
    const { clock, record, acquire } = setUp();
    const { lock } = await acquire(100);
    let respond = () => {};
    record.write = () =>
      new Promise((resolve) => {
        respond = resolve;
      });
    await clock.advance(1000);
    // Meanwhile, the machine sleeps, and another run takes the state over.
    record.text = "other 1";
    clock.jump(8000);
    respond();
    await settle();
    expect(await failure(lock.assertHeld(), "state")).toMatchObject({ reason: "locked" });
    await lock.release();
  });

  test("counts as held since it was read, not since the store has responded", async () => {
    const { clock, record, acquire } = setUp();
    let respond = () => {};
    record.create = async (text) => {
      record.delayNext(
        () =>
          new Promise((resolve) => {
            respond = () => resolve(text);
          }),
      );
      return true;
    };
    const { lock, acquired } = await acquire(0);
    record.text = "other 1";
    clock.jump(8000);
    respond();
    await acquired;
    expect(await failure(lock.assertHeld(), "state")).toMatchObject({ reason: "locked" });
    await lock.release();
  });

  test("is read again after the clock of the machine was set back, and is still held", async () => {
    const { clock, acquire, lost } = setUp();
    const { lock } = await acquire(100);
    clock.setWall(-3_600_000);
    await lock.assertHeld();
    expect(lost).toEqual([]);
    await lock.release();
  });

  test("that the store has lost is reported as a failure of the store", async () => {
    const { clock, record, lost, acquire } = setUp();
    const { lock } = await acquire(100);
    record.text = undefined;
    await clock.advance(1000);
    expect(lost).toMatchObject([{ reason: "failed", message: expect.stringContaining("did not keep") }]);
    await lock.release();
  });

  test("survives a store that fails for a moment, and an empty text of a full disk", async () => {
    const { clock, record, lost, acquire } = setUp();
    const { lock } = await acquire(100);
    record.error = new Error("no connection");
    await clock.advance(3000);
    record.error = undefined;
    record.text = "";
    await clock.advance(1000);
    expect(lost).toEqual([]);
    expect(record.text).toMatch(/ \d+$/);
    await lock.release();
  });

  test("that cannot be read or written is an error with its cause", async () => {
    const { record, acquire } = setUp();
    record.error = new Error("no connection");
    const { acquired } = await acquire(100);
    expect(await rejection(acquired)).toMatchObject({
      kind: "state",
      reason: "failed",
      message: "the state cannot be locked: no connection",
      cause: record.error,
    });
  });

  test("is not written again after its release", async () => {
    const { clock, record, acquire } = setUp();
    const { lock } = await acquire(100);
    await lock.release();
    await clock.advance(5000);
    await settle();
    expect(record.text).toBeUndefined();
  });
});

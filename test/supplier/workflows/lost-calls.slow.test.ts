import { beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type FaultKind, type OperationId } from "../../../src/sandbox/index.js";
import { monday } from "../../sandbox/support.js";
import { type Effect, type JourneyRow, journeyRows } from "./workflow-cases.js";
import { endOf, type Group, groups, openWorld } from "./workflow-world.js";

const losses = ["reset", "stall"] as const satisfies readonly FaultKind[];

interface Case {
  readonly name: string;
  readonly row: JourneyRow;
  readonly group: Group;
  readonly operation: OperationId;
  readonly effect: Effect;
  readonly when: "before-commit" | "after-commit";
  readonly fault: FaultKind;
}

const cases: readonly Case[] = groups.flatMap((group) =>
  journeyRows.flatMap((row) =>
    row.calls(group).flatMap(([operation, effect]) =>
      (["before-commit", "after-commit"] as const).flatMap((when) =>
        (effect === "read" || group !== groups[0] ? losses.slice(0, 1) : losses).map((fault) => ({
          name: `${group}: ${row.journey}, ${JSON.stringify(fault)} of ${operation} ${when}`,
          ...{ row, group, operation, effect, when, fault },
        })),
      ),
    ),
  ),
);

/** One for all cases, emptied before each: to make one takes longer than a journey does. */
const sandbox = createSandbox({ now: monday, clock: "jumping" });
beforeEach(() => sandbox.reset());
const openEmptied = (group: Group, client = {}) => openWorld(group, client, {}, sandbox);

describe("a journey of which one call is lost", () => {
  it.each(cases)("$name", async ({ row, group, operation, effect, when, fault }) => {
    const world = await openEmptied(group);
    const { run, arrived } = await row.prepare(world);
    const handle = world.sandbox.fail({ operation, when, with: fault });
    const end = await endOf(run());
    expect(handle.happened).toBe(1);
    // What can be seen to be done needs no second run; nothing that may be done is sent again by itself.
    const isSeen = effect === "seen" && when === "after-commit";
    expect(end).toBe(isSeen ? "resolved" : effect === "read" ? "connection" : "unknown");
    if (!isSeen) await run();
    await arrived();
  });

  it.each(cases.filter(({ fault, group }) => fault === "reset" && group === "serviceRequests"))(
    "$name, with a client that retries",
    async ({ row, group, operation, when, fault, effect }) => {
      const world = await openEmptied(group, { retry: {} });
      const { run, arrived } = await row.prepare(world);
      const handle = world.sandbox.fail({ operation, when, with: fault });
      const end = await endOf(run());
      expect(handle.happened).toBe(1);
      const isRepeated = effect === "read" || /delete$|upload$/.test(operation);
      if (isRepeated || (effect === "seen" && when === "after-commit")) expect(end).toBe("resolved");
      else {
        expect(end).toBe("unknown");
        await run();
      }
      await arrived();
    },
  );
});

describe("a journey in which nothing goes wrong", () => {
  it.each(groups.flatMap((group) => journeyRows.map((row) => ({ group, row, name: row.journey }))))(
    "makes the calls of its row and no others: $group, $name",
    async ({ group, row }) => {
      const world = await openEmptied(group);
      const { run, arrived } = await row.prepare(world);
      const before = world.sandbox.journal.entries.length;
      await run();
      const calls = world.sandbox.journal.entries.slice(before).map(({ operationId }) => operationId);
      expect(calls.sort()).toEqual(
        row
          .calls(group)
          .map(([operation]) => operation)
          .sort(),
      );
      await arrived();
    },
  );
});

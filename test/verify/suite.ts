import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Fetch } from "../../src/http/options.js";
import type { ResponseDifference } from "../../src/http/validation.js";
import type { SandboxSnapshot } from "../../src/sandbox/index.js";
import { monday } from "../sandbox/support.js";
import { createDifferingFetch, groupCompatible, type PlantedDifference } from "./differing-fetch.js";
import { planted } from "./planted.js";
import type { Probe } from "./read-all.js";
import { type FilledService, openFilledService } from "./service.js";

/** What a check reports about a service. */
export interface CheckReport {
  readonly differences: readonly ResponseDifference[];
  /** The operations that it called, and how often each responded with each status; left out: all, with success. */
  readonly operations?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The ids of the assumptions that it refutes; left out: it judges none. */
  readonly refuted?: readonly string[];
}

/** Something that compares a service with the OpenAPI documents: a validator in clients, or a command. */
export interface Check {
  /**
   * Checks the service that responds through this fetch.
   *
   * @param operationId the only operation in which the service differs; undefined if there are several
   */
  run(service: FilledService, fetch: Fetch, operationId?: string): Promise<CheckReport>;
  /** The calls that it makes beside the reads that succeed. */
  readonly probes: readonly Probe[];
}

/**
 * Defines the tests of a check over a service that differs: each difference is reported at its pointer exactly once, and
 * nothing else is reported.
 */
export function testOverDifferences({ run, probes }: Check): void {
  let service: FilledService;
  let filled: SandboxSnapshot;
  beforeAll(async () => {
    // The clock stands, so that the requests of all tests would be in one minute.
    service = await openFilledService({ now: monday, rateLimit: false });
    filled = service.sandbox.snapshot();
  });
  beforeEach(() => service.sandbox.restore(filled));

  const seen = planted.filter(({ probe }) => probe === undefined || probes.includes(probe));

  const expectExactly = async (differences: readonly PlantedDifference[]) => {
    const fetch = createDifferingFetch(service.sandbox.fetch, differences);
    const [first, ...others] = differences;
    const report = await run(service, fetch, others.length === 0 ? first?.operationId : undefined);
    const expected = differences.flatMap((each) =>
      each.expected.filter(({ operationId }) => isVisible(operationId, each, report)),
    );
    expect(report.differences.map(describe).sort()).toEqual(expected.map(describe).sort());
    return { fetch, expected, refuted: report.refuted };
  };

  it("reports nothing about the unchanged service", async () => {
    await expectExactly([]);
  });

  it.each(seen)("reports exactly this difference: $id", async (difference) => {
    const { fetch, expected, refuted = difference.refutes ?? [] } = await expectExactly([difference]);
    expect([...fetch.shown]).toEqual([difference.id]);
    expect(expected.length > 0).toBe(difference.expected.length > 0);
    expect([...refuted].sort()).toEqual([...(difference.refutes ?? [])].sort());
  });

  it.each(groupCompatible(seen).map((group, index) => ({ group, run: index + 1 })))(
    "reports each difference once if there are many at a time: run $run",
    async ({ group }) => {
      await expectExactly(group);
    },
  );
}

/** Whether a check received what differs. A difference in content needs a success: with other ids, there is none. */
function isVisible(operationId: string, { refuse }: PlantedDifference, { operations }: CheckReport): boolean {
  if (operations === undefined) return true;
  const statuses = Object.keys(operations[operationId] ?? {});
  return refuse === undefined ? statuses.some((status) => status.startsWith("2")) : statuses.length > 0;
}

/** One line for each difference, because a line that differs is easy to find in the message of a failed test. */
function describe({ operationId, pointer, kind, expected, found }: Omit<ResponseDifference, "confidence">) {
  return `${operationId} ${pointer} ${kind}: ${expected} → ${found}`;
}

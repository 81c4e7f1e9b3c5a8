import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Fetch } from "../../../src/http/call/options.js";
import { describeFound, type ResponseDifference } from "../../../src/http/call/response-validator.js";
import type { SandboxSnapshot } from "../../../src/sandbox/index.js";
import { monday } from "../../sandbox/support.js";
import { differences as known } from "./differences.js";
import { createDifferingFetch, type KnownDifference } from "./differing-fetch.js";
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
   * @param operationId the only operation in which the service differs; undefined if it is none or several
   */
  run(service: FilledService, fetch: Fetch, operationId?: string): Promise<CheckReport>;
  /** The calls that it makes beside the reads that succeed. */
  readonly probes: readonly Probe[];
}

/**
 * Defines the tests of a check over a service that differs: each difference is reported at its pointer exactly once,
 * and nothing else is reported.
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

  const seen = known.filter(({ probe }) => probe === undefined || probes.includes(probe));

  const runOver = async (differences: readonly KnownDifference[]) => {
    const fetch = createDifferingFetch(service.sandbox.fetch, differences);
    return { fetch, report: await run(service, fetch, differences[0]?.operationId) };
  };

  it("reports nothing about the unchanged service", async () => {
    const { report } = await runOver([]);
    expect(report.differences).toEqual([]);
  });

  it.each(seen)("reports exactly this difference: $id", async (difference) => {
    const { fetch, report } = await runOver([difference]);
    const expected = difference.expected.filter(({ operationId }) => isVisible(operationId, difference, report));
    expect(report.differences.map(describe).sort()).toEqual(expected.map(describe).sort());
    expect([...fetch.shown]).toEqual([difference.id]);
    expect(expected.length > 0).toBe(difference.expected.length > 0);
    const { refutes = [] } = difference;
    expect([...(report.refuted ?? refutes)].sort()).toEqual([...refutes].sort());
  });
}

/** Whether a check received what differs. A difference in content needs a success: with other ids, there is none. */
function isVisible(operationId: string, { refuse }: KnownDifference, { operations }: CheckReport): boolean {
  if (operations === undefined) return true;
  const statuses = Object.keys(operations[operationId] ?? {});
  return refuse === undefined ? statuses.some((status) => status.startsWith("2")) : statuses.length > 0;
}

/** One line for each difference, because a line that differs is easy to find in the message of a failed test. */
function describe(difference: Omit<ResponseDifference, "confidence">) {
  const { operationId, pointer, kind, expected } = difference;
  return `${operationId} ${pointer} ${kind}: ${expected} → ${describeFound(difference)}`;
}

import { describe, expect, it } from "vitest";
import { describeReport, isClean, onlyNew } from "../../../src/cli/verify/report.js";
import type { AssumptionVerdict, FailedOperation, Need, VerifyReport } from "../../../src/cli/verify/types.js";
import type { ResponseDifference } from "../../../src/document/difference.js";

const difference = (given: Partial<ResponseDifference> = {}): ResponseDifference => ({
  operationId: "contracts.get",
  pointer: "/isActive",
  kind: "type",
  expected: "boolean",
  found: "text",
  confidence: "documented",
  ...given,
});

const assumption = (id: string, verdict: AssumptionVerdict["verdict"]): AssumptionVerdict => ({
  id,
  confidence: "inferred",
  statement: "The lessor has a number | a name.",
  verdict,
  evidence: "text, once",
});

const report = (given: Partial<VerifyReport> = {}): VerifyReport => ({
  api: "supplier",
  complete: true,
  differences: [],
  withoutSuccess: [],
  assumptions: [],
  requests: 3,
  operations: { "contracts.get": { 200: 2, 404: 1 } },
  shapes: { version: 1, bodies: {} },
  service: { rateLimitHeaders: [] },
  ...given,
});

/** The report as text, with one blank where columns have several. */
const textOf = (given: VerifyReport) => describeReport(given).replaceAll(/^ +/gm, "").replaceAll(/ +/g, " ");

describe("a report", () => {
  it("is clean without differences and refuted assumptions", () => {
    expect(isClean(report({ assumptions: [assumption("A", "confirmed"), assumption("B", "not-seen")] }))).toBe(true);
    expect(isClean(report({ differences: [difference()] }))).toBe(false);
    expect(isClean(report({ assumptions: [assumption("A", "refuted")] }))).toBe(false);
  });

  it("is not clean if an operation should have succeeded, or did so in the baseline", () => {
    const failed = (ids: FailedOperation["ids"], isUnexpected: boolean) =>
      report({ withoutSuccess: [{ operationId: "contracts.get", statuses: { 404: 3 }, ids, isUnexpected }] });
    expect([isClean(failed("service", true)), isClean(failed("given", false))]).toEqual([false, true]);
    const compare = (latest: VerifyReport, operations: VerifyReport["operations"]) => {
      const { withoutSuccess, ...rest } = onlyNew(latest, report({ operations }));
      return [withoutSuccess.length, isClean({ withoutSuccess, ...rest })];
    };
    expect(compare(failed("given", false), { "contracts.get": { 200: 1, 404: 2 } })).toEqual([1, false]);
    expect(compare(failed("service", true), { "contracts.get": { 404: 2 } })).toEqual([0, true]);
    expect(compare(failed("service", true), {})).toEqual([1, false]);
    const text = "Operations without a success: 1\ncontracts.get 404: 3 (with ids from the service)\n";
    expect(textOf(failed("service", true))).toContain(text);
  });

  it("lists differences and verdicts for people", () => {
    const text = textOf(
      report({
        differences: [difference(), difference({ pointer: "", kind: "status" })],
        assumptions: [assumption("A", "refuted"), assumption("B", "not-seen"), assumption("C", "confirmed")],
        service: {
          clockSkewMs: -61_000,
          tokenLifetimeMs: 1_800_000,
          latencyMs: { median: 12, maximum: 340 },
          rateLimitHeaders: ["retry-after"],
        },
      }),
    );
    expect(text).toBe(`Differences from the document: 2
contracts.get /isActive type text instead of boolean (documented)
contracts.get status text instead of boolean (documented)

Refuted assumptions: 1
A text, once (inferred)

Not seen, by what may show it: 1
other data of the service 1: B

Clock of the service 61 s behind the local clock
Lifetime of a token 30 min 0 s
Latency median 12 ms, maximum 340 ms
Rate limit headers retry-after
Responses 200: 2, 404: 1

supplier API. Requests: 3, operations: 1, differences: 2. Assumptions: 1 confirmed, 1 refuted, 1 not seen. Every verdict rests on the responses of this run alone. --json says of each assumption what confirms it, or what would show it.
`);
  });

  it("groups what was not seen by what may show it", () => {
    const notSeen = (id: string, needs: Need) => ({ ...assumption(id, "not-seen"), needs });
    const assumptions = [notSeen("A", "error"), notSeen("B", "max-requests"), notSeen("C", "error")];
    const lines = "an error of the service 2: A, C\na higher --max-requests 1: B\n";
    expect(textOf(report({ assumptions }))).toContain(`by what may show it: 3\n${lines}`);
  });

  it("names only as many of the assumptions that were not seen as fit into a line", () => {
    const ids = Array.from({ length: 40 }, (_, index) => `Invoice.number${index + 10}`);
    const given = report({ assumptions: ids.map((id) => assumption(id, "not-seen")) });
    const [line = ""] = /^ *other data .*$/m.exec(describeReport(given)) ?? [];
    expect(line).toMatch(/ 40: Invoice\.number10, Invoice\.number11, .* and 34 more$/);
    expect(line.length).toBeLessThan(170);
  });

  it("names the fields of bodies that the reference shows in part", () => {
    const field = { seen: 1, boolean: 1 };
    const body = { seen: 1, object: { seen: 1, fields: { remarks: field } } };
    const bodies = { ServiceRequestExtraFields: body, InvoiceFields: { seen: 1 }, MileagesBody: body };
    const given = report({ shapes: { version: 1, bodies } });
    expect(textOf(given)).toContain(
      "Bodies with fields that the reference does not show: 1\nServiceRequestExtraFields 1: remarks\n\n",
    );
    expect(describeReport({ ...given, known: { differences: 0, assumptions: 0 } })).not.toContain("remarks");
  });

  it("says that the run did not reach its end", () => {
    const text = "supplier API. The run did not reach its end. Requests: 3";
    expect(describeReport(report({ complete: false }))).toContain(text);
    expect(describeReport(report())).not.toContain("did not reach its end");
  });

  it("keeps only differences that the baseline does not have, and what was shown anew", () => {
    const baseline = report({
      differences: [difference()],
      assumptions: [assumption("A", "confirmed"), assumption("B", "not-seen"), assumption("C", "refuted")],
    });
    const latest = report({
      // What the document expects may change from one version to the next.
      differences: [difference({ expected: "boolean or null" }), difference({ found: "null" })],
      assumptions: [
        assumption("A", "not-seen"),
        assumption("B", "confirmed"),
        assumption("C", "refuted"),
        assumption("D", "refuted"),
        assumption("E", "not-seen"),
      ],
    });
    const news = onlyNew(latest, baseline);
    expect(news.differences).toEqual([difference({ found: "null" })]);
    expect(news.assumptions.map(({ id }) => id)).toEqual(["B", "D"]);
    expect(describeReport(news)).toContain(
      "Differences: 1 new since the baseline; 1 known. Verdicts: 2 new since the baseline (1 confirmed, 1 refuted); 1 known.",
    );
  });
});

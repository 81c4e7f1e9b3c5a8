import { afterEach, describe, expect, it } from "vitest";
import { operations } from "../../../src/sandbox/server/router.js";
import { testErrors, testLoad, testTokens } from "./access.js";
import { testLessor, testLookups, testServiceLevels } from "./data.js";
import { testAttachments, testInvoices, testLines, testRequests } from "./requests.js";
import { connections, createSuiteParts } from "./support.js";

const suites = {
  requests: testRequests,
  lines: testLines,
  attachments: testAttachments,
  invoices: testInvoices,
  lookups: testLookups,
  "service levels": testServiceLevels,
  lessor: testLessor,
  tokens: testTokens,
  errors: testErrors,
  load: testLoad,
};

it("the sandbox has 88 operations of the supplier API, and 24 of the lessor API beside its token endpoint", () => {
  const countOperations = (wanted: string) => operations.filter(({ api }) => api === wanted).length;
  expect([countOperations("supplier"), countOperations("lessor")]).toEqual([88, 25]);
});

describe.each(Object.entries(connections))("the sandbox %s", (_, connect) => {
  const { open, close, reached } = createSuiteParts(connect);
  afterEach(close);

  describe.each(Object.entries(suites))("%s", (_name, suite) => suite(open));

  // These come last, because they check the calls of all tests before them.
  it("received every operation, and each succeeded through its named method", () => {
    expect(reached.listMissed()).toEqual([]);
    const all = operations.map(({ id }) => id);
    expect(all.filter((id) => !reached.succeeded.has(id))).toEqual([]);
  });

  it.each(["200", "201", "204", "400", "401", "403", "404", "409", "410", "429"])(
    "sent the status %s",
    (status) => {
      expect([...reached.statuses]).toContain(status);
    },
  );
});

import { afterEach, describe, expect, it } from "vitest";
import { operations } from "../../../src/sandbox/server/router.js";
import { adapters } from "./adapters.js";
import { attachments } from "./attachments.js";
import { createBench } from "./bench.js";
import { errors } from "./errors.js";
import { invoices } from "./invoices.js";
import { lessor } from "./lessor.js";
import { lines } from "./lines.js";
import { load } from "./load.js";
import { lookups } from "./lookups.js";
import { requests } from "./requests.js";
import { serviceLevels } from "./service-levels.js";
import { tokens } from "./tokens.js";

const areas = {
  requests,
  lines,
  attachments,
  invoices,
  lookups,
  serviceLevels,
  lessor,
  tokens,
  errors,
  load,
};

it("knows 88 operations of the supplier API, and 24 of the lessor API beside its token endpoint", () => {
  const ofApi = (wanted: string) => operations.filter(({ api }) => api === wanted).length;
  expect([ofApi("supplier"), ofApi("lessor")]).toEqual([88, 25]);
});

describe.each(Object.entries(adapters))("the sandbox %s", (_, connect) => {
  const { open, close, met } = createBench(connect);
  afterEach(close);

  describe.each(Object.entries(areas))("%s", (_name, suite) => suite(open));

  // Last: these look back at all that went before.
  it("was asked for every operation, and each succeeded through its named method", () => {
    expect(met.missed()).toEqual([]);
    const all = operations.map(({ id }) => id);
    expect(all.filter((id) => !met.succeeded.has(id))).toEqual([]);
  });

  it.each(["200", "201", "204", "400", "401", "403", "404", "409", "410", "429"])("answered %s", (status) => {
    expect([...met.statuses]).toContain(status);
  });
});

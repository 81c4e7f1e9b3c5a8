import type { Fetch } from "@reg/sdk";
import { beforeAll, expect, it } from "vitest";
import { fakeFetch } from "../../support/fetch.js";
import { foreignAnswers } from "../../support/foreign-answers.js";
import { type FilledService, openFilledService } from "./service.js";
import { lessorSettings, runOver, supplierSettings } from "./support.js";

let service: FilledService;
beforeAll(async () => {
  service = await openFilledService();
});

it.each(Object.entries(foreignAnswers))(
  "fault 61: the command verify compares nothing if %s comes in place of each response",
  async (_, reply) => {
    const fetch: Fetch = (url, init) =>
      new URL(url).pathname.endsWith("/token") ? service.sandbox.fetch(url, init) : fakeFetch(reply)(url, init);
    for (const settings of [supplierSettings(service), lessorSettings(service)])
      await expect(runOver(service, settings, { fetch })).rejects.toThrow(
        /^(no success response was JSON .* not the address|no request succeeded .* nothing can be compared)/,
      );
  },
);

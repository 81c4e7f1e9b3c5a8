import { describe, expect, it } from "vitest";
import { RegError } from "../../src/errors/errors.js";
import type { Fetch } from "../../src/http/call/options.js";
import type { ResponseDifference } from "../../src/http/call/response-validator.js";
import { createResponseValidator } from "../../src/validation/index.js";
import { canaryDifferences, createCanaryFetch } from "../cli/verify/canaries.js";
import { createDifferingFetch } from "../cli/verify/differing-fetch.js";
import { planReads, planRefusedReads, planWrites, runCalls } from "../cli/verify/read-all.js";
import { clientsOver, type FilledService, openFilledService } from "../cli/verify/service.js";
import { testOverDifferences } from "../cli/verify/suite.js";

/** Makes every call with clients that validate responses, and collects the events. */
async function runClients(service: FilledService, fetch: Fetch, operationId?: string) {
  const differences: ResponseDifference[] = [];
  const clients = clientsOver(service, fetch, {
    validateResponses: createResponseValidator(),
    on: (event) => {
      if (event.type === "difference") differences.push(event);
    },
  });
  const { ids } = service;
  const calls = [...planReads(ids), ...planRefusedReads(ids), ...planWrites(ids)];
  await runCalls(
    calls.filter((each) => [undefined, each.operationId].includes(operationId)),
    clients,
  );
  return { differences };
}

describe("the validator of clients, over a service that differs", () => {
  testOverDifferences({ run: runClients, probes: ["unknown id", "archived", "write"] });
});

it.each(["report", "throw"] as const)("a validator tells no value of the service, in the mode %s", async (mode) => {
  const service = await openFilledService();
  const canaries = createCanaryFetch(service.sandbox.fetch, [service.token]);
  const differences: unknown[] = [];
  const clients = clientsOver(service, createDifferingFetch(canaries, canaryDifferences), {
    validateResponses: createResponseValidator({ mode }),
    on: (event) => {
      if (event.type === "difference") differences.push(event);
    },
  });
  const rejected = await runCalls(planReads(service.ids), clients);
  const messages = rejected.map(({ reason }) => reason).filter((reason) => RegError.is(reason, "response"));
  if (mode === "throw") expect(messages.length).toBeGreaterThan(0);
  expect(differences.length).toBeGreaterThan(8);
  canaries.expectNone(JSON.stringify(differences));
  canaries.expectNone(messages.map((error) => `${error.message} ${JSON.stringify(error)}`).join());
});

import { describe, expect, it } from "vitest";
import { RegError } from "../../src/errors/errors.js";
import type { RegEvent } from "../../src/http/events.js";
import type { Fetch } from "../../src/http/options.js";
import type { ResponseDifference } from "../../src/http/validation.js";
import { tires } from "../../src/sandbox/data/tires.js";
import { vehicles } from "../../src/sandbox/data/vehicles.js";
import { createResponseValidator } from "../../src/validation/index.js";
import { createCanaryFetch, plantedCanaries } from "./canaries.js";
import { createDifferingFetch } from "./differing-fetch.js";
import { planReads, planRefusedReads, planWrites, runCalls } from "./read-all.js";
import { clientsOver, type FilledService, openFilledService } from "./service.js";
import { testOverDifferences } from "./suite.js";

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

describe("a validator that receives every vehicle, tire and request of the unchanged sandbox", () => {
  it("reports nothing", async () => {
    const service = await openFilledService();
    const { sandbox } = service;
    const events: RegEvent[] = [];
    const { supplier } = clientsOver(service, sandbox.fetch, {
      validateResponses: createResponseValidator(),
      on: (event) => events.push(event),
    });
    const calls = [
      ...vehicles.flatMap(({ licensePlate }) => [
        supplier.contracts.get(licensePlate),
        supplier.contracts.components(licensePlate),
        supplier.contracts.damageComponents(licensePlate),
        supplier.rentalVehicles.get(licensePlate),
      ]),
      ...tires.map(({ bacCode }) => supplier.tires.get({ bacCode })),
      ...(await supplier.serviceRequests.list()).serviceRequests.map(({ id }) =>
        supplier.serviceRequests.get(id),
      ),
      ...[1001, 1002].map((number) => supplier.lessors.get(number)),
    ];
    await Promise.allSettled(calls);
    expect(events.filter(({ type }) => type === "difference")).toEqual([]);
    expect(events.filter(({ type }) => type === "response").length).toBeGreaterThan(60);
  });
});

describe("the validator of clients, over a service that differs", () => {
  testOverDifferences({ run: runClients, probes: ["unknown id", "archived", "write"] });
});

it.each(["report", "throw"] as const)(
  "a validator tells no value of the service, in the mode %s",
  async (mode) => {
    const service = await openFilledService();
    const canaries = createCanaryFetch(service.sandbox.fetch, [service.token]);
    const differences: unknown[] = [];
    const clients = clientsOver(service, createDifferingFetch(canaries, plantedCanaries), {
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
  },
);

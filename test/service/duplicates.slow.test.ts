import { expect, it } from "vitest";
import { differences } from "./differences.js";
import { createClients, damage, repair } from "./journeys.js";
import { createService } from "./service.js";

const attempts = [1, 2, 3];

it.each(differences)("creates a damage once, however often it is tried: $id", async (difference) => {
  const service = createService([difference]);
  const { damageServiceRequests } = createClients(service).supplier;
  for (const _ of attempts) await damageServiceRequests.createAndSubmit(damage()).catch(() => undefined);
  expect(service.requests.size).toBeLessThanOrEqual(1);
});

it.each(differences)("creates a credit once, however often it is tried: $id", async (difference) => {
  const service = createService([difference]);
  const documented = createClients({ ...service, fetch: service.documentedFetch }).supplier.serviceRequests;
  const { id } = await documented.create({ ...repair(), status: "ApprovalRequested" });
  service.requests.approve(id);
  await documented.invoice(id, { number: "inv-1a", vatLines: [] });
  service.requests.archive(id);
  const { serviceRequests } = createClients(service).supplier;
  const credit = { number: "cre-2a", vatLines: [], total: -20 };
  for (const _ of attempts) await serviceRequests.invoice(id, credit).catch(() => undefined);
  expect(service.requests.totals(id).filter((total) => total < 0).length).toBeLessThanOrEqual(1);
});

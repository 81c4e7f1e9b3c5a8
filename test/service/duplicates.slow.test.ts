import { expect, it } from "vitest";
import { type Difference, differences } from "./differences.js";
import { createClients, damage, repair } from "./journeys.js";
import { createService, type Service } from "./service.js";

const attempts = [1, 2, 3];

/** Tries to create the same damage, and returns how many there are. */
async function createDamages(service: Service): Promise<number> {
  const { damageServiceRequests } = createClients(service).supplier;
  for (const _ of attempts) await damageServiceRequests.createAndSubmit(damage()).catch(() => undefined);
  return service.requests.size;
}

/** Tries to create the same credit of an archived request, and returns how many there are. */
async function createCredits(service: Service): Promise<number> {
  const documented = createClients({ ...service, fetch: service.documentedFetch }).supplier.serviceRequests;
  const { id } = await documented.create({ ...repair(), status: "ApprovalRequested" });
  service.requests.approve(id);
  await documented.invoice(id, { number: "inv-1a", vatLines: [] });
  service.requests.archive(id);
  const { serviceRequests } = createClients(service).supplier;
  const credit = { number: "cre-2a", vatLines: [], total: -20 };
  for (const _ of attempts) await serviceRequests.invoice(id, credit).catch(() => undefined);
  return service.requests.totals(id).filter((total) => total < 0).length;
}

/** The differences of the operations that are called, or of all operations: the others change nothing. */
async function listRelevant(create: (service: Service) => Promise<number>): Promise<readonly Difference[]> {
  const called = new Set<string>();
  const request: Difference["request"] = ({ operationId }) => void called.add(operationId);
  await create(createService([{ id: "calls", what: "Nothing", on: ["*"], request, seen: { not: "it records" } }]));
  return differences.filter(({ on }) => on.includes("*") || on.some((id) => called.has(id)));
}

/** With these, the service takes no damage as documented, or the client cannot see what exists or what is allowed. */
const withoutDamage: readonly string[] = [
  ...["status-capitals", "work-order-name", "has-more-text", "list-name", "list-bare"],
  ...["reg-code-name", "null-entry", "allowed-bare", "contract-path", "header-authentication", "header-api-key"],
];

it.each(await listRelevant(createDamages))(
  "creates a damage once, however often it is tried: $id",
  async (difference) => {
    const expected = withoutDamage.includes(difference.id) ? 0 : 1;
    expect(await createDamages(createService([difference]))).toBe(expected);
  },
);

/** With these, the service takes no invoice as documented, or the client cannot see what exists. */
const withoutCredit: readonly string[] = [
  ...["invoice-date-dutch", "invoice-number-name", "sender-number-name"],
  ...["invoice-list-name", "invoices-name", "archived-404", "problem-in-error"],
  ...["header-authentication", "header-api-key"],
];

it.each(await listRelevant(createCredits))(
  "creates a credit once, however often it is tried: $id",
  async (difference) => {
    const expected = withoutCredit.includes(difference.id) ? 0 : 1;
    expect(await createCredits(createService([difference]))).toBe(expected);
  },
);

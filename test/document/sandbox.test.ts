import type { LessorClient, RegEvent, SupplierClient } from "@reg/sdk";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { createResponseValidator, type ResponseValidatorOptions } from "@reg/sdk/validation";
import { beforeAll, describe, expect, test } from "vitest";
import { lessorOf, monday, supplierOf, work } from "../sandbox/support.js";

type Fetch = Sandbox["fetch"];

/** Creates both clients of a sandbox with one validator, and collects their events. */
async function open(mode: ResponseValidatorOptions["mode"], alter = (fetch: Fetch) => fetch) {
  const sandbox = createSandbox({ now: monday });
  const events: RegEvent[] = [];
  const options = {
    fetch: alter(sandbox.fetch),
    validateResponses: createResponseValidator({ mode }),
    on: (event: RegEvent) => events.push(event),
  } as const;
  return { sandbox, events, supplier: await supplierOf(sandbox, options), lessor: lessorOf(sandbox, options) };
}

/** A call of the journey; the ids are those of a seeded sandbox. */
type Step = (clients: { supplier: SupplierClient; lessor: LessorClient; id: string; other: string }) => unknown;

const plate = "AB-123-C";

/** Every kind of read, and writes with every kind of response. */
const steps: Readonly<Record<string, Step>> = {
  "a list of requests": ({ supplier }) => supplier.serviceRequests.list(),
  "a request": ({ supplier, id }) => supplier.serviceRequests.get(id),
  "a new draft": ({ supplier }) =>
    supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "DE-456-F" } }),
  "a change": ({ supplier, other }) => supplier.serviceRequests.patch(other, { vehicle: { partialVin: "JF1" } }),
  "a line": ({ supplier, other }) => {
    const { id, ...line } = work();
    return supplier.serviceRequests.components.put(other, id, line);
  },
  "an attachment": ({ supplier, other }) =>
    supplier.serviceRequests.attachments.upload(other, new Uint8Array([1]), { contentType: "image/png" }),
  "a list of attachments": ({ supplier, other }) => supplier.serviceRequests.attachments.list(other),
  "templates of an invoice": ({ supplier, id }) => supplier.serviceRequests.invoiceTemplates.list(id),
  "an invoice with its PDF": ({ supplier, id }) =>
    supplier.serviceRequests.invoice(id, {
      number: "2026-0417",
      pdf: new Uint8Array([37, 80, 68, 70]),
      vatLines: (amount) => [{ percentage: 21, amount }],
    }),
  "a list of invoices": ({ supplier, id }) => supplier.serviceRequests.invoices.list(id),
  "a contract": ({ supplier }) => supplier.contracts.get(plate),
  "the allowed components": ({ supplier }) => supplier.contracts.components(plate),
  "all components": ({ supplier }) => supplier.components.list(),
  "the lessors": ({ supplier }) => supplier.lessors.list(),
  "a lessor": ({ supplier }) => supplier.lessors.get(1001),
  "the object types": ({ supplier }) => supplier.objectTypes.list(),
  "the rental classes": ({ supplier }) => supplier.rentalClasses.list(),
  "a rental vehicle": ({ supplier }) => supplier.rentalVehicles.get(plate),
  "a tire": ({ supplier }) => supplier.tires.get({ id: 505 }),
  "the service level": ({ supplier }) => supplier.serviceLevels.get(),
  "an unknown request": ({ supplier }) => supplier.serviceRequests.get(crypto.randomUUID()),
  "a rejected request": ({ supplier, other }) => supplier.serviceRequests.patch(other, { status: "ApprovalRequested" }),
  "a deletion": ({ supplier, other }) => supplier.serviceRequests.delete(other),
  "a registered vehicle": ({ lessor }) => lessor.vehicles.put({ licensePlate: plate }),
  "a vehicle": ({ lessor }) => lessor.vehicles.get(plate),
  "related data": ({ lessor }) => lessor.vehicles.mileages.put(plate, [{ km: 1 }]),
  "related data of a vehicle": ({ lessor }) => lessor.vehicles.mileages.get(plate),
};

/** Runs the journey and returns the errors of its calls. */
async function runJourney({ sandbox, supplier, lessor }: Awaited<ReturnType<typeof open>>) {
  const { invoicing } = await sandbox.seed("invoicing");
  const direct = await supplierOf(sandbox);
  const draft = await direct.serviceRequests.create({
    status: "Draft",
    vehicle: { licensePlate: "KL-012-M" },
  });
  const errors: unknown[] = [];
  for (const step of Object.values(steps)) {
    try {
      await step({ supplier, lessor, id: invoicing, other: draft.id });
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

describe("a whole journey against the sandbox", () => {
  test("has no difference from the documents", async () => {
    const opened = await open("throw");
    const errors = await runJourney(opened);
    expect(errors.map((error) => Object(error).kind)).toEqual(["not-found", "validation"]);
    expect(opened.events.filter(({ type }) => type === "difference")).toEqual([]);
  });
});

/**
 * Replaces every value of a JSON body by a canary of the same or another type, and adds a field that is named after
 * one.
 */
function plant(value: unknown, asText: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => plant(each, asText));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, each]) => [name, plant(each, asText)]);
    return Object.fromEntries([...fields, ["CANARY-12-C", canaryText]]);
  }
  return (typeof value === "string") === asText ? canaryText : canaryNumber;
}

const canaryText = "canary 47110815";
const canaryNumber = 47110815;

/** Plants canaries in every field of every response but those with tokens, and in its content type. */
const planting = (asText: boolean) => (fetch: Fetch) =>
  (async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    const text = await response.clone().text();
    if (text === "" || url.endsWith("/token")) return response;
    const body = text.startsWith("{") || text.startsWith("[") ? plant(JSON.parse(text), asText) : text;
    const headers = new Headers(response.headers);
    headers.set("content-type", "application/canary-47110815+json");
    headers.delete("content-length");
    return new Response(JSON.stringify(body), { status: response.status, headers });
  }) as Fetch;

describe.each([
  ["texts in every text", true],
  ["other types everywhere", false],
])("of a service with canaries as %s", (_, asText) => {
  let events: RegEvent[];
  let errors: unknown[];
  beforeAll(async () => {
    const reporting = await open("report", planting(asText));
    await runJourney(reporting);
    const throwing = await open("throw", planting(asText));
    errors = await runJourney(throwing);
    events = [...reporting.events, ...throwing.events];
  });

  test("no event contains a value", () => {
    const differences = events.filter(({ type }) => type === "difference");
    expect(differences.length).toBeGreaterThan(50);
    expect(JSON.stringify(events)).not.toMatch(/canary|47110815/i);
  });

  test("no message of an error contains a value", () => {
    const messages = errors
      .filter((error) => Object(error).kind === "response")
      .map((error) => `${error} ${JSON.stringify(error)}`);
    expect(messages.length).toBeGreaterThan(10);
    expect(messages.join()).not.toMatch(/canary|47110815/i);
  });
});

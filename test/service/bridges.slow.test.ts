import type { RegEvent, ServiceAdapter } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { createResponseValidator } from "@reg/sdk/validation";
import { describe, expect, it } from "vitest";
import { damageLine, lessorOf, monday, repair, supplierOf } from "../sandbox/support.js";
import { differences } from "./differences.js";
import { createService } from "./service.js";
import { runVerify, type Verified } from "./verify.js";

/** What needs a function, because no bridge can say it. */
const functions: Readonly<Record<string, string>> = {
  "read-only-text": "other words for true and false",
  "invoiced-comma": "a number with a comma",
  "checkout-local": "a time without its offset",
  "status-capitals": "another spelling of known values",
  "line-status-lower": "another spelling of known values",
  "invoicing-status-words": "another spelling of known values",
  "list-status-capitals": "another spelling of known values",
  "required-lower": "another spelling of known values",
  "season-letter": "another spelling of known values",
  "modified-epoch": "a time as a number",
  "is-active-number": "a number for true and false",
  "lease-start-dutch": "another order of a date",
  "null-entry": "null as an entry of a list",
  "no-read-only": "a value that is not there",
  "no-invoicing": "a value that is not there",
  "no-href": "a value that is not there",
  "no-list-parking": "a value that is not there",
  "no-has-more": "a value that is not there",
  "no-damage-setting": "a value that is not there",
  "no-payment": "a value that is not there",
  "list-bare": "hasMore is not there",
  "create-200": "another status",
  "patch-204": "another status",
  "deleted-200": "another status",
  "makes-text": "another media type",
  "not-found-page": "another media type",
  "errors-by-field": "an object instead of a list",
  "templates-in-list": "a list instead of an object",
  "trace-header": "a value in a header",
  "upload-form": "a file in a form",
  "upload-base64": "a file in JSON",
  "download-base64": "a file in JSON",
};

/** In the sandbox, the response to a create has an id alone, which shows no wrapper. */
const notInSandbox: readonly string[] = ["created-in-data"];

const bridged = differences.filter(({ id, seen }) => "at" in seen && functions[id] === undefined);

const placesOf = ({ reports }: Pick<Verified, "reports">) =>
  reports.flatMap((report) => report.differences.map(({ operationId, pointer }) => `${operationId} ${pointer}`)).sort();

const [plate, lessorId] = ["AB-123-C", 1001];

const pointerOf = (place: string) => place.split(" ")[1];

/** Creates a sandbox that responds as the service does, with data for every operation that reads. */
async function openSandbox(adapter: ServiceAdapter) {
  const sandbox = createSandbox({ now: monday, adapter });
  const ids = await sandbox.seed("every-phase");
  const supplier = await supplierOf(sandbox, { adapter });
  const [invoice] = Object(await supplier.serviceRequests.invoices.list(ids.invoiced)).invoices;
  await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "DE-456-F" } });
  const damage = await supplier.damageServiceRequests.create({ ...repair(), components: [damageLine()] });
  await lessorOf(sandbox, { adapter }).vehicles.put({ licensePlate: plate });
  return { sandbox, ids, invoiceId: invoice.id, damage: damage.id };
}

/** Reads all of it, and returns the places that differ from the document for a client with an adapter of its own. */
async function differencesIn(
  { sandbox, ids, invoiceId, damage }: Awaited<ReturnType<typeof openSandbox>>,
  adapter: ServiceAdapter | undefined,
): Promise<readonly string[]> {
  const places = new Set<string>();
  const options = {
    adapter,
    validateResponses: createResponseValidator({ mode: "report" }),
    on: (event: RegEvent) => event.type === "difference" && places.add(`${event.operationId} ${event.pointer}`),
  };
  const supplier = await supplierOf(sandbox, options);
  const { serviceRequests, damageServiceRequests, contracts, lessors } = supplier;
  const reads: (() => Promise<unknown>)[] = [
    ...[serviceRequests, damageServiceRequests].map((each) => () => each.list()),
    ...Object.values(ids).map((id) => () => serviceRequests.get(id)),
    () => damageServiceRequests.get(damage),
    () => serviceRequests.get(crypto.randomUUID()),
    () => serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "DE-456-F" } }),
    () => serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "DE-456-F" } }),
    () => serviceRequests.invoiceTemplates.list(ids.invoicing),
    () => serviceRequests.invoices.get(ids.invoiced, invoiceId),
    ...[contracts.get, contracts.components, contracts.damageComponents].map((read) => () => read(plate)),
    () => lessors.get(lessorId),
    () => lessors.contracts.get(lessorId, plate),
    () => supplier.tires.get({ id: 505 }),
    () => lessorOf(sandbox, options).vehicles.get(plate),
  ];
  // Without the adapter, some reject because of the difference.
  for (const read of reads) await read().catch(() => {});
  return [...places].sort();
}

describe.each(bridged)("the difference $id", ({ id, seen, ...difference }) => {
  const write = seen.write ?? false;

  it("is found, bridged as data, reversed by the sandbox, and found no more", { timeout: 60_000 }, async () => {
    const create = () => createService([{ id, seen, ...difference }]);
    const found = await runVerify(create(), { write });
    expect(placesOf(found)).not.toEqual([]);
    const adapter: ServiceAdapter = JSON.parse(JSON.stringify(found.adapter));
    expect(placesOf(await runVerify(create(), { write, adapter }))).toEqual([]);
    const sandbox = await openSandbox(adapter);
    const places = await differencesIn(sandbox, undefined);
    expect(places.length > 0).toBe(!notInSandbox.includes(id));
    // At the same places, of all operations with the same bodies.
    const pointers = new Set(placesOf(found).map(pointerOf));
    expect(places.map(pointerOf).filter((pointer) => !pointers.has(pointer))).toEqual([]);
    expect(await differencesIn(sandbox, adapter)).toEqual([]);
  });
});

describe("what needs a function", () => {
  it.each(Object.entries(functions))("%s: %s", { timeout: 60_000 }, async (id) => {
    const difference = differences.filter((each) => each.id === id);
    const write = difference[0]?.seen.write ?? false;
    const found = await runVerify(createService(difference), { write });
    expect(placesOf(found)).not.toEqual([]);
    const after = await runVerify(createService(difference), { write, adapter: found.adapter });
    expect(placesOf(after)).not.toEqual([]);
  });
});

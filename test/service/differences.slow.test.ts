import type { RegEvent, ServiceAdapter } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { createResponseValidator } from "@reg/sdk/validation";
import { beforeAll, describe, expect, it } from "vitest";
import { damageLine, lessorOf, monday, repair, supplierOf } from "../sandbox/support.js";
import { bridgingOf, functions } from "./by-hand.js";
import { differences } from "./differences.js";
import { runJourneys } from "./journeys.js";
import { createService, type Service } from "./service.js";
import { runVerify, type Verified } from "./verify.js";

/** In the sandbox, the response to a create has an id alone, which shows no wrapper. */
const notInSandbox: readonly string[] = ["created-in-data"];

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

let readable: ReadonlySet<string>;
beforeAll(async () => {
  const { reports } = await runVerify(createService());
  readable = new Set(reports.flatMap(({ operations }) => Object.keys(operations)));
});

describe.each(differences)("a service with the difference $id", (difference) => {
  const { id, on, seen, routes } = difference;
  const write = seen.write ?? false;
  let service: Service;
  let found: Verified;
  beforeAll(async () => {
    service = createService([difference]);
    found = await runVerify(service, { write });
  });

  it("is reported by the command verify as the table says", async () => {
    const { reports, failures } = found;
    const gone = reports.flatMap(({ withoutSuccess }) => withoutSuccess.map(({ operationId }) => operationId));
    const refuted = reports.flatMap(({ assumptions }) =>
      assumptions.flatMap(({ id, verdict }) => (verdict === "refuted" ? [id] : [])),
    );
    const operations = "at" in seen ? (seen.in ?? on.filter((id) => readable.has(id))) : [];
    expect(placesOf(found)).toEqual(operations.map((id) => `${id} ${"at" in seen && seen.at}`).sort());
    expect(gone.sort()).toEqual("gone" in seen ? [...seen.gone].sort() : []);
    expect(failures.join()).toMatch("fails" in seen ? seen.fails : /^$/);
    if ("refutes" in seen) expect(refuted).toEqual([seen.refutes]);
    if ("not" in seen) expect(refuted).toEqual([]);
    // Nobody asks at another path, so that only the missing one shows.
    if (!routes && !service.shown.has(id)) expect((await runJourneys([difference])).shown).toContain(id);
  });

  if (bridgingOf(difference) === "data")
    it("is bridged as data, reversed by the sandbox, and found no more", { timeout: 60_000 }, async () => {
      expect(placesOf(found)).not.toEqual([]);
      const adapter: ServiceAdapter = JSON.parse(JSON.stringify(found.adapter));
      expect(placesOf(await runVerify(createService([difference]), { write, adapter }))).toEqual([]);
      const sandbox = await openSandbox(adapter);
      const places = await differencesIn(sandbox, undefined);
      expect(places.length > 0).toBe(!notInSandbox.includes(id));
      // At the same places, of all operations with the same bodies.
      const pointers = new Set(placesOf(found).map(pointerOf));
      expect(places.map(pointerOf).filter((pointer) => !pointers.has(pointer))).toEqual([]);
      expect(await differencesIn(sandbox, adapter)).toEqual([]);
    });

  if (id in functions)
    it("is still found with what the command verify writes, because it needs a function", async () => {
      expect(placesOf(found)).not.toEqual([]);
      const after = await runVerify(createService([difference]), { write, adapter: found.adapter });
      expect(placesOf(after)).not.toEqual([]);
    });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RequestKind } from "../../../../src/base/kinds.js";
import { Requests } from "../../../../src/sandbox/service/state/requests.js";
import type { StoredRequest } from "../../../../src/sandbox/service/state/state.js";
import { open } from "../../support.js";
import { draftOf } from "../supplier/support.js";

const suppliers = [4711, 4712];
const kinds: readonly RequestKind[] = ["service", "damage"];
const licensePlates = ["A", "B", ""];

/** One thing that happens to the requests; `which` chooses a request among the stored ones. */
const event = fc.record({
  what: fc.constantFrom(
    "add",
    "add submitted",
    "move",
    "submit",
    "change",
    "decide",
    "archive",
    "remove",
    "restore",
    "pass time",
  ),
  which: fc.nat(),
  supplierNumber: fc.constantFrom(4711, ...suppliers),
  kind: fc.constantFrom("service" as const, ...kinds),
  licensePlate: fc.constantFrom(...licensePlates),
});

function newRequest(
  number: number,
  { supplierNumber, kind, licensePlate }: Pick<StoredRequest, "supplierNumber" | "kind" | "licensePlate">,
): StoredRequest {
  return {
    id: String(number),
    kind,
    supplierNumber,
    createdAt: 0,
    changedAt: 0,
    status: "Draft",
    lessorsNumber: number,
    licensePlate,
    partialVin: undefined,
    appointment: undefined,
    lines: [],
    extras: {},
    attachments: new Map(),
    invoices: [],
    notInvoiced: undefined,
    waiting: undefined,
    parking: { isParked: false },
    archivesAtOnce: false,
    archiveAt: undefined,
  };
}

const idsOf = (requests: Iterable<StoredRequest>) => [...requests].map(({ id }) => id);

describe("the requests of a state", () => {
  it("are found as if all were looked through, whatever has happened to them", () => {
    const looksAt = fc.record({ event, looks: fc.boolean() });
    fc.assert(
      fc.property(fc.array(looksAt, { minLength: 1, maxLength: 40, size: "max" }), (history) => {
        const stored = new Map<string, StoredRequest>();
        let requests = new Requests(stored);
        let now = 1;
        for (const [index, { event, looks }] of history.entries()) {
          const request = [...stored.values()][event.which % Math.max(1, stored.size)];
          if (event.what === "add") requests.add(newRequest(index, event));
          else if (event.what === "add submitted")
            requests.add({ ...newRequest(index, event), waiting: { since: now, reads: 0 } });
          else if (event.what === "pass time") now += 1;
          else if (event.what === "restore") requests = new Requests(stored);
          else if (request === undefined) requests.remove("unknown");
          else if (event.what === "move") requests.replace(request, { ...request, licensePlate: event.licensePlate });
          else if (event.what === "submit")
            requests.replace(request, { ...request, waiting: { since: now, reads: 0 } });
          else if (event.what === "change") requests.replace(request, { ...request, partialVin: "1" });
          else if (event.what === "decide") request.waiting = undefined;
          else if (event.what === "archive") request.archiveAt ??= now + (event.which % 2);
          else requests.remove(request.id);
          // An archived request that nobody has looked for is kept in another way than one that was found.
          if (looks || index === history.length - 1) expectSameAsScan(requests, stored, now);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("are not looked at when those of another vehicle are wanted", () => {
    const fields = { supplierNumber: 4711, kind: "service", licensePlate: "A" } as const;
    const other = newRequest(1, { ...fields, licensePlate: "B" });
    Object.defineProperty(other, "archiveAt", {
      get() {
        throw new Error("the other request was looked at");
      },
    });
    const requests = new Requests(new Map([[other.id, other]]));
    requests.add(newRequest(2, fields));
    expect(idsOf(requests.open(fields, 0))).toEqual(["2"]);
  });

  it("are listed in the order of creation when the vehicle of one has changed", async () => {
    const { supplier } = await open();
    const { create, patch, list } = supplier.serviceRequests;
    const older = await create(draftOf("KL-012-M"));
    const younger = await create(draftOf());
    await patch(older.id, { vehicle: { licensePlate: "AB-123-C" } });
    const { serviceRequests } = await list({ licensePlate: "AB-123-C" });
    expect(serviceRequests.map(({ id }) => id)).toEqual([older.id, younger.id]);
    expect((await list({ licensePlate: "KL-012-M" })).serviceRequests).toEqual([]);
  });
});

function expectSameAsScan(requests: Requests, stored: ReadonlyMap<string, StoredRequest>, now: number): void {
  const open = [...stored.values()].filter(({ archiveAt }) => archiveAt === undefined || archiveAt > now);
  for (const supplierNumber of suppliers)
    for (const kind of kinds)
      for (const licensePlate of [undefined, ...licensePlates]) {
        const expected = open.filter(
          (each) =>
            each.supplierNumber === supplierNumber &&
            each.kind === kind &&
            (licensePlate === undefined || each.licensePlate === licensePlate),
        );
        const query = { supplierNumber, kind, licensePlate };
        expect(idsOf(requests.open(query, now, 2))).toEqual(idsOf(expected.slice(0, 2)));
        expect(idsOf(requests.open(query, now))).toEqual(idsOf(expected));
      }
  const waiting = [...stored.values()].filter((each) => each.waiting !== undefined);
  const found = [...requests.waiting()];
  expect(idsOf(found).sort()).toEqual(idsOf(waiting).sort());
  expect(found.map((each) => each.waiting.since)).toEqual(
    found.map((each) => each.waiting.since).sort((a, b) => a - b),
  );
}

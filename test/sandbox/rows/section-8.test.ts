import { describe, expect, it } from "vitest";
import {
  approved,
  damageLine,
  invoice,
  open,
  refusal,
  rental,
  repair,
  supplierOf,
  untyped,
  work,
} from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §8",
    part: "limits",
    count: 7,
    rows: {
      "S8.RATE": "5000 requests per minute; further requests answer 429",
      "S8.OPEN": "2 open service requests per object and supplier, only one with rental vehicle lines",
      "S8.DAMAGE": "damage service requests per object and supplier: no limit",
      "S8.YEARS": "workshop date and checkout date: year between 2000 and 2100",
      "S8.IDENTITY":
        "identities: name 150, street 100, streetNumberSuffix 10, postalCode 10, city 100 characters",
      "S8.ALLOWED": "allowed components must be re-read whenever a request is changed",
      "S8.ATTACHMENTS": "attachment size and count limits: not shown",
    },
    testsOf: { "S8.YEARS": 8, "S8.IDENTITY": 2 },
  },
]);

it("5000 requests a minute, and further ones answer 429 [S8.RATE]", async () => {
  const { sandbox } = await open();
  const url = `${sandbox.supplier.baseUrl}/v2/lessors`;
  const ask = async () => (await sandbox.fetch(url)).status;
  // Without a token, which is quicker to refuse than a request is to answer.
  for (let asked = 0; asked < 5000; asked++) if ((await ask()) !== 401) throw new Error(`refused ${asked}`);
  expect(await ask()).toBe(429);
  sandbox.clock.advance({ ms: 59_999 });
  expect(await ask()).toBe(429);
  sandbox.clock.advance({ ms: 1 });
  expect(await ask()).toBe(401);
});

it("2 open requests per object and supplier, of which one is for a rental vehicle [S8.OPEN]", async () => {
  const { sandbox, supplier } = await open();
  const { create } = supplier.serviceRequests;
  const full = [400, "SANDBOX-OPEN-REQUESTS vehicle.licensePlate"];
  const { id } = await create(rental());
  expect(await refusal(create(rental()))).toEqual(full);
  await create(repair());
  expect(await refusal(create(repair()))).toEqual(full);
  expect(await refusal(create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } }))).toEqual(full);
  await create(repair({ vehicle: { licensePlate: "BT-202-Z" } }));
  await (await supplierOf(sandbox, 4712)).serviceRequests.create(repair());
  await supplier.serviceRequests.delete(id);
  expect(await refusal(create(repair()))).toEqual(full);
  await create(rental());
});

it("no limit on damage requests, which do not count for the others either [S8.DAMAGE]", async () => {
  const { supplier } = await open();
  const { create, list } = supplier.damageServiceRequests;
  for (let count = 0; count < 10; count++) await create(repair({ components: [damageLine()] }));
  expect((await list()).serviceRequests).toHaveLength(10);
  await supplier.serviceRequests.create(repair());
  await supplier.serviceRequests.create(rental());
});

describe("the year of workshop date and checkout date", () => {
  it.each([
    ["workshopDate", "1999-12-31", false],
    ["workshopDate", "2000-01-01", true],
    ["workshopDate", "2100-12-31", true],
    ["workshopDate", "2101-01-01", false],
    ["checkoutDate", "1999-12-31T12:00:00Z", false],
    ["checkoutDate", "2000-01-01T12:00:00Z", true],
    ["checkoutDate", "2100-12-31T12:00:00Z", true],
    ["checkoutDate", "2101-01-01T12:00:00Z", false],
  ])("lies between 2000 and 2100: %s %s [S8.YEARS]", async (field, date, taken) => {
    const { supplier } = await open({ vehicles: [{ licensePlate: "OLD", leaseStart: "1990-01-01" }] });
    const { create, get, patch } = supplier.serviceRequests;
    const draft = { status: "Draft", vehicle: { licensePlate: "OLD" } } as const;
    const appointment = { [field]: date };
    const refused = [400, `SANDBOX-INVALID appointment.${field}`];
    if (taken) {
      const { id } = await create({ ...draft, appointment });
      expect((await get(id)).appointment).toEqual(appointment);
    } else {
      expect(await refusal(create({ ...draft, appointment }))).toEqual(refused);
      const { id } = await create(draft);
      expect(await refusal(patch(id, { appointment }))).toEqual(refused);
    }
  });
});

describe("the identities of an invoice", () => {
  const limits = { name: 150, street: 100, streetNumberSuffix: 10, postalCode: 10, city: 100 };
  const longest = Object.fromEntries(
    Object.entries(limits).map(([field, most]) => [field, "é".repeat(most)]),
  );

  it.each(["identitySender", "identityReceiver"])(
    "have fields so long at most: %s [S8.IDENTITY]",
    async (who) => {
      const world = await open();
      const id = await approved(world);
      const create = (identity: object) =>
        world.supplier.serviceRequests.invoices.create(
          id,
          untyped(invoice({ [who]: { RegNumber: 4711, ...identity } })),
        );
      for (const [field, most] of Object.entries(limits))
        expect(await refusal(create({ [field]: "é".repeat(most + 1) }))).toEqual([
          400,
          `SANDBOX-INVALID ${who}.${field}`,
        ]);
      await create(longest);
    },
  );
});

it("the allowed components are those of the moment at which a request is changed [S8.ALLOWED]", async () => {
  const { sandbox, supplier } = await open();
  const { create, patch, components } = supplier.serviceRequests;
  const { id } = await create(repair());
  const codes = async () =>
    (await supplier.contracts.components("AB-123-C")).components?.map(({ regCode }) => regCode);
  expect(await codes()).toContain("2201");
  const { id: lineId, ...line } = work({ reg: { code: "2201" } });
  await components.put(id, lineId, line);
  sandbox.lessor.changeContract("AB-123-C", {
    supplierContract: { repairAndMaintenance: { allowed: false } },
  });
  expect(await codes()).not.toContain("2201");
  expect((await refusal(components.put(id, lineId, line)))[1]).toBe("SANDBOX-COMPONENT reg.code");
  expect(await refusal(patch(id, { appointment: { workOrderNumber: "WO-2" } }))).toEqual([
    400,
    "SANDBOX-COMPONENT components[1].reg.code",
    "SANDBOX-COMPONENT components[2].reg.code",
  ]);
});

it("attachments: no limit is shown, so none is made up for their size or number [S8.ATTACHMENTS]", async () => {
  const { supplier } = await open();
  const { create, attachments } = supplier.serviceRequests;
  const { id } = await create(repair());
  await attachments.upload(id, new Uint8Array(8_388_608));
  for (let count = 1; count < 50; count++) await attachments.upload(id, new Uint8Array(1));
  const { attachments: kept } = (await attachments.list(id)) as { attachments: { size: number }[] };
  expect([kept.length, kept[0]?.size]).toEqual([50, 8_388_608]);
});

import { describe, expect, it } from "vitest";
import {
  approved,
  damageLine,
  open,
  reading,
  refusal,
  rental,
  rentalLine,
  repair,
  work,
} from "../support.js";

describe("two open requests for each vehicle", () => {
  it("are one for a rental vehicle and one for other work", async () => {
    const { supplier } = await open();
    await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.create(rental());
    for (const content of [repair(), rental(), repair({ components: [] })]) {
      expect(await refusal(supplier.serviceRequests.create(content))).toEqual([
        400,
        "SANDBOX-OPEN-REQUESTS vehicle.licensePlate",
      ]);
    }
    await supplier.serviceRequests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
  });

  it("are counted again when a line is added", async () => {
    const { supplier } = await open();
    await supplier.serviceRequests.create(rental());
    const { id } = await supplier.serviceRequests.create(repair({ components: [] }));
    const { id: lineId, ...line } = rentalLine();
    expect(await refusal(supplier.serviceRequests.components.put(id, lineId, line))).toEqual([
      400,
      "SANDBOX-OPEN-REQUESTS vehicle.licensePlate",
    ]);
  });

  it("do not include damage requests and archived requests", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    for (let count = 0; count < 3; count++)
      await supplier.damageServiceRequests.create(repair({ components: [damageLine()] }));
    const id = await approved(world, repair({ components: [reading(), work({ price: 0 })] }));
    expect((await refusal(supplier.serviceRequests.create(repair())))[0]).toBe(400);
    sandbox.clock.advance({ hours: 13 });
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([410]);
    await supplier.serviceRequests.create(repair());
  });
});

it("the id of a line is the same in upper and lower case", async () => {
  const { supplier } = await open();
  const { create, patch, get } = supplier.serviceRequests;
  const lower = "abcdef01-2345-4789-8bcd-ef0123456789";
  const [one, other] = [work({ id: lower.toUpperCase() }), work({ id: lower, reg: { code: "2201" } })];
  const twice = [400, "SANDBOX-DUPLICATE components[1]"];
  expect(await refusal(create(repair({ components: [one, other] })))).toEqual(twice);
  const { id } = await create(repair({ components: [one] }));
  await patch(id, { components: [work({ id: lower, price: 5 })] });
  expect((await get(id)).components).toMatchObject([{ id: lower.toUpperCase(), price: 5 }]);
});

it("a request with lines of both kinds counts for both", async () => {
  const { supplier } = await open();
  const { create } = supplier.serviceRequests;
  await create(repair({ components: [reading(), work(), rentalLine()] }));
  const full = [400, "SANDBOX-OPEN-REQUESTS vehicle.licensePlate"];
  expect(await refusal(create(repair()))).toEqual(full);
  expect(await refusal(create(rental()))).toEqual(full);
});

it("a price above the limit is rejected; a negative price leaves nothing to invoice", async () => {
  const { sandbox, supplier } = await open();
  const { create, get } = supplier.serviceRequests;
  expect(await refusal(create(repair({ components: [reading(), work({ price: 1e307 })] })))).toEqual([
    400,
    "SANDBOX-PRICE components[1].price",
  ]);
  const components = [reading(), work({ price: -5 })];
  const { id } = await create(repair({ status: "ApprovalRequested", components }));
  sandbox.lessor.approve(id);
  expect((await get(id)).status).toBe("Approved");
  sandbox.clock.advance({ days: 1 });
  expect(await refusal(get(id))).toEqual([410]);
});

describe("the values of warranty and leniency", () => {
  const permitted = { warranty: ["Full"], leniency: ["Half"] };
  const swap = (fields: object) => work({ ...fields, subcomponents: [{ ...fields }] });

  it("can be any text by default", async () => {
    const { supplier } = await open();
    const components = [swap({ warranty: "Whatever", leniency: "Whatever" })];
    await supplier.serviceRequests.create(repair({ components }));
  });

  it("must be among the permitted values if these are given, in lines and subcomponents", async () => {
    const { supplier } = await open({ permitted });
    const { create, components } = supplier.serviceRequests;
    const wrong = swap({ warranty: "Half", leniency: "Full" });
    const fields = (prefix: string) => [
      `REG-SVC000175 ${prefix}warranty`,
      `REG-SVC000176 ${prefix}leniency`,
      `REG-SVC000175 ${prefix}subcomponents[0].warranty`,
      `REG-SVC000176 ${prefix}subcomponents[0].leniency`,
    ];
    expect(await refusal(create(repair({ components: [wrong] })))).toEqual([
      400,
      ...fields("components[0]."),
    ]);
    const { id } = await create(repair({ components: [swap({ warranty: "Full", leniency: "Half" })] }));
    const { id: lineId, ...line } = wrong;
    expect(await refusal(components.put(id, lineId, line))).toEqual([
      400,
      ...fields(""),
      "SANDBOX-DUPLICATE components[1]",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { approved, open, reading, refusal, rental, rentalLine, repair, supplierOf, work } from "../../support.js";
import { draftOf, tooManyRequests } from "./support.js";

describe("the open requests for a vehicle", () => {
  it("are at most two for each supplier, one of them for a rental vehicle", async () => {
    const { sandbox, supplier } = await open();
    const { create } = supplier.serviceRequests;
    const { id } = await create(rental());
    expect(await refusal(create(rental()))).toEqual(tooManyRequests);
    await create(repair());
    for (const content of [repair(), rental(), draftOf("AB-123-C")])
      expect(await refusal(create(content))).toEqual(tooManyRequests);
    await create(repair({ vehicle: { licensePlate: "BT-202-Z" } }));
    await (await supplierOf(sandbox, { supplierNumber: 4712 })).serviceRequests.create(repair());
    await supplier.serviceRequests.delete(id);
    expect(await refusal(create(repair()))).toEqual(tooManyRequests);
    await create(rental());
  });

  it("are counted again when a line is added", async () => {
    const { supplier } = await open();
    await supplier.serviceRequests.create(rental());
    const { id } = await supplier.serviceRequests.create(repair({ components: [] }));
    const { id: lineId, ...line } = rentalLine();
    expect(await refusal(supplier.serviceRequests.components.put(id, lineId, line))).toEqual(tooManyRequests);
  });

  it("do not include archived requests", async () => {
    const setup = await open();
    const { sandbox, supplier } = setup;
    const id = await approved(setup, repair({ components: [reading(), work({ price: 0 })] }));
    expect(await refusal(supplier.serviceRequests.create(repair()))).toEqual(tooManyRequests);
    sandbox.clock.advance({ hours: 13 });
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([410]);
    await supplier.serviceRequests.create(repair());
  });
});

describe("a request is rejected", () => {
  it("for an inactive lessor, if it is new and of either kind", async () => {
    const { sandbox, supplier } = await open();
    const { serviceRequests: regular, damageServiceRequests: damage } = supplier;
    const { id } = await regular.create(repair());
    const rejection = [400, "REG-SVC000187 vehicle.licensePlate"];
    expect(await refusal(regular.create(draftOf("GH-789-J")))).toEqual(rejection);
    expect(await refusal(damage.create(draftOf("GH-789-J")))).toEqual(rejection);
    sandbox.lessor.deactivate(1001);
    expect(await refusal(damage.create(draftOf("AB-123-C")))).toEqual(rejection);
    expect((await regular.patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
    await damage.create(draftOf("DE-456-F"));
  });

  it("for content that breaks a rule, however it is written", async () => {
    const { supplier } = await open();
    const { create, patch, overwrite, components, get } = supplier.serviceRequests;
    const vehicle = { licensePlate: "KL-012-M", partialVin: "JF123456" };
    const line = work({ damage: true });
    const damaged = repair({ vehicle, components: [line] });
    const { id } = await create(repair({ vehicle, components: [] }));
    const damage = [400, "REG-SVC000177 components[0].damage"];
    expect(await refusal(create(damaged))).toEqual(damage);
    expect(await refusal(overwrite(id, damaged))).toEqual(damage);
    expect(await refusal(patch(id, { components: [line] }))).toEqual(damage);
    expect(await refusal(components.put(id, line.id, line))).toEqual([400, "REG-SVC000177 damage"]);
    const early = { appointment: { workshopDate: "2023-12-31" } };
    const date = [400, "REG-SVC000190 appointment.workshopDate"];
    expect(await refusal(overwrite(id, repair({ vehicle, ...early })))).toEqual(date);
    expect(await refusal(patch(id, early))).toEqual(date);
    expect(await get(id)).toMatchObject({ components: [], appointment: { workshopDate: "2026-06-15" } });
  });
});

it("the id of a line is compared without regard to case", async () => {
  const { supplier } = await open();
  const { create, patch, get } = supplier.serviceRequests;
  const lower = "abcdef01-2345-4789-8bcd-ef0123456789";
  const one = work({ id: lower.toUpperCase() });
  const { id } = await create(repair({ components: [one] }));
  await patch(id, { components: [work({ id: lower, price: 5 })] });
  expect((await get(id)).components).toMatchObject([{ id: lower.toUpperCase(), price: 5 }]);
});

it("a price above the limit is rejected, and a negative price leaves nothing to invoice", async () => {
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
  const withBoth = (fields: object) => work({ ...fields, subcomponents: [{ ...fields }] });

  it("can be any word in PascalCase by default", async () => {
    const { supplier } = await open();
    const components = [withBoth({ warranty: "Whatever", leniency: "WhateverElse2" })];
    await supplier.serviceRequests.create(repair({ components }));
  });

  it.each(["", " ", "Full warranty", "full", "FULL_1"])(
    "cannot be %j, which no value of an enumeration looks like",
    async (value) => {
      const { supplier } = await open();
      const { create, components } = supplier.serviceRequests;
      const line = work({ warranty: value, subcomponents: [{ leniency: value }] });
      const refused = repair({ components: [line] });
      const fields = ["REG-SVC000175 components[0].warranty", "REG-SVC000176 components[0].subcomponents[0].leniency"];
      expect(await refusal(create(refused))).toEqual([400, ...fields]);
      const { id } = await create(draftOf());
      const { id: lineId, ...content } = work({ leniency: value });
      expect(await refusal(components.put(id, lineId, content))).toEqual([400, "REG-SVC000176 leniency"]);
    },
  );

  it("can be any text among the permitted values of the options", async () => {
    const { supplier } = await open({ permitted: { warranty: ["full warranty"] } });
    const { create } = supplier.serviceRequests;
    await create(repair({ components: [withBoth({ warranty: "full warranty" })] }));
  });
});

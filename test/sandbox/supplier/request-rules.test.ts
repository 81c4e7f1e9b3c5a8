import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { untyped } from "../../support/untyped.js";
import { checkReferenceTags } from "../reference.js";
import {
  approved,
  damageLine,
  open,
  reading,
  refusal,
  rental,
  rentalLine,
  repair,
  supplierOf,
  work,
} from "../support.js";
import { draftOf, tooManyRequests } from "./support.js";

checkReferenceTags();

const datedDraft = (licensePlate: string, workshopDate: string): ServiceRequestCreate => ({
  ...draftOf(licensePlate),
  appointment: { workshopDate },
});

describe("the body of a validation error", () => {
  /** Sends a request that breaks two rules. */
  async function createInvalid() {
    const { sandbox } = await open();
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/servicerequests`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await sandbox.supplier.token()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(repair({ vehicle: { licensePlate: "GH-789-J" }, components: [work(), work()] })),
    });
    return { response, problem: (await response.json()) as Record<string, unknown> };
  }

  it.each<[string, string, unknown]>([
    [
      "has a type, the URL of the status definition [S7.BODY.type]",
      "type",
      expect.stringMatching(/^https:\/\/\S+#section-15\.5\.1$/),
    ],
    ["has a title [S7.BODY.title]", "title", "Bad Request"],
    ["has the status of the response as an integer [S7.BODY.status]", "status", 400],
    ["has a detail [S7.BODY.detail]", "detail", expect.stringMatching(/\w/)],
    ["has a traceId [S7.BODY.traceId]", "traceId", expect.stringMatching(/^\w+$/)],
    [
      "has errors, each with code, description and context [S7.BODY.errors]",
      "errors",
      [
        {
          code: "REG-SVC000187",
          description: expect.stringMatching(/\w/),
          context: { fieldName: "vehicle.licensePlate" },
        },
        {
          code: "SANDBOX-DUPLICATE",
          description: expect.stringMatching(/\w/),
          context: { fieldName: "components[1]" },
        },
      ],
    ],
  ])("%s", async (_, field, value) => {
    const { response, problem } = await createInvalid();
    expect(response.status).toBe(400);
    expect(Object.keys(problem)).toEqual(["type", "title", "status", "detail", "traceId", "errors"]);
    expect(problem[field]).toEqual(value);
  });

  it("comes with the status 400 and names every missing field [S7.400]", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.serviceRequests.create(untyped({})))).toEqual([
      400,
      "SANDBOX-REQUIRED status",
      "SANDBOX-REQUIRED vehicle",
    ]);
  });
});

describe("the open requests for a vehicle", () => {
  it("are at most two for each supplier, one of them for a rental vehicle [S4.1.3][S8.OPEN]", async () => {
    const { sandbox, supplier } = await open();
    const { create } = supplier.serviceRequests;
    const { id } = await create(rental());
    expect(await refusal(create(rental()))).toEqual(tooManyRequests);
    await create(repair());
    for (const content of [repair(), rental(), draftOf("AB-123-C")])
      expect(await refusal(create(content))).toEqual(tooManyRequests);
    await create(repair({ vehicle: { licensePlate: "BT-202-Z" } }));
    await (await supplierOf(sandbox, 4712)).serviceRequests.create(repair());
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

  it("count twice if they have lines of both kinds", async () => {
    const { supplier } = await open();
    const { create } = supplier.serviceRequests;
    await create(repair({ components: [reading(), work(), rentalLine()] }));
    expect(await refusal(create(repair()))).toEqual(tooManyRequests);
    expect(await refusal(create(rental()))).toEqual(tooManyRequests);
  });

  it("do not include damage requests, whose number is not limited [S8.DAMAGE]", async () => {
    const { supplier } = await open();
    const { create, list } = supplier.damageServiceRequests;
    for (let count = 0; count < 10; count++) await create(repair({ components: [damageLine()] }));
    expect((await list()).serviceRequests).toHaveLength(10);
    await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.create(rental());
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
  it("with an invalid warranty on a line or a subcomponent [S7.REG-SVC000175]", async () => {
    const { supplier } = await open();
    const { create, components } = supplier.serviceRequests;
    const line = work();
    const entry = (field: string) => [400, `REG-SVC000175 ${field}`];
    const wrong = (fields: object) => untyped([{ ...work(), ...fields }]);
    expect(await refusal(create(repair({ components: wrong({ warranty: 7 }) })))).toEqual(
      entry("components[0].warranty"),
    );
    expect(
      await refusal(create(repair({ components: wrong({ subcomponents: [{ warranty: 7 }] }) }))),
    ).toEqual(entry("components[0].subcomponents[0].warranty"));
    const { id } = await create(repair({ components: [work({ warranty: "Full" })] }));
    const { id: lineId, ...content } = { ...line, warranty: 7 };
    expect(await refusal(components.put(id, lineId, untyped(content)))).toEqual(entry("warranty"));
  });

  it("with an invalid leniency on a line or a subcomponent [S7.REG-SVC000176]", async () => {
    const { supplier } = await open();
    const { create } = supplier.serviceRequests;
    const wrong = (fields: object) => repair({ components: untyped([{ ...work(), ...fields }]) });
    expect(await refusal(create(wrong({ leniency: 7 })))).toEqual([
      400,
      "REG-SVC000176 components[0].leniency",
    ]);
    expect(await refusal(create(wrong({ subcomponents: [{ leniency: 7 }] })))).toEqual([
      400,
      "REG-SVC000176 components[0].subcomponents[0].leniency",
    ]);
    await create(repair({ components: [work({ leniency: "Full" })] }));
  });

  it("with damage if the contract forbids it [S7.REG-SVC000177]", async () => {
    const { supplier } = await open();
    const { create, patch, overwrite, components } = supplier.serviceRequests;
    const vehicle = { licensePlate: "KL-012-M" };
    const line = work({ damage: true });
    const damaged = repair({ vehicle, components: [line] });
    const rejection = [400, "REG-SVC000177 components[0].damage"];
    expect(await refusal(create(damaged))).toEqual(rejection);
    const { id } = await create(repair({ vehicle, components: [] }));
    expect(await refusal(overwrite(id, damaged))).toEqual(rejection);
    expect(await refusal(patch(id, { components: [line] }))).toEqual(rejection);
    expect(await refusal(components.put(id, line.id, line))).toEqual([400, "REG-SVC000177 damage"]);
    await patch(id, { components: [{ ...line, damage: false }] });
    await create(repair({ components: [line] }));
  });

  it("for an inactive lessor, if it is new and of either kind [S7.REG-SVC000187]", async () => {
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

  it("with a workshop date before the lease contract starts, however it is set [S7.REG-SVC000190]", async () => {
    const { supplier } = await open();
    const plate = "NP-345-R";
    const rejection = [400, "REG-SVC000190 appointment.workshopDate"];
    for (const { create, patch, overwrite } of [supplier.serviceRequests, supplier.damageServiceRequests]) {
      expect(await refusal(create(datedDraft(plate, "2026-05-31")))).toEqual(rejection);
      const { id } = await create(datedDraft(plate, "2026-06-01"));
      expect(await refusal(overwrite(id, datedDraft(plate, "2026-05-31")))).toEqual(rejection);
      expect(await refusal(patch(id, { appointment: { workshopDate: "2026-05-31" } }))).toEqual(rejection);
      expect((await patch(id, { appointment: { workshopDate: "2026-06-02" } })).appointment).toEqual({
        workshopDate: "2026-06-02",
      });
    }
  });
});

it.each([
  ["workshopDate", "1999-12-31", false],
  ["workshopDate", "2000-01-01", true],
  ["workshopDate", "2100-12-31", true],
  ["workshopDate", "2101-01-01", false],
  ["checkoutDate", "1999-12-31T12:00:00Z", false],
  ["checkoutDate", "2000-01-01T12:00:00Z", true],
  ["checkoutDate", "2100-12-31T12:00:00Z", true],
  ["checkoutDate", "2101-01-01T12:00:00Z", false],
  ["checkoutDate", "1999-12-31T23:00:00-01:00", true],
  ["checkoutDate", "2000-01-01T00:59:59+01:00", false],
  ["checkoutDate", "2101-01-01T00:59:59+01:00", true],
  ["checkoutDate", "2100-12-31T23:00:00-01:00", false],
])("the year of a date must lie between 2000 and 2100: %s %s [S8.YEARS]", async (field, date, isValid) => {
  const { supplier } = await open({ vehicles: [{ licensePlate: "OLD", leaseStart: "1990-01-01" }] });
  const { create, get, patch } = supplier.serviceRequests;
  const draft = { status: "Draft", vehicle: { licensePlate: "OLD" } } as const;
  const appointment = { [field]: date };
  const rejection = [400, `SANDBOX-INVALID appointment.${field}`];
  if (isValid) {
    const { id } = await create({ ...draft, appointment });
    expect(Object.keys((await get(id)).appointment ?? {})).toEqual([field]);
  } else {
    expect(await refusal(create({ ...draft, appointment }))).toEqual(rejection);
    const { id } = await create(draft);
    expect(await refusal(patch(id, { appointment }))).toEqual(rejection);
  }
});

it("the id of a line is compared without regard to case [S2.1.LINE-ID]", async () => {
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
  const permitted = { warranty: ["Full"], leniency: ["Half"] };
  const withBoth = (fields: object) => work({ ...fields, subcomponents: [{ ...fields }] });

  it("can be any word in PascalCase by default", async () => {
    const { supplier } = await open();
    const components = [withBoth({ warranty: "Whatever", leniency: "WhateverElse2" })];
    await supplier.serviceRequests.create(repair({ components }));
  });

  it.each(["", " ", "Full warranty", "full", "FULL_1", " Full"])(
    "cannot be %j, which no value of an enumeration looks like",
    async (value) => {
      const { supplier } = await open();
      const { create, components } = supplier.serviceRequests;
      const line = work({ warranty: value, subcomponents: [{ leniency: value }] });
      const refused = repair({ components: [line] });
      const fields = [
        "REG-SVC000175 components[0].warranty",
        "REG-SVC000176 components[0].subcomponents[0].leniency",
      ];
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

  it("must be among the permitted values of the options, in lines and subcomponents", async () => {
    const { supplier } = await open({ permitted });
    const { create, components } = supplier.serviceRequests;
    const wrong = withBoth({ warranty: "Half", leniency: "Full" });
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
    const { id } = await create(repair({ components: [withBoth({ warranty: "Full", leniency: "Half" })] }));
    const { id: lineId, ...line } = wrong;
    expect(await refusal(components.put(id, lineId, line))).toEqual([
      400,
      ...fields(""),
      "SANDBOX-DUPLICATE components[1]",
    ]);
  });
});

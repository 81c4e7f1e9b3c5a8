import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import {
  approved,
  damageLine,
  invoice,
  open,
  reading,
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
    source: "supplier-api.md §7",
    part: "body of a validation error",
    count: 6,
    rows: {
      "S7.BODY.type": "type: string (URL of the status definition)",
      "S7.BODY.title": "title: string",
      "S7.BODY.status": "status: integer",
      "S7.BODY.detail": "detail: string",
      "S7.BODY.traceId": "traceId: string",
      "S7.BODY.errors": "errors: array of {code, description, context}",
    },
  },
  {
    source: "supplier-api.md §7",
    part: "error codes",
    count: 11,
    rows: {
      "S7.REG-SVC000175": "invalid warranty enum value on a (sub)component",
      "S7.REG-SVC000176": "invalid leniency enum value",
      "S7.REG-SVC000177": "damage true where the contract forbids components with damage",
      "S7.REG-SVC000187": "creating a request for an inactive lessor, both kinds; existing requests continue",
      "S7.REG-SVC000190":
        "workshop date earlier than the lease contract start (create, PUT, PATCH, regular and damage)",
      "S7.REG-INV000104": "invoice number is 0",
      "S7.REG-INV000105": "invoice date before the workshop date of an unarchived request",
      "S7.REG-INV000106": "same rule for a rental vehicle request (checkout date)",
      "S7.REG-INV000107": "archived request: invoice date differs from that of the latest processed invoice",
      "S7.REG-INV000010": "identitySender.RegNumber must equal the supplier's number",
      "S7.REG-INV000018": "only the outstanding amount (excluding VAT) may be debited",
    },
    testsOf: { "S7.REG-INV000106": 6 },
  },
  {
    source: "supplier-api.md §7",
    part: "status codes",
    count: 8,
    rows: {
      "S7.400": "400 validation",
      "S7.401": "401 bad token",
      "S7.403": "403 default service level for cluster administrators",
      "S7.409": "409 when concurrent callers create invoices for one request",
      "S7.410": "410 for get, PUT, PATCH, DELETE and line operations on an archived request",
      "S7.429": "429 rate limit exceeded",
      "S7.201": "201 with Location for created invoices, invoice PDFs and new lines",
      "S7.204": "204 for setting the invoice status",
    },
  },
]);

const status = (sandbox: Sandbox) => sandbox.journal.entries.at(-1)?.status;
const draftOf = (licensePlate: string, workshopDate?: string): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
  ...(workshopDate === undefined ? {} : { appointment: { workshopDate } }),
});

/** The body of a validation error. */
async function body() {
  const { sandbox } = await open();
  const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/servicerequests`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await sandbox.supplier.token()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(repair({ vehicle: { licensePlate: "GH-789-J" }, components: [work(), work()] })),
  });
  return { answer, problem: (await answer.json()) as Record<string, unknown> };
}

describe("the body of a validation error", () => {
  it.each<[string, string, unknown]>([
    [
      "type: the URL of the status definition [S7.BODY.type]",
      "type",
      expect.stringMatching(/^https:\/\/\S+#section-15\.5\.1$/),
    ],
    ["title: a string [S7.BODY.title]", "title", "Bad Request"],
    ["status: an integer, that of the answer [S7.BODY.status]", "status", 400],
    ["detail: a string [S7.BODY.detail]", "detail", expect.stringMatching(/\w/)],
    ["traceId: a string [S7.BODY.traceId]", "traceId", expect.stringMatching(/^\w+$/)],
    [
      "errors: code, description and context of each, also of several [S7.BODY.errors]",
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
    const { answer, problem } = await body();
    expect(answer.status).toBe(400);
    expect(Object.keys(problem)).toEqual(["type", "title", "status", "detail", "traceId", "errors"]);
    expect(problem[field]).toEqual(value);
  });
});

describe("the codes of requests", () => {
  it("a warranty that is no value of the enum, on a line or a subcomponent [S7.REG-SVC000175]", async () => {
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

  it("a leniency that is no value of the enum, on a line or a subcomponent [S7.REG-SVC000176]", async () => {
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

  it("damage where the contract forbids it [S7.REG-SVC000177]", async () => {
    const { supplier } = await open();
    const { create, patch, overwrite, components } = supplier.serviceRequests;
    const vehicle = { licensePlate: "KL-012-M" };
    const line = work({ damage: true });
    const damaged = repair({ vehicle, components: [line] });
    const refused = [400, "REG-SVC000177 components[0].damage"];
    expect(await refusal(create(damaged))).toEqual(refused);
    const { id } = await create(repair({ vehicle, components: [] }));
    expect(await refusal(overwrite(id, damaged))).toEqual(refused);
    expect(await refusal(patch(id, { components: [line] }))).toEqual(refused);
    expect(await refusal(components.put(id, line.id, line))).toEqual([400, "REG-SVC000177 damage"]);
    await patch(id, { components: [{ ...line, damage: false }] });
    await create(repair({ components: [line] }));
  });

  it("a lessor that is inactive, for new requests of both kinds only [S7.REG-SVC000187]", async () => {
    const { sandbox, supplier } = await open();
    const { serviceRequests: regular, damageServiceRequests: damage } = supplier;
    const { id } = await regular.create(repair());
    const refused = [400, "REG-SVC000187 vehicle.licensePlate"];
    expect(await refusal(regular.create(draftOf("GH-789-J")))).toEqual(refused);
    expect(await refusal(damage.create(draftOf("GH-789-J")))).toEqual(refused);
    sandbox.lessor.deactivate(1001);
    expect(await refusal(damage.create(draftOf("AB-123-C")))).toEqual(refused);
    expect((await regular.patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
    await damage.create(draftOf("DE-456-F"));
  });

  it("a workshop date before the lease contract starts, however it is set [S7.REG-SVC000190]", async () => {
    const { supplier } = await open();
    const plate = "NP-345-R";
    const refused = [400, "REG-SVC000190 appointment.workshopDate"];
    for (const { create, patch, overwrite } of [supplier.serviceRequests, supplier.damageServiceRequests]) {
      expect(await refusal(create(draftOf(plate, "2026-05-31")))).toEqual(refused);
      const { id } = await create(draftOf(plate, "2026-06-01"));
      expect(await refusal(overwrite(id, draftOf(plate, "2026-05-31")))).toEqual(refused);
      expect(await refusal(patch(id, { appointment: { workshopDate: "2026-05-31" } }))).toEqual(refused);
      expect((await patch(id, { appointment: { workshopDate: "2026-06-02" } })).appointment).toEqual({
        workshopDate: "2026-06-02",
      });
    }
  });
});

describe("the codes of invoices", () => {
  /** An approved repair with its invoice methods. */
  async function begin(content?: ServiceRequestCreate) {
    const world = await open();
    const id = await approved(world, content);
    const create = (fields: Record<string, unknown> = {}) =>
      world.supplier.serviceRequests.invoices.create(id, untyped(invoice(fields)));
    return { ...world, id, create };
  }

  it("the number 0 [S7.REG-INV000104]", async () => {
    const { create } = await begin();
    expect(await refusal(create({ invoiceNumber: "0" }))).toEqual([400, "REG-INV000104 invoiceNumber"]);
    await create({ invoiceNumber: "00" });
  });

  it("a date before the workshop date, until the request is archived [S7.REG-INV000105]", async () => {
    const { sandbox, create } = await begin();
    expect(await refusal(create({ invoiceDate: "2026-06-14" }))).toEqual([400, "REG-INV000105 invoiceDate"]);
    await create({ invoiceDate: "2026-06-15" });
    sandbox.clock.advance({ days: 1 });
    const credit = { invoiceDate: "2026-06-14", total: -1 };
    expect(await refusal(create(credit))).toEqual([400, "REG-INV000107 invoiceDate"]);
  });

  it.each([
    ["just before midnight UTC in summer", "2026-06-15T23:59:59Z", "2026-06-15", "2026-06-16"],
    ["just before midnight UTC in winter", "2026-01-15T23:59:59Z", "2026-01-15", "2026-01-16"],
    ["with an offset that shows another day", "2026-06-16T01:30:00+04:00", "2026-06-14", "2026-06-15"],
    ["just before midnight in Amsterdam", "2026-06-15T21:59:59Z", "2026-06-14", "2026-06-15"],
    ["on the night when summer time begins", "2026-03-28T23:00:00Z", "2026-03-28", "2026-03-29"],
    ["just before the day when summer time ends", "2026-10-24T21:59:59Z", "2026-10-23", "2026-10-24"],
  ])(
    "a date before the checkout date of a rental: %s [S7.REG-INV000106]",
    async (_, checkoutDate, early, due) => {
      const appointment = { checkoutDate, workOrderNumber: "RV-1" };
      const { create } = await begin(rental({ appointment }));
      const refused = [400, "REG-INV000106 invoiceDate"];
      expect(await refusal(create({ total: 147.5, invoiceDate: early }))).toEqual(refused);
      await create({ total: 147.5, invoiceDate: due });
    },
  );

  it("archived: another date than that of the latest invoice [S7.REG-INV000107]", async () => {
    const { sandbox, create } = await begin();
    await create({ invoiceDate: "2026-06-16" });
    sandbox.clock.advance({ days: 1 });
    for (const invoiceDate of ["2026-06-15", "2026-06-17"])
      expect(await refusal(create({ total: -129.5, invoiceDate }))).toEqual([
        400,
        "REG-INV000107 invoiceDate",
      ]);
    await create({ total: -129.5, invoiceDate: "2026-06-16" });
  });

  it("a sender that is not the supplier [S7.REG-INV000010]", async () => {
    const { create } = await begin();
    const refused = [400, "REG-INV000010 identitySender.RegNumber"];
    expect(await refusal(create({ identitySender: { RegNumber: 4712 } }))).toEqual(refused);
    expect(await refusal(create({ identitySender: { name: "Garage De Brug" } }))).toEqual(refused);
    await create({ identitySender: { RegNumber: 4711 } });
  });

  it("anything but the outstanding amount, without VAT [S7.REG-INV000018]", async () => {
    const { create } = await begin();
    const refused = [400, "REG-INV000018 total"];
    for (const total of [129.49, 129.51, 156.7, 0]) expect(await refusal(create({ total }))).toEqual(refused);
    await create({ total: 129.5 });
    expect(await refusal(create({ total: 129.5 }))).toEqual(refused);
  });
});

describe("the status codes", () => {
  it("400: validation [S7.400]", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.serviceRequests.create(untyped({})))).toEqual([
      400,
      "SANDBOX-REQUIRED status",
      "SANDBOX-REQUIRED vehicle",
    ]);
  });

  it("401: a token that is missing, malformed or expired [S7.401]", async () => {
    const { sandbox } = await open();
    const ask = async (headers: Record<string, string>) =>
      (await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers })).status;
    const authorization = `Bearer ${await sandbox.supplier.token({ expiresInMs: 1000 })}`;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: "Bearer nonsense" })).toBe(401);
    expect(await ask({ authorization: authorization.replace("Bearer ", "") })).toBe(401);
    expect(await ask({ authorization })).toBe(200);
    sandbox.clock.advance({ ms: 1000 });
    expect(await ask({ authorization })).toBe(401);
  });

  it("403: the default service level, for administrators of a cluster [S7.403]", async () => {
    const { sandbox, supplier } = await open();
    const administrator = await supplierOf(sandbox, 4713);
    expect(await refusal(administrator.serviceLevels.default.get())).toEqual([403]);
    await administrator.serviceLevels.get();
    await supplier.serviceLevels.default.get();
  });

  it("409: the losing one of two who invoice a request at once [S7.409]", async () => {
    const world = await open();
    const id = await approved(world);
    const { create } = world.supplier.serviceRequests.invoices;
    const [winner, loser] = await Promise.allSettled([create(id, invoice()), create(id, invoice())]);
    expect([winner.status, loser]).toMatchObject(["fulfilled", { reason: { status: 409 } }]);
    // Later on it is no conflict any more, but an amount that is not outstanding.
    expect(await refusal(create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);
  });

  it("410: the request and its lines, once it is archived [S7.410]", async () => {
    const world = await open();
    const line = work();
    const id = await approved(world, repair({ components: [reading(), line] }));
    const { get, overwrite, patch, delete: remove, components, invoices } = world.supplier.serviceRequests;
    expect((await get(id)).status).toBe("Approved");
    await invoices.create(id, invoice());
    world.sandbox.clock.advance({ days: 1 });
    for (const call of [
      () => get(id),
      () => overwrite(id, repair()),
      () => patch(id, { status: "ApprovalRequested" }),
      () => remove(id),
      () => components.put(id, line.id, line),
      () => components.delete(id, line.id),
      () => components.cancel(id, line.id),
    ])
      expect(await refusal(call())).toEqual([410]);
  });

  it("429: beyond the rate limit [S7.429]", async () => {
    const { supplier } = await open({ rateLimit: { limit: 1 } });
    await supplier.lessors.list();
    expect(await refusal(supplier.lessors.list())).toEqual([429]);
  });

  it("201 with Location: invoices, their PDFs and new lines [S7.201]", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    const address = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    const { invoices, components, create } = supplier.serviceRequests;
    const made = await invoices.create(id, invoice());
    expect([status(sandbox), made.location]).toEqual([201, `${address}/${id}/invoices/${made.id}`]);
    const pdf = await invoices.pdf.upload(id, made.id, new Blob(["%PDF"], { type: "application/pdf" }));
    expect([status(sandbox), pdf.location]).toEqual([201, `${address}/${id}/invoices/${made.id}/pdf`]);
    const { id: draft } = await create(draftOf("KL-012-M"));
    const { id: lineId, ...line } = work();
    const written = await components.put(draft, lineId, line);
    expect([status(sandbox), written.location]).toEqual([201, `${address}/${draft}/components/${lineId}`]);
    const again = await components.put(draft, lineId, line);
    expect([status(sandbox), again.location]).toEqual([200, undefined]);
  });

  it("204: setting the invoice status, of both kinds [S7.204]", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    await supplier.serviceRequests.invoices.setStatus(await approved(world), {});
    expect(status(sandbox)).toBe(204);
    const damage = supplier.damageServiceRequests;
    const { id } = await damage.create({
      status: "ApprovalRequested",
      vehicle: { licensePlate: "AB-123-C" },
      components: [damageLine()],
    });
    sandbox.lessor.approve(id);
    await damage.invoices.setStatus(id, {});
    expect(status(sandbox)).toBe(204);
  });
});

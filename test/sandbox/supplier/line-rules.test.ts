import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ComponentInput, ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { untyped } from "../../support/untyped.js";
import { checkReferenceTags } from "../reference.js";
import { damageLine, open, reading, refusal, rental, rentalLine, repair, work } from "../support.js";

checkReferenceTags();

const replacement = (fields: Partial<ComponentInput> = {}): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "3198" },
  operation: { code: "01" },
  reason: { code: "10" },
  location: ["1", "L"],
  price: 30,
  subcomponents: [tire],
  ...fields,
});

const swap = (fields: Partial<ComponentInput> = {}): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "3199" },
  operation: { code: "03" },
  reason: { code: "30" },
  price: 48,
  subcomponents: [swapAt("1", "L"), swapAt("1", "R")],
  ...fields,
});

const sub = (code: string) => ({ reg: { code } });
const swapAt = (...location: string[]) => ({ ...sub("3151"), location });
const tire = { ...sub("3101"), part: { partType: "Tire", id: 501 } as const, price: 210 };
const fee = { ...sub("3156"), price: 3 };
const disposed = { ...sub("3153"), operation: { code: "07" }, reason: { code: "38" } };

/** Creates a draft with one line that must be rejected, and returns the rejection. */
async function rejectDraft(line: unknown, licensePlate = "AB-123-C") {
  const { supplier } = await open();
  const body = repair({ vehicle: { licensePlate }, components: untyped([line]) });
  return refusal(supplier.serviceRequests.create(body));
}

/** Submits a request with a reading and lines that must be rejected, and returns the rejection. */
async function rejectSubmission(...lines: ComponentInput[]) {
  const { supplier } = await open();
  const components = [reading(), ...lines];
  return refusal(supplier.serviceRequests.create(repair({ status: "ApprovalRequested", components })));
}

describe("a line is rejected", () => {
  it.each<[string, unknown, string]>([
    [
      "with a component that does not exist",
      work({ reg: { code: "0000" } }),
      "COMPONENT components[0].reg.code",
    ],
    [
      "with a component that the contract does not allow",
      work({ reg: { code: "3196" } }),
      "COMPONENT components[0].reg.code",
    ],
    ["with a subcomponent's code", work({ reg: { code: "3101" } }), "COMPONENT components[0].reg.code"],
    ["with a damage component", damageLine(), "COMPONENT components[0].reg.code"],
    [
      "with an operation that the component does not have",
      work({ operation: { code: "03" } }),
      "OPERATION components[0].operation",
    ],
    [
      "with a type of operation that the component does not have",
      work({ operation: { code: "01", type: { code: "1" } } }),
      "OPERATION components[0].operation",
    ],
    [
      "without the type that the operation has",
      work({ reg: { code: "1103" }, operation: { code: "09" }, reason: { code: "11" } }),
      "OPERATION components[0].operation",
    ],
    [
      "with a reason that the component does not have",
      work({ reason: { code: "38" } }),
      "REASON components[0].reason",
    ],
    [
      "with a reason of the component's other operation",
      work({ reg: { code: "2201" }, operation: { code: "05" }, reason: { code: "10" } }),
      "REASON components[0].reason",
    ],
    [
      "with a location if the component has none [S2.3.LOCATION]",
      work({ location: ["1", "L"] }),
      "LOCATION components[0].location",
    ],
    ["with a location of a reading", reading({ location: ["1"] }), "LOCATION components[0].location"],
    [
      "with a location that is not permitted",
      replacement({ location: ["3", "L"] }),
      "LOCATION components[0].location",
    ],
    ["with an incomplete location", replacement({ location: ["1"] }), "LOCATION components[0].location"],
    [
      "with a location in reverse order",
      replacement({ location: ["L", "1"] }),
      "LOCATION components[0].location",
    ],
    [
      "with a subcomponent that its component does not have [S2.3.ALLOWED]",
      work({ subcomponents: [sub("3101")] }),
      "SUBCOMPONENT components[0].subcomponents[0].reg.code",
    ],
    [
      "with a subcomponent that the contract does not allow",
      swap({ subcomponents: [swapAt("1", "L"), sub("3152")] }),
      "SUBCOMPONENT components[0].subcomponents[1].reg.code",
    ],
    [
      "with an operation that the subcomponent does not have",
      swap({ subcomponents: [{ ...disposed, operation: { code: "01" } }] }),
      "OPERATION components[0].subcomponents[0].operation",
    ],
    [
      "with an operation of a subcomponent that has none",
      replacement({ subcomponents: [{ ...tire, operation: { code: "01" } }] }),
      "OPERATION components[0].subcomponents[0].operation",
    ],
    [
      "with a reason that the subcomponent does not have",
      swap({ subcomponents: [{ ...disposed, reason: { code: "99" } }] }),
      "REASON components[0].subcomponents[0].reason",
    ],
    [
      "with a location of a subcomponent that has none",
      replacement({ subcomponents: [{ ...tire, location: ["1", "L"] }] }),
      "LOCATION components[0].subcomponents[0].location",
    ],
    [
      "with an empty location of a subcomponent that has none [S2.3.LOCATION]",
      replacement({ subcomponents: [{ ...tire, location: [] }] }),
      "LOCATION components[0].subcomponents[0].location",
    ],
    [
      "with a location that is not permitted of a subcomponent",
      swap({ subcomponents: [swapAt("1", "M")] }),
      "LOCATION components[0].subcomponents[0].location",
    ],
    [
      "with a subcomponent twice [S2.3.DUPLICATE]",
      replacement({ subcomponents: [tire, tire] }),
      "DUPLICATE components[0].subcomponents[1]",
    ],
    [
      "with two subcomponents that exclude each other [S2.3.MUST-NOT]",
      replacement({ subcomponents: [sub("3166"), tire, sub("3167")] }),
      "COMBINATION components[0].subcomponents[2]",
    ],
    [
      "with a part that is not a tire",
      replacement({ subcomponents: untyped([{ ...tire, part: { partType: "Base" } }]) }),
      "INVALID components[0].subcomponents[0].part.partType",
    ],
  ])("%s", async (_, line, entry) => {
    expect(await rejectDraft(line)).toEqual([400, `SANDBOX-${entry}`]);
  });

  it("with an entry for every rule that it breaks", async () => {
    const line = replacement({
      reason: { code: "20" },
      location: ["9"],
      subcomponents: [tire, { ...tire, location: ["1"] }, sub("1101")],
    });
    expect(await rejectDraft(line)).toEqual([
      400,
      "SANDBOX-REASON components[0].reason",
      "SANDBOX-LOCATION components[0].location",
      "SANDBOX-LOCATION components[0].subcomponents[1].location",
      "SANDBOX-SUBCOMPONENT components[0].subcomponents[2].reg.code",
      "SANDBOX-DUPLICATE components[0].subcomponents[1]",
    ]);
  });
});

describe("a line is accepted", () => {
  it.each<[string, ComponentInput, string?]>([
    ["with the supplier's own code only", work({ reg: undefined, supplierCode: "X1" } as never)],
    [
      "with a type that the operation has",
      work({
        reg: { code: "1103" },
        operation: { code: "09", type: { code: "1" } },
        reason: { code: "11" },
      }),
    ],
    ["with its second operation", work({ reg: { code: "2201" }, operation: { code: "05" } })],
    ["with an empty location", work({ location: [] })],
    ["with a null location of a subcomponent", replacement({ subcomponents: [{ ...tire, location: null }] })],
    ["with a subcomponent that has only a price", work({ subcomponents: [{ price: 2.5 }, { price: 2.5 }] })],
    [
      "with a subcomponent that may repeat [S2.3.DUPLICATE]",
      swap({ subcomponents: [swapAt("1", "L"), swapAt("2", "R")] }),
    ],
    ["with a disposed tire that is dried out", replacement({ subcomponents: [tire, disposed, fee] })],
    ["with a tire from storage", swap({ subcomponents: [sub("3152")] }), "VB-101-X"],
    ["with the third axle of a truck", replacement({ location: ["3", "R"] }), "BT-202-Z"],
    [
      "with a purchase that the contract allows",
      work({
        reg: { code: "3196" },
        operation: { code: "06" },
        reason: { code: "10" },
        subcomponents: [tire, tire],
      }),
      "VB-101-X",
    ],
  ])("%s", async (_, line, licensePlate = "AB-123-C") => {
    const { supplier } = await open();
    const body = repair({ vehicle: { licensePlate }, components: [line] });
    const { id } = await supplier.serviceRequests.create(body);
    expect((await supplier.serviceRequests.get(id)).components).toHaveLength(1);
  });

  it("and returned without empty locations [S2.1.ABSENT]", async () => {
    const { supplier } = await open();
    const components = [work({ location: [], subcomponents: [{ price: 1, location: null }] }), replacement()];
    const { id } = await supplier.serviceRequests.create(repair({ components }));
    const request = await supplier.serviceRequests.get(id);
    expect(request).not.toHaveProperty("sublessorCode");
    const [none, some] = request.components;
    expect(none).not.toHaveProperty("location");
    expect(none?.subcomponents).toEqual([{ price: 1 }]);
    expect(some?.location).toEqual(["1", "L"]);
  });

  it("twice with one component that may repeat [S2.3.DUPLICATE]", async () => {
    const { supplier } = await open();
    const materials = () => work({ reg: { code: "2901" }, operation: { code: "08" } });
    await supplier.serviceRequests.create(repair({ components: [materials(), materials()] }));
  });

  it("for a damage with a damage component only", async () => {
    const { supplier } = await open();
    const create = (components: ComponentInput[]) =>
      supplier.damageServiceRequests.create(repair({ components }));
    await create([damageLine()]);
    expect(await refusal(create([damageLine(), work(), reading()]))).toEqual([
      400,
      "SANDBOX-COMPONENT components[1].reg.code",
      "SANDBOX-COMPONENT components[2].reg.code",
    ]);
  });
});

describe("the rules for lines apply", () => {
  const wrong = { reason: { code: "38" } };

  it("when a line is overwritten, patched or put", async () => {
    const { supplier } = await open();
    const { overwrite, patch, components } = supplier.serviceRequests;
    const { id } = await supplier.serviceRequests.create(repair());
    const entry = [400, "SANDBOX-REASON components[0].reason"];
    expect(await refusal(overwrite(id, repair({ components: [work(wrong)] })))).toEqual(entry);
    const line = work(wrong);
    expect(await refusal(patch(id, { components: [line] }))).toEqual([
      400,
      "SANDBOX-REASON components[2].reason",
      "SANDBOX-DUPLICATE components[2]",
    ]);
    expect(await refusal(components.put(id, line.id, line))).toEqual([
      400,
      "SANDBOX-REASON reason",
      "SANDBOX-DUPLICATE components[2]",
    ]);
    expect((await supplier.serviceRequests.get(id)).components).toHaveLength(2);
  });

  it("when the vehicle is changed to one that allows other components", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const call = supplier.serviceRequests.patch(id, { vehicle: { licensePlate: "ZH-606-L" } });
    expect(await refusal(call)).toEqual([400, "SANDBOX-COMPONENT components[1].reg.code"]);
  });
});

it("a submission is rejected while a line duplicates one whose cancellation was denied [S2.3.DUPLICATE]", async () => {
  const { sandbox, supplier } = await open();
  const { patch, create, components } = supplier.serviceRequests;
  const [first, second] = [work(), work()];
  const submit = { status: "ApprovalRequested" } as const;
  const { id } = await create(repair({ ...submit, components: [reading(), first] }));
  sandbox.lessor.deny(id, { lines: [first.id] });
  await components.cancel(id, first.id);
  await components.put(id, second.id, second);
  await patch(id, submit);
  sandbox.lessor.deny(id, { lines: [first.id, second.id] });
  expect(await refusal(patch(id, submit))).toEqual([400, "SANDBOX-DUPLICATE components[2]"]);
  await components.cancel(id, first.id);
  expect((await patch(id, submit)).status).toBe("ApprovalRequested");
});

describe("a contract that the lessor changes", () => {
  const noWork = { supplierContract: { repairAndMaintenance: { allowed: false } } };

  it("is checked again on submission", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.lessor.changeContract("AB-123-C", noWork);
    const call = supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(await refusal(call)).toEqual([400, "SANDBOX-COMPONENT components[1].reg.code"]);
  });

  it("is checked again for the workshop date on submission", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.lessor.changeContract("AB-123-C", { leaseContract: { startDate: "2026-06-16" } });
    const call = supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(await refusal(call)).toEqual([400, "REG-SVC000190 appointment.workshopDate"]);
  });

  it("does not affect lines that are approved or cancelled", async () => {
    const { sandbox, supplier } = await open();
    const { patch, create, components } = supplier.serviceRequests;
    const pads = work({ reg: { code: "2201" } });
    const lines = [reading(), work({ damage: true }), pads];
    const { id } = await create(repair({ status: "ApprovalRequested", components: lines }));
    sandbox.lessor.deny(id, { lines: [pads.id] });
    sandbox.lessor.changeContract("AB-123-C", { ...noWork, componentsWithDamageAllowed: false });
    const change = () => patch(id, { appointment: { workOrderNumber: "WO-2" } });
    expect(await refusal(change())).toEqual([400, "SANDBOX-COMPONENT components[2].reg.code"]);
    await components.cancel(id, pads.id);
    await change();
    expect((await patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
  });
});

describe("the approval of a line", () => {
  it.each<[string, ComponentInput, ...string[]]>([
    ["a price", work({ price: undefined } as never), "REQUIRED components[1].price"],
    [
      "a location, a tire and a price",
      replacement({ location: [], price: undefined, subcomponents: [] } as never),
      "REQUIRED components[1].price",
      "REQUIRED components[1].location",
      "REQUIRED components[1].subcomponents",
    ],
    [
      "the price and the part of a subcomponent",
      replacement({ subcomponents: [sub("3101")] }),
      "REQUIRED components[1].subcomponents[0].price",
      "REQUIRED components[1].subcomponents[0].part",
    ],
    [
      "a position for a swap [S2.3.MUST]",
      swap({ subcomponents: [] }),
      "REQUIRED components[1].subcomponents",
    ],
    [
      "a disposed part besides a disposal fee [S2.3.COMBINATION]",
      replacement({ subcomponents: [tire, fee] }),
      "COMBINATION components[1].subcomponents",
    ],
  ])("requires %s", async (_, line, ...entries) => {
    const sorted = entries.map((entry) => `SANDBOX-${entry}`).sort();
    const [status, ...found] = await rejectSubmission(line);
    expect([status, ...found.sort()]).toEqual([400, ...sorted]);
  });

  it("requires nothing else", async () => {
    const { supplier } = await open();
    const components = [
      reading(),
      work({ reg: undefined, supplierCode: "X1", price: undefined } as never),
      replacement({ subcomponents: [tire, disposed, fee] }),
      swap(),
    ];
    const body: ServiceRequestCreate = repair({ status: "ApprovalRequested", components });
    const { id } = await supplier.serviceRequests.create(body);
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
  });

  it("does not count a reading without a value as a reading", async () => {
    const { supplier } = await open();
    const components = [reading({ value: undefined } as never), work()];
    const call = supplier.serviceRequests.create(repair({ status: "ApprovalRequested", components }));
    expect(await refusal(call)).toEqual([400, "SANDBOX-APPROVAL components"]);
  });

  it("requires a price of a rental vehicle and of a damage", async () => {
    const { supplier } = await open();
    const without = { price: undefined } as never;
    const status = "ApprovalRequested";
    expect(
      await refusal(supplier.serviceRequests.create(rental({ status, components: [rentalLine(without)] }))),
    ).toEqual([400, "SANDBOX-REQUIRED components[0].price"]);
    expect(
      await refusal(
        supplier.damageServiceRequests.create(repair({ status, components: [damageLine(without)] })),
      ),
    ).toEqual([400, "SANDBOX-REQUIRED components[0].price"]);
  });

  it("requires nothing of cancelled lines", async () => {
    const { sandbox, supplier } = await open();
    const { serviceRequests } = supplier;
    const line = work();
    const { id } = await serviceRequests.create(
      repair({ status: "ApprovalRequested", components: [reading(), line] }),
    );
    sandbox.lessor.deny(id);
    await serviceRequests.components.put(id, line.id, work({ id: line.id, price: undefined } as never));
    const submit = () => serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(await refusal(submit())).toEqual([400, "SANDBOX-REQUIRED components[1].price"]);
    await serviceRequests.components.cancel(id, line.id);
    expect((await submit()).status).toBe("ApprovalRequested");
  });
});

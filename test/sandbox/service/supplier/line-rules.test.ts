import { randomUUID } from "node:crypto";
import type { ComponentInput, ServiceRequestCreate } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { open, reading, refusal, repair, work } from "../../support.js";

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
async function rejectDraft(line: ComponentInput) {
  const { supplier } = await open();
  return refusal(supplier.serviceRequests.create(repair({ components: [line] })));
}

describe("a line is rejected", () => {
  it.each<[string, ComponentInput, string]>([
    [
      "with a subcomponent twice",
      replacement({ subcomponents: [tire, tire] }),
      "DUPLICATE components[0].subcomponents[1]",
    ],
    [
      "with two subcomponents that exclude each other",
      replacement({ subcomponents: [sub("3166"), tire, sub("3167")] }),
      "COMBINATION components[0].subcomponents[2]",
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
  it.each<[string, ComponentInput, string]>([
    ["with a tire from storage", swap({ subcomponents: [sub("3152")] }), "VB-101-X"],
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
  ])("%s", async (_, line, licensePlate) => {
    const { supplier } = await open();
    const body = repair({ vehicle: { licensePlate }, components: [line] });
    const { id } = await supplier.serviceRequests.create(body);
    expect((await supplier.serviceRequests.get(id)).components).toHaveLength(1);
  });

  it("and returned without empty locations", async () => {
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

describe("the approval of a line", () => {
  it("requires a disposed part besides a disposal fee", async () => {
    const { supplier } = await open();
    const components = [reading(), replacement({ subcomponents: [tire, fee] })];
    const call = supplier.serviceRequests.create(repair({ status: "ApprovalRequested", components }));
    expect(await refusal(call)).toEqual([400, "SANDBOX-COMBINATION components[1].subcomponents"]);
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
});

import { describe, expect, it } from "vitest";
import type { Component } from "../../../src/generated/supplier/models.js";
import { lineFrom } from "../../../src/supplier/lines/line.js";
import { openWorld } from "../journeys/journey-world.js";
import { frozen, mistake } from "./support.js";

const read: Component = frozen({
  id: "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11",
  reg: { code: "3198", description: "Tire replacement" },
  supplierCode: "S1",
  operation: { code: "03", type: { code: "1" } },
  reason: { code: "38", description: "Dried out" },
  location: ["1", "L"],
  value: "1",
  price: 20,
  damage: false,
  warranty: "Full",
  leniency: "Half",
  status: { code: "Denied", description: "Too dear" },
  subcomponents: [
    {
      id: "s",
      reg: { code: "3101" },
      price: 228,
      part: { partType: "Tire", id: 7, make: "Bandro" },
      status: { code: "Denied" },
    },
  ],
});
const { status: _, subcomponents: parts = [], ...content } = read;
const subcomponents = parts.map(({ status: _, ...part }) => part);

describe("what can be sent of a line that was read", () => {
  it("is all but its status and those of its subcomponents", () => {
    expect(lineFrom(read)).toEqual({ ...content, subcomponents });
  });

  it("leaves out what the service shows besides, and what it does not know", () => {
    const seen = { ...read, supplierCode: null, remark: "x", part: { partType: "Tire", id: 7, stock: 3 } };
    const { supplierCode: _, ...rest } = content;
    expect(lineFrom(seen as never)).toEqual({ ...rest, part: { partType: "Tire", id: 7 }, subcomponents });
  });

  it("has the changes instead, and not what they say is undefined", () => {
    const reason = { code: "10" };
    const line = lineFrom(read, { price: 15, reason, location: undefined, subcomponents: undefined });
    const { location: _, ...rest } = content;
    expect(line).toEqual({ ...rest, price: 15, reason });
    const others = parts.map((part) => ({ ...part, price: 199 }));
    expect(lineFrom(read, { subcomponents: others }).subcomponents).toEqual(
      subcomponents.map((part) => ({ ...part, price: 199 })),
    );
    expect(lineFrom(read, { id: "another" }).id).toBe("another");
    expect(lineFrom(read, { id: undefined }).id).toBe(read.id);
  });

  it("shares nothing with the line", () => {
    const line = lineFrom(read);
    line.location?.push("M");
    line.operation.code = "99";
    for (const part of line.subcomponents ?? []) part.price = 1;
    expect(lineFrom(read)).toEqual({ ...content, subcomponents });
  });

  it.each(["operation", "reason"] as const)("must have its %s from the line or the changes", (field) => {
    const { [field]: value, ...without } = read;
    expect(mistake(() => lineFrom(without)).field).toBe(field);
    expect(mistake(() => lineFrom(read, { [field]: undefined })).field).toBe(field);
    expect(lineFrom(without, { [field]: value })).toEqual({ ...content, subcomponents });
  });
});

it("a denied line is changed, put back and asked for again", async () => {
  const { sandbox, requests, draft } = await openWorld();
  const id = await draft({ status: "ApprovalRequested" });
  sandbox.lessor.deny(id);
  const { components } = await requests.get(id);
  const denied = components.find(({ status, price }) => status.code === "Denied" && price !== undefined);
  if (denied === undefined) throw new Error("no line with a price is denied");
  await requests.components.put(id, denied.id, lineFrom(denied, { price: 15 }));
  const { status, components: now } = await requests.resubmit(id);
  expect(status).toBe("ApprovalRequested");
  expect(now.find((line) => line.id === denied.id)).toEqual({
    ...denied,
    price: 15,
    status: { code: "ApprovalRequested" },
  });
  sandbox.lessor.approve(id);
  expect((await requests.get(id)).status).toBe("Approved");
});

import { describe, expect, it } from "vitest";
import { initialServiceLevels } from "../../../../src/sandbox/data/service-levels.js";
import { untyped } from "../../../support/untyped.js";
import { open, refusal, supplierOf } from "../../support.js";
import { agree, future, oil, oilNow } from "./support.js";

const unknownAgreement = "7f8a0000-0000-4000-8000-000000000000";

/** Everything that can be cleared, current and future. */
const filled = {
  repairAndMaintenance: { rates: { current: oil(100), ...future(oil(110)) } },
  tires: {
    rates: { current: [{ regCode: "3199", price: 50 }], ...future([{ regCode: "3199", price: 55 }]) },
    preferredMakes: { current: ["20"], ...future(["30"]) },
    discounts: {
      current: [{ makeCode: "20", percentage: 10 }],
      ...future([{ makeCode: "30", percentage: 12.5 }]),
    },
  },
  rentalVehicle: {
    rates: {
      current: [{ rentalClass: "A", price: 40 }],
      ...future([{ rentalClass: "C", price: 70, forEstate: true }]),
    },
  },
};

describe("the default service level", () => {
  it("changes only in the values of a patch", async () => {
    const { supplier } = await open();
    const { default: before } = initialServiceLevels;
    const after = { ...before, tires: { ...Object(before["tires"]), preferredMakes: { current: ["20", "30"] } } };
    const patch = { tires: { preferredMakes: { current: ["20", "30"] } } };
    expect(await supplier.serviceLevels.default.patch(untyped(patch))).toEqual(after);
    expect(await supplier.serviceLevels.default.get()).toEqual(after);
    const ahead = { repairAndMaintenance: { rates: future(oil(140)) } };
    expect(await supplier.serviceLevels.default.patch(untyped(ahead))).toEqual({
      ...after,
      repairAndMaintenance: { rates: { current: oil(129.5), ...future(oil(140)) } },
    });
    const now = await supplier.serviceLevels.default.patch(untyped(oilNow(150)));
    expect(now).toHaveProperty("repairAndMaintenance", { rates: { current: oil(150), ...future(oil(140)) } });
  });

  it("gets 403 for an administrator of a cluster, who can change it nevertheless", async () => {
    const { sandbox, supplier } = await open();
    const { serviceLevels } = await supplierOf(sandbox, { supplierNumber: 4713 });
    expect(await refusal(serviceLevels.default.get())).toEqual([403]);
    expect(await serviceLevels.default.patch(untyped(oilNow(1)))).toMatchObject(oilNow(1));
    expect(await refusal(serviceLevels.default.get())).toEqual([403]);
    await serviceLevels.default.tires.clear();
    await supplier.serviceLevels.default.get();
  });

  it("belongs to one supplier", async () => {
    const { sandbox, supplier } = await open();
    const other = await supplierOf(sandbox, { supplierNumber: 4712 });
    await supplier.serviceLevels.default.patch(untyped(oilNow(1)));
    expect(await other.serviceLevels.default.get()).toEqual(initialServiceLevels.default);
    sandbox.reset();
    expect(await supplier.serviceLevels.default.get()).toEqual(initialServiceLevels.default);
  });
});

describe("a future value of a service level", () => {
  it("becomes current when its day begins in Amsterdam", async () => {
    const { sandbox, supplier } = await open();
    const { serviceLevels } = supplier;
    const rates = { current: oil(100), ...future(oil(110), "2026-06-16") };
    await serviceLevels.default.patch(untyped({ repairAndMaintenance: { rates } }));
    const id = await agree(supplier, { lessors: [1001], repairAndMaintenance: { rates } });
    const all = async () => [
      await serviceLevels.default.get(),
      await serviceLevels.agreements.get(id),
      (await serviceLevels.get())["default"],
    ];
    sandbox.clock.set("2026-06-15T21:59:59Z");
    for (const each of await all()) expect(each).toMatchObject({ repairAndMaintenance: { rates } });
    sandbox.clock.set("2026-06-15T22:00:00Z");
    for (const each of await all()) {
      expect(each).toHaveProperty("repairAndMaintenance", { rates: { current: oil(110) } });
    }
  });

  it("that has become current stays after a change and after the clearing of future rates", async () => {
    const { sandbox, supplier } = await open();
    const { repairAndMaintenance, get, patch } = supplier.serviceLevels.default;
    const ahead = (price: number, day: string) => ({
      repairAndMaintenance: { rates: future(oil(price), day) },
    });
    await patch(untyped(ahead(110, "2026-06-16")));
    sandbox.clock.advance({ days: 1 });
    await patch(untyped(ahead(120, "2026-06-20")));
    const rates = { current: oil(110), ...future(oil(120), "2026-06-20") };
    expect(await get()).toHaveProperty("repairAndMaintenance", { rates });
    sandbox.clock.advance({ days: 4 });
    await repairAndMaintenance.clearFutureRates();
    expect(await get()).toHaveProperty("repairAndMaintenance", { rates: { current: oil(120) } });
  });

  it("that is valid already is current at once", async () => {
    const { supplier } = await open();
    const { agreements, default: byDefault } = supplier.serviceLevels;
    const today = { repairAndMaintenance: { rates: future(oil(1), "2026-06-15") } };
    expect(await byDefault.patch(untyped(today))).toMatchObject(oilNow(1));
    const id = await agree(supplier, { lessors: [1001], ...today });
    expect(await agreements.get(id)).toEqual({ id, lessors: [1001], ...oilNow(1) });
    expect(await agreements.patch(id, untyped(today))).toEqual({ id, lessors: [1001], ...oilNow(1) });
  });

  it.each([
    [{ validFrom: "2026-06-20", rates: oil(1) }],
    [{ validFrom: "2026-06-20", values: null }],
    [{ validFrom: "", values: oil(1) }],
    [{ validFrom: "1 June", values: oil(1) }],
  ])("that the sandbox does not know as one stays as it was sent: %j", async (unknown) => {
    const { sandbox, supplier } = await open();
    const { get, patch } = supplier.serviceLevels.default;
    const { rates } = Object(initialServiceLevels.default["repairAndMaintenance"]);
    await patch(untyped({ repairAndMaintenance: { rates: { future: unknown } } }));
    sandbox.clock.advance({ days: 10 });
    expect(await get()).toHaveProperty("repairAndMaintenance.rates", { ...rates, future: unknown });
  });
});

describe("agreements", () => {
  it("are created, listed, read, changed and deleted", async () => {
    const { sandbox, supplier } = await open();
    const { agreements } = supplier.serviceLevels;
    expect(await agreements.list()).toEqual({ agreements: [] });
    const body = { lessors: [1001, 1002], dealerships: ["VW"], ...oilNow(99) };
    const created = await agreements.create(untyped(body));
    const id = created.id ?? "";
    expect(created.location).toBe(`${sandbox.supplier.baseUrl}/v2/servicelevel/agreements/${id}`);
    expect(await agreements.get(id)).toEqual({ id, ...body });
    expect(await agreements.list()).toEqual({ agreements: [{ id, ...body }] });
    const patch = { lessors: [1001], dealerships: [], ...oilNow(98) };
    expect(await agreements.patch(id, untyped(patch))).toEqual({ id, ...patch });
    expect(await agreements.list()).toEqual({ agreements: [{ id, ...patch }] });
    const { rentalVehicle } = filled;
    expect(await agreements.patch(id, untyped({ rentalVehicle }))).toEqual({ id, ...patch, rentalVehicle });
    await agreements.delete(id);
    expect(await agreements.list()).toEqual({ agreements: [] });
    expect(await refusal(agreements.get(id))).toEqual([404]);
    expect(await refusal(agreements.patch(id, untyped({})))).toEqual([404]);
    expect(await refusal(agreements.delete(id))).toEqual([404]);
  });

  it("have unique sets of lessors and dealerships", async () => {
    const { sandbox, supplier } = await open();
    const { agreements } = supplier.serviceLevels;
    const set = { lessors: [1001, 1002], dealerships: ["VW", "RE"] };
    const sameSet = { lessors: [1002, 1001, 1002], dealerships: ["RE", "VW"] };
    const id = await agree(supplier, set);
    const rejection = [400, "SANDBOX-DUPLICATE lessors"];
    expect(await refusal(agreements.create(untyped(sameSet)))).toEqual(rejection);
    for (const other of [{ lessors: [1001, 1002] }, { ...set, lessors: [1001] }, { ...set, dealerships: ["VW"] }]) {
      const otherId = await agree(supplier, other);
      expect(await refusal(agreements.patch(otherId, untyped(sameSet)))).toEqual(rejection);
    }
    expect(await agreements.patch(id, untyped(sameSet))).toEqual({ id, ...sameSet });
    await agree(await supplierOf(sandbox, { supplierNumber: 4712 }), set);
    await agreements.delete(id);
    await agree(supplier, set);
  });

  it("need at least one lessor", async () => {
    const { supplier } = await open();
    const { agreements } = supplier.serviceLevels;
    const rejection = [400, "SANDBOX-INVALID lessors"];
    for (const body of [{}, { lessors: [] }, { lessors: "all" }])
      expect(await refusal(agreements.create(untyped(body)))).toEqual(rejection);
    const id = await agree(supplier, { lessors: [1001] });
    expect(await refusal(agreements.patch(id, untyped({ lessors: [] })))).toEqual(rejection);
    expect(await agreements.list()).toEqual({ agreements: [{ id, lessors: [1001] }] });
  });

  it("keep all other fields as they were sent, but the id", async () => {
    const { supplier } = await open();
    const { agreements } = supplier.serviceLevels;
    const body = {
      lessors: [7, 1001],
      dealerships: ["ZZ"],
      note: { text: "valid until further notice", tags: ["a"] },
      tires: { rates: { current: [{ regCode: "9999", price: -1, unit: "piece" }] }, discounts: null },
      damage: [{ hourly: "95.00" }],
    };
    const id = await agree(supplier, { id: "mine", ...body });
    expect(id).not.toBe("mine");
    expect(await agreements.get(id)).toEqual({ id, ...body });
    const changes = { id: "mine", note: { tags: [] }, damage: {} };
    const after = { ...body, note: { ...body.note, tags: [] }, damage: {} };
    expect(await agreements.patch(id, untyped(changes))).toEqual({ id, ...after });
    expect(await agreements.list()).toEqual({ agreements: [{ id, ...after }] });
  });

  it("of other suppliers get 404", async () => {
    const { sandbox, supplier } = await open();
    const { agreements } = (await supplierOf(sandbox, { supplierNumber: 4712 })).serviceLevels;
    const id = await agree(supplier, { lessors: [1001], ...filled });
    expect(await agreements.list()).toEqual({ agreements: [] });
    for (const call of [
      agreements.get(id),
      agreements.patch(id, untyped({ lessors: [1002] })),
      agreements.delete(id),
      agreements.tires.clear(id),
    ]) {
      expect(await refusal(call)).toEqual([404]);
    }
    expect(await supplier.serviceLevels.agreements.get(id)).toEqual({ id, lessors: [1001], ...filled });
  });
});

describe("a clearing operation", () => {
  const { tires } = filled;
  const withoutFuture = <T>({ current }: { current: T }) => ({ current });
  const cases = [
    ["repairAndMaintenance", "clear", { repairAndMaintenance: undefined }],
    [
      "repairAndMaintenance",
      "clearFutureRates",
      { repairAndMaintenance: { rates: withoutFuture(filled.repairAndMaintenance.rates) } },
    ],
    ["tires", "clear", { tires: undefined }],
    ["tires", "clearFutureRates", { tires: { ...tires, rates: withoutFuture(tires.rates) } }],
    [
      "tires",
      "clearFuturePreferredMakes",
      { tires: { ...tires, preferredMakes: withoutFuture(tires.preferredMakes) } },
    ],
    ["tires", "clearFutureDiscounts", { tires: { ...tires, discounts: withoutFuture(tires.discounts) } }],
    ["rentalVehicle", "clear", { rentalVehicle: undefined }],
    ["rentalVehicle", "clearFutureRates", { rentalVehicle: { rates: withoutFuture(filled.rentalVehicle.rates) } }],
  ] as const;

  /** Calls a clearing method by its name. */
  function call(group: object, name: string, method: string, ...args: string[]): Promise<unknown> {
    return Reflect.apply(Reflect.get(Reflect.get(group, name), method), undefined, args);
  }

  it.each(cases)(
    "removes the values of %s.%s from the default and from an agreement",
    async (name, method, changes) => {
      const { supplier } = await open();
      const { agreements, default: byDefault } = supplier.serviceLevels;
      await byDefault.patch(untyped(filled));
      const id = await agree(supplier, { lessors: [1001], ...filled });
      const other = await agree(supplier, { lessors: [1002], ...filled });

      expect(await call(byDefault, name, method)).toBeUndefined();
      expect(await byDefault.get()).toEqual({ ...filled, ...changes });
      expect(await agreements.get(id)).toEqual({ id, lessors: [1001], ...filled });

      expect(await call(agreements, name, method, id)).toBeUndefined();
      expect(await agreements.get(id)).toEqual({ id, lessors: [1001], ...filled, ...changes });
      expect(await agreements.get(other)).toEqual({ id: other, lessors: [1002], ...filled });

      await call(byDefault, name, method);
      await call(agreements, name, method, id);
      expect(await byDefault.get()).toEqual({ ...filled, ...changes });
      expect(await refusal(call(agreements, name, method, unknownAgreement))).toEqual([404]);
    },
  );

  it("for future values removes a category that had no other values", async () => {
    const { supplier } = await open();
    const { agreements } = supplier.serviceLevels;
    const id = await agree(supplier, { lessors: [1001], tires: { preferredMakes: future(["30"]) } });
    await agreements.tires.clearFuturePreferredMakes(id);
    expect(await agreements.get(id)).toEqual({ id, lessors: [1001] });
  });
});

describe("the overview of service levels", () => {
  it("combines default, agreements and cluster", async () => {
    const { supplier } = await open();
    const { serviceLevels } = supplier;
    const id = await agree(supplier, { lessors: [1002], ...oilNow(77) });
    expect(await serviceLevels.get()).toEqual({
      default: await serviceLevels.default.get(),
      agreements: [{ id, lessors: [1002], ...oilNow(77) }],
      cluster: await serviceLevels.cluster.get(),
    });
  });

  it("has the cluster of its members and of its administrator, who has no default", async () => {
    const { sandbox, supplier } = await open();
    const administrator = await supplierOf(sandbox, { supplierNumber: 4713 });
    const cluster = {
      administrators: [{ number: 4713, name: "Keten Noord" }],
      members: [
        { number: 4711, name: "Garage De Brug" },
        { number: 4712, name: "Banden Service Oost" },
      ],
    };
    expect(await supplier.serviceLevels.cluster.get()).toEqual(cluster);
    expect(await administrator.serviceLevels.cluster.get()).toEqual(cluster);
    expect(await administrator.serviceLevels.get()).toEqual({ agreements: [], cluster });
  });
});

describe("the lookup of possible rates", () => {
  it("returns the components for repair and maintenance", async () => {
    const { supplier } = await open();
    const { components } = (await supplier.serviceLevels.repairAndMaintenance.components()) as {
      components: { regCode: string }[];
    };
    expect(components).toEqual(expect.arrayContaining([{ regCode: "1101", description: "Oil service" }]));
    expect(components.map(({ regCode }) => regCode)).not.toContain("3199");
  });

  it("returns the rental classes for rental vehicles", async () => {
    const { supplier } = await open();
    expect(await supplier.serviceLevels.rentalVehicle.allowedRates()).toMatchObject({
      allowedRates: expect.arrayContaining([
        { rentalClass: "A", description: "Small car", forEstate: false },
        { rentalClass: "C", description: "Family car", forEstate: false },
        { rentalClass: "C", description: "Family car", forEstate: true },
      ]),
    });
  });
});

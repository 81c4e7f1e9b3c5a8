import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { open, refusal, supplierOf, untyped } from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §4.4",
    part: "service levels",
    count: 15,
    rows: {
      "S4.4.1": "GET /v2/servicelevel: default, agreements and cluster",
      "S4.4.2": "GET /v2/servicelevel/default: 403 for cluster administrators",
      "S4.4.3": "PATCH /v2/servicelevel/default: modify the default",
      "S4.4.4": "GET /v2/servicelevel/agreements: all applicable agreements",
      "S4.4.5": "GET /v2/servicelevel/agreements/{id}: one agreement",
      "S4.4.6": "POST /v2/servicelevel/agreements: create an agreement",
      "S4.4.7": "PATCH, DELETE /v2/servicelevel/agreements/{id}: modify or delete",
      "S4.4.8": "GET /v2/servicelevel/cluster: the cluster the user belongs to or administers",
      "S4.4.9": "GET /v2/servicelevel/repairandmaintenance/components: components for rates",
      "S4.4.10": "GET /v2/servicelevel/tires/allowedrates: allowed tire rates",
      "S4.4.11": "GET /v2/servicelevel/rentalvehicle/allowedrates: allowed rental vehicle rates",
      "S4.4.12": "DELETE /v2/servicelevel/default/{category}: clear a category",
      "S4.4.13": "DELETE /v2/servicelevel/default/{category}/rates/future: clear future rates",
      "S4.4.14": "DELETE /v2/servicelevel/default/tires/preferredmakes/future and /discounts/future",
      "S4.4.15": "DELETE the same set of paths under /v2/servicelevel/agreements/{id}",
    },
  },
]);

const some = (fields: Record<string, unknown>) => expect.arrayContaining([expect.objectContaining(fields)]);

describe("4.4 service levels", () => {
  const ahead = <T>(current: T, values: T) => ({ current, future: { validFrom: "2026-07-01", values } });
  const oil = (price: number) => [{ regCode: "1101", price }];
  const filled = {
    repairAndMaintenance: { rates: ahead(oil(100), oil(110)) },
    tires: {
      rates: ahead([{ regCode: "3199", price: 50 }], [{ regCode: "3199", price: 55 }]),
      preferredMakes: ahead(["20"], ["30"]),
      discounts: ahead([{ makeCode: "20", percentage: 10 }], [{ makeCode: "30", percentage: 12.5 }]),
    },
    rentalVehicle: { rates: ahead([{ rentalClass: "A", price: 40 }], [{ rentalClass: "A", price: 42 }]) },
  };
  type Levels = Record<string, Record<string, Record<string, unknown> | undefined> | undefined>;

  async function levels() {
    const { sandbox, supplier } = await open();
    const { serviceLevels } = supplier;
    await serviceLevels.default.patch(untyped(filled));
    const { id = "" } = await serviceLevels.agreements.create(untyped({ lessors: [1001], ...filled }));
    const byDefault = async () => (await serviceLevels.default.get()) as Levels;
    const agreement = async () => (await serviceLevels.agreements.get(id)) as Levels;
    return { sandbox, ...serviceLevels, all: serviceLevels, id, byDefault, agreement };
  }

  it("GET default, agreements and cluster together [S4.4.1]", async () => {
    const { all, byDefault, agreement, cluster } = await levels();
    expect(await all.get()).toEqual({
      default: await byDefault(),
      agreements: [await agreement()],
      cluster: await cluster.get(),
    });
  });

  it("GET the default; 403 for administrators of a cluster [S4.4.2]", async () => {
    const { sandbox, byDefault } = await levels();
    expect(await byDefault()).toEqual(filled);
    const administrator = await supplierOf(sandbox, 4713);
    expect(await refusal(administrator.serviceLevels.default.get())).toEqual([403]);
  });

  it("PATCH the default: what is left out stays, and the future is later than today [S4.4.3]", async () => {
    const { default: of, byDefault } = await levels();
    await of.patch(untyped({ tires: { preferredMakes: { current: ["40"] } } }));
    expect(await byDefault()).toEqual({
      ...filled,
      tires: { ...filled.tires, preferredMakes: { ...filled.tires.preferredMakes, current: ["40"] } },
    });
    const past = { rates: { future: { validFrom: "2026-06-15", values: oil(1) } } };
    expect((await refusal(of.patch(untyped({ repairAndMaintenance: past }))))[0]).toBe(400);
  });

  it("GET all agreements [S4.4.4]", async () => {
    const { agreements, agreement, sandbox } = await levels();
    expect(await agreements.list()).toEqual({ agreements: [await agreement()] });
    const other = await supplierOf(sandbox, 4712);
    expect(await other.serviceLevels.agreements.list()).toEqual({ agreements: [] });
  });

  it("GET one agreement [S4.4.5]", async () => {
    const { agreements, agreement, id } = await levels();
    expect(await agreement()).toEqual({ id, lessors: [1001], ...filled });
    expect(await refusal(agreements.get(randomUUID()))).toEqual([404]);
  });

  it("POST an agreement, with a set of lessors that no other has [S4.4.6]", async () => {
    const { agreements } = await levels();
    const body = { lessors: [1002], dealerships: ["VW"] };
    expect(await agreements.create(untyped(body))).toMatchObject({ id: expect.any(String), ...body });
    expect(await refusal(agreements.create(untyped(body)))).toEqual([400, "SANDBOX-DUPLICATE lessors"]);
    expect((await refusal(agreements.create(untyped({ dealerships: ["VW"] }))))[0]).toBe(400);
  });

  it("PATCH and DELETE an agreement [S4.4.7]", async () => {
    const { agreements, id } = await levels();
    expect(await agreements.patch(id, untyped({ dealerships: ["KI"] }))).toMatchObject({
      lessors: [1001],
      dealerships: ["KI"],
    });
    await agreements.delete(id);
    expect(await refusal(agreements.patch(id, untyped({})))).toEqual([404]);
    expect(await refusal(agreements.delete(id))).toEqual([404]);
  });

  it("GET the cluster that the user belongs to or administers [S4.4.8]", async () => {
    const { cluster, sandbox } = await levels();
    const seen = await cluster.get();
    expect(seen).toMatchObject({ administrators: some({ number: 4713 }), members: some({ number: 4711 }) });
    expect(await (await supplierOf(sandbox, 4713)).serviceLevels.cluster.get()).toEqual(seen);
  });

  it("GET the components for repair and maintenance rates [S4.4.9]", async () => {
    const { repairAndMaintenance } = await levels();
    const { components } = (await repairAndMaintenance.components()) as { components: { regCode: string }[] };
    expect(components.map(({ regCode }) => regCode)).toContain("1101");
    expect(components.map(({ regCode }) => regCode)).not.toContain("3199");
  });

  it("GET the allowed rates for tires [S4.4.10]", async () => {
    const { tires } = await levels();
    expect(await tires.allowedRates()).toEqual({ allowedRates: some({ regCode: "3199" }) });
  });

  it("GET the allowed rates for rental vehicles [S4.4.11]", async () => {
    const { rentalVehicle } = await levels();
    expect(await rentalVehicle.allowedRates()).toEqual({
      allowedRates: some({ rentalClass: "C", forEstate: true }),
    });
  });

  it("DELETE a category of the default, and no other [S4.4.12]", async () => {
    const { default: of, byDefault, agreement } = await levels();
    await of.tires.clear();
    expect(Object.keys(await byDefault())).toEqual(["repairAndMaintenance", "rentalVehicle"]);
    await of.repairAndMaintenance.clear();
    await of.rentalVehicle.clear();
    expect(await byDefault()).toEqual({});
    expect(await agreement()).toMatchObject(filled);
  });

  it("DELETE the future rates of a category of the default; current ones stay [S4.4.13]", async () => {
    const { default: of, byDefault } = await levels();
    for (const category of ["repairAndMaintenance", "tires", "rentalVehicle"] as const) {
      await of[category].clearFutureRates();
      const { current } = filled[category].rates;
      expect((await byDefault())[category]?.["rates"]).toEqual({ current });
    }
    expect((await byDefault())["tires"]?.["preferredMakes"]).toEqual(filled.tires.preferredMakes);
  });

  it("DELETE the future preferred makes, and the future discounts, of the default [S4.4.14]", async () => {
    const { default: of, byDefault } = await levels();
    await of.tires.clearFuturePreferredMakes();
    expect(await byDefault()).toMatchObject({ tires: { discounts: filled.tires.discounts } });
    expect((await byDefault())["tires"]?.["preferredMakes"]).toEqual({ current: ["20"] });
    await of.tires.clearFutureDiscounts();
    expect((await byDefault())["tires"]?.["discounts"]).toEqual({ current: filled.tires.discounts.current });
    expect((await byDefault())["tires"]?.["rates"]).toEqual(filled.tires.rates);
  });

  it("DELETE the same of an agreement [S4.4.15]", async () => {
    const { agreements: of, agreement, byDefault, id } = await levels();
    for (const category of ["repairAndMaintenance", "tires", "rentalVehicle"] as const) {
      await of[category].clearFutureRates(id);
      const { current } = filled[category].rates;
      expect((await agreement())[category]?.["rates"]).toEqual({ current });
    }
    await of.tires.clearFuturePreferredMakes(id);
    await of.tires.clearFutureDiscounts(id);
    expect((await agreement())["tires"]).toEqual({
      rates: { current: filled.tires.rates.current },
      preferredMakes: { current: ["20"] },
      discounts: { current: filled.tires.discounts.current },
    });
    await of.repairAndMaintenance.clear(id);
    await of.tires.clear(id);
    await of.rentalVehicle.clear(id);
    expect(await agreement()).toEqual({ id, lessors: [1001] });
    expect(await byDefault()).toEqual(filled);
    expect(await refusal(of.tires.clear(randomUUID()))).toEqual([404]);
  });
});

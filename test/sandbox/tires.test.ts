import { describe, expect, it } from "vitest";
import type { SupplierClient } from "../../src/supplier/client.js";
import { open, refusal } from "./support.js";

type Query = Parameters<SupplierClient["tires"]["search"]>[0];

async function search(query: Query) {
  const { supplier } = await open();
  const { tires } = (await supplier.tires.search(query)) as { tires: Record<string, unknown>[] };
  return tires;
}

const ids = async (query: Query) => (await search(query)).map(({ id }) => id);

describe("one tire", () => {
  it("is found by BAC code or id, of which one is needed", async () => {
    const { supplier } = await open();
    expect(await supplier.tires.get({ bacCode: "BAC502" })).toEqual({
      partType: "Tire",
      id: 502,
      vacoStatus: "Current",
      seasonIndicator: "Winter",
      category: "Standard",
      makeCode: "20",
      make: "Rolmax",
      nominalWidthInMillimeters: 235,
      widthHeightRatio: 55,
      rimDiameterInInches: 19,
      loadIndex: 105,
      speedRating: "V",
      modelTypeProfile: "Winter 2",
      typeNumber: "T502",
      noiseOutputLevelInDecibels: 71,
      rollingResistanceCode: "B",
      wetGripCode: "A",
      manufacturerSuggestedRetailPrice: 235.5,
      description: "Rolmax Winter 2 235/55 R19",
      bacCode: "BAC502",
      eanCode: "4000000000502",
    });
    expect((await supplier.tires.get({ id: 503 })).bacCode).toBe("BAC503");
    expect(await refusal(supplier.tires.get({}))).toEqual([400, "SANDBOX-REQUIRED bacCode"]);
  });

  it("that the catalogue does not have is answered with 404", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.tires.get({ id: 1 }))).toEqual([404]);
    expect(await refusal(supplier.tires.get({ bacCode: "BAC1" }))).toEqual([404]);
  });
});

describe("a search for tires", () => {
  it("without anything finds them all", async () => {
    expect((await search({})).length).toBeGreaterThanOrEqual(20);
  });

  it("takes several makes and several seasons, each a choice", async () => {
    expect(await ids({ makeCode: ["50"] })).toEqual([508, 513, 516, 521]);
    expect(await ids({ makeCode: ["50", "40"], seasonIndicator: ["AllSeason", "Winter"] })).toEqual([
      505, 508, 513, 516, 519,
    ]);
    expect(await ids({ makeCode: ["99"] })).toEqual([]);
  });

  it("takes part of a specification, and the EAN code", async () => {
    expect(await ids({ nominalWidthInMillimeters: 235, rimDiameterInInches: 20 })).toEqual([521, 522]);
    expect(await ids({ category: "Van", seasonIndicator: ["Summer"] })).toEqual([511, 514]);
    expect(await ids({ eanCode: "4000000000501" })).toEqual([501]);
  });

  it("takes general terms, all of which a tire must have", async () => {
    expect(await ids({ searchTerm: "rolmax WINTER" })).toEqual([502, 507, 512, 520]);
    expect(await ids({ searchTerm: "Rolmax R19" })).toEqual([502, 504]);
    expect(await ids({ searchTerm: "Rolmax R19", seasonIndicator: ["Summer"] })).toEqual([504]);
    expect(await ids({ searchTerm: ["Akker", "Bocht"] })).toEqual([518, 519]);
    expect(await ids({ searchTerm: "nothing of the kind" })).toEqual([]);
  });

  it("also finds obsolete ones, and says since when they are", async () => {
    const obsolete = await search({ vacoStatus: "Obsolete" });
    expect(obsolete.map(({ id, obsoleteVacoStatusSinceYear: year }) => [id, year])).toEqual([
      [504, 2021],
      [509, 2019],
      [514, 2023],
      [517, 2020],
    ]);
    const current = await search({ vacoStatus: "Current" });
    expect(current.every((tire) => !("obsoleteVacoStatusSinceYear" in tire))).toBe(true);
    expect(await ids({ makeCode: ["20"], searchTerm: "Zon" })).toEqual([504]);
  });

  it("refuses what is no field of a tire", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.tires.search({ colour: "black" }))).toEqual([
      400,
      "SANDBOX-PARAMETER colour",
    ]);
  });
});

it("lists the makes, to one of which every tire belongs", async () => {
  const { supplier } = await open();
  const { makes } = (await supplier.tires.makes.list()) as { makes: { code: string; name: string }[] };
  expect(makes[0]).toEqual({ code: "10", name: "Bandro" });
  const names = new Map(makes.map(({ code, name }) => [code, name]));
  for (const { makeCode, make } of await search({})) expect(names.get(String(makeCode))).toBe(make);
});

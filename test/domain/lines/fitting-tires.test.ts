import { type FittingTiresOptions, fittingTires, type Tire } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { open } from "../../sandbox/support.js";
import { freezeDeep, readMistake } from "./support.js";

const own = freezeDeep({
  nominalWidthInMillimeters: 235,
  widthHeightRatio: 55,
  rimDiameterInInches: 19,
  loadIndex: 105,
  seasonIndicator: "Summer",
} satisfies Tire);

const contractOf = (tires: readonly Tire[], allSeasonTiresInContract?: string) =>
  ({
    vehicle: {
      mountedTires: tires.map((specifications, index) => ({
        positionCode1: String(index + 1),
        positionCode2: "L",
        specifications,
      })),
    },
    leaseContract: { tires: { allSeasonTiresInContract } },
  }) as never;

/** The fields that do not fit. */
const misfits = (tire: Tire, options: FittingTiresOptions = {}, contract = contractOf([own])) =>
  fittingTires(contract, [tire], options).others.flatMap((other) => other.misfits.map(({ field }) => field));

describe("fittingTires", () => {
  it("tells the tires of the sandbox that fit from the others, and says why", async () => {
    const { supplier } = await open();
    const contract = await supplier.contracts.get("AB-123-C");
    const { tires } = (await supplier.tires.search({})) as unknown as { tires: Tire[] };
    const { fitting, others } = fittingTires(contract, tires, { season: "Summer" });
    const size = (tire: Tire) =>
      [tire.nominalWidthInMillimeters, tire.widthHeightRatio, tire.rimDiameterInInches].join(" ");
    const { specifications = {} } = contract.vehicle.mountedTires?.[0] ?? {};
    expect(fitting.length).toBeGreaterThan(0);
    expect(new Set(fitting.map((tire) => `${size(tire)} ${tire.seasonIndicator}`))).toEqual(
      new Set([`${size(specifications)} Summer`]),
    );
    expect(fitting.length + others.length).toBe(tires.length);
    expect(others.every((other) => other.misfits.length > 0)).toBe(true);
  });

  it.each<[Tire, string[]]>([
    [own, []],
    [{ ...own, loadIndex: 108 }, []],
    [{ ...own, loadIndex: 104 }, ["loadIndex"]],
    [{ ...own, nominalWidthInMillimeters: 245 }, ["nominalWidthInMillimeters"]],
    [{ ...own, widthHeightRatio: 50, rimDiameterInInches: 20 }, ["widthHeightRatio", "rimDiameterInInches"]],
    [{ ...own, seasonIndicator: "Winter" }, ["seasonIndicator"]],
    [{}, ["nominalWidthInMillimeters", "widthHeightRatio", "rimDiameterInInches", "loadIndex", "seasonIndicator"]],
  ])("compares the size, the load index and the season: %j", (tire, fields) => {
    expect(misfits(tire)).toEqual(fields);
  });

  it("describes both values", () => {
    const tire = { ...own, loadIndex: 58, rimDiameterInInches: 20 };
    expect(fittingTires(contractOf([own]), [tire]).others).toEqual([
      {
        tire,
        misfits: [
          {
            field: "rimDiameterInInches",
            value: 20,
            expected: 19,
            description: "The diameter of the rim in inches is 20; 19 fits.",
          },
          { field: "loadIndex", value: 58, expected: 105, description: "The load index is 58; at least 105 fits." },
        ],
      },
    ]);
  });

  it("reads numbers that the service shows as text", () => {
    expect(misfits({ ...own, loadIndex: "105", widthHeightRatio: "55" } as never)).toEqual([]);
  });

  it("takes what the contract does not show for a misfit", () => {
    const { loadIndex: _, ...others } = own;
    expect(misfits(own, {}, contractOf([others]))).toEqual(["loadIndex"]);
    expect(misfits(own, {}, contractOf([{}]))).toHaveLength(5);
  });

  it("wants the given season", () => {
    const winter = { ...own, seasonIndicator: "Winter" };
    expect(misfits(winter, { season: "Winter" })).toEqual([]);
    expect(misfits(own, { season: "Winter" })).toEqual(["seasonIndicator"]);
  });

  it.each<[string | undefined, string, string[]]>([
    [undefined, "AllSeason", ["seasonIndicator"]],
    ["Unknown", "AllSeason", ["seasonIndicator"]],
    ["IncludedInContract", "AllSeason", []],
    ["Allowed", "AllSeason", []],
    ["Allowed", "Summer", []],
    ["Required", "AllSeason", []],
    ["Required", "Summer", ["seasonIndicator"]],
  ])("with all-season tires %s in the contract, compares %s", (permitted, seasonIndicator, fields) => {
    expect(misfits({ ...own, seasonIndicator }, {}, contractOf([own], permitted))).toEqual(fields);
  });

  it("accepts an all-season tire in place of one, or where one is wanted, only as the contract permits", () => {
    const allSeason = { ...own, seasonIndicator: "AllSeason" };
    for (const [permitted, fields] of [
      [undefined, ["seasonIndicator"]],
      ["NotAllowed", ["seasonIndicator"]],
      ["Allowed", []],
    ] as const) {
      expect(misfits(allSeason, {}, contractOf([allSeason], permitted))).toEqual(fields);
      expect(misfits(allSeason, { season: "AllSeason" }, contractOf([own], permitted))).toEqual(fields);
    }
    const [other] = fittingTires(contractOf([own]), [allSeason], { season: "AllSeason" }).others;
    expect(other?.misfits).toEqual([
      {
        field: "seasonIndicator",
        value: "AllSeason",
        expected: undefined,
        description: "The season is AllSeason; the contract does not show or permit one that fits.",
      },
    ]);
  });

  it.each([null, "", " ", 5, undefined])("takes a season that is %j for one that is not shown", (shown) => {
    const unknown = { ...own, seasonIndicator: shown } as never;
    for (const permitted of ["Allowed", "Required", undefined])
      for (const mounted of [own, unknown])
        expect(misfits(unknown, {}, contractOf([mounted], permitted))).toEqual(["seasonIndicator"]);
    expect(misfits(own, {}, contractOf([unknown]))).toEqual(["seasonIndicator"]);
    const [other] = fittingTires(contractOf([unknown]), [unknown]).others;
    expect(other?.misfits).toMatchObject([{ value: undefined, expected: undefined }]);
  });

  it("compares seasons in any case", () => {
    const summer = { ...own, seasonIndicator: "summer" };
    const winter = { ...own, seasonIndicator: "WINTER" };
    expect(misfits(summer)).toEqual([]);
    expect(misfits(summer, { season: "Winter" }, contractOf([own], "Allowed"))).toEqual(["seasonIndicator"]);
    expect(misfits(summer, {}, contractOf([own], "Required"))).toEqual(["seasonIndicator"]);
    expect(misfits(winter, { season: "winter" })).toEqual([]);
  });

  it("compares with the tire at a position, or with the one that fits best", () => {
    const rear = { ...own, nominalWidthInMillimeters: 255, widthHeightRatio: 45 };
    const contract = contractOf([own, rear]);
    expect(misfits(rear, {}, contract)).toEqual([]);
    expect(misfits(rear, { position: ["2", "L"] }, contract)).toEqual([]);
    const fields = ["nominalWidthInMillimeters", "widthHeightRatio"];
    expect(misfits(rear, { position: { positionCode1: "1", positionCode2: "L" } }, contract)).toEqual(fields);
    expect(misfits({ ...rear, loadIndex: 1 }, {}, contract)).toEqual(["loadIndex"]);
  });

  it.each([
    ["contract", [contractOf([]), [own]], "no mounted tire"],
    ["contract", [contractOf([own]), [own], { position: ["9"] }], "position 9"],
    ["contract", [undefined, [own]], "cannot be read"],
    ["position", [contractOf([own]), [own], { position: [] }], "position codes"],
    ["found", [contractOf([own]), { tires: [own] }], "list of tires"],
    ["season", [contractOf([own]), [own], { season: 1 }], "Winter"],
    ["season", [contractOf([own]), [own], { season: " " }], "Winter"],
    ["seson", [contractOf([own]), [own], { seson: "Winter" }], "did you mean season?"],
  ])("rejects a wrong %s", (field, given, text) => {
    const [contract, found, options] = given as [never, never, never];
    const expected = { field, message: expect.stringContaining(text) };
    expect(readMistake(() => fittingTires(contract, found, options))).toEqual(expected);
  });
});

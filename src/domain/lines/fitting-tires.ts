import { isObject } from "../../base/json.js";
import { readNumber } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import { anything, asInput, checkInput, custom, optionsSchema } from "../../errors/input.js";
import type { AllSeasonTiresValue, Contract, SeasonIndicatorValue, Tire } from "../../generated/supplier/models.js";
import { positionCodes } from "../vocabulary.js";
import { invalidField } from "./fields.js";
import type { LineLocation } from "./line.js";

/** Which tire is wanted. */
export interface FittingTiresOptions {
  /** Where it is to be mounted. Default: anywhere; it fits if it fits at one of the positions. */
  readonly position?: LineLocation | undefined;
  /** The season, such as `Winter` for a swap. Default: that of the mounted tire. */
  readonly season?: SeasonIndicatorValue | undefined;
}

/** What of a tire does not fit. */
export interface TireMisfit {
  /** The field of the tire. */
  readonly field:
    | "nominalWidthInMillimeters"
    | "widthHeightRatio"
    | "rimDiameterInInches"
    | "loadIndex"
    | "seasonIndicator";
  /** Its value. Undefined: the tire does not show it. */
  readonly value: number | string | undefined;
  /** The value that fits: for the load index, the lowest. Undefined: the contract does not show or permit one. */
  readonly expected: number | string | undefined;
  /** Both in a sentence. */
  readonly description: string;
}

/** A tire that does not fit, and why. */
export interface OtherTire {
  readonly tire: Tire;
  /** At least one. */
  readonly misfits: readonly TireMisfit[];
}

/** The tires of a search that fit, and the others. */
export interface FittingTires {
  /** In the order of the search. Look at `vacoStatus` yourself: obsolete tires are among them. */
  readonly fitting: readonly Tire[];
  readonly others: readonly OtherTire[];
}

type ComparedField = TireMisfit["field"];

const names: Readonly<Record<ComparedField, string>> = {
  nominalWidthInMillimeters: "width in millimetres",
  widthHeightRatio: "ratio of height to width",
  rimDiameterInInches: "diameter of the rim in inches",
  loadIndex: "load index",
  seasonIndicator: "season",
};

const optionFields = optionsSchema<FittingTiresOptions>({
  position: anything,
  season: custom((season) => seasonIn(season) !== undefined, "must be a text, such as Winter"),
});

/** The values of `allSeasonTiresInContract` that were seen: each permits all-season tires. */
const allSeasonPermitted: readonly AllSeasonTiresValue[] = ["IncludedInContract", "Required", "Allowed"];

/** The season that is shown; undefined for none, which the service may write in several ways. */
function seasonIn(shown: unknown): string | undefined {
  return typeof shown === "string" ? shown.trim() || undefined : undefined;
}

/** Every season is taken for all-season (assumed), except those that were seen. */
function isAllSeason(season: string): boolean {
  return !/^(summer|winter)$/i.test(season);
}

/**
 * Tells the tires of a search that fit a vehicle from the others, and says what does not fit: width, ratio and rim of
 * the mounted tire, at least its load index, and its season, the wanted one, or all-season as the contract says. What is
 * not shown does not fit.
 *
 * It is advice: the reference shows no check of tires, and nothing enforces this. See docs/tires.md.
 *
 * @param found the tires of `tires.search`; the form of that list is not shown
 * @throws RegInputError if the contract shows no mounted tire, at that position if one is given
 *
 * @example
 * const { fitting, others } = fittingTires(contract, tires, { season: "Winter" });
 * const tire = fitting.find(({ vacoStatus }) => vacoStatus === "Current");
 *
 * @see supplier-api.md §2.4, §2.5
 */
export function fittingTires(
  contract: Contract,
  found: readonly Tire[],
  options: FittingTiresOptions = {},
): FittingTires {
  checkInput(optionFields, options);
  if (!Array.isArray(found) || !found.every((each) => isObject(each)))
    throw new RegInputError("found", "must be the list of tires in the response of `tires.search`");
  return asInput("contract", undefined, () => {
    const mounted = mountedTires(contract, options.position);
    const allSeason = contract.leaseContract?.tires?.allSeasonTiresInContract;
    const { season } = options;
    const compared = found.map((tire) => ({
      tire,
      misfits: fewest(mounted.map((specifications) => misfitsOf(tire, { specifications, allSeason, season }))),
    }));
    const others = compared.filter(({ misfits }) => misfits.length > 0);
    return { fitting: compared.filter((each) => !others.includes(each)).map(({ tire }) => tire), others };
  });
}

/** The specifications of the mounted tires, at a position or anywhere. */
function mountedTires({ vehicle }: Contract, position: LineLocation | undefined): Tire[] {
  const at = position === undefined ? undefined : positionCodes(position)?.join(" ");
  if (position !== undefined && at === undefined) throw invalidField("position", "position-codes");
  const mounted = (vehicle.mountedTires ?? []).filter(
    (each) => at === undefined || positionCodes(each)?.join(" ") === at,
  );
  const tires = mounted.flatMap(({ specifications }) => specifications ?? []);
  if (tires.length > 0) return tires;
  const where = at === undefined ? "" : ` at the position ${at}`;
  throw new RegInputError("contract", `shows no mounted tire${where}: compare the tires yourself`);
}

/** Of several mounted tires, the one that fits best counts. */
function fewest(candidates: readonly TireMisfit[][]): readonly TireMisfit[] {
  return candidates.reduce((best, each) => (each.length < best.length ? each : best));
}

interface Wanted {
  readonly specifications: Tire;
  readonly season: string | undefined;
  readonly allSeason: AllSeasonTiresValue | undefined;
}

function misfitsOf(tire: Tire, { specifications, season, allSeason = "" }: Wanted): TireMisfit[] {
  const sizes = (["nominalWidthInMillimeters", "widthHeightRatio", "rimDiameterInInches", "loadIndex"] as const).map(
    (field) => {
      const [value, expected] = [readNumber(tire[field]), readNumber(specifications[field])];
      const fits = field === "loadIndex" ? Number(value) >= Number(expected) : value === expected;
      return { field, value, expected, fits: fits && value !== undefined };
    },
  );
  const value = seasonIn(tire.seasonIndicator);
  const own = seasonIn(season) ?? seasonIn(specifications.seasonIndicator);
  const permitsAllSeason = allSeasonPermitted.includes(allSeason);
  const permitted = own !== undefined && isAllSeason(own) && !permitsAllSeason ? undefined : own;
  const wanted = allSeason === "Required" ? "all-season" : permitted;
  const isSame = value !== undefined && value.toLowerCase() === wanted?.toLowerCase();
  const fits = value !== undefined && isAllSeason(value) ? permitsAllSeason : isSame;
  return [...sizes, { field: "seasonIndicator" as const, value, expected: wanted, fits }]
    .filter((each) => !each.fits)
    .map(({ field, value, expected }) => ({ field, value, expected, description: describe(field, value, expected) }));
}

function describe(field: ComparedField, value: unknown, expected: unknown): string {
  const least = field === "loadIndex" ? "at least " : "";
  const rule =
    expected === undefined ? "the contract does not show or permit one that fits" : `${least}${expected} fits`;
  return `The ${names[field]} is ${value ?? "not shown"}; ${rule}.`;
}

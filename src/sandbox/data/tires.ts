import type { Tire } from "../../generated/supplier/models.js";

/**
 * The catalogue of tires (supplier-api.md §4.3). The fields are those of a tire as a part (§2.4). Seasons and
 * categories are those that the reference shows; all other values are made up.
 */

/** The makes of tires. */
export const tireMakes = [
  { code: "10", name: "Bandro" },
  { code: "20", name: "Rolmax" },
  { code: "30", name: "Grippa" },
  { code: "40", name: "Veluwe" },
  { code: "50", name: "Noordkaap" },
] as const;

type MakeCode = (typeof tireMakes)[number]["code"];

const kinds = {
  car: { loadIndex: 105, speedRating: "V", noiseOutputLevelInDecibels: 71 },
  small: { loadIndex: 91, speedRating: "H", noiseOutputLevelInDecibels: 69 },
  runOnFlat: { loadIndex: 108, speedRating: "W", noiseOutputLevelInDecibels: 72 },
  van: { loadIndex: 112, speedRating: "R", noiseOutputLevelInDecibels: 73 },
  truck: { loadIndex: 156, speedRating: "L", noiseOutputLevelInDecibels: 75 },
  motorcycle: { loadIndex: 58, speedRating: "W", noiseOutputLevelInDecibels: 74 },
  machine: { loadIndex: 149, speedRating: "D", noiseOutputLevelInDecibels: 76 },
} as const satisfies Record<string, Tire>;

type Season = "Summer" | "Winter";
type TireRow = readonly [
  id: number,
  kind: keyof typeof kinds,
  makeCode: MakeCode,
  season: Season,
  profile: string,
  size: `${number}/${number} R${number}`,
  labels: string,
  price: number,
  obsoleteSince?: number,
];

/** The two letters of the labels are the classes of rolling resistance and of wet grip. */
const rows: readonly TireRow[] = [
  [501, "car", "10", "Summer", "Zomer 5", "235/55 R19", "BA", 210],
  [502, "car", "20", "Winter", "Winter 2", "235/55 R19", "BA", 235.5],
  [503, "car", "30", "Winter", "IJs", "235/55 R19", "BA", 228],
  [504, "car", "20", "Summer", "Zon", "235/55 R19", "BA", 180, 2021],
  [505, "car", "40", "Winter", "Heide 4", "235/55 R19", "BB", 219],
  [506, "small", "10", "Summer", "Zomer 4", "195/65 R15", "BB", 89.5],
  [507, "small", "20", "Winter", "Winter 1", "195/65 R15", "CB", 97],
  [508, "small", "50", "Summer", "Fjord", "205/55 R16", "BB", 112.25],
  [509, "small", "30", "Summer", "Gras", "205/55 R16", "CC", 84, 2019],
  [510, "runOnFlat", "40", "Summer", "Heide RF", "255/45 R20", "BA", 298],
  [511, "van", "10", "Summer", "Vracht 3", "215/65 R16", "BB", 134],
  [512, "van", "20", "Winter", "Winter C", "215/65 R16", "CB", 148.75],
  [513, "van", "50", "Winter", "Fjord C", "225/65 R16", "CB", 141],
  [514, "van", "30", "Summer", "Gras C", "225/65 R16", "CC", 119, 2023],
  [515, "truck", "40", "Summer", "Lange Weg", "315/70 R22", "BB", 465],
  [516, "truck", "50", "Winter", "Noord T", "315/70 R22", "CB", 498],
  [517, "truck", "10", "Summer", "Vracht XL", "385/65 R22", "CC", 512, 2020],
  [518, "motorcycle", "30", "Summer", "Bocht", "120/70 R17", "CB", 128],
  [519, "machine", "40", "Summer", "Akker", "540/65 R28", "DD", 1180],
  [520, "runOnFlat", "20", "Winter", "Winter RF", "255/45 R20", "BA", 321],
  [521, "car", "50", "Summer", "Kust", "235/50 R20", "AA", 244],
  [522, "car", "10", "Winter", "Vorst", "235/50 R20", "BA", 261],
];

/** All tires. */
export const tires: readonly Tire[] = rows.map(toTire);

/** Finds the tire with an id. */
export const tireById = (id: number): Tire | undefined => tires.find((tire) => tire.id === id);

function toTire([id, kind, makeCode, season, profile, size, labels, price, obsoleteSince]: TireRow): Tire {
  const [width, ratio, rim] = size.match(/\d+/g)?.map(Number) ?? [];
  const make = tireMakes.find(({ code }) => code === makeCode)?.name ?? "";
  const tire: Tire = {
    partType: "Tire",
    id,
    vacoStatus: obsoleteSince === undefined ? "Current" : "Obsolete",
    seasonIndicator: season,
    category: "Standard",
    ...kinds[kind],
    makeCode,
    make,
    modelTypeProfile: profile,
    typeNumber: `T${id}`,
    rollingResistanceCode: labels.charAt(0),
    wetGripCode: labels.charAt(1),
    manufacturerSuggestedRetailPrice: price,
    description: `${make} ${profile} ${size}`,
    bacCode: `BAC${id}`,
    eanCode: `4000000000${id}`,
  };
  if (width !== undefined) tire.nominalWidthInMillimeters = width;
  if (ratio !== undefined) tire.widthHeightRatio = ratio;
  if (rim !== undefined) tire.rimDiameterInInches = rim;
  if (obsoleteSince !== undefined) tire.obsoleteVacoStatusSinceYear = obsoleteSince;
  return tire;
}

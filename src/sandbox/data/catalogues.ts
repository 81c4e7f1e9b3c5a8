import type { Tire } from "../../generated/supplier/models.js";

/** The makes of tires. */
export const tireMakes = [
  { code: "10", name: "Bandro" },
  { code: "20", name: "Rolmax" },
  { code: "30", name: "Grippa" },
] as const;

const common = {
  partType: "Tire",
  category: "Standard",
  nominalWidthInMillimeters: 235,
  widthHeightRatio: 55,
  rimDiameterInInches: 19,
  loadIndex: 105,
  speedRating: "V",
  noiseOutputLevelInDecibels: 71,
  rollingResistanceCode: "B",
  wetGripCode: "A",
} as const satisfies Tire;

/** The tires. */
export const tires: readonly Tire[] = [
  {
    ...common,
    id: 501,
    vacoStatus: "Current",
    seasonIndicator: "Summer",
    makeCode: "10",
    make: "Bandro",
    modelTypeProfile: "Zomer 5",
    description: "Bandro Zomer 5 235/55 R19",
    bacCode: "BAC501",
    eanCode: "4000000000501",
    manufacturerSuggestedRetailPrice: 210,
  },
  {
    ...common,
    id: 502,
    vacoStatus: "Current",
    seasonIndicator: "Winter",
    makeCode: "20",
    make: "Rolmax",
    modelTypeProfile: "Winter 2",
    description: "Rolmax Winter 2 235/55 R19",
    bacCode: "BAC502",
    eanCode: "4000000000502",
    manufacturerSuggestedRetailPrice: 235.5,
  },
  {
    ...common,
    id: 503,
    vacoStatus: "Current",
    seasonIndicator: "Winter",
    makeCode: "30",
    make: "Grippa",
    modelTypeProfile: "IJs",
    description: "Grippa IJs 235/55 R19",
    bacCode: "BAC503",
    eanCode: "4000000000503",
    manufacturerSuggestedRetailPrice: 228,
  },
  {
    ...common,
    id: 504,
    vacoStatus: "Obsolete",
    obsoleteVacoStatusSinceYear: 2021,
    seasonIndicator: "Summer",
    makeCode: "20",
    make: "Rolmax",
    modelTypeProfile: "Zon",
    description: "Rolmax Zon 235/55 R19",
    bacCode: "BAC504",
    eanCode: "4000000000504",
    manufacturerSuggestedRetailPrice: 180,
  },
];

/** The kinds of object. */
export const objectTypes = [
  { code: "PC", objectTypeCategory: "PassengerCar", description: "Passenger car" },
  { code: "LC", objectTypeCategory: "LightCommercial", description: "Van" },
] as const;

/** Makes as dealerships have them. */
export const dealerships = [
  { code: "VW", name: "Volkswagen" },
  { code: "RE", name: "Renault" },
  { code: "OP", name: "Opel" },
] as const;

/** The classes of rental vehicle. */
export const rentalClasses = [
  { code: "A", description: "Small car", hasEstateVariant: false },
  { code: "C", description: "Family car", hasEstateVariant: true },
] as const;

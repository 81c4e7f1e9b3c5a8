import fc from "fast-check";

export { maybe, weighted } from "../../sandbox/model/choose.js";

/** One of several constants with equal probability. */
export function choose<const T>(...values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}

/** Days that are at a limit, beyond it, or none at all. */
export const oddDays = [
  "2023-12-31",
  "2024-01-01",
  "2024-02-28",
  "2024-02-29",
  "2026-05-31",
  "2026-06-01",
  "2026-06-14",
  "1999-12-31",
  "2000-01-01",
  "2100-12-31",
  "2101-01-01",
  "2026-02-29",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "2026-6-15",
  "15-06-2026",
  "2026-06-15T00:00:00Z",
  "tomorrow",
  "",
  " ",
] as const;

/** Instants that are at a limit, beyond it, or none at all. */
export const oddInstants = [
  "2000-01-01T00:00:00Z",
  "1999-12-31T23:59:59Z",
  "1999-12-31T23:30:00-05:00",
  "2000-01-01T00:30:00+02:00",
  "2100-12-31T23:59:59Z",
  "2101-01-01T00:00:00Z",
  "2026-03-29T02:30:00+01:00",
  "2026-06-15T22:30:00+02:00",
  "2026-06-15T22:30:00.123456Z",
  "2026-06-15T22:30:00",
  "2026-06-15T22:30Z",
  "2026-06-15 22:30:00Z",
  "2026-06-15T22:30:00+0200",
  "2026-06-15T24:00:00Z",
  "2026-06-15T23:59:60Z",
  "2026-06-31T10:00:00Z",
  "2026-06-15t22:30:00z",
  "2026-06-15",
  "soon",
  "",
  " ",
] as const;

/** Texts that are decimal numbers, or look like them. */
export const oddDecimals = [
  "0",
  "-0",
  "-1",
  "007",
  "12.50",
  "-0.5",
  "12,5",
  "1.000,5",
  "1e3",
  ".5",
  "5.",
  "+5",
  " 5",
  "5 ",
  "5\n",
  "NaN",
  "",
] as const;

/** Texts that are GUIDs, or look like them. */
export const oddIds = [
  "00000000-0000-0000-0000-000000000000",
  "ABCDEF01-2345-6789-ABCD-EF0123456789",
  "abcdef01-2345-6789-abcd-ef0123456789",
  "{00000000-0000-4000-8000-000000000001}",
  "00000000000040008000000000000001",
  "g0000000-0000-4000-8000-000000000001",
  "1",
  "",
] as const;

/** Prices, some of which the service certainly rejects. */
export const oddPrices = [0, -0.01, -129.5, 0.001, 0.005, 999_999_999.99, 1_000_000_000, 1e12] as const;

/** Amounts of days. */
export const oddDurations = [0, -1, 1.5, 0.5, 1, 400] as const;

/** Locations, most of which are not permitted for a component. */
export const oddLocations: readonly (readonly string[])[] = [
  [],
  ["1"],
  ["L"],
  ["1", "L"],
  ["1", "M"],
  ["3", "R"],
  ["9", "X"],
  ["L", "1"],
  ["1", "L", "1"],
  [""],
];

/** Codes of any component and subcomponent, and codes that do not exist. */
export const oddCodes = [
  "1101",
  "1102",
  "1103",
  "2201",
  "2203",
  "2301",
  "2901",
  "3101",
  "3151",
  "3152",
  "3153",
  "3156",
  "3160",
  "3162",
  "3163",
  "3166",
  "3167",
  "3196",
  "3197",
  "3198",
  "3199",
  "5401",
  "5449",
  "7101",
  "7201",
  "7202",
  "7301",
  "9001",
  "9002",
  "0000",
  "",
] as const;

/** Codes of operations. */
export const oddOperations = ["01", "02", "03", "05", "06", "07", "08", "09", "19", "40", "99", ""] as const;

/** Codes of reasons. */
export const oddReasons = [
  "10",
  "11",
  "20",
  "21",
  "30",
  "31",
  "38",
  "60",
  "62",
  "70",
  "99",
  "00",
  "",
] as const;

/** Why a text is no license plate, or probably none. */
export interface PlateDoubt {
  /** Such as `has no digit`. */
  readonly why: string;
  /** It cannot be a license plate in any country. */
  readonly isImpossible: boolean;
}

/** What a spreadsheet writes for a date, in Dutch, English and French. */
const months =
  "jan,januari,january,janv,janvier,feb,februari,february,févr,février,mrt,maart,mar,march,mars,apr,april,avr,avril," +
  "mei,may,mai,jun,juni,june,juin,jul,juli,july,juil,juillet,aug,augustus,august,août,sep,sept,september,septembre," +
  "okt,oktober,oct,october,octobre,nov,november,novembre,dec,december,déc,décembre";

/** The first one that matches counts. */
const doubts: readonly (PlateDoubt & { readonly pattern: RegExp })[] = [
  {
    pattern: /^[+-]?\d+(?:[.,]\d+)?E\+\d+$|^[+-]?\d+,\d+E-?\d+$/i,
    why: "is a number that a spreadsheet has shortened",
    isImpossible: true,
  },
  { pattern: /^#+$/, why: "is what a spreadsheet shows in a column that is too narrow", isImpossible: true },
  { pattern: /^#/, why: "is an error of a spreadsheet", isImpossible: true },
  { pattern: /[()]/, why: "has parentheses", isImpossible: true },
  { pattern: /^\P{L}*$/u, why: "has no letter", isImpossible: false },
  { pattern: /^\P{N}*$/u, why: "has no digit", isImpossible: false },
  { pattern: /^\d+(?:\.\d+E|E-)\d+$/i, why: "looks like a number", isImpossible: false },
  {
    // Not 1-DEC-012: a plate of Belgium.
    pattern: new RegExp(`^(?:\\d{1,2}[-/. ])?(?:${months.replaceAll(",", "|")})\\.?(?:[-/. ](?:\\d\\d){1,2})?$`, "i"),
    why: "looks like a date",
    isImpossible: false,
  },
  { pattern: /[^\p{L}\p{M}\p{N}\p{Pd} .·•]/u, why: "has characters that plates do not have", isImpossible: false },
  { pattern: /\p{L}{6}/u, why: "has six letters in a row", isImpossible: false },
  {
    pattern: /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){13}/u,
    why: "has more than 12 letters and digits",
    isImpossible: false,
  },
];

/** Says why a text is no license plate, or probably none; undefined for one that looks like a plate. */
export function findPlateDoubt(licensePlate: string): PlateDoubt | undefined {
  return doubts.find(({ pattern }) => pattern.test(licensePlate));
}

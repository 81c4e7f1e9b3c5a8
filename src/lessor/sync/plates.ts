/** Why a text is no license plate, or probably none. */
export interface PlateDoubt {
  /** Such as `has no digit`. */
  readonly why: string;
  /** It cannot be a license plate in any country. */
  readonly isImpossible: boolean;
}

/** What a spreadsheet writes in a date, in Dutch, English, German, French and Spanish. Accents may be missing. */
const months = [
  "jan(?:uari|uary|uar|v|vier)?|j[äa]n(?:ner)?|ene(?:ro)?",
  "feb(?:ruari|ruary|ruar|rero)?|f[ée]v(?:r|rier)?",
  "mrt|maart|mar(?:ch|s|zo)?|mrz|m[äa]r(?:z)?",
  "apr(?:il)?|avr(?:il)?|abr(?:il)?",
  "mei|ma[yi]|mayo",
  "jun[ie]?|juin|junio",
  "jul[iy]?|juil(?:l|let)?|julio",
  "aug(?:ust|ustus)?|ao[ûu](?:t)?|ago(?:sto)?",
  "sep(?:t|tember|tembre|tiembre)?|set(?:iembre)?",
  "o[kc]t(?:ober|obre|ubre)?",
  "nov(?:ember|embre|iembre)?",
  "dec(?:ember)?|d[ée]c(?:embre)?|dez(?:ember)?|dic(?:iembre)?",
].join("|");

/** A weekday may stand before a date. */
const weekdays = [
  "ma|di|wo|do|vr|za|zo|(?:maan|dins|woens|donder|vrij|zater|zon)dag",
  "mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
  "mo|mi|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend",
  "lun|mar|mer|jeu|ven|sam|dim|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche",
  "mi[ée]|jue|vie|s[áa]b|dom|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo",
].join("|");

/** Three digits after the month are no year: `1-DEC-012` is a plate of Belgium. */
const date = new RegExp(
  `^(?:(?:${weekdays})[.,]* +)?(?:\\d{1,2}(?:er)?(?:[-/. ]{0,2}| de ))?(?:${months})(?:(?:[-/. ]{0,2}| de )(?:\\d\\d){1,2})?\\.?$`,
  "i",
);

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
  { pattern: date, why: "looks like a date", isImpossible: false },
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

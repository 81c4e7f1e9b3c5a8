import { rulesOf } from "../rule.js";

/** The tire catalogue. */
export const tireRules = rulesOf("Tires", [
  {
    id: "tires.one",
    rule: "One tire is found by BAC code or id; the parameters are called after the fields.",
    confidence: "inferred",
    source: "supplier-api.md §2.4, §4.3",
    files: ["supplier/lookups.ts"],
  },
  {
    id: "tires.one-neither",
    rule: "One of the two is there.",
    confidence: "inferred",
    source: "supplier-api.md §4.3",
    codes: ["SANDBOX-REQUIRED"],
    files: ["supplier/lookups.ts"],
  },
  {
    id: "tires.repeat",
    rule: "`makeCode` and `seasonIndicator` may each repeat, which gives a choice.",
    confidence: "documented",
    source: "supplier-api.md §4.3, §9",
    tests: ["S4.3.17"],
    files: ["supplier/lookups.ts"],
  },
  {
    id: "tires.fields",
    rule: "A specification is asked for by the names of a tire's fields, which all may repeat; other names are refused.",
    confidence: "assumed",
    source: "supplier-api.md §4.3",
    codes: ["SANDBOX-PARAMETER"],
    files: ["supplier/lookups.ts"],
  },
  {
    id: "tires.terms",
    rule: "General terms are asked for as `searchTerm`: every word must be somewhere in the tire, upper or lower case. Without any, all tires are found.",
    confidence: "assumed",
    source: "supplier-api.md §4.3",
    files: ["supplier/lookups.ts"],
  },
]);

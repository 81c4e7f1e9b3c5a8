import { rulesOf } from "../rule.js";

/** Names, codes and values that are made up, and what tests add. */
export const dataRules = rulesOf("Data", [
  {
    id: "data.component-codes",
    rule: "3101, 3156, 3196 to 3199, 5401 and 5449 are the service's own.",
    confidence: "documented",
    source: "supplier-api.md §2.3",
    files: ["data/components.ts", "data/tire-components.ts"],
  },
  {
    id: "data.component-codes-others",
    rule: "All other components, what they consist of and on what they are allowed, are made up.",
    confidence: "assumed",
    source: "supplier-api.md §2.3",
    files: ["data/components.ts", "data/tire-components.ts"],
  },
  {
    id: "data.reasons",
    rule: "The operation 19 and the reasons 38 and 99 are the service's own; 38 is for swapped and replaced tires.",
    confidence: "documented",
    source: "supplier-api.md §2.3",
    files: ["data/component-model.ts", "data/tire-components.ts"],
  },
  {
    id: "data.reasons-others",
    rule: "All other operations and reasons are made up.",
    confidence: "assumed",
    source: "supplier-api.md §2.3",
    files: ["data/component-model.ts"],
  },
  {
    id: "data.field-names",
    rule: "`Value`, `Location` and `Part` as names of required fields are made up; the others have been seen.",
    confidence: "assumed",
    source: "supplier-api.md §2.6",
    files: ["data/component-model.ts"],
  },
  {
    id: "data.object-types",
    rule: "Kinds and categories of object, and what their vehicles are like, are made up.",
    confidence: "assumed",
    source: "supplier-api.md §2.5, §2.7",
    files: ["data/vehicles.ts"],
  },
  {
    id: "data.catalogues",
    rule: "Codes of dealerships, classes of rental vehicle, tires and their makes are made up.",
    confidence: "assumed",
    source: "supplier-api.md §2.4, §2.7",
    files: ["data/organisations.ts", "data/tires.ts"],
  },
  {
    id: "data.contracts",
    rule: "What contracts say is made up; so is the name of the hours charged for damage, and the form of stored tires.",
    confidence: "assumed",
    source: "supplier-api.md §2.5",
    files: ["data/contracts.ts"],
  },
  {
    id: "data.parties",
    rule: "Lessors and suppliers, their numbers, addresses and accounts, are made up.",
    confidence: "assumed",
    source: "supplier-api.md §2.7",
    files: ["data/organisations.ts"],
  },
  {
    id: "data.service-levels",
    rule: "The first service levels of every supplier, and which rates there can be, are made up.",
    confidence: "assumed",
    source: "supplier-api.md §4.4",
    files: ["data/service-levels.ts"],
  },
  {
    id: "data.faults",
    rule: "A fault with a code names no field. A spoilt answer that has no body of its own has one that is made up.",
    confidence: "assumed",
    source: "supplier-api.md §7",
    files: ["faults/apply.ts", "faults/fault.ts"],
  },
  {
    id: "data.journal",
    rule: "For the journal's check on duplicates, invoice numbers are taken to be unique in a supplier's books.",
    confidence: "assumed",
    source: "supplier-api.md §2.7",
    files: ["journal/store.ts"],
  },
]);

import { isObject, type Rule, type RulesFor } from "../../http/input/check-fields.js";
import type { Known } from "../rules/known.js";

const areTexts: Rule = {
  check: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  must: "be a list of texts",
};

const knownFields: RulesFor<Known> = {
  rentalCodes: areTexts,
  repeatableCodes: areTexts,
  warranties: areTexts,
  leniencies: areTexts,
};

/** The option `known` of a journey. */
export const knownRule: Rule = { check: isObject, must: "be an object", fields: knownFields };

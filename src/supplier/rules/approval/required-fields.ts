import type { AllowedComponent } from "../../../generated/supplier/models.js";
import { sentenceAbout } from "../field-in-words.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { DraftPart } from "./context.js";
import type { Placed } from "./lines.js";

/** Where each field stands that `requiredFields` can name. The last three names are inferred from the others. */
const fields = new Map<string, { readonly path: string; readonly of: (content: DraftPart) => unknown }>([
  ["RegCode", { path: "reg.code", of: ({ reg }) => reg?.code }],
  ["Operation", { path: "operation", of: ({ operation }) => operation }],
  ["Reason", { path: "reason", of: ({ reason }) => reason }],
  ["Price", { path: "price", of: ({ price }) => price }],
  ["Value", { path: "value", of: ({ value }) => value }],
  ["Location", { path: "location", of: ({ location }) => location?.[0] }],
  ["Part", { path: "part", of: ({ part }) => part }],
]);

/** The fields that a line or subcomponent lacks. Names that this version does not know are not checked. */
export function missingFields(
  { content, prefix }: Placed<DraftPart>,
  { requiredFields = [] }: AllowedComponent,
): Violation[] {
  return requiredFields.flatMap((name) => {
    const field = fields.get(name);
    if (field === undefined || field.of(content) !== undefined) return [];
    const { path } = field;
    const fieldName = `${prefix}${path}`;
    const rest = `is mandatory for the component ${content.reg?.code}: fill it in.`;
    return [ruleViolation("RULE-REQUIRED", fieldName, sentenceAbout(fieldName, rest))];
  });
}

import { RegInputError } from "../../errors/client-errors.js";
import type {
  AllowedComponent,
  CodedValue,
  ComponentInput,
  SubcomponentInput,
} from "../../generated/supplier/models.js";
import { type FieldOf, subcomponentOf } from "./allowed-entry.js";
import { decimalText } from "./decimal-text.js";
import type { ComponentDetails, LineDetails } from "./details.js";
import { lineId } from "./line-id.js";
import { locationOf } from "./location.js";
import { pick } from "./pick.js";
import { tirePart } from "./tire-part.js";

/**
 * A line for a component that the vehicle allows: its code and operation, its only reason or the one that is named, the
 * price of the service level unless another is given. A required field may lack, as in a draft; `checkApproval` tells.
 * Which subcomponents need or exclude each other only the service knows. Source: supplier-api.md §2.3, §2.6.
 *
 * @param component an entry of the allowed components, read just now; undefined, as `find` gives it, is an error
 * @throws RegInputError if the component rules out what is given; the message lists the codes that it allows
 */
export function lineFor(component: AllowedComponent | undefined, details: LineDetails = {}): ComponentInput {
  return lineWith(component, details, []);
}

/** The line, with subcomponents before those that are named. */
export function lineWith(
  component: AllowedComponent | undefined,
  details: LineDetails,
  before: readonly SubcomponentInput[],
): ComponentInput {
  const { operation, reason, ...line } = contentFor(component, details, (name) => name);
  if (operation === undefined) throw new RegInputError("component", "has no operation, which a line needs");
  if (reason === undefined) {
    throw new RegInputError("reason", `must be given, one of those allowed: ${reasonCodes(component)}`);
  }
  const named = (details.subcomponents ?? []).map((each, index) => {
    const at: FieldOf = (name) => `subcomponents[${index}].${name}`;
    return contentFor(subcomponentOf(component ?? {}, each, at), each, at);
  });
  const subcomponents = [...before, ...named];
  return {
    id: lineId(details.id),
    operation,
    reason,
    ...line,
    ...(subcomponents.length > 0 && { subcomponents }),
  };
}

/** What a line and a subcomponent have in common. A location of null is for subcomponents only, and never made here. */
type Content = Omit<SubcomponentInput, "id" | "location"> & { location?: string[] };

/** What is given of a line or a subcomponent, in the form that the service takes. */
export function contentFor(
  component: AllowedComponent | undefined,
  details: ComponentDetails,
  field: FieldOf,
): Content {
  if (component?.regCode === undefined) {
    throw new RegInputError(
      "component",
      "is no component with a code: perhaps the vehicle does not allow it",
    );
  }
  const { regCode: code, description, operation, serviceLevel } = component;
  const { location, value, part, price = serviceLevel?.price } = details;
  const reason = reasonFor(component, details.reason, field("reason"));
  if (price !== undefined && !Number.isFinite(price)) {
    throw new RegInputError(field("price"), "must be a number of euros");
  }
  return {
    reg: coded({ code, description }),
    ...(operation !== undefined && {
      operation: { ...coded(operation), ...(operation.type && { type: coded(operation.type) }) },
    }),
    ...(reason !== undefined && { reason: coded(reason) }),
    ...(location !== undefined && { location: locationOf(location, component, field("location")) }),
    ...(value !== undefined && { value: decimalText(value, field("value")) }),
    ...(price !== undefined && { price }),
    ...(part !== undefined && { part: tirePart(part, field("part")) }),
    ...pick(details, ["supplierCode", "damage", "warranty", "leniency"]),
  };
}

/** The reason with the code that is named, or the only one. */
function reasonFor(
  component: AllowedComponent,
  code: string | undefined,
  field: string,
): CodedValue | undefined {
  const { reasons = [] } = component;
  if (code === undefined) return reasons.length === 1 ? reasons[0] : undefined;
  const found = reasons.find((each) => each.code === code);
  if (found === undefined) {
    throw new RegInputError(
      field,
      `must be one of those that the component ${component.regCode} allows: ${reasonCodes(component)}`,
    );
  }
  return found;
}

function reasonCodes({ reasons = [] }: AllowedComponent = {}): string {
  return reasons.map(({ code }) => code).join(", ") || "(none)";
}

/** A copy of a code and its meaning, without what else the lookup may say of it. */
function coded(value: { code: string; description?: string | undefined }): CodedValue {
  return { code: value.code, ...pick(value, ["description"]) };
}

import { refuseIfAny, sandboxEntry } from "../../core/problem.js";
import { documents } from "../../document/forms.js";

const fieldsOf = (schema: string) => Object.keys(documents.supplier.schemas[schema]?.["properties"] ?? {});

/** What a supplier can change, and what a request has besides, which only the service sets. */
const known = fieldsOf("ServiceRequestPatch");
const fixed = fieldsOf("ServiceRequest").filter((name) => !known.includes(name));

/**
 * The fields of a request that the reference mentions without naming them (the supplier's remarks): any name is
 * taken for one, but for those of fields that only the service sets.
 */
export function extrasIn(body: object): Record<string, unknown> {
  const others = Object.entries(body).filter(([name]) => !known.includes(name));
  refuseIfAny(
    others
      .filter(([name]) => fixed.includes(name))
      .map(([name]) => sandboxEntry("FIXED", `${name} cannot be set.`, name)),
  );
  return Object.fromEntries(others);
}

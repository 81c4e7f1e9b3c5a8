import type { RegProblemEntry } from "../../../errors/problem.js";
import type { ComponentPut, SubcomponentInput } from "../../../generated/supplier/models.js";
import { sandboxEntry } from "../../core/problem.js";
import type { CatalogueComponent, CatalogueSubcomponent, FieldName } from "../../data/allowed-component.js";
import { missingSubcomponents } from "./combinations.js";
import { allowedFor } from "./line-rules.js";

type Content = ComponentPut | SubcomponentInput;

/** Where each of the fields that the catalogue names stands on a line. */
const fields: Readonly<Record<FieldName, { readonly path: string; of(content: Content): unknown }>> = {
  RegCode: { path: "reg.code", of: ({ reg }) => reg?.code },
  Operation: { path: "operation", of: ({ operation }) => operation },
  Reason: { path: "reason", of: ({ reason }) => reason },
  Price: { path: "price", of: ({ price }) => price },
  Value: { path: "value", of: ({ value }) => value },
  Location: { path: "location", of: ({ location }) => location?.[0] },
  Part: { path: "part", of: ({ part }) => part },
};

/**
 * What a line still lacks before the lessor takes it: required fields, and required subcomponents. Readings have a
 * requirement of their own.
 *
 * @param prefix where the line stands in the request, such as `components[0].`
 */
export function missingIn(
  line: ComponentPut,
  allowed: readonly CatalogueComponent[],
  prefix: string,
): RegProblemEntry[] {
  const found = allowedFor(line, allowed);
  if (found === undefined || found.role === "reading") return [];
  const { subcomponents: given = [] } = line;
  return [
    ...missingFields(line, found, prefix),
    ...given.flatMap((each, index) => {
      const subcomponent = found.subcomponents?.find(({ regCode }) => regCode === each.reg?.code);
      return subcomponent === undefined
        ? []
        : missingFields(each, subcomponent, `${prefix}subcomponents[${index}].`);
    }),
    ...missingSubcomponents(given, found, prefix),
  ];
}

function missingFields(
  content: Content,
  { regCode, requiredFields }: CatalogueComponent | CatalogueSubcomponent,
  prefix: string,
): RegProblemEntry[] {
  return requiredFields
    .map((name) => fields[name])
    .filter(({ of }) => of(content) === undefined)
    .map(({ path }) => sandboxEntry("REQUIRED", `Approval needs ${path} of ${regCode}.`, `${prefix}${path}`));
}

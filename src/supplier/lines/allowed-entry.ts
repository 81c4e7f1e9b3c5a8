import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent } from "../../generated/supplier/models.js";

/** Where the caller said something, for the errors: the name of a field of a line gives the field that the caller knows. */
export type FieldOf = (name: string) => string;

/** How a component is named: by its code, and where several have it by that of its operation. */
export interface NamedComponent {
  readonly code: string;
  /** The code of the operation. Only needed where the component is allowed with several. */
  readonly operation?: string | undefined;
}

/**
 * The component of a vehicle with a code.
 *
 * @throws RegInputError with the field `allowedComponents` if the vehicle does not allow it, or `operation` if several have it
 */
export function componentOf(
  allowedComponents: readonly AllowedComponent[],
  named: NamedComponent,
): AllowedComponent {
  if (!Array.isArray(allowedComponents)) {
    throw new RegInputError(
      "allowedComponents",
      "must be the `components` of the allowed components that were read",
    );
  }
  const problem = `does not have the component ${named.code}: the vehicle does not allow it, or not to this supplier`;
  const at: FieldOf = (name) => (name === "code" ? "allowedComponents" : name);
  return entryOf(allowedComponents, named, at, problem);
}

/**
 * What a component can consist of, by its code.
 *
 * @throws RegInputError if the component cannot have it, or several have the code
 */
export function subcomponentOf(
  { regCode, subcomponents = [] }: AllowedComponent,
  named: NamedComponent,
  field: FieldOf,
): AllowedComponent {
  const problem = `is not allowed: the component ${regCode} can only have the subcomponents ${codesOf(subcomponents)}`;
  return entryOf(subcomponents, named, field, problem);
}

/** The codes of components, for an error. */
export function codesOf(entries: readonly AllowedComponent[]): string {
  return [...new Set(entries.map(({ regCode }) => regCode))].join(", ") || "(none)";
}

function entryOf(
  entries: readonly AllowedComponent[],
  { code, operation }: NamedComponent,
  field: FieldOf,
  problem: string,
): AllowedComponent {
  const found = entries.filter(({ regCode }) => regCode === code);
  const [first, ...others] = found.filter(
    (each) => operation === undefined || each.operation?.code === operation,
  );
  if (found.length === 0) throw new RegInputError(field("code"), problem);
  if (first !== undefined && others.length === 0) return first;
  const operations = found.map((each) => each.operation?.code ?? "(none)").join(", ");
  throw new RegInputError(field("operation"), `must be one of those of the component ${code}: ${operations}`);
}

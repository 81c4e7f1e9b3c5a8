import type { RegProblemEntry } from "../../../errors/problem.js";
import type { SubcomponentInput } from "../../../generated/supplier/models.js";
import { sandboxEntry } from "../../core/problem.js";
import type { CatalogueComponent } from "../../data/allowed-component.js";

/**
 * The subcomponents of a line that cannot be there together: one that is there twice and may not repeat, and two that
 * exclude each other.
 */
export function combinationViolations(
  given: readonly SubcomponentInput[],
  { subcomponents = [] }: CatalogueComponent,
  prefix: string,
): RegProblemEntry[] {
  return given.flatMap(({ reg }, index) => {
    const allowed = subcomponents.find(({ regCode }) => regCode === reg?.code);
    if (allowed === undefined) return [];
    const before = given.slice(0, index).map((each) => each.reg?.code);
    const field = `${prefix}subcomponents[${index}]`;
    const { regCode, notWith = [], repeats = false } = allowed;
    const twice = !repeats && before.includes(regCode);
    const excluded = notWith.find((code) => before.includes(code));
    return [
      ...(twice ? [sandboxEntry("DUPLICATE", "The line holds this subcomponent already.", field)] : []),
      ...(excluded === undefined
        ? []
        : [sandboxEntry("COMBINATION", `${regCode} cannot be together with ${excluded}.`, field)]),
    ];
  });
}

/** The subcomponents that a line still lacks: required ones, and ones that another of its subcomponents needs. */
export function missingSubcomponents(
  given: readonly SubcomponentInput[],
  { subcomponents = [] }: CatalogueComponent,
  prefix: string,
): RegProblemEntry[] {
  const codes = given.map(({ reg }) => reg?.code);
  const field = `${prefix}subcomponents`;
  return subcomponents.flatMap(({ regCode, description, required = false, onlyWith = [] }) => {
    const isThere = codes.includes(regCode);
    const alone = isThere && onlyWith.length > 0 && !onlyWith.some((code) => codes.includes(code));
    return [
      ...(required && !isThere
        ? [sandboxEntry("REQUIRED", `Approval needs the subcomponent ${regCode} (${description}).`, field)]
        : []),
      ...(alone
        ? [sandboxEntry("COMBINATION", `${regCode} needs ${onlyWith.join(" or ")} beside it.`, field)]
        : []),
    ];
  });
}

import type { RegProblemEntry } from "../../../errors/problem.js";
import type {
  CodedValue,
  ComponentPut,
  Contract,
  LineOperation,
  SubcomponentInput,
} from "../../../generated/supplier/models.js";
import { sandboxEntry } from "../../core/problem.js";
import type { CatalogueComponent, CatalogueSubcomponent } from "../../data/allowed-component.js";
import { locationsOf } from "./allowed-components.js";
import { combinationViolations } from "./combinations.js";

/** The catalogue's entry for a line: by its code and operation, or a reading by its code alone. */
export function allowedFor(
  { reg, operation }: ComponentPut,
  allowed: readonly CatalogueComponent[],
): CatalogueComponent | undefined {
  return allowed.find(
    (each) =>
      each.regCode === reg?.code && (each.role === "reading" || isSameOperation(operation, each.operation)),
  );
}

/**
 * What a line says that its vehicle does not allow. A line without `reg`, only with the supplier's own code, is not
 * compared with anything. Of a reading the operation and the reason are looked at on approval only.
 *
 * @param prefix where the line stands in the body, such as `components[0].`
 */
export function allowedViolations(
  line: ComponentPut,
  allowed: readonly CatalogueComponent[],
  contract: Contract,
  prefix: string,
): RegProblemEntry[] {
  const { reg, reason, location, subcomponents = [] } = line;
  if (reg === undefined) return [];
  const found = allowedFor(line, allowed);
  if (found === undefined) return [notAllowed(reg.code, allowed, prefix)];
  return [
    ...(found.role === "reading" ? [] : reasonViolations(reason, found, prefix)),
    // An empty list is no location on a line. On a subcomponent anything but null is one (supplier-api.md §2.3).
    ...(location?.length === 0 ? [] : locationViolations(location, found, contract, prefix)),
    ...subcomponents.flatMap((each, index) =>
      subcomponentViolations(each, found, contract, `${prefix}subcomponents[${index}].`),
    ),
    ...combinationViolations(subcomponents, found, prefix),
  ];
}

function notAllowed(code: string, allowed: readonly CatalogueComponent[], prefix: string): RegProblemEntry {
  return allowed.some(({ regCode }) => regCode === code)
    ? sandboxEntry("OPERATION", `The component ${code} does not have this operation.`, `${prefix}operation`)
    : sandboxEntry("COMPONENT", `The vehicle does not allow the component ${code}.`, `${prefix}reg.code`);
}

function subcomponentViolations(
  { reg, operation, reason, location }: SubcomponentInput,
  { regCode, subcomponents = [] }: CatalogueComponent,
  contract: Contract,
  prefix: string,
): RegProblemEntry[] {
  if (reg === undefined) return [];
  const found = subcomponents.find((each) => each.regCode === reg.code);
  if (found === undefined) {
    const sentence = `The component ${regCode} cannot have the subcomponent ${reg.code}.`;
    return [sandboxEntry("SUBCOMPONENT", sentence, `${prefix}reg.code`)];
  }
  const wrongOperation = operation !== undefined && !isSameOperation(operation, found.operation);
  return [
    ...(wrongOperation
      ? [
          sandboxEntry(
            "OPERATION",
            `The subcomponent ${reg.code} does not have this operation.`,
            `${prefix}operation`,
          ),
        ]
      : []),
    ...reasonViolations(reason, found, prefix),
    ...locationViolations(location, found, contract, prefix),
  ];
}

function reasonViolations(
  reason: CodedValue | undefined,
  { regCode, reasons = [] }: CatalogueSubcomponent | CatalogueComponent,
  prefix: string,
): RegProblemEntry[] {
  if (reason === undefined || reasons.some(({ code }) => code === reason.code)) return [];
  return [
    sandboxEntry(
      "REASON",
      `The component ${regCode} does not have the reason ${reason.code}.`,
      `${prefix}reason`,
    ),
  ];
}

function locationViolations(
  location: readonly string[] | null | undefined,
  component: CatalogueSubcomponent | CatalogueComponent,
  contract: Contract,
  prefix: string,
): RegProblemEntry[] {
  if (location === undefined || location === null) return [];
  const permitted = locationsOf(component, contract);
  const given = JSON.stringify(location);
  const codes = permitted?.map(({ positionCode1, positionCode2 }) => [positionCode1, positionCode2]);
  if (codes?.some((pair) => JSON.stringify(pair.filter((code) => code !== undefined)) === given)) return [];
  const sentence =
    permitted === undefined
      ? `The component ${component.regCode} has no location.`
      : `The component ${component.regCode} cannot be at ${location.join(", ") || "no location at all"}.`;
  return [sandboxEntry("LOCATION", sentence, `${prefix}location`)];
}

/** The same code, and the same type or none. */
function isSameOperation(given: LineOperation, allowed: LineOperation | undefined): boolean {
  return given.code === allowed?.code && given.type?.code === allowed.type?.code;
}

import type { RegProblemEntry } from "../../errors/problem.js";
import type {
  CodedValue,
  ComponentPut,
  Contract,
  LineOperation,
  SubcomponentInput,
  SupplierContract,
  TirePosition,
} from "../../generated/supplier/models.js";
import type {
  CatalogueComponent,
  CatalogueSubcomponent,
  Condition,
  FieldName,
  Permission,
  Places,
} from "../data/component-model.js";
import { components, damageComponents } from "../data/components.js";
import { allTirePositions } from "../data/vehicles.js";
import { sandboxEntry } from "../server/problem.js";
import type { RequestKind } from "../state.js";

/** Where the contract says whether a kind of work is allowed. What it does not say is not allowed. */
const permissions: Readonly<Record<Permission, (allowed: SupplierContract) => boolean | undefined>> = {
  repairAndMaintenance: ({ repairAndMaintenance }) => repairAndMaintenance?.allowed,
  // Nothing in the contract speaks of tire operations: that any other tire work brings them along is assumed.
  tires: ({ tires }) =>
    tires?.tireSwapAllowed || tires?.tireReplaceAllowed || tires?.tirePurchaseWithoutMountingAllowed,
  tireSwap: ({ tires }) => tires?.tireSwapAllowed,
  tireReplace: ({ tires }) => tires?.tireReplaceAllowed,
  tirePurchaseWithoutMounting: ({ tires }) => tires?.tirePurchaseWithoutMountingAllowed,
  rentalVehicle: ({ rentalVehicle }) => rentalVehicle?.allowed,
  damage: ({ damage }) => damage?.allowed,
};

/** Whether a vehicle with this contract meets a condition of the catalogue. */
function isMet(condition: Condition, contract: Contract): boolean {
  return meetsSupplierContract(condition, contract) && meetsVehicle(condition, contract);
}

function meetsSupplierContract(
  { permission, tireCost, rentalCost }: Condition,
  { supplierContract }: Contract,
): boolean {
  const { tires, rentalVehicle } = supplierContract;
  return [
    permission === undefined || permissions[permission](supplierContract),
    tireCost === undefined || tires?.allowedCosts?.[tireCost],
    rentalCost === undefined || rentalVehicle?.allowedCosts?.[rentalCost],
  ].every((met) => met === true);
}

function meetsVehicle(
  { categories, makes, withDamage, storedTires, rimFrom }: Condition,
  { vehicle, leaseContract, componentsWithDamageAllowed }: Contract,
): boolean {
  const category = vehicle.objectType?.objectTypeCategory;
  const rims = (vehicle.mountedTires ?? []).map(
    ({ specifications }) => specifications?.rimDiameterInInches ?? 0,
  );
  return [
    categories?.some((each) => each === category),
    makes?.some((each) => each === vehicle.vehicleMake),
    withDamage && componentsWithDamageAllowed,
    storedTires && leaseContract.tires?.hasTireSetForTireSwapInStorage === true,
    rimFrom === undefined ? undefined : rims.some((rim) => rim >= rimFrom),
  ].every((met) => met !== false);
}

/** All components of a kind of request, whatever vehicle they are for. */
export function catalogueOf(kind: RequestKind): readonly CatalogueComponent[] {
  return kind === "damage" ? damageComponents : components;
}

/** The components that a vehicle with this contract allows, each with the subcomponents that it allows. */
export function allowedComponents(kind: RequestKind, contract: Contract): CatalogueComponent[] {
  const isAllowed = ({ when = {} }: Pick<CatalogueComponent, "when">) => isMet(when, contract);
  return catalogueOf(kind)
    .filter(isAllowed)
    .map(({ subcomponents, ...component }) =>
      subcomponents === undefined
        ? component
        : { ...component, subcomponents: subcomponents.filter(isAllowed) },
    );
}

/**
 * The locations that a component can have; undefined where none is permitted. That they look like the contract's
 * tire positions is assumed.
 *
 * @param contract left out: those on any vehicle
 */
export function locationsOf(
  { places }: { readonly places?: Places },
  contract?: Contract,
): TirePosition[] | undefined {
  if (places === undefined) return undefined;
  if (places === "sides") return [{ positionCode1: "L" }, { positionCode1: "R" }];
  const positions = contract === undefined ? allTirePositions : (contract.vehicle.tirePositions ?? []);
  return places === "tires" ? [...positions] : axlesOf(positions);
}

function axlesOf(positions: readonly TirePosition[]): TirePosition[] {
  const axles = new Set(positions.map(({ positionCode1 = "" }) => positionCode1));
  return [...axles].map((positionCode1) => ({ positionCode1 }));
}

/**
 * The subcomponents of a line that cannot be there together: one that is there twice and may not repeat, and two that
 * exclude each other.
 */
function combinationViolations(
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
function missingSubcomponents(
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

/** The catalogue's entry for a line: by its code and operation, or a reading by its code alone. */
function allowedFor(
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

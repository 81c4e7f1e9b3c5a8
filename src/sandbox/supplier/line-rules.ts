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

/** The place of a line or subcomponent. */
export interface LinePlace {
  /** The contract of its vehicle. */
  readonly contract: Contract;
  /** Its path in the body, such as `components[0].`. */
  readonly prefix: string;
}

/**
 * Checks a line against the components that its vehicle allows. A line without `reg`, with the supplier's own code only,
 * is not checked. The operation and the reason of a reading are checked on approval only.
 */
export function allowedViolations(
  line: ComponentPut,
  allowed: readonly CatalogueComponent[],
  place: LinePlace,
): RegProblemEntry[] {
  const { contract, prefix } = place;
  const { reg, reason, location, subcomponents = [] } = line;
  if (reg === undefined) return [];
  const component = findComponent(line, allowed);
  if (component === undefined) return [notAllowedEntry(reg.code, allowed, prefix)];
  return [
    ...(component.role === "reading" ? [] : reasonViolations(reason, component, prefix)),
    // An empty list is no location on a line. On a subcomponent anything but null is one (supplier-api.md §2.3).
    ...(location?.length === 0 ? [] : locationViolations(location, component, place)),
    ...subcomponents.flatMap((each, index) =>
      subcomponentViolations(each, component, { contract, prefix: `${prefix}subcomponents[${index}].` }),
    ),
    ...combinationViolations(subcomponents, component, prefix),
  ];
}

/**
 * Lists the required fields and subcomponents that a line lacks for approval. The requirements of readings are checked
 * with those of the request.
 *
 * @param prefix the path of the line in the request, such as `components[0].`
 */
export function missingIn(
  line: ComponentPut,
  allowed: readonly CatalogueComponent[],
  prefix: string,
): RegProblemEntry[] {
  const component = findComponent(line, allowed);
  if (component === undefined || component.role === "reading") return [];
  const { subcomponents: given = [] } = line;
  return [
    ...missingFields(line, component, prefix),
    ...given.flatMap((each, index) => {
      const subcomponent = component.subcomponents?.find(({ regCode }) => regCode === each.reg?.code);
      return subcomponent === undefined
        ? []
        : missingFields(each, subcomponent, `${prefix}subcomponents[${index}].`);
    }),
    ...missingSubcomponents(given, component, prefix),
  ];
}

/** Returns the components of a kind of request for any vehicle. */
export function catalogueOf(kind: RequestKind): readonly CatalogueComponent[] {
  return kind === "damage" ? damageComponents : components;
}

/** Returns the components that a vehicle with this contract allows, each with the subcomponents that it allows. */
export function allowedComponents(kind: RequestKind, contract: Contract): CatalogueComponent[] {
  const isAllowed = ({ when = {} }: Pick<CatalogueComponent, "when">) =>
    meetsSupplierContract(when, contract) && meetsVehicle(when, contract);
  return catalogueOf(kind)
    .filter(isAllowed)
    .map(({ subcomponents, ...component }) =>
      subcomponents === undefined
        ? component
        : { ...component, subcomponents: subcomponents.filter(isAllowed) },
    );
}

/**
 * Returns the locations that a component can have; undefined if it can have none. That they look like the contract's
 * tire positions is assumed.
 *
 * @param contract left out: the locations on any vehicle
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

function meetsSupplierContract(
  { permission, tireCost, rentalCost }: Condition,
  { supplierContract }: Contract,
): boolean {
  const { tires, rentalVehicle } = supplierContract;
  return [
    permission === undefined || permissions[permission](supplierContract),
    tireCost === undefined || tires?.allowedCosts?.[tireCost],
    rentalCost === undefined || rentalVehicle?.allowedCosts?.[rentalCost],
  ].every((isMet) => isMet === true);
}

/** Each kind of work, with the contract's field that allows it. Work is not allowed if the field is missing. */
const permissions: Readonly<Record<Permission, (allowed: SupplierContract) => boolean | undefined>> = {
  repairAndMaintenance: ({ repairAndMaintenance }) => repairAndMaintenance?.allowed,
  // The contract has no field for tire operations: it is assumed that any other tire work includes them.
  tires: ({ tires }) =>
    tires?.tireSwapAllowed || tires?.tireReplaceAllowed || tires?.tirePurchaseWithoutMountingAllowed,
  tireSwap: ({ tires }) => tires?.tireSwapAllowed,
  tireReplace: ({ tires }) => tires?.tireReplaceAllowed,
  tirePurchaseWithoutMounting: ({ tires }) => tires?.tirePurchaseWithoutMountingAllowed,
  rentalVehicle: ({ rentalVehicle }) => rentalVehicle?.allowed,
  damage: ({ damage }) => damage?.allowed,
};

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
  ].every((isMet) => isMet !== false);
}

/** Finds a line's component by code and operation, and a reading by its code alone. */
function findComponent(
  { reg, operation }: ComponentPut,
  allowed: readonly CatalogueComponent[],
): CatalogueComponent | undefined {
  return allowed.find(
    (each) =>
      each.regCode === reg?.code && (each.role === "reading" || isSameOperation(operation, each.operation)),
  );
}

/** Two operations are the same if they have the same code, and the same type or none. */
function isSameOperation(given: LineOperation, allowed: LineOperation | undefined): boolean {
  return given.code === allowed?.code && given.type?.code === allowed.type?.code;
}

function notAllowedEntry(
  code: string,
  allowed: readonly CatalogueComponent[],
  prefix: string,
): RegProblemEntry {
  return allowed.some(({ regCode }) => regCode === code)
    ? sandboxEntry("OPERATION", `The component ${code} does not have this operation.`, `${prefix}operation`)
    : sandboxEntry("COMPONENT", `The vehicle does not allow the component ${code}.`, `${prefix}reg.code`);
}

function subcomponentViolations(
  { reg, operation, reason, location }: SubcomponentInput,
  { regCode, subcomponents = [] }: CatalogueComponent,
  place: LinePlace,
): RegProblemEntry[] {
  const { prefix } = place;
  if (reg === undefined) return [];
  const subcomponent = subcomponents.find((each) => each.regCode === reg.code);
  if (subcomponent === undefined) {
    const sentence = `The component ${regCode} cannot have the subcomponent ${reg.code}.`;
    return [sandboxEntry("SUBCOMPONENT", sentence, `${prefix}reg.code`)];
  }
  const hasOtherOperation = operation !== undefined && !isSameOperation(operation, subcomponent.operation);
  const sentence = `The subcomponent ${reg.code} does not have this operation.`;
  return [
    ...(hasOtherOperation ? [sandboxEntry("OPERATION", sentence, `${prefix}operation`)] : []),
    ...reasonViolations(reason, subcomponent, prefix),
    ...locationViolations(location, subcomponent, place),
  ];
}

function reasonViolations(
  reason: CodedValue | undefined,
  { regCode, reasons = [] }: CatalogueSubcomponent | CatalogueComponent,
  prefix: string,
): RegProblemEntry[] {
  if (reason === undefined || reasons.some(({ code }) => code === reason.code)) return [];
  const sentence = `The component ${regCode} does not have the reason ${reason.code}.`;
  return [sandboxEntry("REASON", sentence, `${prefix}reason`)];
}

function locationViolations(
  location: readonly string[] | null | undefined,
  component: CatalogueSubcomponent | CatalogueComponent,
  { contract, prefix }: LinePlace,
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

/** Lists subcomponents that are there twice but may not repeat, and subcomponents that exclude each other. */
function combinationViolations(
  given: readonly SubcomponentInput[],
  { subcomponents = [] }: CatalogueComponent,
  prefix: string,
): RegProblemEntry[] {
  return given.flatMap(({ reg }, index) => {
    const allowed = subcomponents.find(({ regCode }) => regCode === reg?.code);
    if (allowed === undefined) return [];
    const previous = given.slice(0, index).map((each) => each.reg?.code);
    const field = `${prefix}subcomponents[${index}]`;
    const { regCode, notWith = [], repeats = false } = allowed;
    const isRepeated = !repeats && previous.includes(regCode);
    const excluded = notWith.find((code) => previous.includes(code));
    return [
      ...(isRepeated ? [sandboxEntry("DUPLICATE", "The line holds this subcomponent already.", field)] : []),
      ...(excluded === undefined
        ? []
        : [sandboxEntry("COMBINATION", `${regCode} cannot be together with ${excluded}.`, field)]),
    ];
  });
}

/** Lists the subcomponents that a line lacks: required ones, and ones that another of its subcomponents needs. */
function missingSubcomponents(
  given: readonly SubcomponentInput[],
  { subcomponents = [] }: CatalogueComponent,
  prefix: string,
): RegProblemEntry[] {
  const codes = given.map(({ reg }) => reg?.code);
  const field = `${prefix}subcomponents`;
  return subcomponents.flatMap(({ regCode, description, required = false, onlyWith = [] }) => {
    const isPresent = codes.includes(regCode);
    const lacksOther = isPresent && onlyWith.length > 0 && !onlyWith.some((code) => codes.includes(code));
    return [
      ...(required && !isPresent
        ? [sandboxEntry("REQUIRED", `Approval needs the subcomponent ${regCode} (${description}).`, field)]
        : []),
      ...(lacksOther
        ? [sandboxEntry("COMBINATION", `${regCode} needs ${onlyWith.join(" or ")} beside it.`, field)]
        : []),
    ];
  });
}

type LineContent = ComponentPut | SubcomponentInput;

/** The path of each field of the catalogue on a line, and its value. */
const fields: Readonly<Record<FieldName, { readonly path: string; get(content: LineContent): unknown }>> = {
  RegCode: { path: "reg.code", get: ({ reg }) => reg?.code },
  Operation: { path: "operation", get: ({ operation }) => operation },
  Reason: { path: "reason", get: ({ reason }) => reason },
  Price: { path: "price", get: ({ price }) => price },
  Value: { path: "value", get: ({ value }) => value },
  Location: { path: "location", get: ({ location }) => location?.[0] },
  Part: { path: "part", get: ({ part }) => part },
};

function missingFields(
  content: LineContent,
  { regCode, requiredFields }: CatalogueComponent | CatalogueSubcomponent,
  prefix: string,
): RegProblemEntry[] {
  return requiredFields
    .map((name) => fields[name])
    .filter(({ get }) => get(content) === undefined)
    .map(({ path }) => sandboxEntry("REQUIRED", `Approval needs ${path} of ${regCode}.`, `${prefix}${path}`));
}

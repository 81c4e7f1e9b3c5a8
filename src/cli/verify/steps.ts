import type { ApiName } from "../../document/apis.js";
import { phaseOf } from "../../domain/phases/phases.js";
import { fieldIn, itemsIn, textOrNumber, unwrapped } from "./body.js";
import type { Need } from "./types.js";

/** The values of path and query parameters by name. */
export type CallParameters = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * Where the ids of a call come from: from other responses of the run, from the options or the command itself, or from
 * nowhere, because it takes none. `unknown`: they are made up, so that the call fails.
 */
export type IdSource = "service" | "given" | "none" | "unknown";

/** One kind of call, and where its parameters come from. */
export interface Step {
  readonly operationId: string;
  /** The name of the known parameters for its path, or for its query without any. Default: it is called once. */
  readonly from?: string;
  /** Creates the parameters of its only call, which reads what does not exist. */
  readonly madeUp?: () => CallParameters;
  /** The query of every call. */
  readonly query?: CallParameters;
  /** The parameters that its responses show, by their names. */
  readonly finds?: Readonly<Record<string, Finder>>;
  /** Shows whether a request is of this kind: a 404 means that it is not, and any other response that it is. */
  readonly identifies?: RequestGroup;
}

/** Finds parameters for further calls in the body of a response, whatever its spelling and the form of its list. */
type Finder = (body: unknown, parameters: CallParameters) => readonly CallParameters[];

/** Parameters of reads of what does not exist, which show how the service rejects them. */
const madeUpParameters: Readonly<Record<string, () => CallParameters>> = {
  "serviceRequests.get": () => ({ id: crypto.randomUUID() }),
  "lessors.get": () => ({ lessorId: 2 ** 31 - 1 }),
  "lessors.contracts.get": () => ({ lessorId: 2 ** 31 - 1, licensePlate: "NO-SUCH-PLATE" }),
  "tires.get": () => ({ id: 2 ** 31 - 1 }),
};

/** The steps for an API, each after those whose responses show its parameters. */
export const steps: Readonly<Record<ApiName, readonly Step[]>> = {
  supplier: [
    listOf("serviceRequests"),
    listOf("damageServiceRequests"),
    ...readsOf("serviceRequests"),
    { operationId: "serviceRequests.invoiceTemplate.get", from: "serviceRequests.invoicing" },
    ...readsOf("damageServiceRequests"),
    { operationId: "contracts.get", from: "plates", finds: { vehicles: vehicleOfContract } },
    { operationId: "contracts.components", from: "plates" },
    { operationId: "contracts.damageComponents", from: "plates" },
    { operationId: "lessors.contracts.get", from: "vehicles" },
    { operationId: "lessors.contracts.components", from: "vehicles" },
    { operationId: "lessors.contracts.damageComponents", from: "vehicles" },
    { operationId: "rentalVehicles.get", from: "plates" },
    { operationId: "lessors.list", finds: { lessors: (body) => idsIn(body, "lessorId", ["number", "id"]) } },
    { operationId: "lessors.get", from: "lessors" },
    { operationId: "lessors.notifications" },
    {
      operationId: "tires.makes.list",
      finds: { makes: (body) => idsIn(body, "makeCode", ["code", "makeCode"]) },
    },
    {
      operationId: "tires.search",
      query: { seasonIndicator: ["Summer"] },
      finds: {
        tires: (body) => idsIn(body, "id", ["id"]),
        "BAC codes": (body) => fieldsIn(body, "bacCode"),
        "EAN codes": (body) => fieldsIn(body, "eanCode"),
      },
    },
    { operationId: "tires.get", from: "tires" },
    { operationId: "components.list" },
    { operationId: "damageComponents.list" },
    { operationId: "objectTypes.list" },
    { operationId: "dealerships.list" },
    { operationId: "rentalClasses.list" },
    { operationId: "requests.list" },
    { operationId: "serviceLevels.get" },
    { operationId: "serviceLevels.default.get" },
    { operationId: "serviceLevels.cluster.get" },
    {
      operationId: "serviceLevels.agreements.list",
      finds: { agreements: (body) => idsIn(body, "id", ["id", "agreementId"]) },
    },
    { operationId: "serviceLevels.agreements.get", from: "agreements" },
    { operationId: "serviceLevels.repairAndMaintenance.components" },
    { operationId: "serviceLevels.tires.allowedRates" },
    { operationId: "serviceLevels.rentalVehicle.allowedRates" },
    ...Object.entries(madeUpParameters).map(([operationId, madeUp]) => ({ operationId, madeUp })),
    { operationId: "lessors.notifications", query: { showInactiveNotifications: true } },
    { operationId: "lessors.notifications", from: "lessors" },
    { operationId: "serviceRequests.list", from: "plates" },
    { operationId: "damageServiceRequests.list", from: "plates" },
    { operationId: "tires.search", from: "makes", finds: { tires: (body) => idsIn(body, "id", ["id"]) } },
    { operationId: "tires.search", from: "EAN codes" },
    { operationId: "tires.get", from: "BAC codes" },
  ],
  lessor: [
    "vehicles.get",
    "vehicles.currentTire.get",
    "vehicles.contractTires.get",
    "vehicles.lastMaintenance.get",
    "vehicles.mileages.get",
    "vehicles.routings.get",
    "vehicles.extraTireSet.get",
    "vehicles.purchasedTires.get",
  ].map((operationId) => ({ operationId, from: "plates" })),
};

/** What a run can be given so that it calls an operation of an API with other data. */
export function needOf(api: ApiName, operationId: string): Need {
  const step = steps[api].find((each) => each.operationId === operationId && each.madeUp === undefined);
  if (step === undefined) return api === "supplier" ? "write" : "other-data";
  const [list] = step.from?.split(".") ?? [];
  if (list === "plates" || list === "vehicles") return "license-plate";
  return requestGroups.some((group) => group === list) ? "id" : "other-data";
}

/** The kinds of requests; the names of their parameters begin with them. */
export const requestGroups = ["serviceRequests", "damageServiceRequests"] as const;

export type RequestGroup = (typeof requestGroups)[number];

function listOf(group: RequestGroup): Step {
  return {
    operationId: `${group}.list`,
    finds: {
      [group]: (body) => requestsIn(body).map(({ parameters }) => parameters),
      [`${group}.invoicing`]: (body) =>
        requestsIn(body)
          .filter(({ status }) => mayBeInvoicing(status))
          .map(({ parameters }) => parameters),
      plates: (body) => itemsIn(body).flatMap((item) => plateOf(item)),
      vehicles: (body) => itemsIn(body).flatMap((item) => vehicleOf(item)),
    },
  };
}

function readsOf(group: RequestGroup): Step[] {
  return [
    { operationId: `${group}.get`, from: group, identifies: group },
    {
      operationId: `${group}.attachments.list`,
      from: group,
      finds: {
        [`${group}.attachments`]: (body, { id = "" }) =>
          idsIn(body, "attachmentId", ["id", "attachmentId"]).map((each) => ({ id, ...each })),
      },
    },
    { operationId: `${group}.attachments.get`, from: `${group}.attachments` },
    { operationId: `${group}.invoiceTemplates.list`, from: `${group}.invoicing` },
    {
      operationId: `${group}.invoices.list`,
      from: `${group}.invoicing`,
      finds: {
        [`${group}.invoices`]: (body, { id = "" }) =>
          idsIn(body, "invoiceId", ["id", "invoiceId"]).map((each) => ({ id, ...each })),
      },
    },
    { operationId: `${group}.invoices.get`, from: `${group}.invoices` },
    { operationId: `${group}.invoices.pdf.get`, from: `${group}.invoices` },
  ];
}

function requestsIn(body: unknown): { parameters: CallParameters; status: unknown }[] {
  return itemsIn(body).flatMap((item) => {
    const id = textOrNumber(fieldIn(item, "id"));
    return id === undefined ? [] : [{ parameters: { id }, status: fieldIn(item, "status") }];
  });
}

/** Whether a request can have invoices: a status that the reference does not list may mean anything. */
function mayBeInvoicing(status: unknown): boolean {
  const phase = typeof status === "string" ? phaseOf({ status }) : undefined;
  return phase === undefined || phase === "Invoicing";
}

function plateOf(item: unknown): CallParameters[] {
  const licensePlate = textOrNumber(fieldIn(item, "licensePlate"));
  return licensePlate === undefined ? [] : [{ licensePlate }];
}

function vehicleOf(item: unknown): CallParameters[] {
  const lessorId = textOrNumber(fieldIn(item, "lessorId"));
  return lessorId === undefined ? [] : plateOf(item).map((plate) => ({ lessorId, ...plate }));
}

function vehicleOfContract(body: unknown, { licensePlate = "" }: CallParameters): CallParameters[] {
  const lessorId = textOrNumber(fieldIn(fieldIn(unwrapped(body), "lessor"), "number"));
  return lessorId === undefined ? [] : [{ lessorId, licensePlate }];
}

function idsIn(body: unknown, parameter: string, fields: readonly string[]): CallParameters[] {
  return itemsIn(body).flatMap((item) => {
    const values = [item, ...fields.map((field) => fieldIn(item, field))];
    const id = values.map(textOrNumber).find((value) => value !== undefined);
    return id === undefined ? [] : [{ [parameter]: id }];
  });
}

/** The values of a field in a list, as values of the parameter with its name. */
function fieldsIn(body: unknown, name: string): CallParameters[] {
  return itemsIn(body).flatMap((item) => {
    const value = textOrNumber(fieldIn(item, name));
    return value === undefined ? [] : [{ [name]: value }];
  });
}

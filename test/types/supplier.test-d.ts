import {
  type CallOptions,
  eventsBetween,
  type FollowedEvent,
  type FollowHandlers,
  type Following,
  type FollowOptions,
  type FoundInvoice,
  foundInvoicesOf,
  hoursReading,
  type InvoiceOptions,
  type InvoiceResult,
  invoiceIdOf,
  lineFor,
  lineFrom,
  mileageReading,
  type Phase,
  type PossibleActions,
  phaseOf,
  possibleActions,
  type RegError,
  type RegPreconditionError,
  type RegRateLimitError,
  type RequestEvent,
  type RequestEventType,
  type RequestOperation,
  rentalVehicle,
  type SetAsideEvent,
  type StateStore,
  type SubmittedRequest,
  type SupplierClient,
  tirePurchase,
  tireReplacement,
  tireSwap,
  type Violation,
} from "@reg/sdk";
import {
  type AllowedComponent,
  type AppointmentInput,
  type Component,
  type ComponentInput,
  fittingTires,
  type LineEnd,
  type RequestWorkflows,
  type ServiceRequest,
  type ServiceRequestCreate,
  type ServiceRequestList,
  type ServiceRequestListItem,
  type Tire,
  type TirePartInput,
  totalOf,
} from "@reg/sdk/supplier";
import { describe, expectTypeOf, test } from "vitest";

declare const supplier: SupplierClient;
declare const request: ServiceRequest;
declare const item: ServiceRequestListItem;
declare const allowed: AllowedComponent[];
declare const tire: Tire;
declare const error: RegError;
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

test("possibleActions accepts requests and items of the list, and returns the operations of one kind", () => {
  expectTypeOf(possibleActions(request)).toEqualTypeOf<PossibleActions<"service">>();
  expectTypeOf(possibleActions(item, { kind: "damage" })).toEqualTypeOf<PossibleActions<"damage">>();
  expectTypeOf(possibleActions(request).operations).toEqualTypeOf<readonly RequestOperation<"service">[]>();
  expectTypeOf<"serviceRequests.invoiceTemplate.get">().toExtend<RequestOperation<"service">>();
  expectTypeOf<"damageServiceRequests.get">().not.toExtend<RequestOperation<"service">>();
  expectTypeOf(phaseOf(item)).toEqualTypeOf<Phase | undefined>();
  const { operations, workflows, lines } = possibleActions(request);
  operations.includes("serviceRequests.patch");
  lines[0]?.operations.includes("serviceRequests.components.cancel");
  // @ts-expect-error needs no request
  operations.includes("serviceRequests.list");
  // @ts-expect-error does not concern a request
  operations.includes("lessors.get");
  // @ts-expect-error misspelt
  operations.includes("serviceRequests.pach");
  // @ts-expect-error an operation on the other kind of request
  operations.includes("damageServiceRequests.patch");
  // @ts-expect-error not an operation on a line
  lines[0]?.operations.includes("serviceRequests.patch");
  // @ts-expect-error a workflow on a line
  workflows.includes("cancelOrDelete");
  // @ts-expect-error no such phase
  possibleActions(request, { phase: "Approved" });
});

test("options come after the query", () => {
  const options: CallOptions = { timeout: 5000 };
  supplier.serviceRequests.list({}, options);
  // @ts-expect-error not a query parameter
  supplier.serviceRequests.list({ timeout: 5000 });
  // @ts-expect-error options in the place of the query
  supplier.serviceRequests.list(options);
});

test("builders return lines that a request accepts", () => {
  expectTypeOf(mileageReading(1)).toEqualTypeOf<ComponentInput>();
  expectTypeOf(hoursReading("1")).toEqualTypeOf<ComponentInput>();
  expectTypeOf(lineFor(allowed, "1101")).toEqualTypeOf<ComponentInput>();
  const components: ServiceRequestCreate["components"] = [tireSwap(allowed, { positions: [["1", "L"]] })];
  expectTypeOf(components).not.toBeAny();
});

test("builders accept the results of the lookups", async () => {
  const { components } = await supplier.contracts.components("AB-123-C");
  const { vehicle } = await supplier.contracts.get("AB-123-C");
  tireSwap(components, {
    positions: vehicle.tirePositions ?? [],
    disposed: [{ reason: "38" }],
    disposalFee: true,
  });
  rentalVehicle(components, "1", { days: 3 });
  lineFor(components, "3197", { operation: "01", price: undefined });
  for (const chosen of components) lineFor(chosen, { price: undefined });
  tirePurchase(components, { tires: [{ tire: await supplier.tires.get({ id: 1 }), quantity: 2 }] });
  for (const { specifications, ...position } of vehicle.mountedTires ?? []) {
    if (specifications !== undefined) tireReplacement(components, { position, tire: specifications });
  }
});

test("fittingTires and totalOf accept what the lookups and the requests return", async () => {
  const contract = await supplier.contracts.get("AB-123-C");
  const { fitting } = fittingTires(contract, [await supplier.tires.get({ id: 1 })], { season: "Winter" });
  expectTypeOf(fitting).toEqualTypeOf<readonly Tire[]>();
  const request = await supplier.serviceRequests.get("id");
  for (const each of [...request.components, ...request.components.map((line) => lineFrom(line, { value: 5 }))])
    expectTypeOf(totalOf(each)).toEqualTypeOf<string>();
  expectTypeOf(totalOf(request)).toEqualTypeOf<string>();
  totalOf(await supplier.damageServiceRequests.get("id"));
  // @ts-expect-error a contract
  totalOf(contract);
});

test("invalid arguments of builders do not compile", () => {
  // @ts-expect-error no value
  mileageReading();
  // @ts-expect-error the response instead of its list
  tireSwap({ components: allowed }, { positions: [] });
  // @ts-expect-error no positions
  tireSwap(allowed, {});
  // @ts-expect-error no tire
  tireReplacement(allowed, { position: ["1", "L"] });
  // @ts-expect-error the option is position, not location
  tireReplacement(allowed, { position: ["1", "L"], location: ["1", "L"], tire });
  // @ts-expect-error another kind of part
  lineFor(allowed, "1101", { part: { partType: "Base" } });
  // @ts-expect-error a misspelt field
  lineFor(allowed, "1101", { locaton: ["1"] });
  // @ts-expect-error the option is days, not value
  rentalVehicle(allowed, "1", { value: 3 });
  // @ts-expect-error a subcomponent without a code
  lineFor(allowed, "1101", { subcomponents: [{ price: 1 }] });
  // @ts-expect-error undefined does not say which component the vehicle does not allow
  lineFor(allowed.find(({ regCode }) => regCode === "1101"));
  // @ts-expect-error a list without a code
  lineFor(allowed, { price: 1 });
});

test("a tire of the search has the fields of a tire part", () => {
  expectTypeOf<keyof Tire>().toEqualTypeOf<keyof TirePartInput>();
});

describe("workflows", () => {
  test("are methods of both groups of requests", () => {
    expectTypeOf(supplier.serviceRequests).toExtend<RequestWorkflows>();
    expectTypeOf(supplier.damageServiceRequests).toExtend<RequestWorkflows>();
    expectTypeOf(supplier.serviceRequests.invoiceTemplate.get).toBeFunction();
    // @ts-expect-error not a method of the client
    supplier.submit(id);
  });

  test("resolve to their result", () => {
    expectTypeOf(supplier.serviceRequests.submit(id)).resolves.toEqualTypeOf<ServiceRequest>();
    const content = { vehicle: { licensePlate: "AB-123-C" }, appointment: { workOrderNumber: "WO-1" } };
    expectTypeOf(supplier.damageServiceRequests.createAndSubmit(content)).resolves.toEqualTypeOf<SubmittedRequest>();
    // @ts-expect-error the work order number identifies the request
    supplier.serviceRequests.createAndSubmit({ ...content, appointment: {} });
    // @ts-expect-error the workflow sets the status
    supplier.serviceRequests.createAndSubmit({ ...content, status: "Draft" });
    expectTypeOf(supplier.damageServiceRequests.resubmit(id)).resolves.toEqualTypeOf<ServiceRequest>();
    expectTypeOf(supplier.serviceRequests.cancelOrDelete(id, id)).resolves.toEqualTypeOf<LineEnd>();
    expectTypeOf(
      supplier.serviceRequests.invoice(id, { vatLines: [], number: "1" }),
    ).resolves.toEqualTypeOf<InvoiceResult>();
    expectTypeOf(supplier.serviceRequests.markNotInvoiced(id, {})).resolves.toEqualTypeOf<void>();
  });

  test("accept the options of a call and their own", () => {
    const { signal } = new AbortController();
    supplier.serviceRequests.submit(id, { signal, deadline: 5000, known: { rentalCodes: ["9001"] } });
    supplier.serviceRequests.resubmit(id, { cancelDenied: true, priority: 1 });
    // @ts-expect-error an option of resubmit only
    supplier.serviceRequests.submit(id, { cancelDenied: true });
    // @ts-expect-error misspelt
    supplier.serviceRequests.submit(id, { deadlin: 5000 });
    // @ts-expect-error no line
    supplier.serviceRequests.cancelOrDelete(id);
  });

  test("of an invoice require a number and VAT lines, and accept the data that was read", () => {
    // @ts-expect-error no number
    supplier.serviceRequests.invoice(id, { vatLines: [] });
    // @ts-expect-error no VAT lines
    supplier.serviceRequests.invoice(id, { number: "1" });
    // @ts-expect-error no options
    supplier.serviceRequests.invoice(id);
    supplier.serviceRequests.invoice(id, { vatLines: [], number: "1", request, pdf: new Blob([]) });
    const options: InvoiceOptions = { number: "1", vatLines: (total) => [{ percentage: 21, amount: total }] };
    supplier.damageServiceRequests.invoice(id, { ...options, fields: { identitySender: { RegNumber: 1 } } });
    // @ts-expect-error the number has a separate option
    supplier.serviceRequests.invoice(id, { vatLines: [], number: "1", fields: { invoiceNumber: "2" } });
  });

  test("report a failed poll of follow as an error whose kind can be switched on", () => {
    const onError: FollowOptions["onError"] = (failure) => {
      if (failure.kind === "rate-limit") expectTypeOf(failure).toEqualTypeOf<RegRateLimitError>();
    };
    supplier.follow({ state: "requests.state", on: {}, onError });
  });

  test("can reject with the invoices that were found", () => {
    expectTypeOf(foundInvoicesOf(error)).toEqualTypeOf<readonly FoundInvoice[] | undefined>();
    // @ts-expect-error not a field of RegError
    error.found;
    expectTypeOf(invoiceIdOf(error)).toEqualTypeOf<number | undefined>();
    // @ts-expect-error only of the errors of invoice
    error.invoiceId;
  });

  test("may not know whether an invoice was created", () => {
    expectTypeOf<InvoiceResult["created"]>().toEqualTypeOf<boolean | undefined>();
  });

  test("reject with the violations that the checks return", () => {
    expectTypeOf<RegPreconditionError["violations"]>().toEqualTypeOf<readonly Violation[]>();
    expectTypeOf<RegPreconditionError["violations"][number]["context"]["fieldName"]>().toBeString();
  });
});

const line = { id: "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11", reg: { code: "1101" }, operation: { code: "01" } };
const reason = { code: "20" };

test("the names of version 1 do not compile (docs/migrating-from-version-1.md)", () => {
  const vehicle = { licensePlate: "AB-123-C" };
  // @ts-expect-error workshopDate
  ({ date: "2026-06-15" }) satisfies AppointmentInput;
  // @ts-expect-error subcomponents
  ({ ...line, reason, components: [] }) satisfies ComponentInput;
  // @ts-expect-error partType
  ({ ...line, reason, part: { componentPartType: "Tire" } }) satisfies ComponentInput;
  // @ts-expect-error must be a text
  ({ ...line, reason, value: 48210 }) satisfies ComponentInput;
  // @ts-expect-error the reason is mandatory
  line satisfies ComponentInput;
  // @ts-expect-error removed
  ({ status: "Draft", vehicle, version: 1 }) satisfies ServiceRequestCreate;
  // @ts-expect-error removed
  ({ status: "Draft", vehicle, revision: 1 }) satisfies ServiceRequestCreate;
  // @ts-expect-error the token determines it
  ({ status: "Draft", vehicle, supplierId: 4711 }) satisfies ServiceRequestCreate;
  // @ts-expect-error ApprovalRequested
  ({ status: "Lessor", vehicle }) satisfies ServiceRequestCreate;
  expectTypeOf<ServiceRequestList>().not.toHaveProperty("links");
  expectTypeOf<ServiceRequest["invoicing"]>().not.toBeArray();
  // @ts-expect-error licensePlate
  void supplier.serviceRequests.list({ containsRobCode: "AB-123-C" });
  void supplier.tires.search({ makeCode: ["MI", "CO"] });
});

test("the names of version 1 that compile nevertheless are listed in docs/migrating-from-version-1.md", () => {
  const isWithLessor = ({ status, components }: ServiceRequest) =>
    status === "Lessor" || components.some((each) => each.status.code === "Lessor");
  expectTypeOf(isWithLessor).returns.toBeBoolean();
});

test("eventsBetween takes what a read can show, and follow types its handlers by event", () => {
  expectTypeOf(eventsBetween).parameters.toEqualTypeOf<
    [before: ServiceRequest | undefined, after: ServiceRequest | "archived" | "removed"]
  >();
  expectTypeOf(eventsBetween(undefined, request)).toEqualTypeOf<RequestEvent[]>();
  const following = supplier.follow({
    state: new Map<string, string>(),
    on: {
      "partly-approved": async ({ type, request, lines, kind }) => {
        expectTypeOf(type).toEqualTypeOf<"partly-approved">();
        expectTypeOf(request).toEqualTypeOf<ServiceRequest>();
        expectTypeOf(lines).toEqualTypeOf<readonly Component[]>();
        expectTypeOf(kind).toEqualTypeOf<"service" | "damage">();
      },
      notification: ({ notification }) => {
        // Declared in `OpenTypes`.
        expectTypeOf(notification).toEqualTypeOf<{ title: string }>();
      },
    },
    onSetAside: (setAside) => {
      expectTypeOf(setAside).toEqualTypeOf<SetAsideEvent>();
      const { event } = setAside;
      if (event.type !== "notification") expectTypeOf(event.request).toEqualTypeOf<ServiceRequest>();
    },
  });
  expectTypeOf(following).toEqualTypeOf<Following>();
  const one = (event: FollowedEvent) => event.type;
  expectTypeOf<Record<RequestEventType, typeof one>>().toExtend<FollowHandlers>();
  expectTypeOf<Map<string, string>>().toExtend<StateStore>();
  // @ts-expect-error no event has this name
  supplier.follow({ state: "requests.state", on: { approve: () => {} } });
  // @ts-expect-error the state is required
  supplier.follow({ on: {} });
});

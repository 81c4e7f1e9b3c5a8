import {
  type AnyRegError,
  checkInvoice,
  createLessorClient,
  createSupplierClient,
  type LessorClient,
  type RegApiError,
  type RegArchivedError,
  type RegConflictError,
  RegError,
  type RegPreconditionError,
  type RegRateLimitError,
  type RegValidationError,
  type SupplierClient,
} from "@reg/sdk";
import type { Mileages, VehicleInput } from "@reg/sdk/lessor";
import type { Component, ServiceRequest, ServiceRequestCreate } from "@reg/sdk/supplier";
import { describe, expectTypeOf, test } from "vitest";

// These files are compiled and never run. A @ts-expect-error fails the compilation if the next line is correct.

// Users declare such types for what the reference leaves open. Only this folder is compiled with them.
declare module "@reg/sdk" {
  interface OpenTypes {
    VehicleInputFields: { make: string; doors?: number };
    VehicleFields: { make: string; registeredAt: string };
    RoutingsInputBody: { dealer: string };
    // As the command `learn` declares them, from responses that always had these fields.
    ServiceRequestExtraFields: { remarks: string };
    InvoiceFields: { isPaid: boolean };
    InvoiceIdentityFields: { countryCode: string };
    InvoiceTemplateFields: { amount: number };
    VatLineFields: { lineId: number };
    PurchasedTiresInputBody: { date: string; value: number }[];
    ComponentCatalogueBody: { code: string }[];
    DamageComponentCatalogueBody: { damages: { code: string }[] };
    AllowedTireRateListBody: { rate: number }[];
    AllowedRentalVehicleRateListBody: { rates: number[] };
    NotificationListBody: { notifications?: { title: string }[]; total: number };
    DamageServiceRequestListQuery: { workOrderNumber?: string };
    TireMakeListQuery: { country: string };
  }
}

declare const supplier: SupplierClient;
declare const lessor: LessorClient;
declare const error: unknown;
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

test("the address and the credentials of a client are optional, and each other option can be given alone", () => {
  const baseUrl = "https://reg.example";
  expectTypeOf(createSupplierClient()).toEqualTypeOf<SupplierClient>();
  expectTypeOf(createLessorClient()).toEqualTypeOf<LessorClient>();
  createSupplierClient({ baseUrl });
  createSupplierClient({ token: async () => "token", timeout: 1000 });
  createLessorClient({ baseUrl: undefined, clientId: "fleet-job" });
  // @ts-expect-error not a token
  createSupplierClient({ token: 5 });
  // @ts-expect-error an option of the other client
  createLessorClient({ token: "token" });
});

describe("path-typed calls", () => {
  test("a header can be undefined, for a client and for a call", () => {
    const headers: { "x-request-id": string | undefined } = { "x-request-id": undefined };
    void createSupplierClient({ headers }).lessors.list({ headers });
  });

  test("a wrong path does not compile", () => {
    // @ts-expect-error no such path
    supplier.GET("/v2/servicerequest");
    // @ts-expect-error a path of the other API
    supplier.GET("/v1/vehicles/{licensePlate}", { params: { path: { licensePlate: "AB-123-C" } } });
    // @ts-expect-error the path contains the value of its parameter
    supplier.GET(`/v2/servicerequests/${id}`);
    // @ts-expect-error the path exists, but not with this method
    supplier.DELETE("/v2/lessors");
  });

  test("a missing or misspelt path parameter does not compile", () => {
    // @ts-expect-error no init
    supplier.GET("/v2/servicerequests/{id}");
    // @ts-expect-error no params
    supplier.GET("/v2/servicerequests/{id}", {});
    // @ts-expect-error one of two
    supplier.GET("/v2/servicerequests/{id}/attachments/{attachmentId}", { params: { path: { id } } });
    // @ts-expect-error another name
    supplier.GET("/v2/servicerequests/{id}", { params: { path: { requestId: id } } });
    // @ts-expect-error another type
    supplier.GET("/v2/servicerequests/{id}", { params: { path: { id: 7 } } });
  });

  test("a missing body and a misspelt body field do not compile", () => {
    // @ts-expect-error no body
    supplier.POST("/v2/servicerequests", {});
    supplier.POST("/v2/servicerequests", {
      // @ts-expect-error licencePlate
      body: { status: "Draft", vehicle: { licencePlate: "AB-123-C" } },
    });
    supplier.PATCH("/v2/servicerequests/{id}", {
      params: { path: { id } },
      // @ts-expect-error a value that only the service sets
      body: { status: "Approved" },
    });
  });

  test("the data of a result is not optional", () => {
    const call = () => supplier.GET("/v2/servicerequests/{id}", { params: { path: { id } } });
    type Result = Awaited<ReturnType<typeof call>>;
    expectTypeOf<Result["data"]>().toEqualTypeOf<{ data: ServiceRequest }>();
    expectTypeOf<undefined>().not.toExtend<Result["data"]>();
    expectTypeOf<Result["response"]>().toEqualTypeOf<Response>();
    // @ts-expect-error errors are thrown, not returned
    call().then(({ error }) => error);
  });
});

describe("named methods", () => {
  test("a wrong name does not compile", () => {
    // @ts-expect-error no such group
    supplier.serviceRequest;
    // @ts-expect-error no such method
    supplier.serviceRequests.update;
    // @ts-expect-error damage requests have no single template
    supplier.damageServiceRequests.invoiceTemplate;
    // @ts-expect-error a group of the other API
    supplier.vehicles;
  });

  test("a missing path parameter does not compile", () => {
    // @ts-expect-error no id
    supplier.serviceRequests.get();
    // @ts-expect-error no attachment id
    supplier.serviceRequests.attachments.get(id);
    // @ts-expect-error the body instead of the id
    supplier.serviceRequests.patch({ status: "ApprovalRequested" });
    // @ts-expect-error no body
    lessor.vehicles.mileages.put("AB-123-C");
  });

  test("a misspelt body field does not compile", () => {
    // @ts-expect-error licencePlate
    supplier.serviceRequests.create({ status: "Draft", vehicle: { licencePlate: "AB-123-C" } });
    // @ts-expect-error a required field is missing
    supplier.serviceRequests.create({ status: "Draft" });
    // @ts-expect-error statuses
    supplier.serviceRequests.patch(id, { statuses: "ApprovalRequested" });
    // @ts-expect-error the partial VIN is a field of the vehicle
    supplier.serviceRequests.patch(id, { partialVin: "JF123456" });
  });

  test("a wrong enum value does not compile in a request", () => {
    // @ts-expect-error in the wrong case
    supplier.serviceRequests.create({ status: "draft", vehicle: { licensePlate: "AB-123-C" } });
    // @ts-expect-error a value that only the service sets
    supplier.serviceRequests.patch(id, { status: "Denied" });
  });

  test("an unknown enum value compiles in a response", async () => {
    const { status } = await supplier.serviceRequests.get(id);
    if (status === "SomethingNew") return;
    if (status === "Approved") return;
    expectTypeOf<string>().toExtend<typeof status>();
    expectTypeOf(status).toExtend<string>();
  });

  test('a download is a Blob or, with as: "stream", a stream', () => {
    expectTypeOf(supplier.serviceRequests.attachments.get(id, id))
      .resolves.toHaveProperty("blob")
      .toEqualTypeOf<Blob>();
    expectTypeOf(supplier.serviceRequests.attachments.get(id, id, { as: "stream" }))
      .resolves.toHaveProperty("stream")
      .toEqualTypeOf<ReadableStream<Uint8Array>>();
  });

  test("a created request has an id", async () => {
    const created = await supplier.serviceRequests.create({
      status: "Draft",
      vehicle: { licensePlate: "AB-123-C" },
    });
    expectTypeOf(created.id).toEqualTypeOf<string>();
    expectTypeOf(created.location).toEqualTypeOf<string | undefined>();
    // @ts-expect-error a misspelt name
    created.idd satisfies string;
    // @ts-expect-error unknown: not a field of the document
    created.body?.["Id"] satisfies string;
    const invoice = { identitySender: {}, identityReceiver: {}, vatLines: [], total: 1 };
    expectTypeOf(supplier.serviceRequests.invoices.create(id, invoice)).resolves.toHaveProperty("id").toBeNumber();
  });

  test("the fields of a created thing that the reference does not show are unknown", async () => {
    const uploaded = await supplier.serviceRequests.attachments.upload(id, new Blob([]));
    expectTypeOf(uploaded.body?.["fileName"]).toBeUnknown();
    expectTypeOf(uploaded.id).toEqualTypeOf<string | undefined>();
    expectTypeOf(uploaded.location).toEqualTypeOf<string | undefined>();
    const agreement = await supplier.serviceLevels.agreements.create({});
    expectTypeOf(agreement.body?.["lessors"]).toBeUnknown();
    // @ts-expect-error a PDF has no fields of its own
    (await supplier.serviceRequests.invoices.pdf.upload(id, 1, new Blob([]))).body?.["fileName"];
  });

  test("an unknown option does not compile", () => {
    // @ts-expect-error timeoutMs
    supplier.serviceRequests.get(id, { timeoutMs: 5 });
  });
});

describe("queries", () => {
  test("with a misspelt parameter do not compile", () => {
    supplier.serviceRequests.list({ licensePlate: "AB-123-C" });
    // @ts-expect-error licencePlate
    supplier.serviceRequests.list({ licencePlate: "AB-123-C" });
    // @ts-expect-error licencePlate
    supplier.GET("/v2/servicerequests", { params: { query: { licencePlate: "AB-123-C" } } });
    // @ts-expect-error showInactive
    supplier.lessors.notifications({ showInactive: true });
  });

  test("without known parameters accept none, and no options in their place", () => {
    supplier.contracts.get("AB-123-C", {}, { timeout: 1000 });
    // @ts-expect-error not declared
    supplier.contracts.get("AB-123-C", { date: "2026-06-15" });
    // @ts-expect-error the options follow the query
    supplier.contracts.get("AB-123-C", { timeout: 1000 });
    // @ts-expect-error not declared
    supplier.GET("/v2/components", { params: { query: { page: 2 } } });
  });

  test("accept the parameters that the user has declared", () => {
    supplier.damageServiceRequests.list({ licensePlate: "AB-123-C", workOrderNumber: "WO-1" });
    supplier.tires.makes.list({ country: "NL" });
    // @ts-expect-error not declared for service requests
    supplier.serviceRequests.list({ workOrderNumber: "WO-1" });
    // @ts-expect-error another type
    supplier.tires.makes.list({ country: 31 });
  });
});

// This folder is compiled with exactOptionalPropertyTypes.
test("optional fields of bodies and queries accept undefined, those of responses do not contain it", () => {
  const workshopDate: string | undefined = [][0];
  const line = { id, operation: { code: "01", type: undefined }, reason: { code: "04" }, price: undefined };
  const part = { partType: "Tire", id: undefined, seasonIndicator: undefined } as const;
  supplier.serviceRequests.create({
    status: "Draft",
    vehicle: { licensePlate: "AB-123-C", partialVin: undefined },
    appointment: { workshopDate, contact: { name: undefined } },
    components: [line, { ...line, subcomponents: [{ part, location: undefined }] }],
  });
  supplier.serviceRequests.patch(id, { status: undefined, appointment: undefined, components: undefined });
  supplier.serviceRequests.list({ licensePlate: workshopDate });
  supplier.POST("/v2/servicerequests", {
    body: { status: "Draft", vehicle: { licensePlate: "AB-123-C" }, components: undefined },
  });
  expectTypeOf<Pick<ServiceRequest, "appointment">>().toEqualTypeOf<{
    appointment?: NonNullable<ServiceRequest["appointment"]>;
  }>();
  expectTypeOf<Pick<ServiceRequestCreate, "appointment">>().toEqualTypeOf<{
    appointment?: ServiceRequestCreate["appointment"] | undefined;
  }>();
});

test("constants and read-only lists are accepted in what goes in, and so is what a response contained", async () => {
  const at = { code: "1", description: "-" } as const;
  const lines = [
    { id, reg: at, operation: at, reason: at, location: ["1", "L"], subcomponents: [{ reg: at, location: ["1"] }] },
  ] as const;
  const vehicle = { licensePlate: "AB-123-C" } as const;
  const content = { vehicle, appointment: { workOrderNumber: "7" }, components: lines } as const;
  const { serviceRequests, tires } = supplier;
  serviceRequests.create({ status: "Draft", ...content });
  serviceRequests.overwrite(id, { status: "Draft", ...content });
  serviceRequests.patch(id, { components: lines });
  serviceRequests.createAndSubmit(content);
  serviceRequests.components.put(id, id, lines[0]);
  tires.search({ makeCode: ["MI"] as const, seasonIndicator: ["Winter"] as const });
  const vatLines = [{ percentage: 21 }] as const;
  const identitySender = { name: "Garage Bakker" } as const;
  serviceRequests.invoices.create(id, { identitySender, identityReceiver: {}, vatLines, total: 1 });
  serviceRequests.invoice(id, { number: "1", vatLines, fields: { identitySender } });
  const readings = [{ date: "2026-06-15", value: 1 }] as const;
  lessor.vehicles.mileages.put("AB-123-C", readings);
  lessor.PUT("/v1/vehicles/{licensePlate}/mileages", { params: { path: vehicle }, body: readings });
  lessor.vehicles.purchasedTires.put("AB-123-C", readings);
  lessor.sync([{ licensePlate: "AB-123-C", mileages: readings }] as const, { state: "fleet.state" });

  const read = await serviceRequests.get(id);
  serviceRequests.patch(id, { components: read.components });
  lessor.vehicles.mileages.put("AB-123-C", await lessor.vehicles.mileages.get("AB-123-C"));
  expectTypeOf(read.components).toEqualTypeOf<Component[]>();
});

describe("RegError.is", () => {
  test("yields a union that a switch on the kind narrows, down to never", () => {
    const statusOf = (caught: AnyRegError): number => {
      switch (caught.kind) {
        case "validation":
          expectTypeOf(caught).toEqualTypeOf<RegValidationError>();
          return 422;
        case "conflict":
        case "archived":
          expectTypeOf(caught).toEqualTypeOf<RegConflictError | RegArchivedError>();
          return 409;
        case "rate-limit":
          return caught.retryAfterMs === undefined ? 429 : 503;
        case "timeout":
          return caught.limit === "deadline" ? 504 : 503;
        case "api":
        case "authentication":
        case "permission":
        case "not-found":
        case "server":
          return caught.status;
        case "precondition":
          return caught.violations.length;
        case "connection":
        case "response":
        case "input":
        case "token":
        case "throttle":
        case "closed":
        case "state":
          return 500;
        default:
          return expectTypeOf(caught).toBeNever() as never;
      }
    };
    if (RegError.is(error)) statusOf(error);
    if (error instanceof Error && RegError.is(error)) statusOf(error);
    expectTypeOf<AnyRegError>().toExtend<RegError>();
  });

  test("narrows to the class of the kind", () => {
    if (RegError.is(error, "api")) expectTypeOf(error).toEqualTypeOf<RegApiError>();
    if (RegError.is(error, "conflict")) expectTypeOf(error).toEqualTypeOf<RegConflictError>();
    if (RegError.is(error, "rate-limit")) expectTypeOf(error).toEqualTypeOf<RegRateLimitError>();
    if (RegError.is(error, "timeout")) expectTypeOf(error.limit).toEqualTypeOf<"timeout" | "deadline">();
  });

  test("narrows to the errors that have codes, and excludes no kind if the code is another one", () => {
    if (RegError.is(error, "REG-INV000105")) expectTypeOf(error).toExtend<RegApiError | RegPreconditionError>();
    if (!RegError.is(error) || RegError.is(error, "REG-INV000105")) return;
    expectTypeOf(error).toEqualTypeOf<AnyRegError>();
  });

  test("accepts any code", () => {
    RegError.is(error, "REG-SVC999999");
    RegError.is(error, "SANDBOX-PHASE");
    // @ts-expect-error not a text
    RegError.is(error, 409);
    // @ts-expect-error neither a kind nor a code
    RegError.is(error, "notfound");
  });
});

describe("a type that the user has not defined is open", () => {
  test("a body of unknown fields can be an object or an array, and nothing else", () => {
    lessor.vehicles.mileages.put("AB-123-C", { anything: 1 });
    lessor.vehicles.mileages.put("AB-123-C", [{ anything: 1 }]);
    // @ts-expect-error neither object nor array
    lessor.vehicles.mileages.put("AB-123-C", "48210");
    expectTypeOf<Mileages>().toEqualTypeOf<{ [field: string]: unknown } | unknown[]>();
  });

  test("a field must be narrowed before it is used", async () => {
    const mileages = await lessor.vehicles.mileages.get("AB-123-C");
    expectTypeOf(mileages).not.toBeAny();
    // @ts-expect-error it may be an array, and its fields are unknown
    mileages["value"].toFixed();
  });
});

describe("a type that the user has defined is checked", () => {
  test("in requests", () => {
    lessor.vehicles.put({ licensePlate: "AB-123-C", make: "Volvo", doors: 5 });
    // @ts-expect-error make is missing
    lessor.vehicles.put({ licensePlate: "AB-123-C" });
    // @ts-expect-error maker is not a field
    lessor.vehicles.put({ licensePlate: "AB-123-C", make: "Volvo", maker: "Volvo" });
    // @ts-expect-error the known field stays required
    lessor.vehicles.put({ make: "Volvo" });
    expectTypeOf<VehicleInput["doors"]>().toEqualTypeOf<number | undefined>();
  });

  test("in responses, including those of path-typed calls", async () => {
    const { make, registeredAt } = await lessor.vehicles.get("AB-123-C");
    expectTypeOf([make, registeredAt]).toEqualTypeOf<string[]>();
    const { data } = await lessor.GET("/v1/vehicles/{licensePlate}", {
      params: { path: { licensePlate: "AB-123-C" } },
    });
    expectTypeOf(data.make).toEqualTypeOf<string>();
  });

  test("if it is a whole body", () => {
    lessor.vehicles.routings.put("AB-123-C", { dealer: "7" });
    // @ts-expect-error an array is no longer possible
    lessor.vehicles.routings.put("AB-123-C", [{ dealer: "7" }]);
    // @ts-expect-error dealers is not a field
    lessor.vehicles.routings.put("AB-123-C", { dealers: "7" });
  });

  test("for responses, and is not required in requests", async () => {
    supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    const request = await supplier.serviceRequests.get(id);
    expectTypeOf(request.remarks).toEqualTypeOf<string>();
    const vatLines = [{ percentage: 21, amount: 1 }];
    const identitySender = { name: "Garage Bakker" };
    supplier.serviceRequests.invoices.create(id, { identitySender, identityReceiver: {}, vatLines, total: 1 });
    supplier.serviceRequests.invoice(id, {
      number: "1",
      vatLines,
      vatBaseOf: ({ percentage }) => Number(percentage),
    });
    checkInvoice({ vatLines }, { template: { identitySender } });
  });

  test("for responses, and can be sent back", async () => {
    const vehicle = await lessor.vehicles.get("AB-123-C");
    lessor.vehicles.put({ ...vehicle, licensePlate: "AB-123-C" });
    const { debit } = await supplier.serviceRequests.invoiceTemplates.list(id);
    if (debit === undefined) return;
    const receiver = debit.identityReceiver ?? debit.identitySender;
    supplier.serviceRequests.invoices.create(id, { ...debit, identityReceiver: receiver, vatLines: [], total: 1 });
    checkInvoice({ ...debit, vatLines: [] }, { template: debit });
    const { vatLines = [] } = await supplier.serviceRequests.invoices.get(id, 1);
    supplier.serviceRequests.invoice(id, { number: "1", vatLines });
  });

  test("for one of two lookups with different forms", async () => {
    expectTypeOf(supplier.components.list()).resolves.toEqualTypeOf<{ code: string }[]>();
    expectTypeOf(supplier.damageComponents.list()).resolves.toEqualTypeOf<{ damages: { code: string }[] }>();
    expectTypeOf(supplier.serviceLevels.tires.allowedRates()).resolves.toEqualTypeOf<{ rate: number }[]>();
    expectTypeOf(supplier.serviceLevels.rentalVehicle.allowedRates()).resolves.toEqualTypeOf<{ rates: number[] }>();
  });
});

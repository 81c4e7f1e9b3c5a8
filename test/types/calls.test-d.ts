import {
  type LessorClient,
  type Mileages,
  type RegApiError,
  type RegConflictError,
  RegError,
  type RegPreconditionError,
  type RegRateLimitError,
  type ServiceRequest,
  type SupplierClient,
  type VehicleInput,
} from "@reg/sdk";
import { describe, expectTypeOf, test } from "vitest";

// These files are compiled and never run. A @ts-expect-error fails the compilation if the next line is correct.

// Two of the interfaces that users can extend are extended here. Only this folder is compiled with them.
declare module "@reg/sdk" {
  interface VehicleFields {
    make: string;
    doors?: number;
  }
  interface RoutingsBody {
    dealer: string;
  }
}

declare const supplier: SupplierClient;
declare const lessor: LessorClient;
declare const error: unknown;
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

describe("path-typed calls", () => {
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
  });

  test("an unknown option does not compile", () => {
    // @ts-expect-error timeoutMs
    supplier.serviceRequests.get(id, { timeoutMs: 5 });
  });
});

test("RegError.is narrows to the class of the kind or code", () => {
  if (RegError.is(error)) expectTypeOf(error).toEqualTypeOf<RegError>();
  if (RegError.is(error, "api")) expectTypeOf(error).toEqualTypeOf<RegApiError>();
  if (RegError.is(error, "conflict")) expectTypeOf(error).toEqualTypeOf<RegConflictError>();
  if (RegError.is(error, "rate-limit")) expectTypeOf(error).toEqualTypeOf<RegRateLimitError>();
  if (RegError.is(error, "REG-INV000105"))
    expectTypeOf(error).toEqualTypeOf<RegApiError | RegPreconditionError>();
  if (RegError.is(error, "timeout")) expectTypeOf(error.limit).toEqualTypeOf<"timeout" | "deadline">();
});

test("a misspelt kind or code does not compile", () => {
  // @ts-expect-error not a kind
  RegError.is(error, "conflicts");
  // @ts-expect-error not a code
  RegError.is(error, "INV000105");
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
    const { make } = await lessor.vehicles.get("AB-123-C");
    expectTypeOf(make).toEqualTypeOf<string>();
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
});

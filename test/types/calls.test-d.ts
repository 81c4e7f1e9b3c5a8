import type { LessorClient, ServiceRequest, SupplierClient } from "@reg/sdk";
import { describe, expectTypeOf, test } from "vitest";

// Compiled and never run. Each @ts-expect-error fails the compilation if the line below it is no error.

declare const supplier: SupplierClient;
declare const lessor: LessorClient;
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

describe("path-typed calls", () => {
  test("a wrong path does not compile", () => {
    // @ts-expect-error no such path
    supplier.GET("/v2/servicerequest");
    // @ts-expect-error a path of the other API
    supplier.GET("/v1/vehicles/{licensePlate}", { params: { path: { licensePlate: "AB-123-C" } } });
    // @ts-expect-error the parameter is filled in already
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

  test("data is never optional", () => {
    const answer = () => supplier.GET("/v2/servicerequests/{id}", { params: { path: { id } } });
    type Answer = Awaited<ReturnType<typeof answer>>;
    expectTypeOf<Answer["data"]>().toEqualTypeOf<{ data: ServiceRequest }>();
    expectTypeOf<undefined>().not.toExtend<Answer["data"]>();
    expectTypeOf<Answer["response"]>().toEqualTypeOf<Response>();
    // @ts-expect-error errors are thrown, not returned
    answer().then(({ error }) => error);
  });
});

describe("named methods", () => {
  test("a wrong name does not compile", () => {
    // @ts-expect-error no such group
    supplier.serviceRequest;
    // @ts-expect-error no such method
    supplier.serviceRequests.update;
    // @ts-expect-error the damage twin has no single template
    supplier.damageServiceRequests.invoiceTemplate;
    // @ts-expect-error a group of the other API
    supplier.vehicles;
  });

  test("a missing path parameter does not compile", () => {
    // @ts-expect-error no id
    supplier.serviceRequests.get();
    // @ts-expect-error no attachment id
    supplier.serviceRequests.attachments.get(id);
    // @ts-expect-error the body in the place of the id
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
  });

  test("a wrong enum value does not compile in a request", () => {
    // @ts-expect-error in the wrong case
    supplier.serviceRequests.create({ status: "draft", vehicle: { licensePlate: "AB-123-C" } });
    // @ts-expect-error a value that only the service sets
    supplier.serviceRequests.patch(id, { status: "Denied" });
  });

  test("an unknown enum value compiles in an answer", async () => {
    const { status } = await supplier.serviceRequests.get(id);
    if (status === "SomethingNew") return;
    if (status === "Approved") return;
    expectTypeOf<string>().toExtend<typeof status>();
    expectTypeOf(status).toExtend<string>();
  });

  test("a download is a Blob or, when asked for, a stream", () => {
    expectTypeOf(supplier.serviceRequests.attachments.get(id, id))
      .resolves.toHaveProperty("blob")
      .toEqualTypeOf<Blob>();
    expectTypeOf(supplier.serviceRequests.attachments.get(id, id, { as: "stream" }))
      .resolves.toHaveProperty("stream")
      .toEqualTypeOf<ReadableStream<Uint8Array>>();
  });

  test("what a call creates has an id", async () => {
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

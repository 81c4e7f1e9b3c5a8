import type { LessorClientOptions, ServiceAdapter, SupplierClientOptions } from "@reg/sdk";
import type { VehicleInput } from "@reg/sdk/lessor";
import { createSandbox } from "@reg/sdk/sandbox";
import type { AdapterFile, ServiceRequestList, ServiceRequestPatch } from "@reg/sdk/supplier";
import { expectTypeOf, test } from "vitest";

test("an adapter is typed by its operation", () => {
  const adapter: ServiceAdapter = {
    supplier: {
      "serviceRequests.patch": {
        request({ body, params }) {
          expectTypeOf(body).toEqualTypeOf<ServiceRequestPatch>();
          expectTypeOf(params).toEqualTypeOf<Record<"id", string>>();
        },
      },
      "serviceRequests.list": {
        // @ts-expect-error -- the document has serviceRequests
        response: () => ({ body: { requests: [], hasMore: false } }),
        reverse: { response: ({ body }) => expectTypeOf(body).toEqualTypeOf<ServiceRequestList>() as never },
      },
      "serviceRequests.attachments.upload": {
        request: ({ body }) => expectTypeOf(body).toEqualTypeOf<AdapterFile>() as never,
      },
      "serviceRequests.attachments.get": { response: () => ({ body: new Uint8Array() }) },
      // @ts-expect-error -- it applies to operations with other methods and paths
      "*": { path: "/v3" },
    },
    lessor: {
      "vehicles.put": { request: ({ body }) => expectTypeOf(body).toEqualTypeOf<VehicleInput>() as never },
      "token.create": { response: ({ body }) => ({ body: { access_token: Object(body).jwt } }) },
      // @ts-expect-error -- an operation of the other API
      "serviceRequests.get": {},
    },
  };
  expectTypeOf<SupplierClientOptions["adapter"]>().toEqualTypeOf<ServiceAdapter | undefined>();
  expectTypeOf<LessorClientOptions["adapter"]>().toEqualTypeOf<ServiceAdapter | undefined>();
  expectTypeOf(createSandbox).toBeCallableWith({ adapter });
});

import type {
  AppointmentInput,
  ComponentInput,
  ServiceRequest,
  ServiceRequestCreate,
  ServiceRequestList,
  SupplierClient,
} from "@reg/sdk";
import { expectTypeOf, test } from "vitest";

declare const supplier: SupplierClient;
const line = { id: "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11", reg: { code: "1101" }, operation: { code: "01" } };
const reason = { code: "20" };

test("the names and forms of version 1 do not compile (openapi/version-1.md)", () => {
  const vehicle = { licensePlate: "AB-123-C" };
  // @ts-expect-error workshopDate
  ({ date: "2026-06-15" }) satisfies AppointmentInput;
  // @ts-expect-error subcomponents
  ({ ...line, reason, components: [] }) satisfies ComponentInput;
  // @ts-expect-error partType
  ({ ...line, reason, part: { componentPartType: "Tire" } }) satisfies ComponentInput;
  // @ts-expect-error a text
  ({ ...line, reason, value: 48210 }) satisfies ComponentInput;
  // @ts-expect-error the reason is mandatory
  line satisfies ComponentInput;
  // @ts-expect-error gone
  ({ status: "Draft", vehicle, version: 1 }) satisfies ServiceRequestCreate;
  // @ts-expect-error gone
  ({ status: "Draft", vehicle, revision: 1 }) satisfies ServiceRequestCreate;
  // @ts-expect-error the token tells
  ({ status: "Draft", vehicle, supplierId: 4711 }) satisfies ServiceRequestCreate;
  // @ts-expect-error ApprovalRequested
  ({ status: "Lessor", vehicle }) satisfies ServiceRequestCreate;
  expectTypeOf<ServiceRequestList>().not.toHaveProperty("links");
  expectTypeOf<ServiceRequest["invoicing"]>().not.toBeArray();
  void supplier.tires.search({ makeCode: ["MI", "CO"] });
});

test("what of version 1 compiles nevertheless is what the page tells to search for", () => {
  void supplier.serviceRequests.list({ containsRobCode: "AB-123-C" });
  const isWithLessor = ({ status, components }: ServiceRequest) =>
    status === "Lessor" || components.some((each) => each.status.code === "Lessor");
  expectTypeOf(isWithLessor).returns.toBeBoolean();
});

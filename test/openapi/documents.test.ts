import { describe, expect, it } from "vitest";
import { readDocument } from "../../openapi/generator/document.js";
import { uncertainParts } from "../../openapi/generator/uncertain.js";

const supplier = readDocument(new URL("../../openapi/supplier.yaml", import.meta.url));

describe("the supplier document", () => {
  it.each([
    ["ServiceRequest", ["serviceRequestNumber", "invoicing", "parking"]],
    ["ServiceRequestListItem", ["lessorName", "serviceRequestNumber", "invoicing", "parking"]],
    ["InvoicingSummary", ["totalAmountApproved", "totalAmountToInvoice", "totalAmountInvoiced"]],
    ["Component", ["operation", "reason"]],
    ["ComponentStatus", ["description"]],
    ["InvoiceTemplate", ["identitySender"]],
    ["RentalClass", ["hasEstateVariant"]],
    ["Lessor", ["active"]],
    ["ValidationProblem", ["type", "title", "status", "detail", "traceId"]],
    ["ValidationError", ["description", "context"]],
  ])("requires of %s what the reference promises: %j", (schema, fields) => {
    expect(supplier.schemas[schema]?.required).toEqual(expect.arrayContaining(fields));
  });

  it("documents no other success codes than the reference", () => {
    const documented = supplier.operations.flatMap((operation) => {
      const uncertain = uncertainParts(operation, supplier).filter(({ part }) => part === "status");
      return Object.keys(operation.responses)
        .filter((status) => status.startsWith("2") && !uncertain.some(({ name }) => name === status))
        .map((status) => `${operation.operationId} ${status}`);
    });
    expect(documented.filter((each) => !each.startsWith("damage")).sort()).toEqual([
      "serviceRequests.components.put 200",
      "serviceRequests.components.put 201",
      "serviceRequests.invoices.create 201",
      "serviceRequests.invoices.pdf.upload 201",
      "serviceRequests.invoices.setStatus 204",
    ]);
  });

  it("has the patterns of the reference only: none for the code of a fuel", () => {
    const fuel = JSON.stringify(supplier.schemas["ContractVehicle"]?.properties?.["fuelTypeCode"]);
    expect(fuel).not.toMatch(/pattern|CodedValue/);
  });
});

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../openapi/generator/document.js";
import { listReviewRows, type ReviewRow } from "../../openapi/review/rows.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const apis = ["supplier", "lessor"] as const;
const rows: Readonly<Record<string, readonly ReviewRow[]>> = Object.fromEntries(
  apis.map((api) => [
    api,
    listReviewRows(readDocument(new URL(`../../openapi/${api}.yaml`, import.meta.url))),
  ]),
);

/** Finds the statement about a place in the supplier document, which other places can share. */
function findRow(place: string): ReviewRow {
  const found = rows["supplier"]?.find((row) => [row.place, ...row.sharedWith].includes(place));
  if (found === undefined) throw new Error(`There is no statement about ${place}.`);
  return found;
}

/** Runs the script. */
function review(...args: readonly string[]) {
  return new Promise<{ failed: boolean; output: string; errorOutput: string }>((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", "openapi/review.ts", ...args],
      { cwd: root },
      (error, output, errorOutput) => resolve({ failed: error !== null, output, errorOutput }),
    );
  });
}

describe("the review of a document", () => {
  test.each(apis)("finds the source of every statement of %s.yaml in the reference", (api) => {
    const reference = readFileSync(`${root}openapi/reference/${api}-api.md`, "utf8");
    const sections = [...reference.matchAll(/^##+ (\d+(?:\.\d+)?)/gm)].map(([, section]) => section);
    const others = rows[api]?.filter(
      (row) => row.sections.length === 0 || row.sections.some((each) => !sections.includes(each)),
    );
    expect(others?.map(({ place, sections }) => ({ place, sections }))).toEqual([]);
  });

  test("has one statement for a response that operations share", () => {
    const archived = rows["supplier"]?.filter(({ place }) => /^serviceRequests\..*: 410$/.test(place));
    expect(archived).toHaveLength(1);
    expect(archived?.[0]?.sharedWith).toContain("serviceRequests.components.cancel: 410");
  });

  test("contains parameters, bodies, headers, and fields at any depth", () => {
    for (const place of [
      "serviceRequests.list: parameter licensePlate",
      "serviceRequests.create: body",
      "serviceRequests.invoices.create: Location of 201",
      "contracts.get: application/json of 200",
      "LeaseContract.repairAndMaintenance.inContract",
    ])
      expect(findRow(place).description).toBeDefined();
  });
});

describe.concurrent("the script", () => {
  test("lists a section by confidence", async ({ expect }) => {
    const { failed, output } = await review("supplier", "2.1");
    expect(failed).toBe(false);
    expect(output).toMatch(/^documented \(\d+\)\n- /);
    expect(output).toContain("- ServiceRequest.parking (Parking, required): Whether the request is parked");
    expect(output).toMatch(/\n\ninferred \(\d+\)\n- /);
  });

  test("lists a section with one confidence only", async ({ expect }) => {
    const { output } = await review("supplier", "2.7", "assumed");
    expect(output).toMatch(/^assumed \(\d+\)\n- .*\n- InvoiceCreate\.invoiceNumber \(string\): /);
    expect(output).not.toContain("documented (");
  });

  test("counts the statements of all sections", async ({ expect }) => {
    const { output } = await review("lessor");
    expect(output).toMatch(/^§1: \d+ documented, \d+ inferred, \d+ assumed, \d+ not shown\n§2: /);
  });

  test.each([
    { args: ["supplier", "99"], problem: "openapi/supplier.yaml has §99" },
    { args: [], problem: "supplier or lessor" },
  ])("fails for $args", async ({ args, problem }) => {
    const { failed, errorOutput } = await review(...args);
    expect(failed).toBe(true);
    expect(errorOutput).toContain(problem);
  });
});

describe("the supplier document claims no more than the reference:", () => {
  test.each([
    ["serviceRequests.create: body", "inferred"],
    ["serviceRequests.patch: body", "inferred"],
    ["serviceRequests.components.put: body", "inferred"],
    ["ServiceRequestCreate.vehicle", "inferred"],
    ["damageServiceRequests.get: 410", "inferred"],
    ["damageServiceRequests.components.cancel: 410", "inferred"],
    ["serviceRequests.components.cancel: 200", "inferred"],
    ["contracts.get: application/json of 200", "inferred"],
    ["ServiceRequestStatusValue: other values", "assumed"],
    ["LineStatusValue: other values", "assumed"],
    ["SupplierTires.tireSwapAllowed", "inferred"],
    ["SupplierTires.tireReplaceAllowed", "inferred"],
    ["SupplierTires.tirePurchaseWithoutMountingAllowed", "inferred"],
    ["SupplierTires.usedTiresAllowed", "inferred"],
    ["InvoiceCreate.vatLines", "inferred"],
    ["Warranty", "inferred"],
    ["Problem.title", "inferred"],
    ["serviceRequests.invoices.pdf.get: application/pdf of 200", "inferred"],
    ["AttachmentList", "not shown"],
  ])("%s is %s", (place, confidence) => {
    expect(findRow(place).confidence).toBe(confidence);
  });

  test("the only success codes that it documents are those of the reference", () => {
    const documented = rows["supplier"]
      ?.filter(({ place, confidence }) => /: 2\d\d$/.test(place) && confidence === "documented")
      .flatMap(({ place, sharedWith }) => [place, ...sharedWith]);
    expect(documented?.filter((place) => !place.startsWith("damage")).sort()).toEqual([
      "serviceRequests.components.put: 200",
      "serviceRequests.components.put: 201",
      "serviceRequests.invoices.create: 201",
      "serviceRequests.invoices.pdf.upload: 201",
      "serviceRequests.invoices.setStatus: 204",
    ]);
  });
});

test.each([
  "ServiceRequest.serviceRequestNumber",
  "ServiceRequest.invoicing",
  "ServiceRequest.parking",
  "ServiceRequestListItem.lessorName",
  "ServiceRequestListItem.serviceRequestNumber",
  "ServiceRequestListItem.invoicing",
  "ServiceRequestListItem.parking",
  "InvoicingSummary.totalAmountApproved",
  "InvoicingSummary.totalAmountToInvoice",
  "InvoicingSummary.totalAmountInvoiced",
  "Component.operation",
  "Component.reason",
  "ComponentStatus.description",
  "Subcomponent.status.description",
  "InvoiceTemplate.identitySender",
  "RentalClass.hasEstateVariant",
  "Lessor.active",
  "ValidationProblem.type",
  "ValidationProblem.title",
  "ValidationProblem.status",
  "ValidationProblem.detail",
  "ValidationProblem.traceId",
  "ValidationError.description",
  "ValidationError.context",
])("%s is required, because the reference promises it", (place) => {
  expect(findRow(place).isRequired).toBe(true);
});

test("every total of an invoice and of a request excludes VAT, which its description says", () => {
  const totals = rows["supplier"]?.filter(({ place }) => /\.total(Amount\w+)?$/.test(place)) ?? [];
  expect(totals).toHaveLength(5);
  for (const { place, description } of totals) expect(description, place).toMatch(/exclud\w+ VAT/);
});

test("the description of the invoice date says that the reference sets no upper limit", () => {
  expect(findRow("InvoiceCreate.invoiceDate").description).toContain("sets no upper limit");
});

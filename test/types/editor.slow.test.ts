import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { createLanguageService, root } from "../support/language-service.js";

// TypeScript's own language service is asked what an editor shows to a user of the package.

const file = join(root, "test/types/program.ts");

const program = `
import { createSupplierClient, RegError, tireReplacement } from "@reg/sdk";
const supplier = createSupplierClient({ baseUrl: "https://reg.example", token: "token" });
supplier.serviceRequests.list;
supplier.serviceRequests.create;
supplier.damageServiceRequests;
supplier.contracts.components;
supplier.serviceRequests.create({ status: "Draft" });
supplier.serviceRequests.invoices.create("id", { total: 1 });
supplier.POST("/v2/servicerequests", { body: { status: "Draft" } });
supplier.contracts.get("AB-123-C", { timeout: 1000 });
supplier.requests;
tireReplacement([], { position: ["1", "L"], tire: {}, price: 20, tireDetails: { price: 228 } });
supplier.serviceRequests.invoiceTemplate;
export const created = await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "A" } });
// @ts-expect-error not complete yet
export const isIt = (error: unknown) => RegError.is(error, "");
`;

const service = createLanguageService([file], { [file]: program });

/** Reads what an editor shows for the last name in a text of the program. */
function hover(text: string): { readonly type: string; readonly documentation: string; readonly tags: string[] } {
  const info = service.getQuickInfoAtPosition(file, program.indexOf(text) + text.length - 1);
  return {
    type: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
    tags: (info?.tags ?? []).map(({ name, text }) => `${name} ${ts.displayPartsToString(text)}`),
  };
}

describe("an editor shows", () => {
  test("a named interface for a group of operations, with its description", () => {
    expect(hover("supplier.serviceRequests")).toMatchObject({
      type: "(property) SupplierClient.serviceRequests: ServiceRequests",
      documentation: expect.stringMatching(/^Repair, maintenance and tire work/),
    });
    expect(hover("supplier.damageServiceRequests").type).toMatch(/: DamageServiceRequests$/);
    expect(hover("supplier.contracts").type).toMatch(/: ContractsMethods$/);
  });

  test("the named types of the arguments of an operation and of its result", () => {
    expect(hover("supplier.serviceRequests.create").type).toMatch(
      /create\(body: ServiceRequestCreate, options\?: CallOptions\): CallPromise<Created<ServiceRequestCreated, string>>$/,
    );
    expect(hover("supplier.serviceRequests.list").type).toMatch(
      /list\(query\?: ServiceRequestListQuery, options\?: CallOptions\): CallPromise<ServiceRequestList>$/,
    );
    expect(hover("supplier.contracts.components").type).toContain("query?: OpenQuery<ContractComponentsQuery>");
    expect(hover("const created").type).toBe("const created: Created<ServiceRequestCreated, string>");
  });

  test("what an operation does, its phases, what it throws, an example and the sections of the reference", () => {
    const { documentation, tags } = hover("supplier.serviceRequests.create");
    expect(documentation).toMatch(/^Creates a service request and returns its id.*\n\nPhases: Draft\.\n\n/s);
    expect(tags.map((tag) => tag.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/^throws RegValidationError, .* REG-SVC000190 \(appointment\.workshopDate\)$/),
      expect.stringContaining("example const { id } = await supplier.serviceRequests.create({ status:"),
      "see supplier-api.md §4.1, §3, §7",
    ]);
  });

  test("the name of the body in the error for a missing field", () => {
    const messages = service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    const missing = `Property 'vehicle' is missing in type '{ status: "Draft"; }' but required in type 'ServiceRequestCreate'.`;
    expect(messages).toEqual([
      `Argument of type '{ status: "Draft"; }' is not assignable to parameter of type 'ServiceRequestCreate'.\n  ${missing}`,
      expect.stringContaining("missing the following properties from type 'InvoiceCreate': identitySender, "),
      missing,
      "Type 'number' is not assignable to type '\"options come after the query, which has no known parameters\"'.",
    ]);
  });

  test("that a group is deprecated of which all operations are, and what to use instead", () => {
    const deprecated = service.getSuggestionDiagnostics(file).filter((each) => each.reportsDeprecated);
    expect(deprecated.map(({ start, length }) => program.substr(start, length ?? 0))).toEqual([
      "requests",
      "invoiceTemplate",
    ]);
    expect(hover("supplier.requests").tags).toEqual(["deprecated Use `serviceRequests.list`."]);
  });

  test("which of two prices it is", () => {
    expect(hover("tire: {}, price").documentation).toContain("that of the tire (3101) is `tireDetails.price`");
    expect(hover("tireDetails: { price").documentation).toMatch(/does not show what\s+it covers/);
  });

  test("the known kinds and codes of errors as completions", () => {
    const completions = service.getCompletionsAtPosition(file, program.indexOf('error, "') + 'error, "'.length, {});
    const names = completions?.entries.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["conflict", "REG-INV000105", "RULE-APPROVAL"]));
  });
});

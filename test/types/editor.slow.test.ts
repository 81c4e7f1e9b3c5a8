import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

// TypeScript's own language service is asked what an editor shows to a user of the package.

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = join(folder, "../..");
const file = join(folder, "program.ts");

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

const service = createService();

function createService(): ts.LanguageService {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const { fileExists, readFile, directoryExists, getDirectories } = ts.sys;
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = name === file ? program : readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists,
    readFile,
    directoryExists,
    getDirectories,
  });
}

/** Reads what an editor shows for the last name in a text of the program. */
function hover(text: string): { readonly type: string; readonly documentation: string } {
  const info = service.getQuickInfoAtPosition(file, program.indexOf(text) + text.length - 1);
  return {
    type: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
  };
}

describe("an editor shows", () => {
  test("a named interface for a group of operations, with its description", () => {
    expect(hover("supplier.serviceRequests")).toEqual({
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

  test("the summary, phases, codes, source and confidence of an operation", () => {
    const { documentation } = hover("supplier.serviceRequests.create");
    expect(documentation).toMatch(/^Create a service request\./);
    for (const part of ["Phases: Draft.", "- `REG-SVC000190`: ", "Source: supplier-api.md §4.1", "Confidence:"])
      expect(documentation).toContain(part);
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
    expect(hover("supplier.requests").documentation).toContain("Use `serviceRequests`");
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

// The reference shows nothing but the names of these flags.
const undescribed = /^AllowedTireCosts\./;

test.each(["supplier", "lessor"])("every field of a model of the %s API has a description", (api) => {
  const path = join(root, `src/generated/${api}/models.ts`);
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const fields: string[] = [];
  const bare: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) {
      const name = `${ts.findAncestor(node, ts.isInterfaceDeclaration)?.name.text}.${node.name.getText()}`;
      fields.push(name);
      if (ts.getJSDocCommentsAndTags(node).length === 0) bare.push(name);
    }
    node.forEachChild(visit);
  };
  visit(source);
  expect(fields.length).toBeGreaterThan(5);
  expect(bare.filter((name) => !undescribed.test(name))).toEqual([]);
});

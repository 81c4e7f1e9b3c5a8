import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { writeAssumptions } from "../../openapi/generator/assumptions.js";
import { readDocument } from "../../openapi/generator/document.js";
import { readLedger } from "../../openapi/generator/ledger.js";
import { errorCodes } from "../../src/generated/error-codes.js";
import { temporaryFolder } from "../support/folder.js";

const folder = temporaryFolder(afterAll);

const openapi = new URL("../../openapi/", import.meta.url);
const documents = {
  supplier: readDocument(new URL("supplier.yaml", openapi)),
  lessor: readDocument(new URL("lessor.yaml", openapi)),
};

/** Reads a ledger with this one entry, in YAML. */
function readEntry(...lines: readonly string[]) {
  const file = join(folder, "ledger.yaml");
  writeFileSync(file, ["Invoices:", "  - statement: Gulls | terns", ...lines.map((line) => `    ${line}`)].join("\n"));
  return readLedger(pathToFileURL(file));
}

describe("readLedger", () => {
  it("returns the facts by section", () => {
    expect(readEntry("confidence: assumed")).toEqual({
      Invoices: [{ statement: "Gulls | terns", confidence: "assumed", codes: [] }],
    });
  });

  it.each([
    ["an unknown confidence", ["confidence: certain"]],
    ["an unknown field", ["confidence: assumed", "sources: supplier-api.md §3"]],
    ["a source without a section", ["confidence: assumed", "source: supplier-api.md"]],
    ["a code of nobody", ["confidence: assumed", "codes: [RULE-DATE]"]],
    ["what is documented without a source", ["confidence: documented"]],
    ["what is inferred without a source", ["confidence: inferred"]],
    [
      "a check of what is documented",
      ["confidence: documented", "source: supplier-api.md §3", "verify: { id: invoices.gulls, apis: [lessor] }"],
    ],
  ])("rejects %s", (_, lines) => {
    expect(() => readEntry(...lines)).toThrow();
  });

  it("finds every code of the catalogue in the ledger of the sandbox", () => {
    const codes = Object.values(readLedger(new URL("ledger.yaml", openapi))).flatMap((facts) =>
      facts.flatMap((fact) => fact.codes),
    );
    expect(codes).toEqual(expect.arrayContaining(Object.keys(errorCodes)));
  });
});

describe("writeAssumptions", () => {
  it("includes the facts that responses of this API show", () => {
    const ledger = readEntry("confidence: assumed", "verify: { id: invoices.gulls, apis: [lessor] }");
    const write = (api: "supplier" | "lessor") =>
      writeAssumptions(documents[api], Object.values(ledger).flat(), { source: `${api}.yaml`, api });
    expect(write("lessor")).toContain('{"id":"invoices.gulls","confidence":"assumed","statement":"Gulls | terns"}');
    expect(write("supplier")).not.toContain("invoices.gulls");
  });

  it("leaves out known values of an open enumeration, which no response refutes", () => {
    const text = writeAssumptions(documents.supplier, [], { source: "supplier.yaml", api: "supplier" });
    const ids = [...text.matchAll(/"id":"(ComponentFieldValue[^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["ComponentFieldValue.(other values)"]);
  });
});

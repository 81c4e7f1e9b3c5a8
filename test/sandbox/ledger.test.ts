import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../openapi/generator/document.js";
import { lineTransitionId, transitionId } from "../../openapi/ledger/derived.js";
import { writeLedger } from "../../openapi/ledger/ledger.js";
import { table } from "../../openapi/ledger/markdown.js";
import { readOperations, rowsOf } from "../../openapi/ledger/operations.js";
import { confidences } from "../../openapi/ledger/rule.js";
import { rules } from "../../openapi/ledger/rules.js";
import { errorCodes } from "../../src/generated/error-codes.js";
import { operations } from "../../src/sandbox/server/router.js";
import { lineTransitions } from "../../src/supplier/phases/line-status.js";
import { phaseByStatus, phaseTransitions } from "../../src/supplier/phases/phases.js";
import { referenceTables } from "./reference.js";

const sandbox = fileURLToPath(new URL("../../src/sandbox/", import.meta.url));

/** The source files of the sandbox by their paths in src/sandbox. */
const sources = new Map(
  readdirSync(sandbox, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file, readFileSync(join(sandbox, file), "utf8")]),
);

const codes = new Set<string>(rules.flatMap((rule) => rule.codes ?? []));
const ids = rules.map(({ id }) => id);
const document = readDocument(new URL("../../openapi/lessor.yaml", import.meta.url));

describe("the rules of the ledger", () => {
  test("have unique ids", () => {
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("contain every code of the catalogue", () => {
    expect([...codes].filter((code) => code.startsWith("REG-")).sort()).toEqual(
      Object.keys(errorCodes).sort(),
    );
  });

  test("contain exactly the codes that the sandbox adds to those of the service", () => {
    const used = [...sources.values()].flatMap((text) =>
      [...text.matchAll(/(?:sandboxEntry|unreadable)\(\s*(?:`[^`]*`,\s*)?"([A-Z-]+)"/g)].map(
        ([, code]) => `SANDBOX-${code}`,
      ),
    );
    expect([...codes].filter((code) => code.startsWith("SANDBOX-")).sort()).toEqual(
      [...new Set(used)].sort(),
    );
  });

  test("can be compared with the source, which computes codes in two files only", () => {
    const others = [...sources].filter(([, text]) => /sandboxEntry\((?!\s*")/.test(text));
    expect(others.map(([file]) => file)).toEqual(
      expect.arrayContaining(["server/problem.ts", "schema/request.ts"]),
    );
    expect(others).toHaveLength(2);
  });

  test("link to files that contain each of their codes", () => {
    for (const { id, codes: own = [], files } of rules) {
      const text = files.map((file) => sources.get(file) ?? "").join("");
      for (const code of own) expect(text, id).toContain(`"${code.replace("SANDBOX-", "")}"`);
    }
  });

  test("contain every transition and every status with its confidence", () => {
    const rows = new Map(rules.map(({ id, confidence }) => [id, confidence]));
    for (const row of phaseTransitions) expect(rows.get(transitionId(row)), row.trigger).toBe(row.confidence);
    for (const row of lineTransitions) expect(rows.get(lineTransitionId(row)), row.from).toBe(row.confidence);
    for (const [status, { confidence }] of Object.entries(phaseByStatus)) {
      expect(rows.get(`phases.status.${status}`), status).toBe(confidence);
    }
  });

  test("have a test of the reference if they are documented", () => {
    const tested = new Set(referenceTables.flatMap((each) => Object.keys(each.rules)));
    for (const rule of rules) {
      if (rule.confidence !== "documented") continue;
      expect(rule.tests, rule.id).not.toEqual([]);
      expect(
        rule.tests.filter((id) => !tested.has(id)),
        rule.id,
      ).toEqual([]);
    }
  });

  test("link to existing files", () => {
    const missing = rules.flatMap(({ files }) => files).filter((file) => !existsSync(join(sandbox, file)));
    expect(missing).toEqual([]);
  });

  test("name their source as a document and its sections", () => {
    for (const { id, source } of rules) {
      if (source === undefined) continue;
      expect(source, id).toMatch(/^(\w+-api\.md §[\d.]+(, §[\d.]+)*)(; \w+-api\.md §[\d.]+(, §[\d.]+)*)?$/);
    }
  });

  test("link to every file with a comment about an assumption", () => {
    const assuming = [...sources]
      .filter(([, text]) =>
        /\/[/*].*(assumed|made up|not shown|taken to be)|^ +\*.*(assumed|made up|not shown|taken to be)/im.test(
          text,
        ),
      )
      .map(([file]) => file);
    const linked = new Set(
      rules.filter(({ confidence }) => confidence !== "documented").flatMap(({ files }) => files),
    );
    expect(assuming).not.toEqual([]);
    expect(assuming.filter((file) => !linked.has(file))).toEqual([]);
  });
});

describe("the operations of the ledger", () => {
  const rows = readOperations();

  test("are all operations of both documents", () => {
    expect(rows.operations.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(rows.operations).toHaveLength(88 + 25);
  });

  test("are not simulated without a handler", () => {
    const { operations: found } = rowsOf("lessor", document, (id) => id !== "vehicles.get");
    const notSimulated = found.filter(({ confidence }) => confidence === "not simulated");
    expect(notSimulated.map(({ id }) => id)).toEqual(["vehicles.get"]);
  });

  test("list the parts with a lower confidence", () => {
    const found = rows.operations.find(({ id }) => id === "serviceRequests.attachments.upload");
    expect(found?.parts).toEqual([
      { part: "body", confidence: "assumed" },
      { part: "`Location` of 201", confidence: "inferred" },
      { part: "responses 201, 404", confidence: "inferred" },
    ]);
    const invoice = rows.schemas.find(({ name }) => name === "InvoiceCreate");
    expect(invoice?.fields).toContainEqual({ part: "invoiceDate", confidence: "assumed" });
    expect(rows.operations.find(({ id }) => id === "serviceRequests.invoices.create")?.schemas).toContain(
      "VatLine",
    );
  });
});

describe("the text of the ledger", () => {
  const rows = readOperations();
  const text = writeLedger(rows, rules);

  test("has a row for each operation and rule, with the same number of cells in each row of a table", () => {
    for (const { id } of rows.operations) expect(text).toContain(`| \`${id}\` |`);
    for (const { rule } of rules) expect(text).toContain(`| ${rule.replaceAll("|", "\\|")} |`);
    const tables = text.split(/\n{2,}/).filter((block) => block.startsWith("| "));
    expect(tables.length).toBeGreaterThan(20);
    for (const rows of tables.map((each) => each.trimEnd().split("\n"))) {
      expect(new Set(rows.map((row) => row.split(/(?<!\\)\|/).length)).size, rows[2]).toBe(1);
    }
  });

  test("escapes the content of cells", () => {
    expect(table(["a", "b"], [["one | two\nthree", ""]])).toBe(
      "| a | b |\n| --- | --- |\n| one \\| two three |  |",
    );
  });

  test("counts the rules", () => {
    const counts = confidences.map((each) => rules.filter(({ confidence }) => confidence === each).length);
    expect(text).toContain(`| ${["**Rules, all areas**", ...counts, rules.length].join(" | ")} |`);
  });
});

import { code, grouped, table } from "./markdown.js";
import type { DocumentRows, OperationRow, SchemaRow } from "./operations.js";
import { type Confidence, confidences, type Rule } from "./rule.js";
import type { Doubt, UncertainPart } from "./uncertain.js";

const introduction = `<!-- Written by openapi/ledger.ts: run \`npm run ledger -- --write\`. -->

# How faithful the sandbox is

For every operation and every rule of the sandbox, how sure it is that the services do the same:

- **documented**: the reference says so.
- **inferred**: it follows from what the reference says.
- **assumed**: the reference leaves it open; the sandbox had to do something, or make something up.
- **not simulated**: the services do it, or may do it, and the sandbox does not.

The source is the section of the reference, as the page for the [supplier API](../../openapi/reference/supplier-api.md)
or the [lessor API](../../openapi/reference/lessor-api.md), that says it or, of what is assumed or not simulated, that
leaves it open. Codes that begin with SANDBOX- are the sandbox's own: the service refuses the same thing under a code
that is not shown.`;

const operationsIntroduction = `## Operations

The confidence is that of the operation: that it is there, and what it is for. Parameters, bodies and responses that are
less sure stand beside it; of the schemas that are named, the table of fields says what is.`;

/** Writes the ledger. */
export function writeLedger({ operations, schemas }: DocumentRows, rules: readonly Rule[]): string {
  const sections = [
    introduction,
    `## Summary\n\n${summary(operations, rules)}`,
    operationsIntroduction,
    ...[...grouped(operations, ({ group }) => group)].map(([group, rows]) => writeOperations(group, rows)),
    `## Fields\n\nThe schemas of which something is not documented, or has fields whose names are not shown.\n\n${writeSchemas(schemas)}`,
    "## Rules",
    ...[...grouped(rules, ({ area }) => area)].map(([area, rows]) => writeRules(area, rows)),
  ];
  return `${sections.join("\n\n")}\n`;
}

function summary(operations: readonly OperationRow[], rules: readonly Rule[]): string {
  const areas = [...grouped(rules, ({ area }) => area)].map(([area, rows]) => countsOf(area, rows));
  const rows = [countsOf("Operations", operations), ...areas, countsOf("**Rules, all areas**", rules)];
  const doubtful = operations.filter(
    ({ confidence, parts }) => confidence === "documented" && parts.length > 0,
  );
  const documented = operations.filter(({ confidence }) => confidence === "documented");
  return `${table(["", ...confidences, "all"], rows)}

Of the ${documented.length} operations that are documented, ${doubtful.length} have a body or a response that is not.`;
}

function countsOf(name: string, rows: readonly { readonly confidence: Confidence }[]): string[] {
  const counts = confidences.map((each) => rows.filter(({ confidence }) => confidence === each).length);
  return [name, ...[...counts, rows.length].map(String)];
}

function writeOperations(group: string, rows: readonly OperationRow[]): string {
  const headings = ["Operation", "Path", "Confidence", "Inferred", "Assumed", "Fields", "Source"];
  const cells = rows.map(({ id, method, path, confidence, parts, schemas, source, note }) => [
    code(id),
    code(`${method} ${path}`),
    confidence,
    partsOf(parts, "inferred"),
    partsOf(parts, "assumed"),
    schemas.join(", "),
    note === undefined ? source : `${source}; ${note}`,
  ]);
  return `### ${group}\n\n${table(headings, cells)}`;
}

function writeSchemas(schemas: readonly SchemaRow[]): string {
  const headings = ["Schema", "API", "Fields that are not shown", "Inferred", "Assumed"];
  const cells = schemas.map(({ name, api, isOpen, fields }) => {
    const named = fields.map((each) => ({
      ...each,
      part: each.part === "all of it" ? each.part : code(each.part),
    }));
    return [code(name), api, isOpen ? "yes" : "", partsOf(named, "inferred"), partsOf(named, "assumed")];
  });
  return table(headings, cells);
}

function partsOf(parts: readonly UncertainPart[], wanted: Doubt): string {
  return parts
    .filter(({ confidence }) => confidence === wanted)
    .map(({ part }) => part)
    .join(", ");
}

function writeRules(area: string, rows: readonly Rule[]): string {
  const headings = ["Rule", "Confidence", "Codes", "Source", "Where"];
  const cells = rows.map(({ rule, confidence, codes = [], source = "", files }) => [
    rule,
    confidence,
    codes.map(code).join(", "),
    source,
    files.map((file) => `[${file.slice(file.lastIndexOf("/") + 1)}](${file})`).join(", "),
  ]);
  return `### ${area}\n\n${table(headings, cells)}`;
}

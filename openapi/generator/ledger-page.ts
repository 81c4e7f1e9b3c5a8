import { nameOf, type SpecDocument, type SpecOperation } from "./document.js";
import { confidences, type Fact, type Ledger } from "./ledger.js";
import { table } from "./text.js";
import { type UncertainField, type UncertainPart, uncertainFields, uncertainParts } from "./uncertain.js";

const introduction = `<!-- Written by openapi/generate.ts from openapi/ledger.yaml and the OpenAPI documents: change those, then run
\`npm run generate\`. -->

# How faithful the sandbox is

For every operation of the services and every fact that the sandbox follows, how sure it is that the services do the same:

- **documented**: the reference says so.
- **inferred**: it follows from what the reference says.
- **assumed**: the reference leaves it open; the sandbox had to do something, or make something up.
- **not simulated**: the services do it, or may do it, and the sandbox does not.

The source is the section of the reference, as the page for the [supplier API](../../openapi/reference/supplier-api.md)
or the [lessor API](../../openapi/reference/lessor-api.md), that says it or, of what is assumed or not simulated, that
leaves it open. Codes that begin with SANDBOX- are the sandbox's own: if the service rejects the same, its code is not
shown.`;

const operationsIntroduction = `## Operations

The confidence is that of the operation: that it exists, and what it is for. Parameters, bodies and responses that are
less sure have columns of their own; for the fields of the schemas that are named, see the table of fields.`;

/** The heading for the operations of a group; all other groups are lookups. */
const headings: Readonly<Record<string, string>> = {
  serviceRequests: "Service requests",
  damageServiceRequests: "Damage service requests",
  serviceLevels: "Service levels",
  token: "Lessor API",
  vehicles: "Lessor API",
};

interface SchemaRow {
  readonly name: string;
  readonly api: string;
  readonly isOpen: boolean;
  readonly fields: readonly UncertainField[];
}

/** Writes src/sandbox/LEDGER.md. */
export function writeLedgerPage(documents: Readonly<Record<string, SpecDocument>>, ledger: Ledger): string {
  const schemas = Object.entries(documents).flatMap(([api, document]) => schemaRows(api, document));
  const operations = Object.values(documents).flatMap((document) =>
    document.operations.map((operation) => ({ operation, document })),
  );
  const headingOf = ({ operationId }: SpecOperation) => headings[operationId.split(".")[0] ?? ""] ?? "Lookups";
  const groups = [...new Set(operations.map(({ operation }) => headingOf(operation)))];
  const columns = ["Operation", "Path", "Confidence", "Inferred", "Assumed", "Fields", "Source"];
  const sections = [
    introduction,
    `## Summary\n\n${summary(
      operations.map(({ operation }) => operation),
      ledger,
    )}`,
    operationsIntroduction,
    ...groups.map((group) => {
      const cells = operations
        .filter(({ operation }) => headingOf(operation) === group)
        .map(({ operation, document }) => operationCells(operation, document, schemas));
      return `### ${group}\n\n${table(columns, cells)}`;
    }),
    `## Fields\n\nThe schemas of which something is not documented, or has fields whose names are not shown.\n\n${schemaTable(schemas)}`,
    "## Facts",
    ...Object.entries(ledger).map(([area, facts]) => `### ${area}\n\n${factTable(facts)}`),
  ];
  return `${sections.join("\n\n")}\n`;
}

function schemaRows(api: string, { schemas }: SpecDocument): SchemaRow[] {
  return Object.entries(schemas)
    .map(([name, schema]) => {
      const isOpen = schema["x-reg-open"] !== undefined;
      return { name, api, isOpen, fields: uncertainFields(name, schema) };
    })
    .filter(({ isOpen, fields }) => isOpen || fields.length > 0);
}

function summary(operations: readonly SpecOperation[], ledger: Ledger): string {
  const counts = (name: string, all: readonly string[]) => {
    const numbers = confidences.map((each) => all.filter((confidence) => confidence === each).length);
    return [name, ...[...numbers, all.length].map(String)];
  };
  const areas = Object.entries(ledger).map(([area, facts]) =>
    counts(
      area,
      facts.map(({ confidence }) => confidence),
    ),
  );
  const facts = Object.values(ledger).flat();
  return table(
    ["", ...confidences, "all"],
    [
      counts(
        "Operations",
        operations.map((each) => each["x-reg-confidence"]),
      ),
      ...areas,
      counts(
        "**All facts**",
        facts.map(({ confidence }) => confidence),
      ),
    ],
  );
}

function operationCells(operation: SpecOperation, document: SpecDocument, schemas: readonly SchemaRow[]): string[] {
  const { operationId, method, path, "x-reg-confidence": confidence, "x-reg-source": source } = operation;
  const parts = uncertainParts(operation, document);
  const used = schemasOf(operation, document).filter((name) => schemas.some((each) => each.name === name));
  return [
    code(operationId),
    code(`${method} ${path}`),
    confidence,
    describeParts(parts.filter((each) => each.confidence === "inferred")),
    describeParts(parts.filter((each) => each.confidence === "assumed")),
    used.join(", "),
    source,
  ];
}

/** Names the parts of an operation; the statuses of its responses together. */
function describeParts(parts: readonly UncertainPart[]): string {
  const statuses = parts.filter(({ part }) => part === "status").map(({ name }) => name);
  const texts = parts.flatMap(({ part, name }) => {
    if (part === "parameter") return [`parameter \`${name}\``];
    if (part === "input") return ["body"];
    if (part === "location") return [`\`Location\` of ${name}`];
    return part === "body" ? [`form of ${name}`] : [];
  });
  const responses =
    statuses.length === 0 ? [] : [`${statuses.length === 1 ? "response" : "responses"} ${statuses.join(", ")}`];
  return [...texts, ...responses].join(", ");
}

/** The names of the schemas that an operation takes or returns in a success, and of those within them. */
function schemasOf(operation: SpecOperation, document: SpecDocument): string[] {
  const contents = [operation.requestBody, ...operation.successes].map((each) => each?.content);
  const found = new Set(referencesIn(contents));
  for (const name of found) for (const inner of referencesIn(document.schemas[name])) found.add(inner);
  return [...found];
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const name = nameOf(value);
  return [...(name === undefined ? [] : [name]), ...Object.values(value).flatMap(referencesIn)];
}

function schemaTable(schemas: readonly SchemaRow[]): string {
  const rows = schemas.map(({ name, api, isOpen, fields }) => [
    code(name),
    api,
    isOpen ? "yes" : "",
    describeFields(fields.filter(({ confidence }) => confidence === "inferred")),
    describeFields(fields.filter(({ confidence }) => confidence === "assumed")),
  ]);
  return table(["Schema", "API", "Fields that are not shown", "Inferred", "Assumed"], rows);
}

function describeFields(fields: readonly UncertainField[]): string {
  const texts = fields.map(({ pointer, values }) => {
    const path = pointer.slice(1).replaceAll("/*", "[]").replaceAll("/", ".");
    const text = [path, values && `(${values} values)`].filter(Boolean).join(" ");
    return text === "" ? "all of it" : code(text);
  });
  return texts.join(", ");
}

function factTable(facts: readonly Fact[]): string {
  const rows = facts.map(({ statement, confidence, codes, source = "" }) => [
    statement,
    confidence,
    codes.map(code).join(", "),
    source,
  ]);
  return table(["Fact", "Confidence", "Codes", "Source"], rows);
}

const code = (text: string) => `\`${text}\``;

import {
  type Content,
  nameOf,
  readDocument,
  type Schema,
  type SpecDocument,
  type SpecOperation,
} from "../../openapi/generator/document.js";
import { table } from "../../openapi/generator/text.js";
import { factList } from "./markdown.js";

/** The two APIs, by the names of their documents. */
const documents: Readonly<Record<string, SpecDocument>> = {
  supplier: readDocument(new URL("../../openapi/supplier.yaml", import.meta.url)),
  lessor: readDocument(new URL("../../openapi/lessor.yaml", import.meta.url)),
};

/** All operations of both APIs. */
export const operations: readonly SpecOperation[] = Object.values(documents).flatMap((each) => each.operations);

/** The path of the page of an operation. */
export const operationPath = ({ operationId }: SpecOperation): string => `operations/${operationId}.md`;

/** The chapters about the operations whose names begin so; the first row that fits applies. */
const guides: readonly (readonly [operation: RegExp, ...chapters: readonly string[]])[] = [
  [/^(damageS|s)erviceRequests\.invoice/, "invoicing"],
  [/^(damageS|s)erviceRequests\.attachments/, "attachments"],
  [/^(damageS|s)erviceRequests\./, "requirements", "approval", "phases"],
  [/^serviceLevels\./, "service-levels"],
  [/^tires\./, "tires"],
  [/^(rentalClasses|rentalVehicles)\./, "rental"],
  [/^(components|damageComponents|contracts|lessors|dealerships|objectTypes)\./, "contracts", "approval"],
  [/^requests\./, "migrating-from-version-1"],
  [/^vehicles\./, "lessors", "fleet-sync"],
  [/^token\./, "authentication"],
];

const guidesOf = (operationId: string) => guides.find(([operation]) => operation.test(operationId))?.slice(1) ?? [];

/** Writes links to the groups of operations that a chapter is about; undefined if it is about none. */
export function writeGroupsOf(chapter: string): string | undefined {
  const about = operations.filter(({ operationId }) => guidesOf(operationId).includes(chapter));
  const groups = [...new Set(about.map(({ operationId }) => operationId.split(".")[0] ?? ""))];
  if (groups.length === 0) return undefined;
  const links = groups.map((group) => `[\`${group}\`](operations/index.md#${group.toLowerCase()})`);
  return `Operations: ${links.join(", ")}`;
}

const effects: Readonly<Record<string, string>> = {
  read: "Reads only. The client repeats it after a temporary failure.",
  idempotent: "Can be repeated without harm. The client repeats it after a temporary failure.",
  create: "Creates something. The client never sends it again once the service may have processed it.",
  transition: "Changes a status. The client never sends it again once the service may have processed it.",
};

/** Writes the page of an operation; `method` is where the API reference describes its method. */
export function writeOperation(operation: SpecOperation, method: string | undefined): string {
  const api = Object.keys(documents).find((name) => documents[name]?.operations.includes(operation)) ?? "";
  const document = documents[api] as SpecDocument;
  const client = operation.security?.length === 0 ? "" : `${api}.${operation.operationId}`;
  const phases = operation["x-reg-phases"];
  const facts = [
    ["Request", `\`${operation.method} ${operation.path}\``],
    ["Method", client === "" ? "none: the client calls it" : link(`\`${client}\``, method)],
    ["Effect", effects[operation["x-reg-effects"]] ?? ""],
    ["Phases", phases === undefined ? "" : `${phases.join(", ")} (see [phases](../phases.md))`],
    ["Codes", operation["x-reg-errors"].map((code) => `\`${code}\``).join(", ")],
    [
      "Guides",
      guidesOf(operation.operationId)
        .map((chapter) => `[${chapter}](../${chapter}.md)`)
        .join(", "),
    ],
    ["Confidence", operation["x-reg-confidence"]],
    ["Source", operation["x-reg-source"]],
    ["Document", `[openapi/${api}.yaml](../openapi/${api}.yaml)`],
  ] as const;
  const parameters = [...operation.pathParams, ...operation.queryParams].map(
    ({ name, in: place, required, schema, description = "" }) => [
      `\`${name}\``,
      place,
      required ? "yes" : "",
      `\`${typeOf(document.resolve(schema))}\``,
      description,
    ],
  );
  if (operation["x-reg-open-query"])
    parameters.push(["…", "query", "", "", "There are others. Their names are not shown."]);
  const { requestBody } = operation;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { description, ...content } = document.resolve(response);
    return [status, bodyOf(content), description];
  });
  return [
    `# ${operation.operationId}`,
    operation.deprecated ? "**Deprecated**: the reference marks it so." : "",
    `${operation.summary}.`,
    operation.description ?? "",
    factList(facts),
    parameters.length === 0
      ? ""
      : `## Parameters\n\n${table(["Name", "In", "Required", "Type", "Description"], parameters)}`,
    requestBody === undefined
      ? ""
      : `## Body\n\n${bodyOf(requestBody)}${requestBody.required ? "" : " (optional)"}. ${requestBody.description ?? ""}`,
    `## Responses\n\n${table(["Status", "Body", "Description"], responses)}`,
  ]
    .filter((section) => section !== "")
    .join("\n\n");
}

/** Writes the page that lists all operations. */
export function writeOperationList(): string {
  const sections = Object.entries(documents).flatMap(([api, document]) => [
    `## The ${api} API`,
    `The document is [openapi/${api}.yaml](../openapi/${api}.yaml).`,
    ...[...document.tags].flatMap(([tag, about]) => [
      `### ${tag}`,
      about,
      table(
        ["Operation", "Request", "Summary"],
        document.operations
          .filter(({ operationId }) => operationId.split(".")[0] === tag)
          .map(({ operationId, method, path, summary }) => [
            `[\`${operationId}\`](${operationId}.md)`,
            `\`${method} ${path}\``,
            summary,
          ]),
      ),
    ]),
  ]);
  return [
    "# Operations",
    "The name of an operation is the path of its method on the client: `serviceRequests.get` is `supplier.serviceRequests.get(id)`.",
    ...sections,
  ].join("\n\n");
}

const link = (text: string, target: string | undefined) => (target === undefined ? text : `[${text}](../${target})`);

/** The name of the schema of a body, for each media type. */
function bodyOf({ content = {} }: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const name = nameOf(schema);
      return name === undefined ? `\`${type}\`` : `\`${name}\` as \`${type}\``;
    })
    .join(" or ");
}

function typeOf({ type, format, enum: values }: Schema): string {
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  return [type ?? "any", ...(format === undefined ? [] : [format])].join(", ");
}

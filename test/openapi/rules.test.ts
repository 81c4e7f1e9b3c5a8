import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// Each document breaks one of the project's lint rules and is otherwise valid. The linter checks all documents in one
// run with redocly.yaml, because each start takes a second.

const root = fileURLToPath(new URL("../..", import.meta.url));
const create = "/paths/~1v2~1servicerequests/post";
const get = "/paths/~1v2~1servicerequests~1{id}/get";
const schemas = "/components/schemas";

const validDocument = {
  openapi: "3.1.0",
  info: { title: "Small", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "https://small.reg.invalid" }],
  security: [{ bearer: [] }],
  tags: [{ name: "serviceRequests", description: "Requests." }],
  "x-reg-phases": { Draft: "The supplier writes it.", Lessor: "The lessor reviews it." },
  "x-reg-codes": {
    "REG-SVC000187": {
      status: 400,
      meaning: "The lessor is inactive.",
      cause: "Creating a request for it.",
      action: "Ask the lessor.",
      source: "supplier-api.md §7",
      retryable: false,
    },
  },
  paths: {
    "/v2/servicerequests": {
      post: {
        operationId: "serviceRequests.create",
        tags: ["serviceRequests"],
        summary: "Create",
        description: "Creates a request.",
        "x-reg-example": "await supplier.serviceRequests.create(body);",
        "x-reg-source": "supplier-api.md §4.1",
        "x-reg-confidence": "documented",
        "x-reg-effects": "create",
        "x-reg-phases": ["Draft"],
        "x-reg-errors": ["REG-SVC000187"],
        "x-reg-location": "serviceRequests.get",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/RequestInput" } } },
        },
        responses: {
          "201": { description: "Created.", headers: { Location: { schema: { type: "string" } } } },
          "401": { description: "Unauthorized." },
        },
      },
    },
    "/v2/servicerequests/{id}": {
      get: {
        operationId: "serviceRequests.get",
        tags: ["serviceRequests"],
        summary: "Get",
        description: "Reads a request.",
        "x-reg-example": "await supplier.serviceRequests.get(id);",
        "x-reg-source": "supplier-api.md §4.1",
        "x-reg-confidence": "documented",
        "x-reg-effects": "read",
        "x-reg-errors": [],
        parameters: [{ name: "id", in: "path", description: "The id.", required: true, schema: { type: "string" } }],
        responses: {
          "200": {
            description: "The request.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Request" } } },
          },
          "401": { description: "Unauthorized." },
        },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    schemas: {
      Status: { type: "string", enum: ["Draft", "Approved"] },
      StatusValue: {
        anyOf: [{ $ref: "#/components/schemas/Status" }, { type: "string", "x-reg-confidence": "assumed" }],
      },
      Fuel: {
        anyOf: [{ type: "string", enum: ["Petrol"] }, { type: "string" }],
        "x-reg-confidence": "inferred",
      },
      RequestInput: {
        type: "object",
        additionalProperties: true,
        "x-reg-open": "RequestInputFields",
        "x-reg-returned-as": "RequestFields",
        properties: {
          status: { $ref: "#/components/schemas/Status", description: "The status." },
          fuel: {
            $ref: "#/components/schemas/Fuel",
            description: "The fuel.",
            "x-reg-confidence": "inferred",
          },
          phone: { type: "string", description: "The phone number.", "x-reg-sensitive": true },
        },
      },
      Request: {
        type: "object",
        additionalProperties: true,
        "x-reg-open": "RequestFields",
        properties: {
          history: {
            type: "array",
            description: "The statuses so far.",
            items: { $ref: "#/components/schemas/StatusValue" },
          },
        },
      },
    },
  },
};

/**
 * A rule, a part of its message, and the value that is set at a JSON pointer to break it; undefined removes the field.
 */
const violations: [rule: string, message: string, at: string, value: unknown][] = [
  ["extensions-known", "`x-reg-error` is not one of our", `${create}/x-reg-error`, []],
  [
    "extensions-known",
    "`x-reg-sensitve` is not one of our",
    `${schemas}/RequestInput/properties/status/x-reg-sensitve`,
    true,
  ],
  ["extensions-known", "no meaning here (Operation)", `${get}/x-reg-open`, "RequestFields"],
  ["extensions-known", "is a flag", `${get}/x-reg-open-query`, "yes"],
  ["extensions-known", "names no document and section", `${get}/x-reg-source`, "supplier-api.md"],
  ["operation-extensions-complete", "has `x-reg-source`", `${get}/x-reg-source`, undefined],
  ["operation-extensions-complete", "has `x-reg-confidence`", `${get}/x-reg-confidence`, undefined],
  ["operation-extensions-complete", "has `description`", `${get}/description`, undefined],
  ["operation-extensions-complete", "has `x-reg-example`", `${get}/x-reg-example`, undefined],
  ["operation-extensions-complete", "has `x-reg-successor`", `${get}/deprecated`, true],
  ["operation-extensions-complete", "lists `x-reg-errors`", `${get}/x-reg-errors`, undefined],
  ["operation-extensions-complete", "GET is one of: read", `${get}/x-reg-effects`, undefined],
  ["operation-extensions-complete", "GET is one of: read", `${get}/x-reg-effects`, "create"],
  ["operation-extensions-complete", "POST is one of: create, transition", `${create}/x-reg-effects`, "read"],
  ["extensions-known", "is one of: documented", `${get}/x-reg-confidence`, "certain"],
  ["extensions-known", "is one of: documented", `${schemas}/Request/x-reg-confidence`, "guessed"],
  ["extensions-known", "is one of: documented", `${schemas}/RequestInput/properties/fuel/x-reg-confidence`, "guessed"],
  ["phases-known", "`Limbo` is not a phase", `${create}/x-reg-phases`, ["Draft", "Limbo"]],
  ["phases-known", "at least one phase", `${create}/x-reg-phases`, []],
  ["error-codes-catalogued", "`REG-SVC000999` is not in", `${create}/x-reg-errors/1`, "REG-SVC000999"],
  ["error-codes-catalogued", "No operation has `REG-SVC000187`", `${create}/x-reg-errors`, []],
  ["open-place-names", "another part elsewhere", `${schemas}/Request/x-reg-open`, "RequestInputFields"],
  [
    "requests-enums-closed",
    "an open enum",
    `${schemas}/RequestInput/properties/status/$ref`,
    "#/components/schemas/StatusValue",
  ],
  [
    "response-enums-open",
    "a closed enum",
    `${schemas}/Request/properties/status`,
    { $ref: "#/components/schemas/Status", description: "The status." },
  ],
  ["response-enums-open", "has no `x-reg-confidence`", `${schemas}/StatusValue/anyOf/1`, { type: "string" }],
  ["fields-described", "`phone` has no description", `${schemas}/RequestInput/properties/phone/description`, undefined],
  [
    "fields-described",
    "`status` has no description",
    `${schemas}/RequestInput/properties/status/description`,
    undefined,
  ],
];

const describeViolation = ([rule, message, at]: (typeof violations)[number]) => `${rule}: ${message} (${at})`;

/** Creates a document with this value at a JSON pointer. */
function changeDocument(pointer: string, value: unknown) {
  const document = structuredClone(validDocument);
  const keys = pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/"));
  const last = keys.pop() ?? "";
  // biome-ignore lint/suspicious/noExplicitAny: walks any path
  const owner = keys.reduce((node: any, key) => node[key], document);
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return document;
}

type Report = { problems: { ruleId: string; message: string; location: { source: { ref: string } }[] }[] };

/** Runs the linter. It writes one JSON object for each document, and exits with 1 if it finds problems. */
async function lint(files: string[]) {
  const cli = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const options = ["--format=json", "--max-problems=1000", `--config=${join(root, "redocly.yaml")}`];
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, "lint", ...options, ...files], { env, maxBuffer: 2 ** 26 }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const reports = output.split(/(?<=^\})\s*(?=\{$)/m).map((text): Report => JSON.parse(text));
  expect(reports).toHaveLength(files.length);
  return reports.flatMap((report) => report.problems);
}

let folder: string;
const problems = new Map<number, { rule: string; message: string }[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reg-rules-"));
  const documents = [validDocument, ...violations.map(([, , at, value]) => changeDocument(at, value))];
  const files = documents.map((_, index) => join(folder, `${index}.json`));
  await Promise.all(
    documents.map((document, index) => writeFile(files[index] ?? "", JSON.stringify(document, null, 1))),
  );
  for (const { ruleId: rule, message, location } of await lint(files)) {
    const index = Number(location[0]?.source.ref.match(/(\d+)\.json$/)?.[1]);
    problems.set(index, [...(problems.get(index) ?? []), { rule, message }]);
  }
}, 30_000);

afterAll(() => rm(folder, { recursive: true }));

test("a valid document has no problems", () => {
  expect(problems.get(0)).toBeUndefined();
});

describe("a document is rejected by one rule only:", () => {
  test.each(violations.map((violation, index) => [describeViolation(violation), violation, index + 1] as const))(
    "%s",
    (_, violation, index) => {
      const [rule, message] = violation;
      expect(problems.get(index)).toEqual([{ rule: `reg/${rule}`, message: expect.stringContaining(message) }]);
    },
  );
});

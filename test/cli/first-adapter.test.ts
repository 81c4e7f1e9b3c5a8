import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AdaptedReport, readAdaptedReport, writeFirstAdapter } from "../../src/cli/first-adapter.js";
import { temporaryFolder } from "../support/folder.js";

type Difference = AdaptedReport["differences"][number];

const report = (parts: Partial<AdaptedReport>): AdaptedReport =>
  readAdaptedReport({ api: "supplier", differences: [], withoutSuccess: [], assumptions: [], ...parts }, "verify.json");

/** A difference in a request, or in another operation. */
const difference = (parts: Partial<Difference>): Difference => ({
  operationId: "serviceRequests.get",
  pointer: "/data",
  kind: "type",
  expected: "text",
  found: "text",
  direction: "response",
  ...parts,
});

const write = (...differences: Partial<Difference>[]) =>
  writeFirstAdapter([report({ differences: differences.map(difference) })]);

interface Message {
  operationId: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

type Written = Record<"supplier" | "lessor", Record<string, Record<string, (message: Message) => void> | undefined>>;

/** Loads the module of an adapter, and converts the body of a response. */
async function convert(text: string, body: unknown, operationId = "serviceRequests.get", property = "response") {
  const folder = temporaryFolder();
  await writeFile(join(folder, "adapter.mjs"), text);
  const { default: adapter }: { default: Written } = await import(/* @vite-ignore */ join(folder, "adapter.mjs"));
  const message = { operationId, status: 200, headers: {}, body: structuredClone(body) };
  (adapter.supplier ?? adapter.lessor)[operationId]?.[property]?.(message);
  return message.body;
}

const line = "/data/components/*";

describe("a first adapter", () => {
  it.each<[name: string, Partial<Difference>, service: unknown, documented: unknown]>([
    [
      "a renamed field",
      { kind: "renamed", pointer: "/data/vehicle/partialVin", foundAt: "/data/vehicle/vin" },
      { data: { vehicle: { vin: "x" } } },
      { data: { vehicle: { partialVin: "x" } } },
    ],
    [
      "a renamed field of another form",
      {
        kind: "renamed",
        pointer: `${line}/price`,
        foundAt: `${line}/cost`,
        expected: "number",
        found: "text (decimal)",
      },
      { data: { components: [{ cost: "9.50" }, { cost: null }, {}] } },
      { data: { components: [{ price: 9.5 }, { price: null }, {}] } },
    ],
    [
      "a number as text",
      { pointer: `${line}/price`, expected: "number", found: "text (decimal)" },
      { data: { components: [{ price: "9.50" }, { price: "9,50" }, { price: 7 }] } },
      { data: { components: [{ price: 9.5 }, { price: "9,50" }, { price: 7 }] } },
    ],
    [
      "a text as number",
      { pointer: `${line}/value`, expected: "text (decimal)", found: "integer" },
      { data: { components: [{ value: 48210 }, {}] } },
      { data: { components: [{ value: "48210" }, {}] } },
    ],
    [
      "a date-time with an offset",
      { pointer: "/data/creationTimeStamp", expected: "text (date-time)", found: "text (date-time with offset)" },
      { data: { creationTimeStamp: "2026-06-15T11:00:00+02:00" } },
      { data: { creationTimeStamp: "2026-06-15T09:00:00Z" } },
    ],
    [
      "null where the document leaves a field out",
      { pointer: `${line}/part`, expected: "object", found: "null" },
      { data: { components: [{ part: null }, { part: { id: 1 } }] } },
      { data: { components: [{}, { part: { id: 1 } }] } },
    ],
    [
      "content without its wrapper",
      { kind: "envelope", pointer: "/data", foundAt: "", expected: "object", found: "object" },
      { id: "a", status: "Draft" },
      { data: { id: "a", status: "Draft" } },
    ],
    [
      "content in another wrapper",
      { kind: "envelope", pointer: "/data", foundAt: "/serviceRequest", expected: "object", found: "object" },
      { serviceRequest: { id: "a" } },
      { data: { id: "a" } },
    ],
    [
      "content in an inner wrapper, with what is beside it",
      { operationId: "serviceRequests.list", kind: "envelope", pointer: "/serviceRequests", foundAt: "/result/items" },
      { result: { items: [], hasMore: true }, took: 5 },
      { serviceRequests: [], hasMore: true, took: 5 },
    ],
    [
      "content in a wrapper that the document does not have",
      { operationId: "contracts.get", kind: "envelope", pointer: "", foundAt: "/data" },
      { data: { isActive: true } },
      { isActive: true },
    ],
  ])("converts %s, and leaves the documented form as it is", async (_, given, service, documented) => {
    const { text } = write(given);
    const id = given.operationId ?? "serviceRequests.get";
    expect(await convert(text, service, id)).toEqual(documented);
    expect(await convert(text, documented, id)).toEqual(documented);
    for (const body of [undefined, null, "text", [], {}, { data: null }]) await convert(text, body, id);
  });

  it("names the media type of JSON with another one", async () => {
    const { text } = write({ pointer: "", kind: "media-type", expected: "application/json", found: "text/plain" });
    expect(text).toContain('message.headers["content-type"] = "application/json"; // text/plain instead of');
    expect(await convert(text, { data: 1 })).toEqual({ data: 1 });
  });

  it("converts the outer places first", async () => {
    const { text } = write(
      { kind: "renamed", pointer: `${line}/reg`, foundAt: `${line}/code` },
      { pointer: `${line}/price`, expected: "number", found: "text (decimal)" },
      { kind: "renamed", pointer: "/data/components", foundAt: "/data/lines" },
      { kind: "envelope", pointer: "/data", foundAt: "/result" },
    );
    const service = { result: { lines: [{ price: "1.5", code: { code: "1101" } }] } };
    expect(await convert(text, service)).toEqual({ data: { components: [{ price: 1.5, reg: { code: "1101" } }] } });
  });

  it("converts all responses with the same documented body", async () => {
    const { text } = write({ pointer: "/data/supplierId", expected: "integer", found: "text (decimal)" });
    for (const id of ["get", "overwrite", "patch"].flatMap((name) => [
      `serviceRequests.${name}`,
      `damageServiceRequests.${name}`,
    ]))
      expect(await convert(text, { data: { supplierId: "7" } }, id)).toEqual({ data: { supplierId: 7 } });
  });

  it.each<[name: string, Partial<Difference>, mark: string]>([
    [
      "a date of another form",
      { pointer: "/data/appointment/workshopDate", expected: "text (date)" },
      "/data/appointment/workshopDate: text instead of text (date)",
    ],
    [
      "null that the document requires",
      { pointer: "/data/status", found: "null" },
      "/data/status: null instead of text",
    ],
    [
      "another text",
      { pointer: "/data/status", kind: "new", expected: "one of Draft", found: "another text" },
      "/data/status: another text instead of one of Draft",
    ],
    [
      "a missing field",
      { pointer: "/data/readOnly", kind: "missing", expected: "boolean", found: "nothing" },
      "/data/readOnly: missing: nothing instead of boolean",
    ],
    [
      "a hidden name",
      { pointer: "/data/parking", kind: "renamed", foundAt: "/data/*" },
      "/data/parking: text at /data/* instead of text",
    ],
    [
      "a new field",
      { pointer: "/data/readOnlyFlag", kind: "new", expected: "nothing" },
      'Is it readOnly? rename(message, "/data/readOnlyFlag", "readOnly");',
    ],
    [
      "a status",
      { pointer: "", kind: "status", expected: "200", found: "206" },
      "the body: status: 206 instead of 200",
    ],
    [
      "what a request has",
      { pointer: "/vehicle", direction: "request", expected: "object" },
      "/vehicle: a request has text instead of object",
    ],
  ])("marks %s", async (_, given, mark) => {
    const { text, open } = write(given);
    expect(text.split("\n").find((each) => each.includes("// TODO "))).toContain(mark);
    expect(open).toBe(1);
    const body = { data: { status: "x", appointment: { workshopDate: "y" } } };
    expect(await convert(text, body)).toEqual(body);
  });

  it("marks operations that never succeeded, errors and refuted statements without a place", async () => {
    const { text } = writeFirstAdapter([
      report({
        differences: [
          difference({ pointer: "/errors", expected: "list", found: "object" }),
          difference({ operationId: "lessors.get", pointer: "", kind: "missing", expected: "JSON", found: "nothing" }),
        ],
        withoutSuccess: [{ operationId: "lessors.get", statuses: { "404": 3 } }],
        assumptions: [
          { id: "answers.media-type", verdict: "refuted", evidence: "text/html" },
          { id: "contracts.get.body.200", verdict: "refuted", evidence: "an object with a single field" },
          { id: "Invoice.invoiceNumber", verdict: "refuted", evidence: "the field is number." },
        ],
      }),
    ]);
    expect(text).toContain(`    "lessors.get": {
      // TODO It never succeeded (404: 3). If the service has another path or method, change it here.
      // method: "GET",
      // path: "/v2/lessor/{lessorId}",
    },
`);
    expect(text).toContain("  // TODO /errors: object instead of list\n");
    expect(text).toContain("    // TODO answers.media-type: text/html. The document says: All JSON");
    expect(await convert(text, { errors: { a: 1 } }, "*", "error")).toEqual({ errors: { a: 1 } });
    expect(text).toContain("    // TODO contracts.get.body.200: an object with a single field. The document says: ");
    expect(await convert(text, { number: "1" }, "serviceRequests.invoices.get")).toEqual({ invoiceNumber: "1" });
  });

  it("shows how requests would have the form of responses, and leaves it to a person", async () => {
    const { text } = write(
      { pointer: `${line}/price`, expected: "number", found: "text (decimal)" },
      { kind: "renamed", pointer: "/data/vehicle/partialVin", foundAt: "/data/vehicle/vin" },
    );
    const body = { vehicle: { partialVin: "x" }, components: [{ price: 9.5 }] };
    expect(await convert(text, body, "serviceRequests.create", "request")).toEqual(body);
    const completed = text.replaceAll("// TODO request:", "request:");
    expect(await convert(completed, body, "serviceRequests.create", "request")).toEqual({
      vehicle: { vin: "x" },
      components: [{ price: "9.5" }],
    });
  });

  it("contains nothing of a report as code, and of operations that this package knows only", async () => {
    const evil = '"); throw new Error("evil"); ("\n throw 1; \u2028 throw 2; /*';
    const { text } = writeFirstAdapter([
      report({
        differences: [
          ...["type", "new", "renamed", "envelope", "missing", evil].map((kind) =>
            difference({ kind, pointer: `/data/${evil}`, foundAt: `/data/${evil}2`, expected: evil, found: evil }),
          ),
          difference({ operationId: evil }),
          difference({ operationId: "constructor" }),
        ],
        withoutSuccess: [{ operationId: "lessors.get", statuses: { [evil]: 1 } }],
        assumptions: [{ id: "answers.media-type", verdict: "refuted", evidence: evil }],
      }),
    ]);
    expect(await convert(text, { data: { id: 1 } }, "serviceRequests.list")).toEqual({ data: { id: 1 } });
    expect(text).not.toContain("constructor");
  });
});

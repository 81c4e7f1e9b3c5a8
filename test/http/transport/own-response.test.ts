import { readFileSync } from "node:fs";
import { RegError } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Operation } from "../../../src/document/operation.js";
import { lessorOperations } from "../../../src/generated/lessor/operations.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json, problem, type Reply, text } from "../../support/fetch.js";
import { foreignAnswers } from "../../support/foreign-answers.js";
import { documentedOperations, sampleArguments } from "../../support/operations.js";

const html = { "content-type": "text/html" };
const plain = { "content-type": "text/plain" };
type Foreign = keyof typeof foreignAnswers;

const documents = ["supplier", "lessor"].flatMap((api) =>
  documentedOperations(parse(readFileSync(new URL(`../../../openapi/${api}.yaml`, import.meta.url), "utf8"))).map(
    (each) => ({ ...each, api, name: `${api} ${each.id}` }),
  ),
);
const operations: Readonly<Record<string, Operation>> = { ...supplierOperations, ...lessorOperations };

/** Where the reference shows neither a status nor a body, or a status without a body. */
const mayBeEmpty =
  /^supplier .*(\.(delete|clear\w*|components\.put|attachments\.upload)|serviceLevels\.(default\.patch|agreements\.(patch|create)))$|^lessor .*\.(put|delete)$/;

/** What a call must end with. The documents permit some successes; everything else is rejected. */
function expectedEnd(answer: Foreign, { api, id, name }: (typeof documents)[number]): string {
  if (answer === "an empty 200" && mayBeEmpty.test(name)) return "success";
  // The file that was uploaded, with any media type.
  if (answer === "a text with 200" && name.endsWith("attachments.get")) return "success";
  // The form of the errors of the lessor API is not shown, so that any JSON may be one.
  if (api === "lessor" && answer.startsWith("JSON with 404")) return "not-found, undefined";
  return operations[id]?.effects === "read" ? "response, undefined" : "response, unknown";
}

/** Those with which calls by path, which share the rest with calls by name, are compared. */
const ofPaths: readonly Foreign[] = [
  "an empty 200",
  "a page with 200",
  "JSON with 404 that is no error of the service",
];

describe("fault 61: an answer that is not the service's own", () => {
  test.each(documents.filter(({ id }) => id !== "token.create"))(
    "is a success of $name only where the document permits it",
    async (each) => {
      let answer: Foreign = "an empty 200";
      const { fetch } = lessorService([(request) => foreignAnswers[answer](request)]);
      const client = each.api === "lessor" ? lessorOver(fetch) : supplierOver(fetch);
      const endsOf = async (call: (client: object) => Promise<unknown>, answers: readonly Foreign[]) => {
        const ends: (readonly [Foreign, string])[] = [];
        for (answer of answers) {
          const error = await call(client).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          const isOurs = RegError.is(error);
          ends.push([
            answer,
            error === undefined ? "success" : isOurs ? `${error.kind}, ${error.outcome}` : `${error}`,
          ]);
        }
        return ends;
      };
      const expected = (answers: readonly Foreign[]) =>
        answers.map((answer): readonly [Foreign, string] => [answer, expectedEnd(answer, each)]);
      const all = Object.keys(foreignAnswers) as Foreign[];
      const { callByName, callByPath, callUntyped } = sampleArguments(each);
      expect(await endsOf(callByName, all)).toEqual(expected(all));
      for (const call of [callByPath, callUntyped]) expect(await endsOf(call, ofPaths)).toEqual(expected(ofPaths));
    },
  );

  test.each(Object.entries(foreignAnswers))("%s gives no token", async (_, reply) => {
    const { fetch } = lessorService([json({})], reply);
    await failure(lessorOver(fetch).vehicles.get("AB-123-C"), "token");
  });
});

describe("the service's own answer", () => {
  const invoices = (reply: Reply) => supplierOver(fakeFetch(reply)).serviceRequests.invoices;
  const pdf = new Blob(["%PDF"]);
  const location = "/v2/servicerequests/R-1/invoices/7/pdf";

  test("to an upload of the PDF is 201 with Location", async () => {
    expect(await invoices(empty(201, { location })).pdf.upload("R-1", 7, pdf)).toEqual({ id: 7, location });
    for (const reply of [empty(200, { location }), empty(204), json({ id: 7 })]) {
      const error = await failure(invoices(reply).pdf.upload("R-1", 7, pdf), "response");
      expect(error.message).toContain("does not have the status of the service, 201: perhaps a gateway responded");
    }
    const error = await failure(invoices(json({ id: 7 }, { status: 201 })).pdf.upload("R-1", 7, pdf), "response");
    expect(error.message).toContain("has no Location, which the service always sends with it");
  });

  test("may have another status and no Location, if an adapter says so", async () => {
    const response = () => ({ status: 201, headers: { location } });
    const adapter = { supplier: { "serviceRequests.invoices.pdf.upload": { response } } };
    const supplier = supplierOver(fakeFetch(empty(200)), { adapter });
    expect(await supplier.serviceRequests.invoices.pdf.upload("R-1", 7, pdf)).toEqual({ id: 7, location });
  });

  test("to a new line is 201 with Location, and to one that is overwritten 200", async () => {
    const put = (reply: Reply) =>
      supplierOver(fakeFetch(reply)).serviceRequests.components.put("R-1", "L-1", {} as never);
    expect(await put(empty(200))).toEqual({ id: "L-1", location: undefined });
    expect(await put(empty(201, { location: "/v2/servicerequests/R-1/components/L-1" }))).toMatchObject({ id: "L-1" });
    for (const reply of [empty(201), empty(204), empty(202)]) await failure(put(reply), "response");
  });

  test("to a reason for not invoicing is 204", async () => {
    const set = (reply: Reply) => invoices(reply).setStatus("R-1", {} as never);
    expect(await set(empty(204))).toBeUndefined();
    for (const reply of [empty(200), json({})]) await failure(set(reply), "response");
  });

  test("is not JSON with the type of a text, unless it is a 201 with Location or an error that states nothing", async () => {
    const typed = (status: number, body: unknown, headers = {}) =>
      text(JSON.stringify(body), { status, headers: { ...plain, ...headers } });
    const over = (reply: Reply) => supplierOver(fakeFetch(reply)).serviceRequests;
    const body = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
    const draft = typed(201, { id: "R-1" }, { location: "/v2/servicerequests/R-1" });
    expect(await over(draft).create(body)).toMatchObject({ id: "R-1" });
    for (const call of [over(typed(200, { id: "R-1" })).get("R-1"), over(typed(201, { id: "R-1" })).create(body)])
      expect((await failure(call, "response")).message).toContain("is not JSON but text/plain");
    const errors = [{ code: "REG-SVC000190" }];
    for (const content of [{ errors }, errors]) {
      expect((await failure(over(typed(400, content)).get("R-1"), "validation")).errors).toMatchObject(errors);
      await failure(over(typed(404, content)).get("R-1"), "response");
    }
  });

  test.each([
    ["a page", html],
    ["a text", plain],
    ["JSON", { "content-type": "application/json" }],
    ["XML", { "content-type": "application/xml" }],
    ["a page that is shown", { ...html, "content-disposition": "inline" }],
  ])("with a PDF is not %s, unless it is the content of a named file", async (_, headers) => {
    const named = { ...headers, "content-disposition": 'attachment; filename="invoice.pdf"' };
    for (const as of ["blob", "stream"] as const) {
      const get = (reply: Reply) => invoices(reply).pdf.get("R-1", 7, { as } as object);
      const error = await failure(get(text("{}", { headers })), "response");
      expect(error.message).toContain("is no file but");
      expect(await get(text("%PDF", { headers: named }))).toMatchObject({ name: "invoice.pdf" });
    }
  });

  test("with a PDF may have any other type, or none", async () => {
    for (const type of ["application/pdf", "application/octet-stream", "binary/octet-stream"])
      expect(await invoices(text("%PDF", { headers: { "content-type": type } })).pdf.get("R-1", 7)).toMatchObject({
        type,
      });
    const bytes = new TextEncoder().encode("%PDF");
    expect(await invoices(() => new Response(bytes)).pdf.get("R-1", 7)).toMatchObject({ type: "" });
  });

  test.each([
    ["not-found", 404],
    ["conflict", 409],
    ["archived", 410],
  ] as const)("is an error of the kind %s only with the fields of an error of the service", async (kind, status) => {
    const get = (reply: Reply) => supplierOver(fakeFetch(reply)).serviceRequests.get("R-1");
    await failure(get(problem(status)), kind);
    await failure(get(json({ traceId: "00-ab" }, { status })), kind);
    await failure(get(json({ errors: [] }, { status, headers: { "content-type": "application/problem+json" } })), kind);
    const listed = await failure(get(json([{ code: "REG-X" }, { code: "REG-Y" }], { status })), kind);
    expect(listed.errors).toMatchObject([{ code: "REG-X" }, { code: "REG-Y" }]);
    for (const body of [[{}], [{ code: 5 }], [{ code: "REG-X" }, "REG-Y"]])
      await failure(get(json(body, { status })), "response");
    const others = [{ errors: "no route" }, { errors: true }, { errors: {} }, { traceId: {} }, { traceId: null }];
    for (const body of [...others, {}, { title: "Gone", status }, [], "gone", null])
      await failure(get(json(body, { status })), "response");
    const error = await failure(get(text(JSON.stringify({ errors: [] }), { status, headers: plain })), "response");
    expect(error).toMatchObject({ status, cause: { kind, status } });
    expect(error.message).toContain("is not JSON but text/plain, so that it is not known to be that of the service");
  });

  test("to an upload of a PDF has the address of the same invoice, if it has one", async () => {
    const other = empty(201, { location: "/v2/servicerequests/R-1/invoices/8/pdf" });
    expect(await failure(invoices(other).pdf.upload("R-1", 7, pdf), "response")).toMatchObject({ outcome: "unknown" });
    const ofOther = empty(201, { location: "/v2/servicerequests/R-2/invoices/7" });
    expect(await failure(invoices(ofOther).create("R-1", {} as never), "response")).toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining("has the Location of something else"),
    });
    const line = "6F9619FF-8B86-D011-B42D-00C04FC964FF";
    const location = `/v2/servicerequests/R-1/components/${line}`;
    const { components } = supplierOver(fakeFetch(empty(201, { location }))).serviceRequests;
    expect(await components.put("R-1", line.toLowerCase(), {} as never)).toMatchObject({ location });
  });

  test("to a create has its id, also for a call by its path", async () => {
    const call = async (reply: Reply) => {
      const { serviceRequests, POST } = supplierOver(fakeFetch(reply));
      const args = { params: { path: { id: "R-1" } }, body: {} as never };
      const byPath = () => POST("/v2/servicerequests/{id}/invoices", args);
      const errors = [];
      for (const create of [() => serviceRequests.invoices.create("R-1", {} as never), byPath])
        errors.push(await failure(create(), "response"));
      return errors.map(({ message, outcome }) => ({ message, outcome }));
    };
    const ofOther = { location: "/v2/servicerequests/R-2/invoices/7" };
    for (const [reply, problem] of [
      [json({}, { status: 201, headers: { location: "/v2/vehicles/7" } }), "contains no id"],
      [empty(201, { location: "/v2/vehicles/7" }), "contains no id"],
      [json({ id: 7 }, { status: 201, headers: ofOther }), "has the Location of something else"],
      [text("<p>", { status: 201, headers: { ...html, ...ofOther } }), "has the Location of something else"],
      [empty(201, { location: "/a, /b" }), "has more than one Location"],
    ] as const) {
      const [byName, byPath] = await call(reply);
      expect(byPath).toEqual(byName);
      expect(byName).toMatchObject({ outcome: "unknown", message: expect.stringContaining(problem) });
    }
  });

  test("is a file without a type, unless its first bytes are those of a page", async () => {
    const untyped = (...chunks: string[]) => {
      const body = ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
      return supplierOver(fakeFetch(() => new Response(body))).serviceRequests.invoices.pdf;
    };
    expect(await (await untyped("<x/>", " %PDF", "%%EOF").get("R-1", 7)).blob.text()).toBe("<x/> %PDF%%EOF");
    const { stream } = await untyped("%PDF", "<html>").get("R-1", 7, { as: "stream" });
    expect(await new Response(stream).text()).toBe("%PDF<html>");
    const page = untyped("\n<html>", "</html>");
    const error = await failure(page.get("R-1", 7, { as: "stream" }), "response");
    expect(error.message).toContain("is no file but a page of HTML without a file name");
  });

  test("has one Location with an id that a request can name", async () => {
    const create = (location: string) =>
      failure(supplierOver(fakeFetch(empty(201, { location }))).serviceRequests.create({} as never), "response");
    for (const two of ["/v2/servicerequests/R-1, /v2/servicerequests/R-2", "a,/v2/servicerequests/R-2"])
      expect(await create(two)).toMatchObject({
        outcome: "unknown",
        message: expect.stringContaining("more than one"),
      });
    const withQuery = empty(201, { location: "/v2/servicerequests/R-1?fields=id,status" });
    expect(await supplierOver(fakeFetch(withQuery)).serviceRequests.create({} as never)).toMatchObject({ id: "R-1" });
    for (const id of ["..", ".", "%2e%2e", "a%0Ab", "a%2Fb"])
      expect(await create(`https://reg.example/v2/servicerequests/${id}`)).toMatchObject({ outcome: "unknown" });
  });
});

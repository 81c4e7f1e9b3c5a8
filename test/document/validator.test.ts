import { RegInputError } from "@reg/sdk";
import type { ReceivedResponse } from "@reg/sdk/supplier";
import { createResponseValidator } from "@reg/sdk/validation";
import { describe, expect, test } from "vitest";
import { compareBody } from "../../src/document/compare.js";
import { describeFound } from "../../src/document/difference.js";
import { lessorSchemas } from "../../src/generated/lessor/bodies.js";
import { supplierSchemas } from "../../src/generated/supplier/bodies.js";
import { untyped } from "../support/untyped.js";

const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

/** A request as the service returns it, with every kind of value. */
const request = {
  id,
  creationTimeStamp: "2026-06-15T09:00:00Z",
  status: "Draft",
  readOnly: false,
  supplierId: 4711,
  lessorId: 1001,
  serviceRequestNumber: 7,
  licensePlate: "AB-123-C",
  appointment: { workshopDate: "2026-06-15" },
  vehicle: { licensePlate: "AB-123-C" },
  components: [
    {
      id,
      operation: { code: "01" },
      reason: { code: "20" },
      status: { code: "Entered", description: "Entered" },
      value: "7.5",
      location: ["L"],
      part: { partType: "Tire", makeCode: 7 },
    },
  ],
  invoicing: { totalAmountApproved: 1.5, totalAmountToInvoice: 2, totalAmountInvoiced: 0 },
  parking: { isParked: false },
};

const [line] = request.components;
const listItem = {
  ...{ href: "/1", id, lastModifiedUtc: "2026-06-15T09:00:00Z", lessorId: 1001, lessorName: "L", supplierId: 4711 },
  ...{ serviceRequestNumber: 7, licensePlate: "AB-123-C", status: "Draft", parking: { isParked: false } },
  invoicing: request.invoicing,
};
const problem = { type: "t", title: "t", status: 400, detail: "d", traceId: "t" };
const mismatch = (code: string) => ({ ...problem, errors: [{ code, description: "d", context: {} }] });

/** The response of `serviceRequests.get`, unless the fields say otherwise. */
function respond(fields: Partial<Omit<ReceivedResponse, "headers">> & { headers?: object } = {}) {
  const { headers = { "content-type": "application/json" }, ...others } = fields;
  return {
    operationId: "serviceRequests.get",
    status: 200,
    body: { data: request },
    ...others,
    headers: new Headers(headers as Record<string, string>),
  };
}

/** The same with other fields of the request; undefined removes one. */
const respondWith = (changes: object) =>
  respond({ body: JSON.parse(JSON.stringify({ data: { ...request, ...changes } })) });
const respondWithLine = (changes: object) => respondWith({ components: [{ ...line, ...changes }] });

/** A name of letters for each number. */
const wordOf = (index: number) => [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");

/** Lists the differences of one response as texts. */
function differencesOf(response: ReceivedResponse): string[] {
  return createResponseValidator()
    .inspect(response)
    .map(
      (each) =>
        `${each.kind} ${each.pointer || "/"}: ${each.expected}, not ${describeFound(each)} (${each.confidence})`,
    );
}

const { licensePlate, ...withoutPlate } = request;
const { operation, ...lineWithoutOperation } = line ?? {};

describe("a response that differs from the document is reported as", () => {
  test.each<[string, ReceivedResponse, string[]]>([
    [
      "missing, for a required field",
      respond({ body: { data: withoutPlate } }),
      ["missing /data/licensePlate: text, not nothing (documented)"],
    ],
    [
      "missing, for a required field in the entries of a list",
      respondWith({ components: [lineWithoutOperation, lineWithoutOperation] }),
      ["missing /data/components/*/operation: object, not nothing (documented)"],
    ],
    [
      "renamed, for a field in another spelling, of which the content is compared at the documented place",
      respond({ body: { Data: { ...request, readOnly: "no" } } }),
      [
        "renamed /data: object, not object at /Data (documented)",
        "type /data/readOnly: boolean, not text (documented)",
      ],
    ],
    [
      "renamed, for a missing field beside a new one of the same form",
      respondWith({ parking: { parked: true } }),
      ["renamed /data/parking/isParked: boolean, not boolean at /data/parking/parked (documented)"],
    ],
    [
      "renamed, for fields whose names have a word in common",
      respondWith({ serviceRequestNumber: undefined, requestNumber: 7, lessorId: undefined, lessor: 8, cost: 9 }),
      [
        "renamed /data/lessorId: integer, not integer at /data/lessor (documented)",
        "renamed /data/serviceRequestNumber: integer, not integer at /data/requestNumber (documented)",
      ],
    ],
    [
      "renamed, for a list whose entries have the documented fields",
      respondWith({ components: undefined, entries: [{ ...line, price: "5" }] }),
      [
        "renamed /data/components: list, not list at /data/entries (documented)",
        "type /data/components/*/price: number, not text (decimal) (documented)",
      ],
    ],
    [
      "renamed without the name, if it may be a value",
      respondWith({ parking: { "AB-123-C": true } }),
      ["renamed /data/parking/isParked: boolean, not boolean at /data/parking/* (documented)"],
    ],
    [
      "renamed without the name, if it is a value elsewhere in the body",
      respondWith({ licensePlate: "Jansen", parking: { Jansen: true } }),
      ["renamed /data/parking/isParked: boolean, not boolean at /data/parking/* (documented)"],
    ],
    [
      "missing, if several new fields may be meant, or one that an open object may have in any case",
      respondWith({ licensePlate: undefined, driver: "Jan", parking: { since: true, until: true } }),
      [
        "missing /data/licensePlate: text, not nothing (documented)",
        "missing /data/parking/isParked: boolean, not nothing (documented)",
        "new /data/parking/since: nothing, not boolean (documented)",
        "new /data/parking/until: nothing, not boolean (documented)",
      ],
    ],
    [
      "envelope, for content without its wrapper",
      respond({ body: { ...request, readOnly: "no" } }),
      [
        "envelope /data: object, not object as the whole body (documented)",
        "type /data/readOnly: boolean, not text (documented)",
      ],
    ],
    [
      "envelope, for content in another wrapper",
      respond({ body: { result: request, links: { self: "/" } } }),
      ["envelope /data: object, not object at /result (documented)"],
    ],
    [
      "envelope, for content in a further wrapper",
      respond({ body: { data: { serviceRequest: request } } }),
      ["envelope /data: object, not object at /data/serviceRequest (documented)"],
    ],
    [
      "envelope, for a list without the object around it",
      respond({ operationId: "serviceRequests.list", body: [listItem] }),
      ["envelope /serviceRequests: list, not list as the whole body (documented)"],
    ],
    [
      "envelope, for an object in a wrapper that the document does not have",
      respond({
        operationId: "serviceRequests.list",
        body: { value: { serviceRequests: [listItem], hasMore: false } },
      }),
      ["envelope /: object, not object at /value (documented)"],
    ],
    [
      "type, for a number that is a text",
      respondWith({ supplierId: "4711" }),
      ["type /data/supplierId: integer, not text (decimal) (documented)"],
    ],
    [
      "type, for a text in place of a number that may have a fraction",
      respondWith({ invoicing: { ...request.invoicing, totalAmountApproved: "1.5" } }),
      ["type /data/invoicing/totalAmountApproved: number, not text (decimal) (documented)"],
    ],
    [
      "type, for an integer with a fraction",
      respondWith({ supplierId: 47.5 }),
      ["type /data/supplierId: integer, not number (documented)"],
    ],
    [
      "type, for null in place of a field that is left out",
      respondWith({ sublessorCode: null }),
      ["type /data/sublessorCode: text, not null (documented)"],
    ],
    [
      "type, for an object in place of a list",
      respondWith({ components: { items: [] } }),
      ["type /data/components: list, not object (documented)"],
    ],
    [
      "type, for a date with another form",
      respondWith({ appointment: { workshopDate: "15-06-2026" } }),
      ["type /data/appointment/workshopDate: text (date), not text (documented)"],
    ],
    [
      "type, for a date-time in place of a date",
      respondWith({ appointment: { workshopDate: "2026-06-15T00:00:00Z" } }),
      ["type /data/appointment/workshopDate: text (date), not text (date-time) (documented)"],
    ],
    [
      "type, for a date-time with another form",
      respondWith({ creationTimeStamp: "2026-06-15" }),
      ["type /data/creationTimeStamp: text (date-time), not text (date) (documented)"],
    ],
    [
      "type, for a date-time with an offset, which only requests have",
      respondWith({ creationTimeStamp: "2026-06-15T11:00:00+02:00" }),
      ["type /data/creationTimeStamp: text (date-time), not text (date-time with offset) (documented)"],
    ],
    [
      "type, for an id that is no GUID",
      respondWith({ id: "7" }),
      ["type /data/id: text (guid), not text (decimal) (documented)"],
    ],
    [
      "type, for a decimal with a comma",
      respondWithLine({ value: "7,5" }),
      ["type /data/components/*/value: text (decimal), not text (documented)"],
    ],
    [
      "type, with the types that are permitted and the confidence that is stated for the field",
      respondWithLine({ part: { partType: "Tire", makeCode: true } }),
      ["type /data/components/*/part/makeCode: text or integer, not boolean (inferred)"],
    ],
    [
      "type, with the confidence of the list for its entries",
      respond({
        operationId: "contracts.components",
        body: { components: [{ subcomponents: [7] }] },
      }),
      ["type /components/*/subcomponents/*: object, not integer (inferred)"],
    ],
    [
      "value, for another value of a closed enumeration",
      respondWithLine({ part: { partType: "Base" } }),
      ["value /data/components/*/part/partType: one of Tire, not another text (documented)"],
    ],
    [
      "value, for a text that is too long",
      respond({
        operationId: "serviceRequests.invoiceTemplate.get",
        body: { identitySender: { city: "x".repeat(101) } },
      }),
      ["value /identitySender/city: text within its limits, not text beyond its limits (documented)"],
    ],
    [
      "new, for another value of an open enumeration, with the confidence that there are others",
      respondWith({ status: "Parked" }),
      [
        "new /data/status: one of Draft, Modified, ApprovalRequested, Approved, ProvisionallyApproved, Denied, not another text (assumed)",
      ],
    ],
    [
      "new, for another value where the reference shows only some",
      respondWithLine({ part: { partType: "Tire", seasonIndicator: "AllSeason" } }),
      ["new /data/components/*/part/seasonIndicator: one of Summer, Winter, not another text (inferred)"],
    ],
    [
      "new, for a field that the document does not have",
      respondWith({ parking: { isParked: true, since: "2026-06-15" } }),
      ["new /data/parking/since: nothing, not text (date) (documented)"],
    ],
    [
      "status, with the confidence of a documented status of the same class",
      respond({ status: 202 }),
      ["status /: 200 or 400 or 401 or 404 or 410 or 429, not 202 (inferred)"],
    ],
    [
      "status, with the confidence of the operation if the document has no status of that class",
      respond({ operationId: "vehicles.mileages.get", status: 302 }),
      ["status /: 200 or 401 or 404, not 302 (assumed)"],
    ],
    [
      "status, for one that says that the service does not have the operation",
      respond({ operationId: "vehicles.mileages.get", status: 501 }),
      ["status /: 200 or 401 or 404, not 501 (assumed)"],
    ],
    [
      "missing, for an empty body of which the reference shows no field, without Location",
      respond({ operationId: "serviceRequests.invoices.get", body: undefined }),
      ["missing /: JSON, not nothing (inferred)"],
    ],
    [
      "media-type, for an error of another type",
      respond({ status: 404, body: undefined, headers: { "content-type": "text/html" } }),
      ["media-type /: application/json, not text/html (inferred)"],
    ],
    [
      "media-type, for a success with the type of problems",
      respond({ headers: { "content-type": "application/problem+json" } }),
      ["media-type /: application/json, not application/problem+json (inferred)"],
    ],
    [
      "media-type, for a common type",
      respond({ body: undefined, headers: { "content-type": "text/html; charset=utf-8" } }),
      ["media-type /: application/json, not text/html (inferred)"],
    ],
    [
      "media-type, without an uncommon type",
      respond({ headers: { "content-type": "x/ab-123-c" } }),
      ["media-type /: application/json, not another type (inferred)"],
    ],
    [
      "media-type, for JSON without a type",
      respond({ headers: {} }),
      ["media-type /: application/json, not nothing (inferred)"],
    ],
    [
      "media-type, for a file of another type",
      respond({
        operationId: "serviceRequests.invoices.pdf.get",
        body: undefined,
        headers: { "content-type": "image/png" },
      }),
      ["media-type /: application/pdf, not image/png (inferred)"],
    ],
    ["missing, for a body that is empty", respond({ body: undefined }), ["missing /: JSON, not nothing (inferred)"]],
    [
      "missing, for a body that is not JSON although its type says so",
      respond({ body: undefined, unreadable: "not-json" }),
      ["missing /: JSON, not text that is not JSON (inferred)"],
    ],
    [
      "media-type, for a body of another type that did not arrive",
      respond({ body: undefined, unreadable: "incomplete", headers: { "content-type": "text/html" } }),
      ["media-type /: application/json, not text/html (inferred)"],
    ],
    [
      "missing, for a Location that is not in the head of a body that did not arrive",
      respond({
        operationId: "serviceRequests.invoices.create",
        status: 201,
        body: undefined,
        unreadable: "incomplete",
      }),
      ["missing /headers/location: text, not nothing (documented)"],
    ],
    [
      "missing, for a Location that the reference promises",
      respond({ operationId: "serviceRequests.invoices.create", status: 201, body: {} }),
      ["missing /headers/location: text, not nothing (documented)"],
    ],
    [
      "new, without the name of a field that is a value elsewhere in the body",
      respond({ status: 404, body: { ...mismatch("REG-SVC000190"), owner: "Jansen", Jansen: 7 } }),
      ["new /owner: nothing, not text (inferred)", "new /*: nothing, not integer (inferred)"],
    ],
    [
      "new, without the name of a field that is a value elsewhere, beside other differences",
      respondWith({ supplierId: "Jansen", parking: { isParked: true, Jansen: 7 } }),
      [
        "type /data/supplierId: integer, not text (documented)",
        "new /data/parking/*: nothing, not integer (documented)",
      ],
    ],
    [
      "new, for another value of a field whose name is a value elsewhere",
      respondWithLine({ part: { partType: "Tire", seasonIndicator: "seasonIndicator" } }),
      ["new /data/components/*/part/seasonIndicator: one of Summer, Winter, not another text (inferred)"],
    ],
    [
      "new, for each unknown field, however many entries of a list have the first one",
      respondWith({
        components: Array.from({ length: 1100 }, (_, at) => ({
          ...line,
          part: { partType: "Tire", [at < 1099 ? "since" : "until"]: 1 },
        })),
      }),
      [
        "new /data/components/*/part/since: nothing, not integer (documented)",
        "new /data/components/*/part/until: nothing, not integer (documented)",
      ],
    ],
    [
      "code, for an error code that is not in the catalogue",
      respond({ status: 400, body: mismatch("REG-SVC999999") }),
      ["code /errors/*/code: a code of the catalogue, not REG-SVC999999 (assumed)"],
    ],
    [
      "code, without the text of a code with another form",
      respond({ status: 503, body: mismatch("REG-AB-123-C") }),
      ["code /errors/*/code: a code of the catalogue, not another text (assumed)"],
    ],
    [
      "code, without a text that is longer than a code, such as a phone number",
      respond({ status: 503, body: mismatch("REG-PHONE0031612345678") }),
      ["code /errors/*/code: a code of the catalogue, not another text (assumed)"],
    ],
    [
      "code, without a text with a name and other digits than a code",
      respond({ status: 503, body: mismatch("REG-JANSEN12") }),
      ["code /errors/*/code: a code of the catalogue, not another text (assumed)"],
    ],
  ])("%s", (_, response, expected) => {
    expect(differencesOf(response)).toEqual(expected);
  });
});

test("the comparison of a body lists a difference of many entries once", () => {
  const schema = supplierSchemas["serviceRequests.get"]?.responses["200"]?.content?.["application/json"];
  if (schema === undefined) throw new Error("the document has no such response");
  const entries = Array.from({ length: 3 }, () => ({ ...line, part: { partType: 7, since: 7 } }));
  const found = compareBody(schema, { data: { ...request, components: entries } });
  expect(found.map(({ pointer }) => pointer)).toEqual([
    "/data/components/*/part/since",
    "/data/components/*/part/partType",
  ]);
});

describe("no difference is", () => {
  test.each<[string, ReceivedResponse]>([
    ["a response as the document describes it", respond()],
    ["an unknown field of an object that the reference does not show completely", respondWith({ remarks: 7 })],
    [
      "a field whose type the reference does not show",
      respond({
        operationId: "contracts.components",
        body: { components: [{ locations: [7, null, {}] }] },
      }),
    ],
    [
      "a list or an object, where the reference does not show which",
      respond({ operationId: "vehicles.mileages.get", body: [{ km: 7 }, "x"] }),
    ],
    [
      "problem+json for an error",
      respond({
        status: 400,
        body: mismatch("REG-SVC000190"),
        headers: { "content-type": "application/problem+json" },
      }),
    ],
    [
      "a type with parameters, in any spelling",
      respond({ headers: { "content-type": "Application/JSON ; charset=utf-8" } }),
    ],
    [
      "a code in a success response",
      respond({ operationId: "vehicles.mileages.get", body: { errors: [{ code: "REG-SVC999999" }] } }),
    ],
    ["a code that is not the service's", respond({ status: 400, body: mismatch("SANDBOX-REQUIRED") })],
    ["a failure of the service", respond({ status: 500, body: "oops" })],
    ["a rate limit that the document does not have", respond({ operationId: "vehicles.get", status: 429 })],
    [
      "an empty body beside Location, where the reference shows no field of it",
      respond({
        operationId: "serviceRequests.invoices.create",
        status: 201,
        body: undefined,
        headers: { location: "/v2/servicerequests/1/invoices/7" },
      }),
    ],
    [
      "a Location that need not be there",
      respond({
        operationId: "serviceRequests.create",
        status: 201,
        body: { id },
      }),
    ],
    ["a body where the document promises none", respond({ operationId: "vehicles.put", body: { a: 1 } })],
    [
      "a file of any type",
      respond({
        operationId: "serviceRequests.attachments.get",
        body: undefined,
        headers: { "content-type": "image/heic" },
      }),
    ],
    ["a body that did not arrive", respond({ body: undefined, unreadable: "incomplete" })],
    ["an operation that the document does not have", respond({ operationId: "unknown", status: 418 })],
  ])("%s", (_, response) => {
    expect(differencesOf(response)).toEqual([]);
  });
});

describe("a pointer shows the name of an unknown field", () => {
  const pointerOf = (name: string) => {
    const body = { data: { ...request, parking: { isParked: true, [name]: 1 } } };
    return createResponseValidator().inspect(respond({ body }))[0]?.pointer;
  };

  test.each(["since", "Since", "parked_since", "$type", "x-since", "address2"])("%s", (name) => {
    expect(pointerOf(name)).toBe(`/data/parking/${name}`);
  });

  test.each(["AB-123-C", "12-ABC-3", "ABC-12", "AB1234", id, "Jan Jansen", "a/b", "", "x".repeat(41)])(
    "not if it may be a value: %s",
    (name) => {
      expect(pointerOf(name)).toBe("/data/parking/*");
    },
  );
});

describe("a validator", () => {
  const differing = respondWith({ supplierId: "4711", status: "Parked" });

  test("returns each difference once in the mode report, which is the default", () => {
    const validator = createResponseValidator();
    expect(validator.mode).toBe("report");
    expect(validator.inspect(differing)).toHaveLength(2);
    expect(validator.inspect(differing)).toEqual([]);
    expect(validator.inspect(respondWith({ supplierId: true }))).toHaveLength(1);
    expect(validator.inspect({ ...differing, operationId: "damageServiceRequests.get" })).toHaveLength(2);
  });

  test("returns all differences of each response in the mode throw", () => {
    const validator = createResponseValidator({ mode: "throw" });
    expect(validator.mode).toBe("throw");
    expect(validator.inspect(differing)).toHaveLength(2);
    expect(validator.inspect(differing)).toHaveLength(2);
  });

  test("returns at most 1000 differences in the mode report", () => {
    const validator = createResponseValidator();
    const names = Array.from({ length: 1100 }, (_, index) => wordOf(index));
    const parking = { isParked: true, ...Object.fromEntries(names.map((name) => [name, 1])) };
    expect(validator.inspect(respondWith({ parking }))).toHaveLength(1000);
    expect(validator.inspect(respondWith({ supplierId: "7" }))).toEqual([]);
  });

  test("returns at most 1000 unknown fields and 1000 unknown codes of a response in the mode throw, and all other differences", () => {
    const validator = createResponseValidator({ mode: "throw" });
    const names = Array.from({ length: 1100 }, (_, index) => wordOf(index));
    const parking = { isParked: "no", ...Object.fromEntries(names.map((name) => [name, 1])) };
    const fields = validator.inspect(respondWith({ parking, readOnly: 1 }));
    expect(fields.map(({ kind }) => kind).sort()).toEqual([
      ...Array.from({ length: 1000 }, () => "new"),
      "type",
      "type",
    ]);
    const errors = names.map((_, index) => ({ code: `REG-SVC${100_000 + index}`, description: "d" }));
    const codes = validator.inspect(respond({ status: 400, body: { ...problem, errors } }));
    expect(codes.filter(({ kind }) => kind === "code")).toHaveLength(1000);
  });

  test("rejects an invalid option", () => {
    expect(() => createResponseValidator(untyped({ mode: "silent" }))).toThrow(RegInputError);
    expect(() => createResponseValidator(untyped({ mode: "silent" }))).toThrow(
      'responseValidator.mode must be "report" or "throw"',
    );
  });

  test("knows the operations of both documents, whose ids differ", () => {
    expect(Object.keys(supplierSchemas).filter((each) => Object.hasOwn(lessorSchemas, each))).toEqual([]);
  });
});

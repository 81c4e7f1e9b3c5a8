import type { CallOptions, SupplierClientOptions } from "@reg/sdk";
import { expect, test } from "vitest";
import { type RepeatedCallOptions, type RepeatedRead, repeatedRead } from "../../../src/http/call/options.js";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, type Reply, text } from "../../support/fetch.js";

const body = '{"serviceRequests":[{"id":"R-1","status":"Draft"}],"hasMore":false}';
const typed = { "content-type": "application/json" };
const first = text(body, { headers: typed });

/** Reads the list twice, and notes after the first time what its caller has used. */
async function readTwice(second: Reply, options: Partial<SupplierClientOptions> = {}) {
  const supplier = supplierOver(fakeFetch(first, second), { retry: false, ...options });
  const repeated: RepeatedRead = { known: undefined, read: undefined };
  const list = () => {
    const call: RepeatedCallOptions = { [repeatedRead]: repeated };
    return supplier.serviceRequests.list(undefined, call as CallOptions);
  };
  const before = await list();
  repeated.known = repeated.read;
  repeated.read = undefined;
  return { before, repeated, again: list() };
}

test("a response with the same text is not parsed again", async () => {
  const { before, repeated, again } = await readTwice(first);
  expect(await again).toBe(before);
  expect(repeated.read).toBe(repeated.known);
  expect(repeated.known).toEqual({ status: 200, type: "application/json", text: body, data: before });
});

test.each<[what: string, Reply]>([
  ["another text", text(body.replace("Draft", "Other"), { headers: typed })],
  ["another status", text(body, { status: 203, headers: typed })],
  ["another type", text(body, { headers: { "content-type": "application/json; charset=utf-8" } })],
])("a response with %s is read as any other", async (_, second) => {
  const { before, repeated, again } = await readTwice(second);
  const { serviceRequests } = await again;
  expect(serviceRequests).toHaveLength(1);
  expect(serviceRequests).not.toBe(before.serviceRequests);
  expect(repeated.read).not.toBe(repeated.known);
});

test.each<[what: string, Reply, "response" | "server"]>([
  ["the type of a page", text(body, { headers: { "content-type": "text/html" } }), "response"],
  ["an error status", text(body, { status: 500, headers: typed }), "server"],
])("the same text with %s is an error", async (_, second, kind) => {
  const { repeated, again } = await readTwice(second);
  await failure(again, kind);
  expect(repeated.read).toBeUndefined();
});

test("what an adapter has converted is not known by the text of the service", async () => {
  const response = () => undefined;
  const { before, repeated, again } = await readTwice(first, {
    adapter: { supplier: { "serviceRequests.list": { response } } },
  });
  expect(await again).toEqual(before);
  expect(await again).not.toBe(before);
  expect(repeated).toEqual({ known: undefined, read: undefined });
});

test("validators get every response", async () => {
  const inspected: string[] = [];
  const inspect = ({ operationId }: { operationId: string }) => {
    inspected.push(operationId);
    return [];
  };
  const { again } = await readTwice(first, { validateResponses: { mode: "report", readsOnly: true, inspect } });
  await again;
  expect(inspected).toHaveLength(2);
});

test("a response that is cut off is an error, and not known", async () => {
  const { repeated, again } = await readTwice(text(body.slice(0, -1), { headers: typed }));
  expect((await failure(again, "response")).message).toContain("is not valid JSON");
  expect(repeated.read).toBeUndefined();
});

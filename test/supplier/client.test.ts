import { readFileSync } from "node:fs";
import { createSupplierClient } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Operation } from "../../src/document/operation.js";
import { supplierOperations } from "../../src/generated/supplier/operations.js";
import { canaryToken, supplierOver } from "../support/clients.js";
import { bodyText, fakeFetch, json } from "../support/fetch.js";
import {
  type Documented,
  documentedOperations,
  exampleResponse,
  methodsOf,
  sampleArguments,
} from "../support/operations.js";

const document: unknown = parse(readFileSync(new URL("../../openapi/supplier.yaml", import.meta.url), "utf8"));
const documented = documentedOperations(document);
const operations: Readonly<Record<string, Operation>> = supplierOperations;

describe("the supplier client", () => {
  test("has the options of a class", async () => {
    const fetch = fakeFetch(json({ lessors: [] }));
    class Settings {
      baseUrl = "https://reg.example";
      get token() {
        return canaryToken;
      }
      get fetch() {
        return fetch;
      }
      get throttle() {
        return new Limits();
      }
    }
    class Limits {
      get limit() {
        return 7;
      }
    }
    const client = createSupplierClient(new Settings());
    await client.lessors.list();
    expect(fetch.requests).toHaveLength(1);
    expect(client.throttleStatistics()?.limit).toBe(7);
  });

  test("has exactly one method for each operation, and otherwise only the workflows", () => {
    const client = supplierOver(fakeFetch(() => new Response()));
    const named = methodsOf(client).filter((name) => name.includes("."));
    const workflows = ["serviceRequests", "damageServiceRequests"].flatMap((group) =>
      ["createAndSubmit", "submit", "resubmit", "cancelOrDelete", "invoice", "markNotInvoiced"].map(
        (name) => `${group}.${name}`,
      ),
    );
    workflows.push("serviceRequests.extendRental");
    expect(named.sort()).toEqual([...documented.map(({ id }) => id), ...workflows].sort());
  });

  test.each(documented)("$id sends the documented request when it is called by name", async (each) => {
    const fetch = fakeFetch(exampleResponse(each));
    const sample = sampleArguments(each);
    await sample.callByName(supplierOver(fetch));
    await expectSent(fetch, each, sample.path);
  });

  test.each(documented)("$method $path sends the documented request when it is called by path", async (each) => {
    const fetch = fakeFetch(exampleResponse(each));
    const sample = sampleArguments(each);
    await sample.callByPath(supplierOver(fetch));
    await expectSent(fetch, each, sample.path);
  });

  test.each(documented)("$id has effects that its HTTP method allows", ({ id, method }) => {
    const { effects } = operations[id] ?? {};
    expect(effects === "read").toBe(method === "GET");
    if (method === "POST") expect(effects).not.toBe("idempotent");
  });
});

async function expectSent(fetch: ReturnType<typeof fakeFetch>, each: Documented, path: string): Promise<void> {
  expect(fetch.requests).toHaveLength(1);
  const { method, url, headers } = fetch.last;
  expect(method).toBe(each.method);
  expect(url.pathname).toBe(path);
  expect(url.search).toBe(each.takesQuery ? "?licensePlate=AB-123-C&page=2" : "");
  expect(headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  const body = await bodyText(fetch.last);
  const type = headers["content-type"];
  if (each.body === "json")
    expect({ body, type }).toEqual({ body: '{"sample":["AB-123-C"]}', type: "application/json" });
  else if (each.body === "binary") expect({ body, type }).toEqual({ body: "%PDF", type: each.binaryType });
  else expect({ body, type }).toEqual({ body: "", type: undefined });
}

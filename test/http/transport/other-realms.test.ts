import { runInNewContext } from "node:vm";
import type { Upload } from "@reg/sdk";
import { describe, expect, test, vi } from "vitest";
import { draft, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { bodyText, empty, fakeFetch, json } from "../../support/fetch.js";

/** Creates a value in another realm, as each test file of Jest has one. */
const foreign = <T>(expression: string): T => runInNewContext(expression);

/** A Blob of an environment with Blobs of its own, as that of jsdom: without `stream`, and unknown to fetch. */
class OwnBlob {
  readonly [Symbol.toStringTag]: string = "Blob";
  readonly type = "text/plain";
  readonly size = 2;
  readonly arrayBuffer = async () => new TextEncoder().encode("hi").buffer;
}

class OwnFile extends OwnBlob {
  override readonly [Symbol.toStringTag] = "File";
  readonly name = "a.txt";
}

const given = (value: unknown) => value as Upload;
const files: readonly [string, () => Upload][] = [
  ["bytes", () => foreign("new Uint8Array([104, 105])")],
  ["a buffer", () => foreign("new Uint8Array([104, 105]).buffer")],
  ["a Blob", () => given(new OwnBlob())],
  ["a File", () => given(new OwnFile())],
];

describe("a file of another realm", () => {
  test.each(files)("is uploaded with its bytes: %s", async (_, file) => {
    let received = "";
    const fetch = fakeFetch(async (request) => {
      received = await bodyText(request);
      return json({ id: "A-1" })(request);
    });
    await supplierOver(fetch).serviceRequests.attachments.upload("R-1", file());
    expect(received).toBe("hi");
  });

  test.each(files)("is uploaded as a part of a form: %s", async (_, file) => {
    const fetch = fakeFetch(json({ id: "A-1" }));
    const options = { uploadEncoding: "multipart", contentType: "text/plain", fileName: "b.txt" } as const;
    await supplierOver(fetch).serviceRequests.attachments.upload("R-1", file(), options);
    const form = await new Response(fetch.last.body ?? null).formData();
    const part = form.get("file") as File;
    expect([part.name, part.type, await part.text()]).toEqual(["b.txt", "text/plain", "hi"]);
  });

  test("gives its name and type", async () => {
    const fetch = fakeFetch(json({ id: "A-1" }));
    await supplierOver(fetch).serviceRequests.attachments.upload("R-1", given(new OwnFile()));
    expect(fetch.last.headers).toMatchObject({ "content-type": "text/plain" });
    expect(fetch.last.headers["content-disposition"]).toContain("a.txt");
  });

  test("is sent as the bytes of an adapter, and in its form", async () => {
    const form = Object.defineProperties(new FormData(), {
      values: { value: () => [new OwnFile()].values() },
      [Symbol.iterator]: { value: () => [["part", new OwnFile()]].values() },
    });
    const bodyOf = async (body: unknown) => {
      const fetch = fakeFetch(json({ id: "A-1" }));
      const request = () => ({ body: body as Blob });
      const supplier = supplierOver(fetch, {
        adapter: { supplier: { "serviceRequests.attachments.upload": { request } } },
      });
      await supplier.serviceRequests.attachments.upload("R-1", new Uint8Array(1));
      return new Response(fetch.last.body ?? null);
    };
    expect(await (await bodyOf(new OwnBlob())).text()).toBe("hi");
    const part = (await (await bodyOf(form)).formData()).get("part") as File;
    expect([part.name, await part.text()]).toEqual(["a.txt", "hi"]);
  });
});

describe("a failure of another realm", () => {
  const refused =
    "Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' }) })";

  test("is known to be before sending", async () => {
    const fetch = fakeFetch(() => Promise.reject(foreign(refused)));
    const error = await failure(supplierOver(fetch).serviceRequests.create(draft, { retry: false }), "connection");
    expect(error).toMatchObject({ sent: false, code: "ECONNREFUSED", outcome: undefined, transient: true });
  });

  test("is known to be one of the program, or of several addresses", async () => {
    const errorOf = (expression: string) =>
      failure(
        supplierOver(fakeFetch(() => Promise.reject(foreign(expression)))).lessors.list({ retry: false }),
        "connection",
      );
    expect(await errorOf("new TypeError('x is not a function')")).toMatchObject({ transient: false });
    expect(await errorOf("new ReferenceError('x')")).toMatchObject({ transient: false });
    const causes =
      "[Object.assign(new Error('a'), { code: 'ECONNREFUSED', syscall: 'connect' }), Object.assign(new Error('b'), { code: 'ENOTFOUND' })]";
    const several = `Object.assign(new TypeError('fetch failed'), { cause: new AggregateError(${causes}) })`;
    expect(await errorOf(several)).toMatchObject({ sent: false, code: "ECONNREFUSED" });
  });
});

test("a runtime whose process has no modules of Node, but a function that throws, can send requests", async () => {
  const getBuiltinModule = vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    throw new Error("A Node.js API is used which is not supported in the Edge Runtime.");
  });
  await supplierOver(fakeFetch(json([]))).lessors.list();
  expect(getBuiltinModule).toHaveBeenCalled();
  getBuiltinModule.mockRestore();
});

describe("input of another realm", () => {
  test("an invalid date is rejected, and a valid one is sent", async () => {
    const { fetch, api } = lessorService([empty(200)]);
    const put = (date: unknown) => lessorOver(fetch).vehicles.put({ licensePlate: "AB-123-C", date });
    expect((await failure(put(foreign("new Date(NaN)")), "input")).message).toContain("is an invalid date");
    expect(api.requests).toEqual([]);
    await put(foreign("new Date(0)"));
    expect(api.last.body).toContain("1970-01-01T00:00:00.000Z");
  });

  test("an error among the vehicles is a failed row", async () => {
    const { fetch } = lessorService([empty(200)]);
    const broken: never = foreign("new Error('row 2 is broken')");
    const { failures } = await lessorOver(fetch).sync([broken], { state: new Map() });
    expect(failures).toMatchObject([{ error: { message: "item could not be read from the source: row 2 is broken" } }]);
  });
});

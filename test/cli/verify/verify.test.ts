import type { Fetch } from "@reg/sdk";
import type { Fault, SandboxSnapshot } from "@reg/sdk/sandbox";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isObject } from "../../../src/base/json.js";
import { describeReport, isClean, onlyNew } from "../../../src/cli/verify/report.js";
import type { OperationTable } from "../../../src/document/operation.js";
import { lessorOperations } from "../../../src/generated/lessor/operations.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { SkippingClock } from "../../support/clock.js";
import { type FilledService, openFilledService } from "./service.js";
import { lessorSettings, runOver, supplierSettings } from "./support.js";

let service: FilledService;
let filled: SandboxSnapshot;

beforeAll(async () => {
  service = await openFilledService();
  filled = service.sandbox.snapshot();
});
beforeEach(() => service.sandbox.restore(filled));

const readable = (operations: OperationTable) =>
  Object.values(operations)
    .filter(({ method }) => method === "GET")
    .map(({ id }) => id);

/** The operations with a success response. */
const reached = (operations: Readonly<Record<string, Readonly<Record<string, number>>>>) =>
  Object.entries(operations)
    .filter(([, statuses]) => Object.keys(statuses).some((status) => status.startsWith("2")))
    .map(([id]) => id);

/** A fetch that records its requests. */
function recordingFetch(fetch: Fetch, clock = new SkippingClock()) {
  const sent: { readonly method: string; readonly path: string; readonly at: number }[] = [];
  const recording: Fetch = (url, init) => {
    sent.push({ method: String(init.method), path: new URL(url).pathname, at: clock.monotonic() });
    return fetch(url, init);
  };
  return { sent, recording, clock };
}

/** A fetch that changes the JSON of each success. */
const change =
  (edit: (body: never) => unknown): Fetch =>
  async (url, init) => {
    const response = await service.sandbox.fetch(url, init);
    const isJson = response.ok && response.headers.get("content-type") === "application/json";
    return isJson ? Response.json(edit((await response.json()) as never)) : response;
  };

/** Writes the names of all fields in PascalCase, at every depth. */
function toPascalCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPascalCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.charAt(0).toUpperCase() + name.slice(1), toPascalCase(field)]),
  );
}

describe("a run over the unchanged sandbox", () => {
  it("reaches every readable operation of the supplier API within the default limit", async () => {
    const { report } = await runOver(service, supplierSettings(service));
    expect(reached(report.operations).sort()).toEqual(readable(supplierOperations).sort());
    expect(report.requests).toBeLessThanOrEqual(60);
  });

  it("reaches every readable operation of the lessor API with one license plate", async () => {
    const { report } = await runOver(service, lessorSettings(service));
    expect(reached(report.operations).sort()).toEqual(["token.create", ...readable(lessorOperations)].sort());
    expect(report).toMatchObject({ complete: true, requests: 1 + readable(lessorOperations).length });
  });

  it.each([
    ["contracts.get", /\/v2\/contracts\/[^/]+$/, 404, { ids: "service", isUnexpected: true }],
    ["serviceRequests.list", /\/v2\/servicerequests$/, 500, { ids: "service", isUnexpected: true }],
    ["objectTypes.list", /\/v2\/objecttypes$/, 500, { ids: "none", isUnexpected: true }],
    ["serviceLevels.default.get", /\/v2\/servicelevel\/default$/, 403, { ids: "none", isUnexpected: false }],
  ])("lists %s if it never succeeds", async (operationId, path, status, expected) => {
    const fetch: Fetch = async (url, init) =>
      path.test(new URL(url).pathname)
        ? Response.json({ type: "t", title: "t", status, detail: "d", traceId: "t" }, { status })
        : service.sandbox.fetch(url, init);
    const { report } = await runOver(service, supplierSettings(service), { fetch });
    expect(report.differences).toEqual([]);
    expect(report.withoutSuccess).toEqual([{ operationId, statuses: { [status]: expect.any(Number) }, ...expected }]);
  });

  it("expects no success with the given ids and with those that do not exist", async () => {
    const fetch: Fetch = async (url, init) =>
      /(requests|lessors|tires)$/.test(new URL(url).pathname)
        ? new Response(null, { status: 500 })
        : service.sandbox.fetch(url, init);
    const settings = { licensePlates: ["ZZ-999-Z"] };
    const { report } = await runOver(service, supplierSettings(service), { fetch, settings });
    const listed = report.withoutSuccess.map(({ operationId, ids }) => `${operationId} ${ids}`);
    expect(listed).toContain("contracts.get given");
    expect(listed.join()).not.toMatch(/lessors\.get|tires\.get|serviceRequests\.get/);
    const unexpected = report.withoutSuccess.filter(({ isUnexpected }) => isUnexpected);
    expect(unexpected.map(({ operationId }) => operationId)).not.toContain("contracts.get");
  });

  it.each(["supplier", "lessor"] as const)(
    "finds no difference in the %s API, and confirms each assumption or has not seen it",
    async (api) => {
      const settings = api === "supplier" ? supplierSettings(service) : lessorSettings(service);
      const { report } = await runOver(service, settings, { settings: { maxRequests: 200 } });
      expect(report.differences).toEqual([]);
      expect(report.withoutSuccess).toEqual([]);
      expect(report.assumptions.filter(({ verdict }) => verdict === "refuted")).toEqual([]);
      const confirmed = report.assumptions.filter(({ verdict }) => verdict === "confirmed");
      expect(confirmed.length).toBeGreaterThan(api === "supplier" ? 150 : 20);
    },
  );

  it("sends GET only, apart from the request for a token", async () => {
    const { sent, recording } = recordingFetch(service.sandbox.fetch);
    await runOver(service, supplierSettings(service), { fetch: recording });
    await runOver(service, lessorSettings(service), { fetch: recording });
    const others = sent.filter(({ method }) => method !== "GET");
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /lessor/token"]);
  });

  it("sends no more requests than it may, the one for a token included", async () => {
    const { sent, recording } = recordingFetch(service.sandbox.fetch);
    const settings = { maxRequests: 4 };
    const given = { fetch: recording, settings };
    const { report, failure } = await runOver(service, lessorSettings(service), given);
    expect([sent.length, report.requests, failure]).toEqual([4, 4, undefined]);
  });

  it.each([
    [8, ["vehicles.purchasedTires.get"]],
    [9, undefined],
  ])("says with a limit of %i requests what was not sent", async (maxRequests, notSent) => {
    const { report } = await runOver(service, lessorSettings(service), { settings: { maxRequests } });
    expect([report.complete, report.notSent]).toEqual([true, notSent]);
    const line = "The limit of --max-requests was reached. Not sent: further calls of vehicles.purchasedTires.get.";
    expect(describeReport(report).includes(line)).toBe(notSent !== undefined);
  });

  it("does not repeat a request beyond the limit", async () => {
    const { sent, recording } = recordingFetch(service.sandbox.fetch);
    service.sandbox.fail({ operation: "vehicles.currentTire.get", times: 1, with: { status: 503 } });
    const settings = { maxRequests: 3 };
    const { report } = await runOver(service, lessorSettings(service), { fetch: recording, settings });
    expect([sent.length, report.operations["vehicles.currentTire.get"]]).toEqual([3, { 503: 1 }]);
  });

  it.each([1000, 250])("leaves %i ms between any two requests", async (intervalMs) => {
    const { sent, recording, clock } = recordingFetch(service.sandbox.fetch);
    const settings = { intervalMs };
    await runOver(service, lessorSettings(service), { fetch: recording, clock, settings });
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(gaps).toEqual(gaps.map(() => intervalMs));
  });

  it("leaves the same time before the retry of a request", async () => {
    const { sent, recording, clock } = recordingFetch(service.sandbox.fetch);
    service.sandbox.fail({ operation: "vehicles.get", times: 1, with: { status: 503 } });
    const { report } = await runOver(service, lessorSettings(service), { fetch: recording, clock });
    expect(report.operations["vehicles.get"]).toEqual({ 200: 1, 503: 1 });
    for (const [index, { at }] of sent.slice(1).entries())
      expect(at - (sent[index]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  });
});

describe("a comparison with a baseline", () => {
  const gone: Fetch = async () =>
    new Response("<html></html>", { status: 404, headers: { "content-type": "text/html" } });
  const failing: Fetch = async () => new Response(null, { status: 500 });

  it.each<[string, "supplier" | "lessor", RegExp, Fetch, string]>([
    ["an operation that is gone", "supplier", /\/v2\/contracts\/[^/]+$/, gone, "contracts.get 404"],
    ["an operation that is gone", "lessor", /mileages$/, gone, "vehicles.mileages.get 404"],
    ["a list that fails", "supplier", /\/v2\/servicerequests$/, failing, "serviceRequests.list 500"],
    ["an open list that fails", "supplier", /\/v2\/lessors$/, failing, "lessors.list 500"],
    [
      "an envelope that changes",
      "supplier",
      /\/v2\/damageservicerequests\/[^/]+$/,
      change(({ data }: { data: object }) => ({ result: data })),
      "damageServiceRequests.get /data envelope",
    ],
    [
      "an envelope of an open body that changes",
      "lessor",
      /mileages$/,
      change((body) => ({ result: body })),
      "vehicles.mileages.get  envelope",
    ],
    [
      "a renamed field of an open body, once",
      "supplier",
      /\/v2\/damageservicerequests\/[^/]+$/,
      change(({ data: { creationTimeStamp, ...data } }: { data: { creationTimeStamp: string } }) => ({
        data: { ...data, createdAt: creationTimeStamp },
      })),
      "damageServiceRequests.get /data/creationTimeStamp renamed",
    ],
  ])("notices %s in the %s API", async (_, api, path, respond, expected) => {
    const settings = api === "supplier" ? supplierSettings(service) : lessorSettings(service);
    const { report: baseline } = await runOver(service, settings);
    const fetch: Fetch = (url, init) => (path.test(new URL(url).pathname) ? respond : service.sandbox.fetch)(url, init);
    const { report } = await runOver(service, settings, { fetch });
    const news = onlyNew(report, baseline);
    expect([
      ...news.differences.map(({ operationId, pointer, kind }) => `${operationId} ${pointer} ${kind}`),
      ...news.withoutSuccess.map(({ operationId, statuses }) => `${operationId} ${Object.keys(statuses)}`),
    ]).toEqual([expected]);
    expect(isClean(news)).toBe(false);
    expect(isClean(onlyNew(baseline, baseline))).toBe(true);
  });
});

describe("a run", () => {
  it("does not confirm a file that is in JSON", async () => {
    const fetch: Fetch = async (url, init) =>
      /attachments\/[^/]+$/.test(new URL(url).pathname)
        ? Response.json({ content: "cGhvdG8=" })
        : service.sandbox.fetch(url, init);
    const { report } = await runOver(service, supplierSettings(service), { fetch });
    const place = { pointer: "", kind: "media-type", expected: "a file", found: "application/json" };
    const ids = report.differences.map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(["damageServiceRequests.attachments.get", "serviceRequests.attachments.get"]);
    for (const each of report.differences) expect(each).toMatchObject(place);
    const id = "serviceRequests.attachments.get.body.200";
    expect(report.assumptions.find((each) => each.id === id)?.verdict).toBe("refuted");
  });

  it("says that a list is too long to be read", async () => {
    const long = new Uint8Array(32 * 1024 * 1024 + 1).fill(0x20);
    const headers = { "content-type": "application/json" };
    const fetch: Fetch = async (url, init) =>
      /\/v2\/(lessors|dealerships|objecttypes|tires)$/.test(new URL(url).pathname)
        ? new Response(long, { headers })
        : service.sandbox.fetch(url, init);
    const { report } = await runOver(service, supplierSettings(service), { fetch });
    const names = ["lessors.list", "dealerships.list", "objectTypes.list", "tires.search"];
    expect(report.differences.map(({ operationId, found }) => `${operationId}: ${found}`).sort()).toEqual(
      names.map((name) => `${name}: a longer body`).sort(),
    );
  });

  it("never names a part of a token that is a field", async () => {
    const names = ["eyJhbGci", "eyJhbGciOiJ"];
    const fetch: Fetch = async (url, init) => {
      const response = await service.sandbox.fetch(url, init);
      const path = new URL(url).pathname;
      if (!/mileages$|contracts\/[^/]+$/.test(path)) return response;
      return Response.json({
        ...((await response.json()) as object),
        ...Object.fromEntries(names.map((name) => [name, 1])),
      });
    };
    for (const settings of [supplierSettings(service), lessorSettings(service)]) {
      const { report } = await runOver(service, settings, { fetch });
      expect(JSON.stringify(report)).not.toContain("eyJ");
    }
  });

  it.each([
    ["vehicles.mileages.get", "assumed"],
    ["vehicles.get", "documented"],
  ])("is as sure of a 403 or 405 of %s as the document is of the operation: %s", async (operation, confidence) => {
    for (const status of [403, 405]) {
      const fault = service.sandbox.fail({ operation, times: 9, with: { status } } as Fault);
      const { report } = await runOver(service, lessorSettings(service));
      fault.cancel();
      expect(report.differences).toMatchObject([{ kind: "status", found: String(status), confidence }]);
    }
  });

  it("uses the given ids, of which an archived one shows 410 and its invoices", async () => {
    const { ids } = service;
    const settings = { ids: [ids.archived], maxRequests: 200 };
    const { report } = await runOver(service, supplierSettings(service), { settings });
    expect(report.operations["serviceRequests.get"]).toMatchObject({ 410: 1 });
    // The 410 shows that it is no damage, so that no damage with this id is looked for.
    expect(report.operations["damageServiceRequests.get"]).toEqual({ 200: expect.any(Number) });
  });

  it("finds the given damages among the given ids, however many are of the other kind", async () => {
    const { draft, invoicing, invoiced, request, archived, damageInvoicing } = service.ids;
    const ids = [draft, invoicing, invoiced, request, archived, damageInvoicing];
    // Without lists, the ids are all that is known.
    const fetch: Fetch = async (url, init) =>
      /requests$/.test(new URL(url).pathname) ? new Response(null, { status: 403 }) : service.sandbox.fetch(url, init);
    const { report } = await runOver(service, supplierSettings(service), {
      fetch,
      settings: { ids, maxRequests: 120 },
    });
    expect(report.operations["serviceRequests.get"]).toMatchObject({ 200: 4, 410: 1 });
    expect(report.operations["damageServiceRequests.get"]).toMatchObject({ 200: 1 });
    expect(report.operations["damageServiceRequests.attachments.list"]).toEqual({ 200: 1 });
  });

  it("finds ids in bodies whose fields are in PascalCase, and reports the names", async () => {
    const fetch = change(toPascalCase);
    const { report } = await runOver(service, supplierSettings(service), { fetch });
    expect(reached(report.operations)).toEqual(
      expect.arrayContaining(["serviceRequests.get", "lessors.contracts.get", "tires.get"]),
    );
    const inList = report.differences.filter(({ operationId }) => operationId === "serviceRequests.list");
    expect(new Set(inList.map(({ kind }) => kind))).toEqual(new Set(["renamed"]));
    expect(inList.map(({ pointer, foundAt }) => `${pointer} ${foundAt}`)).toEqual(
      expect.arrayContaining([
        "/hasMore /HasMore",
        "/serviceRequests /ServiceRequests",
        // The documented places above a field are those of the document.
        "/serviceRequests/*/parking/isParked /serviceRequests/*/parking/IsParked",
      ]),
    );
  });

  it("finds ids and license plates in renamed fields and in another wrapper, and records shapes at the documented place", async () => {
    const list = change(({ serviceRequests, ...others }: { readonly serviceRequests: Record<string, unknown>[] }) => {
      const renamed = serviceRequests.map(({ id, licensePlate, ...item }) => ({
        ...item,
        requestId: id,
        registration: licensePlate,
      }));
      return { result: { ...others, serviceRequests: renamed } };
    });
    const get = change(({ data: { serviceRequestNumber, ...data } }: { readonly data: Record<string, unknown> }) => ({
      data: { ...data, requestNumber: serviceRequestNumber },
    }));
    const fetch: Fetch = (url, init) => {
      const { pathname } = new URL(url);
      if (/\/v2\/servicerequests$/.test(pathname)) return list(url, init);
      return (/\/v2\/servicerequests\/[^/]+$/.test(pathname) ? get : service.sandbox.fetch)(url, init);
    };
    const { report } = await runOver(service, supplierSettings(service), { fetch });
    expect(reached(report.operations)).toEqual(expect.arrayContaining(["serviceRequests.get", "contracts.get"]));
    expect(report.differences.map(({ pointer, foundAt }) => `${pointer} ${foundAt}`)).toEqual([
      " /result",
      "/serviceRequests/*/id /serviceRequests/*/requestId",
      "/serviceRequests/*/licensePlate /serviceRequests/*/registration",
      "/data/serviceRequestNumber /data/requestNumber",
    ]);
    expect(JSON.stringify(report.shapes)).not.toMatch(/result|requestNumber/);
  });

  it("begins with the given license plates", async () => {
    const { sent, recording } = recordingFetch(service.sandbox.fetch);
    const settings = { licensePlates: ["KL-012-M"] };
    await runOver(service, supplierSettings(service), { fetch: recording, settings });
    expect(sent.find(({ path }) => path.includes("/contracts/"))?.path).toContain("/v2/contracts/KL-012-M");
  });

  it("measures the clock, the lifetime of a token and the latency, and names the headers of a rate limit", async () => {
    const clock = new SkippingClock();
    const headers = {
      date: new Date(clock.now() + 90_000).toUTCString(),
      "x-ratelimit-remaining": "17",
      "X-AB-123-C": "1",
    };
    const dated: Fetch = async (url, init) => {
      const response = await service.sandbox.fetch(url, init);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    };
    const settings = { intervalMs: 10 };
    const { report } = await runOver(service, lessorSettings(service), { fetch: dated, clock, settings });
    expect(report.service).toEqual({
      clockSkewMs: 90_000,
      tokenLifetimeMs: 3_600_000,
      latencyMs: { median: 0, maximum: 0 },
      rateLimitHeaders: ["x-ratelimit-remaining"],
    });
  });

  it("ends at once with exit code 4 if the token is not accepted", async () => {
    const { sent, recording } = recordingFetch(service.sandbox.fetch);
    const settings = supplierSettings({ ...service, token: "not-a-token" });
    await expect(runOver(service, settings, { fetch: recording })).rejects.toMatchObject({
      name: "CommandError",
      exitCode: 4,
      message: "the service does not accept the credentials (401).",
    });
    expect(sent.length).toBe(1);
  });

  it("sends no more after a 429 that the retry gets too", async () => {
    const { sent, recording } = recordingFetch(async (url, init) =>
      sent.length > 6
        ? new Response(null, { status: 429, headers: { "retry-after": "3600" } })
        : service.sandbox.fetch(url, init),
    );
    const { failure } = await runOver(service, supplierSettings(service), { fetch: recording });
    expect([sent.length, failure]).toEqual([
      7,
      "the service limits the rate (429): try again later, or with a lower --rate.",
    ]);
  });

  it("ends with exit code 4 if there is no token for the credentials", async () => {
    const settings = lessorSettings(service);
    const access = { ...settings.access, clientSecret: "not-the-secret" } as typeof settings.access;
    await expect(runOver(service, settings, { settings: { access } })).rejects.toMatchObject({
      exitCode: 4,
      message: "the service does not accept the credentials (invalid_client).",
    });
  });

  it("names an expired token, which is not sent", async () => {
    const { sent, recording } = recordingFetch(service.sandbox.fetch);
    const clock = new SkippingClock("2126-06-15T09:00:00Z");
    const run = runOver(service, supplierSettings(service), { fetch: recording, clock });
    await expect(run).rejects.toMatchObject({
      exitCode: 4,
      message: "the token in REG_TOKEN has expired: supply a new one.",
    });
    expect(sent).toEqual([]);
  });

  it.each([
    [
      () => new Response("<html></html>", { headers: { "content-type": "text/html" } }),
      "the response of POST /token has the status 200, but no token: this is probably not the address of the service.",
      2,
    ],
    [() => new Response(null, { status: 401 }), "the service gives no token: POST /token has the status 401.", 4],
    [
      () => new Response("<html></html>", { status: 401, headers: { "content-type": "text/html" } }),
      "the service gives no token: POST /token has the status 401.",
      2,
    ],
    [() => new Response(null, { status: 404 }), "the service gives no token: POST /token has the status 404.", 2],
  ])("names the status of a response without a token: %#", async (respond, message, exitCode) => {
    const fetch: Fetch = async () => respond();
    await expect(runOver(service, lessorSettings(service), { fetch })).rejects.toMatchObject({
      exitCode,
      message,
    });
  });

  it("ends with exit code 2 after three calls without the body of a response", async () => {
    let calls = 0;
    const fetch: Fetch = async () => {
      calls += 1;
      const pull = () => Promise.reject(new TypeError("terminated"));
      return new Response(new ReadableStream({ pull }), { headers: { "content-type": "application/json" } });
    };
    await expect(runOver(service, supplierSettings(service), { fetch })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("the service does not respond"),
    });
    expect(calls).toBe(6);
  });

  it("ends with exit code 2 if the service cannot be reached", async () => {
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const fetch: Fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    await expect(runOver(service, supplierSettings(service), { fetch })).rejects.toMatchObject({
      exitCode: 2,
      message: "the service does not respond (ECONNREFUSED).",
    });
  });

  it("ends with exit code 2 if every request is refused", async () => {
    const fetch: Fetch = async () => new Response(null, { status: 403 });
    await expect(runOver(service, supplierSettings(service), { fetch })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^no request succeeded \(403: \d+\), so that nothing can be compared\.$/),
    });
  });

  it("does not count the token as a success, and asks for a vehicle that the service has", async () => {
    const settings = { ...lessorSettings(service), licensePlates: ["ZZ-999-Z"] };
    await expect(runOver(service, settings)).rejects.toMatchObject({
      exitCode: 2,
      message:
        "no request succeeded (404: 8), so that nothing can be compared; if the address is right, name a vehicle that the service has.",
    });
  });

  it.each(["supplier", "lessor"] as const)(
    "ends with exit code 2 if the host of the %s API responds to every GET with a web page",
    async (api) => {
      const fetch: Fetch = async (url, init) =>
        init.method === "GET"
          ? new Response("<html></html>", { headers: { "content-type": "text/html" } })
          : service.sandbox.fetch(url, init);
      const settings = api === "supplier" ? supplierSettings(service) : lessorSettings(service);
      await expect(runOver(service, settings, { fetch })).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(
          /^no success response was JSON \(200: \d+\): this is probably not the address of the service\.$/,
        ),
      });
    },
  );

  it("reports what it has read if it is interrupted or the token expires on the way", async () => {
    const stop = new AbortController();
    let requests = 0;
    const interrupting: Fetch = async (url, init) => {
      requests += 1;
      if (requests === 5) stop.abort();
      return service.sandbox.fetch(url, init);
    };
    const given = { fetch: interrupting, signal: stop.signal };
    const interrupted = await runOver(service, supplierSettings(service), given);
    expect(interrupted).toMatchObject({
      failure: "interrupted: the report covers what was read until then.",
      exitCode: 2,
    });
    expect(interrupted.report).toMatchObject({ complete: false, requests: 5 });
    expect(requests).toBe(5);
    const expiring: Fetch = async (url, init) => {
      requests += 1;
      return requests > 8 ? new Response(null, { status: 401 }) : service.sandbox.fetch(url, init);
    };
    const expired = await runOver(service, supplierSettings(service), { fetch: expiring });
    expect(expired).toMatchObject({ failure: "the service does not accept the credentials (401).", exitCode: 4 });
    expect(Object.keys(expired.report.operations).length).toBeGreaterThan(2);
  });

  it("reads on after a step that fails, and gives it up after five failures", async () => {
    const refusing: Fetch = async (url, init) =>
      /\/v2\/servicerequests\/[^/]+$/.test(new URL(url).pathname)
        ? new Response(null, { status: 403 })
        : service.sandbox.fetch(url, init);
    const settings = { maxRequests: 300 };
    const { report } = await runOver(service, supplierSettings(service), { fetch: refusing, settings });
    // The fifth is the read of what does not exist, which is a step of its own.
    expect(report.operations["serviceRequests.get"]?.["403"]).toBe(6);
    expect(reached(report.operations)).toContain("serviceRequests.invoices.pdf.get");
  });
});

import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { createLessorClient, createSupplierClient, type RegEvent } from "@reg/sdk";
import { createLogger } from "@reg/sdk/logger";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, test } from "vitest";
import { canarySecret, canaryToken, lessorOver, supplierOver } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import {
  empty,
  type FakeFetch,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  text,
} from "../../support/fetch.js";

/** Personal data that the client sends, or that the service echoes. */
const person = { name: "Robin de Vries", phone: "+31 30 123 45 67", iban: "NL91ABNA0417164300" };
const plate = "AB-123-C";
const requestId = "secret-id-42";
/** A secret that the client does not know, so that it cannot remove it from texts of the service. */
const foreignSecret = "foreign-secret-11d0";
const secrets = [canaryToken, foreignSecret, plate, requestId, ...Object.values(person)];

/** All secrets in one text; the token is also escaped as in some JSON. */
const everything = `Bearer ${secrets.join(" ")} ${encodeURIComponent(person.phone)}`;
const escapedToken = canaryToken.replaceAll("-", "\\u002d");

/** An error body with the secrets in every field. */
const leakyBody = JSON.stringify({
  type: everything,
  title: everything,
  detail: everything,
  traceId: everything,
  error: canaryToken,
  error_description: everything,
  instance: `/v2/servicerequests/${requestId}`,
  errors: [
    {
      code: "REG-SVC000190",
      description: everything,
      context: { fieldName: everything, [everything]: secrets },
    },
    ...secrets.map((code) => ({ code, description: "", context: {} })),
  ],
});

const leakyHeaders = {
  location: `https://evil.example/${canaryToken}?secret=${foreignSecret}`,
  "set-cookie": `session=${canaryToken}`,
  "www-authenticate": `Bearer error="${canaryToken}"`,
  "x-request-id": canaryToken,
  "x-echo": person.iban,
  traceparent: `00-${canaryToken}-01`,
  "retry-after": "0",
  "content-disposition": `attachment; filename="${person.name}.pdf"`,
};

const leakyReply = (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  text(leakyBody, {
    status,
    headers: { "content-type": "application/json", ...leakyHeaders, ...headers },
  });

/** All texts that a log or a debugger would show of a value. */
const shown = (value: unknown) => `${JSON.stringify(value)}${inspect(value, { depth: 20, showHidden: true })}`;

function expectNoSecret(value: unknown): void {
  for (const secret of [...secrets, canarySecret, encodeURIComponent(person.phone), "evil.example"])
    expect(shown(value)).not.toContain(secret);
}

/** Creates all kinds of listeners. */
function listeners() {
  const events: RegEvent[] = [];
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line), level: "attempts", colors: false });
  return { events, lines, on: [(event: RegEvent) => void events.push(event), logger] };
}

const body = {
  status: "Draft",
  vehicle: { licensePlate: plate },
  appointment: { contact: { name: person.name, phone: person.phone } },
} as const;

describe("fault 51: events and log lines contain only allow-listed data", () => {
  const replies: readonly [string, Reply][] = [
    ["a success", leakyReply(200)],
    ["an empty response", empty(204, leakyHeaders)],
    ...[400, 401, 403, 404, 409, 410, 418, 429, 500, 503].map((status): [string, Reply] => [
      `${status}`,
      leakyReply(status),
    ]),
    ["a redirect", leakyReply(307)],
    ["HTML", leakyReply(200, { "content-type": "text/html" })],
    ["a type that echoes the token", leakyReply(200, { "content-type": `text/${canaryToken}` })],
    ["a type that echoes the IBAN", leakyReply(502, { "content-type": `text/${person.iban}` })],
    ["an invalid date and length", leakyReply(404, { date: person.name, "x-length": person.phone })],
    ["JSON that is cut off", text(leakyBody.slice(0, -5), { headers: leakyHeaders })],
    ["an error whose JSON escapes the token", text(leakyBody.replaceAll(canaryToken, escapedToken), { status: 400 })],
    ["a lost connection", networkFailure("ECONNRESET")],
  ];

  test.each(replies)("after %s", async (_, reply) => {
    const { events, lines, on } = listeners();
    const supplier = supplierOver(fakeFetch(reply), {
      on,
      throttle: false,
      retry: { retries: 1, maxTimeout: 0 },
    });
    const { serviceRequests } = supplier;
    const headers = { "x-correlation-id": person.iban };
    const query = { licensePlate: plate, contact: person.name };
    const calls = [
      () => serviceRequests.get(requestId, { headers }),
      () => serviceRequests.list(query),
      () => serviceRequests.create(body),
      () => serviceRequests.attachments.upload(requestId, new File([person.iban], `${person.name}.txt`)),
      () => serviceRequests.attachments.get(requestId, plate),
    ];
    for (const call of calls) await call().catch(() => {});
    expect(events.length).toBeGreaterThanOrEqual(calls.length * 4);
    expect(lines.length).toBe(events.length);
    expectNoSecret(events);
    expectNoSecret(lines);
  });

  test("after an abort whose reason contains every secret", async () => {
    const { events, lines, on } = listeners();
    const controller = new AbortController();
    const call = supplierOver(fakeFetch(silence), { on }).serviceRequests.get(requestId, {
      signal: controller.signal,
    });
    await settle();
    controller.abort(Object.assign(new Error(person.iban), { name: person.name, code: person.phone }));
    await call.catch(() => {});
    expect(events.at(-1)?.type).toBe("error");
    expectNoSecret([events, lines]);
  });

  test("after a failure of the token function that contains every secret", async () => {
    const { events, lines, on } = listeners();
    const token = () => Promise.reject(Object.assign(new Error(person.iban), { name: person.name, code: person.iban }));
    await supplierOver(fakeFetch(silence), { on, token })
      .lessors.list()
      .catch(() => {});
    expect(events.at(-1)?.type).toBe("error");
    expectNoSecret([events, lines]);
  });

  test("after a failure of fetch that contains every secret", async () => {
    const { events, lines, on } = listeners();
    const fetch: FakeFetch = fakeFetch(() => {
      throw Object.assign(new TypeError(`fetch failed: ${person.iban}`), {
        cause: Object.assign(new Error(person.name), { code: person.phone }),
      });
    });
    await supplierOver(fetch, { on, retry: false })
      .serviceRequests.create(body)
      .catch(() => {});
    expect(events.at(-1)?.type).toBe("error");
    expectNoSecret([events, lines]);
  });

  test.each([
    ["an error response", leakyReply(400)],
    ["an error code that is the secret", json({ error: canarySecret }, { status: 401 })],
    ["a response without a token", leakyReply(200)],
    ["a token of a strange type", json({ access_token: canaryToken, token_type: person.iban })],
    [
      "a token that is not a valid header value",
      json({ access_token: `${canaryToken}\r\n`.repeat(2), token_type: "Bearer" }),
    ],
    ["HTML", leakyReply(200, { "content-type": "text/html" })],
    ["a failure", leakyReply(503)],
  ])("after a token request with %s in response", async (_, reply) => {
    const { events, lines, on } = listeners();
    await lessorOver(fakeFetch(reply), { on, retry: false })
      .vehicles.get(plate)
      .catch(() => {});
    expect(events.map(({ operationId }) => operationId)).toContain("token.create");
    expectNoSecret([events, lines]);
  });

  const hex = "0123456789abcdef";
  const longToken = `eyJhbGciOiJub25lIn0.${"Q2FuYXJ5".repeat(12)}.${hex.repeat(4)}`;

  test.each([
    ["a license plate", plate],
    ["a license plate behind a prefix", `0HN-${plate}:1`],
    ["an id", requestId],
    ["a vehicle identification number", "JF1SH5LS5AG123456"],
    ["an IBAN", person.iban],
    ["a word", "nothing"],
    ["a trace id with a line break", `${hex}${hex}\n`],
    ["a part of the token in the form of a trace id", hex.repeat(2)],
    ["such a part in a traceparent", `00-${hex}${hex}-${hex}-01`],
    ["the middle of the token", longToken.slice(25, 60)],
  ])("no trace id that is %s", async (_, traceId) => {
    const { events, lines, on } = listeners();
    const service = fakeFetch(json({ traceId }, { status: 400 }));
    await supplierOver(service, { on, token: longToken })
      .lessors.list()
      .catch(() => {});
    expect(events.at(-1)).toMatchObject({ type: "error", status: 400 });
    expect(events.filter((event) => "traceId" in event)).toEqual([]);
    expect(JSON.stringify([events, lines])).not.toMatch(/trace/i);
  });

  test.each([
    ["W3C traceparent", `00-${hex}${hex}-${hex}-01`],
    ["GUID", "3F2504E0-4f89-41d3-9a0c-0305e82c3301"],
    ["32 hexadecimal digits", hex + hex],
    ["16 hexadecimal digits", hex.toUpperCase()],
    ["connection and request of Kestrel", "0HMVBP0K8QJ4U:0000000A"],
  ])("but a trace id in a common form: %s", async (_, traceId) => {
    const { events, lines, on } = listeners();
    const service = fakeFetch(json({ traceId }, { status: 400 }));
    await supplierOver(service, { on })
      .lessors.list()
      .catch(() => {});
    expect(events.at(-1)).toMatchObject({ type: "error", traceId, error: { traceId } });
    expect(lines.at(-1)).toContain(`trace ${traceId}`);
  });

  test("an event has only listed fields and headers", async () => {
    const { events, on } = listeners();
    const supplier = supplierOver(fakeFetch(leakyReply(503), leakyReply(429), leakyReply(400)), { on });
    await supplier.serviceRequests.get(requestId).catch(() => {});
    const allowed = [
      "attempt",
      "callId",
      "delayMs",
      "durationMs",
      "error",
      "headers",
      "method",
      "operationId",
      "origin",
    ];
    const fields = new Set([
      ...allowed,
      "reason",
      "status",
      "time",
      "traceId",
      "type",
      "urlTemplate",
      "waitedMs",
      "pausedForMs",
      "allowed",
    ]);
    const headers = new Set(["content-length", "content-type", "date", "retry-after"]);
    expect(events.some((event) => "headers" in event)).toBe(true);
    for (const event of events) {
      expect(Object.keys(event).filter((key) => !fields.has(key))).toEqual([]);
      if ("headers" in event) expect(Object.keys(event.headers ?? {}).filter((name) => !headers.has(name))).toEqual([]);
      expect(event.urlTemplate).toBe("/v2/servicerequests/{id}");
      expect(event.origin).toBe("https://reg.example");
    }
  });
});

describe("fault 52: no URL, journal or snapshot contains a token or secret", () => {
  /** Wraps fetch to record every URL and every token. */
  function observed(fetch: (url: string, init: RequestInit) => Promise<Response>) {
    const urls: string[] = [];
    const tokens = new Set<string>();
    const observe = async (url: string, init: RequestInit) => {
      urls.push(url);
      const sent = new Headers(init.headers).get("authorization")?.replace("Bearer ", "");
      if (sent !== undefined) tokens.add(sent);
      return fetch(url, init);
    };
    return { urls, tokens, fetch: observe };
  }

  test("after successful and rejected calls of a supplier and a lessor", async () => {
    const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z" });
    const { urls, tokens, fetch } = observed(sandbox.fetch);
    const token = await sandbox.supplier.token();
    const { clock, journal } = sandbox;
    const supplier = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token,
      fetch,
      clock,
      retry: false,
    });
    const { serviceRequests } = supplier;
    const { id } = await serviceRequests.create({
      ...body,
      vehicle: { licensePlate: plate, partialVin: "JF123456" },
    });
    await serviceRequests.components.put(id, randomUUID(), {
      reg: { code: "1101" },
      operation: { code: "01" },
      reason: { code: "20" },
      price: 129.5,
    });
    await serviceRequests.attachments.upload(id, new File([token], "engine.jpg", { type: "image/jpeg" }));
    await serviceRequests.patch(id, { status: "ApprovalRequested" }).catch(() => {});
    await serviceRequests.get(id);
    await serviceRequests.get("gone").catch(() => {});
    await supplier.lessors.list();
    const { baseUrl, clientId, clientSecret } = sandbox.lessor;
    const lessor = createLessorClient({ baseUrl, clientId, clientSecret, fetch, clock, retry: false });
    await lessor.vehicles.get(plate).catch(() => {});
    const wrong = createLessorClient({
      baseUrl,
      clientId,
      clientSecret: canarySecret,
      fetch,
      clock,
      retry: false,
    });
    await wrong.vehicles.get(plate).catch(() => {});
    const stranger = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token: canaryToken,
      fetch,
      retry: false,
    });
    // A token in a wrong place: in a body, a query, an id.
    await stranger.serviceRequests.create({ ...body, token: canaryToken } as typeof body).catch(() => {});
    await stranger.serviceRequests.list({ token: canaryToken } as object).catch(() => {});
    await stranger.serviceRequests.get(canaryToken).catch(() => {});

    // The caller itself put its token into two URLs; no client adds a token to a URL.
    const own = urls.filter((url) => !url.endsWith(`token=${canaryToken}`) && !url.endsWith(`/${canaryToken}`));
    expect(own.length).toBe(urls.length - 2);
    expect(tokens.size).toBeGreaterThanOrEqual(3);
    const all = [token, clientSecret, canarySecret, ...tokens];
    const snapshot = sandbox.snapshot();
    for (const view of [own.join("\n"), shown(journal), shown(journal.entries), shown(snapshot), `${snapshot}`])
      for (const secret of all) expect(view.includes(secret), `${secret} in ${view.slice(0, 200)}`).toBe(false);
    for (const word of [person.name, person.phone]) expect(shown(journal)).not.toContain(word);
    expect(journal.entries.length).toBeGreaterThan(8);
  });

  test("inspecting a client or the journal shows no token and no secret", async () => {
    const sandbox = createSandbox();
    const token = await sandbox.supplier.token();
    const supplier = createSupplierClient({ baseUrl: sandbox.supplier.baseUrl, token, fetch: sandbox.fetch });
    const { baseUrl, clientId } = sandbox.lessor;
    const lessor = createLessorClient({
      baseUrl,
      clientId,
      clientSecret: canarySecret,
      fetch: sandbox.fetch,
    });
    await supplier.lessors.list();
    await lessor.vehicles.get(plate).catch(() => {});
    for (const secret of [token, canarySecret])
      expect(shown([supplier, lessor, sandbox.journal])).not.toContain(secret);
  });
});

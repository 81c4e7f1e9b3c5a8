import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveControl } from "../../src/cli/sandbox/control-server.js";
import type { RegEvent } from "../../src/index.js";
import { createLessorClient } from "../../src/lessor/client.js";
import { createLogger } from "../../src/logger/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { canarySecret, canaryToken, lessorOver, supplierOver } from "../support/clients.js";
import { settle } from "../support/clock.js";
import {
  empty,
  type FakeFetch,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  text,
} from "../support/fetch.js";

/** What is nobody's business: it is sent, or the service repeats it. */
const person = { name: "Robin de Vries", phone: "+31 30 123 45 67", iban: "NL91ABNA0417164300" };
const plate = "AB-123-C";
const requestId = "secret-id-42";
/** A secret that no client knows, so that no client can take it out of the service's own words. */
const foreignSecret = "foreign-secret-11d0";
const secrets = [canaryToken, foreignSecret, plate, requestId, ...Object.values(person)];

/** Everything at once, with the token as it is and as some services write it in JSON. */
const everything = `Bearer ${secrets.join(" ")} ${encodeURIComponent(person.phone)}`;
const escapedToken = canaryToken.replaceAll("-", "\\u002d");

/** A body that says it in every place that an error's body has. */
const tellingBody = JSON.stringify({
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

const tellingHeaders = {
  location: `https://evil.example/${canaryToken}?secret=${foreignSecret}`,
  "set-cookie": `session=${canaryToken}`,
  "www-authenticate": `Bearer error="${canaryToken}"`,
  "x-request-id": canaryToken,
  "x-echo": person.iban,
  traceparent: `00-${canaryToken}-01`,
  "retry-after": "0",
  "content-disposition": `attachment; filename="${person.name}.pdf"`,
};

const telling = (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  text(tellingBody, {
    status,
    headers: { "content-type": "application/json", ...tellingHeaders, ...headers },
  });

/** Every view of what was told, as a log or a debugger would show it. */
const shown = (told: unknown) => `${JSON.stringify(told)}${inspect(told, { depth: 20, showHidden: true })}`;

function expectNothingTold(told: unknown): void {
  for (const secret of [...secrets, canarySecret, encodeURIComponent(person.phone), "evil.example"])
    expect(shown(told)).not.toContain(secret);
}

/** Listens with everything that can listen. */
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

describe("fault 51: events and logs hold a list of harmless things, and nothing else", () => {
  const replies: readonly [string, Reply][] = [
    ["a success", telling(200)],
    ["nothing", empty(204, tellingHeaders)],
    ...[400, 401, 403, 404, 409, 410, 418, 429, 500, 503].map((status): [string, Reply] => [
      `${status}`,
      telling(status),
    ]),
    ["a redirect", telling(307)],
    ["HTML", telling(200, { "content-type": "text/html" })],
    ["a type that repeats the token", telling(200, { "content-type": `text/${canaryToken}` })],
    ["a type that repeats the account", telling(502, { "content-type": `text/${person.iban}` })],
    ["a date and a length that are none", telling(404, { date: person.name, "x-length": person.phone })],
    ["JSON that is cut off", text(tellingBody.slice(0, -5), { headers: tellingHeaders })],
    [
      "an error whose JSON writes the token in another way",
      text(tellingBody.replaceAll(canaryToken, escapedToken), { status: 400 }),
    ],
    ["a lost connection", networkFailure("ECONNRESET")],
  ];

  test.each(replies)("with %s in answer", async (_, reply) => {
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
    expectNothingTold(events);
    expectNothingTold(lines);
  });

  test("with an abort whose reason says everything", async () => {
    const { events, lines, on } = listeners();
    const controller = new AbortController();
    const call = supplierOver(fakeFetch(silence), { on }).serviceRequests.get(requestId, {
      signal: controller.signal,
    });
    await settle();
    controller.abort(Object.assign(new Error(person.iban), { name: person.name, code: person.phone }));
    await call.catch(() => {});
    expect(events.at(-1)?.type).toBe("error");
    expectNothingTold([events, lines]);
  });

  test("with a token function that fails and says everything", async () => {
    const { events, lines, on } = listeners();
    const token = () =>
      Promise.reject(Object.assign(new Error(person.iban), { name: person.name, code: person.iban }));
    await supplierOver(fakeFetch(silence), { on, token })
      .lessors.list()
      .catch(() => {});
    expect(events.at(-1)?.type).toBe("error");
    expectNothingTold([events, lines]);
  });

  test("with a fetch that fails and says everything", async () => {
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
    expectNothingTold([events, lines]);
  });

  test.each([
    ["a refusal", telling(400)],
    ["a refusal that names its error by the secret", json({ error: canarySecret }, { status: 401 })],
    ["an answer without a token", telling(200)],
    ["a token of a strange type", json({ access_token: canaryToken, token_type: person.iban })],
    [
      "a token that no header can carry",
      json({ access_token: `${canaryToken}\r\n`.repeat(2), token_type: "Bearer" }),
    ],
    ["HTML", telling(200, { "content-type": "text/html" })],
    ["a failure", telling(503)],
  ])("with a token endpoint that answers with %s", async (_, reply) => {
    const { events, lines, on } = listeners();
    await lessorOver(fakeFetch(reply), { on, retry: false })
      .vehicles.get(plate)
      .catch(() => {});
    expect(events.map(({ operationId }) => operationId)).toContain("token.create");
    expectNothingTold([events, lines]);
  });

  test("an event has no field beyond the list, and its headers none either", async () => {
    const { events, on } = listeners();
    const supplier = supplierOver(fakeFetch(telling(503), telling(429), telling(400)), { on });
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
      if ("headers" in event)
        expect(Object.keys(event.headers ?? {}).filter((name) => !headers.has(name))).toEqual([]);
      expect(event.urlTemplate).toBe("/v2/servicerequests/{id}");
      expect(event.origin).toBe("https://reg.example");
    }
  });
});

describe("fault 52: no token and no secret stands in a URL, a journal or a snapshot", () => {
  /** A fetch that remembers what it was asked, and every token that went by. */
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

  test("when a supplier and a lessor have done their work, and been refused", async () => {
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
    // A token where none belongs: in a body, a query, an id.
    await stranger.serviceRequests.create({ ...body, token: canaryToken } as typeof body).catch(() => {});
    await stranger.serviceRequests.list({ token: canaryToken }).catch(() => {});
    await stranger.serviceRequests.get(canaryToken).catch(() => {});

    // What the stranger wrote there itself is its own doing; no client puts a token into a URL.
    const own = urls.filter(
      (url) => !url.endsWith(`token=${canaryToken}`) && !url.endsWith(`/${canaryToken}`),
    );
    expect(own.length).toBe(urls.length - 2);
    expect(tokens.size).toBeGreaterThanOrEqual(3);
    const all = [token, clientSecret, canarySecret, ...tokens];
    const snapshot = sandbox.snapshot();
    for (const view of [
      own.join("\n"),
      shown(journal),
      shown(journal.entries),
      shown(snapshot),
      `${snapshot}`,
    ])
      for (const secret of all)
        expect(view.includes(secret), `${secret} in ${view.slice(0, 200)}`).toBe(false);
    for (const word of [person.name, person.phone]) expect(shown(journal)).not.toContain(word);
    expect(journal.entries.length).toBeGreaterThan(8);
  });

  test("nor in anything that can be seen of a client or of the sandbox", async () => {
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

describe("fault 53: the sandbox answers on this machine only, and its controls to no web page", () => {
  const key = "the-key-of-this-test";

  async function served() {
    const sandbox = createSandbox();
    const [server, other, control] = await Promise.all([
      sandbox.listen(),
      sandbox.listen(),
      serveControl({ sandbox, key, port: 0, onDefect: () => {} }),
    ]);
    onTestFinished(async () => {
      await Promise.all([server.close(), other.close(), control.close()]);
    });
    return { sandbox, service: server.supplier.baseUrl, other: other.supplier.baseUrl, control: control.url };
  }

  /** The status of an answer to just these headers, which fetch would not send. */
  function statusOf(
    url: string,
    headers: Record<string, string>,
    method = "GET",
  ): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: false }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      });
      sent.once("error", reject).end();
    });
  }

  /** Whether anybody listens there. */
  function isOpen(host: string, port: number): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = new Socket();
      const end = (open: boolean) => {
        socket.destroy();
        resolve(open);
      };
      socket.setTimeout(500, () => end(false));
      socket.once("connect", () => end(true)).once("error", () => end(false));
      socket.connect(port, host);
    });
  }

  test("it binds 127.0.0.1, at a port that is another each time", async () => {
    const { service, other, control } = await served();
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const foreign = [
      "127.0.0.2",
      ...others.map(({ address }) => address).filter((each) => each !== "127.0.0.1"),
    ];
    const ports = [service, other, control].map((url) => Number(new URL(url).port));
    expect(new Set(ports).size).toBe(3);
    for (const [index, port] of ports.entries()) {
      expect(new URL([service, other, control][index] ?? "").hostname).toBe("127.0.0.1");
      expect(port).toBeGreaterThan(1023);
      expect(await isOpen("127.0.0.1", port)).toBe(true);
      for (const host of foreign) expect(await isOpen(host, port), host).toBe(false);
    }
  });

  test("under a foreign Host neither the services nor the controls answer", async () => {
    const { sandbox, service, control } = await served();
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    for (const [url, right] of [
      [`${service}/v2/lessors`, authorization],
      [control, `Bearer ${key}`],
    ] as const) {
      const { port } = new URL(url);
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
        expect(await statusOf(url, { authorization: right, host }), host).toBe(200);
      for (const host of [
        "evil.example",
        `evil.example:${port}`,
        `127.0.0.1.evil.example:${port}`,
        "127.0.0.1",
        `0.0.0.0:${port}`,
        `localhost:1`,
      ])
        expect(await statusOf(url, { authorization: right, host }), host).toBe(421);
    }
    expect(sandbox.journal.calls()).toEqual({ "lessors.list": 2 });
  });

  test("a request with an Origin never reaches the controls, whatever it knows", async () => {
    const { sandbox, control } = await served();
    const before = sandbox.clock.now();
    const knowing = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    for (const origin of ["https://evil.example", "null", control, "http://localhost:3000", ""])
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
        for (const path of ["", "/reset", "/clock/advance"])
          expect(
            await statusOf(`${control}${path}`, { ...knowing, origin }, method),
            `${method} ${origin}`,
          ).toBe(403);
    expect(sandbox.clock.now() - before).toBeLessThan(60_000);
  });

  test("nobody without the key reaches them, and no refusal tells it", async () => {
    const { control } = await served();
    for (const authorization of ["", key, `Bearer ${key}x`, `Bearer ${key.slice(0, -1)}`, "Bearer"]) {
      const response = await fetch(`${control}/reset`, { method: "POST", headers: { authorization } });
      expect(response.status).toBe(401);
      expect(`${await response.text()}${inspect([...response.headers])}`).not.toContain(key);
    }
  });
});

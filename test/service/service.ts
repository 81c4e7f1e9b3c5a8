import { randomUUID } from "node:crypto";
import type { Difference } from "./differences.js";
import { lookups } from "./lookups.js";
import { type Call, type Json, json, nothing, Refusal, type Reply, refuse } from "./messages.js";
import { groups, Requests, type Route, supplierNumber } from "./requests.js";

/*
 * Both services, written from the references alone and independently of the sandbox. It can differ from the references
 * in the ways of differences.ts.
 */

/** The credentials of a lessor. */
export const lessorAccess = { clientId: "lease-noord", clientSecret: "not-so-secret" };

/** A running service. */
export interface Service {
  /** Responds in this process. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Responds as the references say, with the same data. */
  documentedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** A token of the supplier. */
  readonly token: string;
  /** What the lessor does outside of the interface, the archive, and what exists. */
  readonly requests: Pick<Requests, "approve" | "deny" | "archive" | "size" | "totals">;
  /** The differences that changed a message, refused a request, or received one at another path. */
  readonly shown: ReadonlySet<string>;
}

/** A JWT that is valid for an hour, by default from the time of all other data. */
function createToken(subject: string): string {
  const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const issued = Math.floor(Date.parse("2026-06-15T08:30:00Z") / 1000);
  const claims = { sub: subject, iat: issued, exp: issued + 3600, jti: randomUUID() };
  return `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.${encode(randomUUID())}`;
}

/** Creates a service that differs in these ways; the first ones change a response first. */
export function createService(differences: readonly Difference[] = []): Service {
  const requests = new Requests();
  const vehicles = new Vehicles();
  const token = createToken(`supplier ${supplierNumber}`);
  const tokens = new Set([token]);
  const shown = new Set<string>();
  const table: Readonly<Record<string, Route>> = {
    ...Object.assign({}, ...groups.map((group) => requests.routes(group))),
    ...lookups,
    "requests.list": ["GET /v2/requests", () => json([])],
    ...vehicles.routes(),
    "token.create": [
      "POST /token",
      ({ body }) => {
        const { grant_type, client_id, client_secret } = Object.fromEntries(
          body instanceof URLSearchParams ? body : [],
        );
        if (grant_type !== "client_credentials") refuse(400, "The grant is missing.");
        if (client_id !== lessorAccess.clientId || client_secret !== lessorAccess.clientSecret)
          refuse(401, "Unknown client.");
        const created = createToken("lessor");
        tokens.add(created);
        return json({ access_token: created, token_type: "Bearer", expires_in: 3600 });
      },
    ],
  };
  const createRoutes = (differences: readonly Difference[]) =>
    Object.entries(table)
      .map(([operationId, [documented, respond]]) => {
        const own = differences.filter(({ on }) => on.includes(operationId) || on.includes("*"));
        const moved = own.find(({ routes: { [operationId]: route } = {} }) => route !== undefined);
        const route = moved?.routes?.[operationId] ?? documented;
        const [method = "", template = ""] = route.split(" ");
        const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
        return { operationId, method, pattern, respond, own, moved, isExact: !template.includes("{") };
      })
      .sort((one, other) => Number(other.isExact) - Number(one.isExact));

  async function respond(request: Request, routes: ReturnType<typeof createRoutes>): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url);
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (route === undefined) return notFound;
    const { operationId, own, moved } = route;
    if (moved) shown.add(moved.id);
    const groupsOfPath = Object.entries(route.pattern.exec(pathname)?.groups ?? {});
    const call: Call = {
      operationId,
      params: Object.fromEntries(groupsOfPath.map(([name, value]) => [name, decodeURIComponent(value)])),
      query: searchParams,
      headers: new Headers(request.headers),
      body: await readBody(request),
    };
    const note = (each: Difference, change: () => void, message: () => Json) => {
      const before = JSON.stringify(message());
      try {
        change();
      } catch (error) {
        shown.add(each.id);
        throw error;
      }
      if (JSON.stringify(message()) !== before) shown.add(each.id);
    };
    let reply: Reply;
    try {
      for (const each of own.toReversed())
        note(
          each,
          () => each.request?.(call),
          () => [call.body, String(call.body), [...call.headers], [...call.query]],
        );
      const bearer = /^Bearer (.+)$/.exec(call.headers.get("authorization") ?? "")?.[1] ?? "";
      if (operationId !== "token.create" && !tokens.has(bearer)) refuse(401, "The token is missing or unknown.");
      reply = structuredClone(route.respond(call));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply = structuredClone(error.reply);
    }
    for (const each of own)
      note(
        each,
        () => each.response?.(reply, call),
        () => reply,
      );
    return reply;
  }

  const serveWith = (differences: readonly Difference[]) => {
    const routes = createRoutes(differences);
    return async (request: Request) => toResponse(await respond(request, routes));
  };
  const fetchFrom =
    (serve: (request: Request) => Promise<Response>): Service["fetch"] =>
    (url, init) =>
      serve(new Request(url, init?.body instanceof ReadableStream ? { ...init, duplex: "half" } : init));
  return {
    fetch: fetchFrom(serveWith(differences)),
    documentedFetch: fetchFrom(serveWith([])),
    token,
    requests,
    shown,
  };
}

/** What the service says of a path that it does not have. */
const notFound: Reply = {
  ...{ status: 404, headers: {} },
  body: { type: "https://httpstatuses.io/404", title: "Not found", status: 404, detail: "No such path.", traceId: "1" },
};

async function readBody(request: Request): Promise<Json> {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) return readForm(await request.formData());
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (/^application\/([a-z-]+\+)?json/.test(type)) return JSON.parse(text);
  return type.startsWith("application/x-www-form-urlencoded") ? new URLSearchParams(text) : bytes;
}

/** The fields of a form; a file has its bytes. */
async function readForm(form: FormData): Promise<ReadonlyMap<string, Json>> {
  const fields = new Map<string, Json>();
  for (const [name, value] of form)
    fields.set(
      name,
      typeof value === "string"
        ? value
        : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) },
    );
  return fields;
}

function toResponse({ status, headers, body }: Reply): Response {
  if (body === undefined) return new Response(null, { status, headers });
  const isRaw = body instanceof Uint8Array || (typeof body === "string" && headers["content-type"] === "text/html");
  return new Response(isRaw ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** The related data of vehicles, by the end of their paths. */
const related = {
  contractTires: "contracttires",
  currentTire: "currenttire",
  lastMaintenance: "lastmaintenance",
  mileages: "mileages",
  routings: "routings",
  extraTireSet: "extratireset",
  purchasedTires: "purchasedtires",
};

/** The vehicles of a lessor (lessor-api.md §4). All related data can be read and deleted. */
class Vehicles {
  readonly #all = new Map<string, Map<string, Json>>();

  routes(): Readonly<Record<string, Route>> {
    const base = "/v1/vehicles/{licensePlate}";
    const find = ({ params }: Call) =>
      this.#all.get(params["licensePlate"] ?? "") ?? refuse(404, "There is no such vehicle.");
    const read = (call: Call, name: string) => json(find(call).get(name) ?? refuse(404, "There is no such data."));
    const done = (_: unknown) => nothing();
    const entries = Object.entries(related).flatMap(([name, end]): [string, Route][] => [
      [`vehicles.${name}.get`, [`GET ${base}/${end}`, (call) => read(call, name)]],
      [`vehicles.${name}.put`, [`PUT ${base}/${end}`, (call) => done(find(call).set(name, call.body))]],
      [`vehicles.${name}.delete`, [`DELETE ${base}/${end}`, (call) => done(find(call).delete(name))]],
    ]);
    return {
      "vehicles.put": [
        "PUT /v1/vehicles",
        ({ body }) => {
          const plate = body?.licensePlate;
          if (typeof plate !== "string") refuse(400, "The license plate is missing.");
          this.#all.set(plate, (this.#all.get(plate) ?? new Map()).set("", body));
          return nothing();
        },
      ],
      "vehicles.get": [`GET ${base}`, (call) => read(call, "")],
      "vehicles.delete": [
        `DELETE ${base}`,
        (call) => done(find(call) && this.#all.delete(call.params["licensePlate"] ?? "")),
      ],
      ...Object.fromEntries(entries),
    };
  }
}

import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { RegInputError } from "../../errors/errors.js";
import type { Sandbox } from "../../sandbox/sandbox.js";
import { ControlDesk, ControlRefusal, type ControlReply, type ControlRoute, json } from "./control-route.js";
import { routes } from "./control-routes.js";

/** A route with what stands in the path of a request. */
export interface FoundRoute {
  readonly route: ControlRoute;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds what a request is for.
 *
 * @throws ControlRefusal 404 with every path there is, and 405 with the methods that the path takes
 */
function findRoute(method: string, pathname: string): FoundRoute {
  const found = routes.flatMap((route) => {
    const params = paramsOf(route.path, pathname);
    return params === undefined ? [] : [{ route, params }];
  });
  if (found.length === 0) {
    const paths = routes.map((route) => `${route.method} ${route.path}`);
    throw new ControlRefusal(404, { message: "There is nothing under this path.", paths });
  }
  const right = found.find(({ route }) => route.method === method);
  if (right !== undefined) return right;
  const allow = found.map(({ route }) => route.method).join(", ");
  throw new ControlRefusal(405, { message: `This path takes ${allow}.` }, { allow });
}

/** The parameters of a path; undefined if it is another one. */
function paramsOf(template: string, pathname: string): Record<string, string> | undefined {
  const names = template.split("/");
  const parts = pathname.split("/");
  if (names.length !== parts.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const part = decoded(parts[index] ?? "");
    if (part === undefined) return undefined;
    const param = /^\{(\w+)\}$/.exec(name)?.[1];
    if (param !== undefined && part !== "") params.push([param, part]);
    else if (name !== part) return undefined;
  }
  return Object.fromEntries(params);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** What the guard must know. */
export interface GuardOptions {
  readonly key: string;
  /** The names under which the control surface may be called, with its port. */
  readonly hosts: readonly string[];
}

/**
 * Lets only programs of this machine through that know the key, and no web page: neither one that points its own
 * name at 127.0.0.1 (the host), nor one that sends a form or a script across (the origin, which browsers always
 * name there).
 *
 * @throws ControlRefusal 421, 403 or 401
 */
function guard({ headers }: IncomingMessage, { key, hosts }: GuardOptions): void {
  if (!hosts.includes(headers.host ?? ""))
    throw new ControlRefusal(421, { message: "This answers to 127.0.0.1 and localhost only." });
  if (headers.origin !== undefined)
    throw new ControlRefusal(403, { message: "This is not for web pages: a request must have no Origin." });
  if (!isSame(headers.authorization ?? "", `Bearer ${key}`)) {
    const message = "The header Authorization must be Bearer and the key that was printed at the start.";
    throw new ControlRefusal(401, { message }, { "www-authenticate": "Bearer" });
  }
}

/** Takes equally long wherever two texts differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** The most bytes of a body. */
const limit = 1_000_000;

/**
 * Reads the JSON body of a POST. One that is empty counts as `{}`. JSON must be named as the type, as no form of a
 * web page could.
 *
 * @throws ControlRefusal 415, 413 or 400
 */
async function readBody(message: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(message.headers["content-type"] ?? ""))
    throw new ControlRefusal(415, { message: "A POST must have the Content-Type application/json." });
  const text = await readText(message);
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlRefusal(400, { message: "The body is not JSON." });
  }
}

/** What is too long is read to its end and dropped, as many a client hears no answer while it still sends. */
async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  });
  // The listener of errors only keeps them from being thrown: whoever breaks off hears no answer.
  await new Promise((resolve) =>
    message
      .once("error", () => {})
      .once("end", resolve)
      .once("close", resolve),
  );
  if (!message.complete) throw new ControlRefusal(400, { message: "The body was cut off." });
  if (size <= limit) return Buffer.concat(chunks).toString("utf8");
  throw new ControlRefusal(413, { message: `The body is longer than ${limit} bytes.` });
}

/**
 * Answers a request to the control surface.
 *
 * @throws whatever is wrong with the control surface itself
 */
async function answer(
  message: IncomingMessage,
  desk: ControlDesk,
  options: GuardOptions,
): Promise<ControlReply> {
  try {
    guard(message, options);
    const { method = "", url = "/" } = message;
    const { pathname, searchParams: query } = addressOf(url);
    const { route, params } = findRoute(method, pathname);
    const body = method === "POST" ? await readBody(message) : {};
    return await route.run({ desk, params, query, body });
  } catch (error) {
    if (error instanceof ControlRefusal) return error.reply;
    if (error instanceof RegInputError)
      return json({ error: { field: error.field, message: error.message } }, 400);
    throw error;
  }
}

/** @throws ControlRefusal 400 for what is no path, such as a whole address */
function addressOf(url: string): URL {
  try {
    return new URL(`http://127.0.0.1${url}`);
  } catch {
    throw new ControlRefusal(400, { message: "This is not a path." });
  }
}

/** What the control surface is made of. */
export interface ControlOptions {
  readonly sandbox: Sandbox;
  readonly key: string;
  /** 0 is any free one. */
  readonly port: number;
  /** Is told of a failure of the control surface itself, which is answered with 500. */
  readonly onDefect: (error: unknown) => void;
}

/** A control surface on a loopback port. */
export interface ControlServer {
  readonly url: string;
  /** Stops it, and ends every connection. */
  close(): Promise<void>;
}

const host = "127.0.0.1";

/**
 * Serves what a program would do with the sandbox object, for programs in other languages and for curl.
 *
 * @throws the system's error if the port cannot be had
 */
export async function serveControl({ sandbox, key, port, onDefect }: ControlOptions): Promise<ControlServer> {
  const desk = new ControlDesk(sandbox);
  const hosts: string[] = [];
  const server = createServer((message, response) => {
    answer(message, desk, { key, hosts })
      .catch((error: unknown) => {
        onDefect(error);
        return json({ error: { message: "The control surface itself has failed." } }, 500);
      })
      .then((reply) => write(reply, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === "object" ? address?.port : port;
  hosts.push(`${host}:${actualPort}`, `localhost:${actualPort}`);
  return {
    url: `http://${host}:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write({ status, type, text, headers }: ControlReply, response: ServerResponse): void {
  const body = status === 204 ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
  response
    .writeHead(status, {
      ...body,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    })
    .end(text);
}

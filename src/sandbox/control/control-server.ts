import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { matchPath } from "../../base/path.js";
import { RegInputError } from "../../errors/errors.js";
import { isSame } from "../common/secrets.js";
import type { SandboxServer } from "../server/listen.js";
import { isForLoopback, listenOnLoopback, readBody } from "../server/loopback.js";
import { ControlError, type ControlReply, json } from "./control-reply.js";
import { type ControlRoute, routes } from "./control-routes.js";
import { ControlState } from "./control-state.js";
import type { OpenedSandbox } from "./interior.js";

interface ControlOptions extends OpenedSandbox {
  readonly key: string;
  /** 0 is any free port. */
  readonly port: number;
  /** Receives an error inside the control surface, which the client sees as 500. */
  readonly onDefect: (error: unknown) => void;
}

/** A control surface that listens on a loopback port. */
export interface ControlServer {
  readonly url: string;
  /** The address of the page, with the key in its fragment. */
  readonly page: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Makes the methods of a sandbox available over HTTP, for programs in other languages and for curl, and serves the page
 * on which a person uses them.
 *
 * @throws the system's error if it cannot listen on the port
 */
export async function serveControl({ key, port, onDefect, ...controlled }: ControlOptions): Promise<ControlServer> {
  const state = new ControlState(controlled);
  const server = createServer((message, response) => {
    handle(message, state, key)
      .catch((error: unknown) => {
        onDefect(error);
        return json({ error: { message: "The control surface failed because of an internal error." } }, 500);
      })
      .then((reply) => send(reply, response));
  });
  const { origin: url, ...listening } = await listenOnLoopback(server, port);
  const unfollow = state.follow();
  const close = () => {
    unfollow();
    return listening.close();
  };
  return { url, page: `${url}/page/#${key}`, close };
}

/**
 * Adds the controls of a sandbox to its server: closing them closes both, and if they cannot be served, the server is
 * closed.
 *
 * @throws the system's error if it cannot listen on the port
 */
export async function serveControlBeside(server: SandboxServer, options: ControlOptions): Promise<ControlServer> {
  try {
    const control = await serveControl(options);
    return { ...control, close: async () => void (await Promise.all([server.close(), control.close()])) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function handle(message: IncomingMessage, state: ControlState, key: string): Promise<ControlReply> {
  try {
    checkCaller(message);
    const { method = "", url = "/" } = message;
    const { pathname, searchParams: query } = parsePath(url);
    const pageFile = method === "GET" ? await readPageFile(pathname) : undefined;
    if (pageFile !== undefined) return pageFile;
    checkKey(message, key);
    const { route, params } = findRoute(method, pathname);
    const body = method === "POST" ? await readJson(message) : undefined;
    const reply = await route.run({ state, params, query, body });
    if (method !== "GET") state.changes.report();
    return reply;
  } catch (error) {
    if (error instanceof ControlError) return error.reply;
    if (error instanceof RegInputError) return json({ error: { field: error.field, message: error.message } }, 400);
    throw error;
  }
}

/**
 * Accepts only programs on this machine and the page of this server, and no other web page. The Origin header, which
 * browsers always send across origins, reveals forms and scripts. The files of the page need nothing else.
 *
 * @throws ControlError 421 or 403
 */
function checkCaller(message: IncomingMessage): void {
  const { host, origin } = message.headers;
  if (!isForLoopback(message))
    throw new ControlError(421, { message: "The host must be 127.0.0.1 or localhost, with the port." });
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ControlError(403, {
      message: "Other web pages have no access: a request must have no Origin header, or that of this server.",
    });
}

/** @throws ControlError 401 */
function checkKey({ headers }: IncomingMessage, key: string): void {
  if (isSame(headers.authorization ?? "", `Bearer ${key}`)) return;
  const message = "The Authorization header must be Bearer and the key that was printed at the start.";
  throw new ControlError(401, { message }, { "www-authenticate": "Bearer" });
}

function parsePath(url: string): URL {
  try {
    return new URL(`http://127.0.0.1${url}`);
  } catch {
    throw new ControlError(400, { message: "The request target is not a path." });
  }
}

interface MatchedRoute {
  readonly route: ControlRoute;
  readonly params: Readonly<Record<string, string>>;
}

function findRoute(method: string, pathname: string): MatchedRoute {
  for (const route of routes) {
    const params = paramsOf(route.path, pathname);
    if (params === undefined) continue;
    if (route.method === method) return { route, params };
    const allow = route.method;
    throw new ControlError(405, { message: `This path supports only ${allow}.` }, { allow });
  }
  const paths = routes.map((route) => `${route.method} ${route.path}`);
  throw new ControlError(404, { message: "This path does not exist.", paths });
}

/** A path with a broken percent-encoding does not match. */
function paramsOf(template: string, pathname: string): Record<string, string> | undefined {
  try {
    return matchPath(template, pathname);
  } catch {
    return undefined;
  }
}

const maxBodyBytes = 1_000_000;

/**
 * Reads the JSON body of a POST. The content type must be JSON because a form on a web page cannot send it.
 *
 * @throws ControlError 415, 413 or 400
 */
async function readJson(message: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(message.headers["content-type"] ?? ""))
    throw new ControlError(415, { message: "A POST must have the Content-Type application/json." });
  const bytes = await readBody(message, maxBodyBytes).catch(() => {
    throw new ControlError(400, { message: "The body is incomplete." });
  });
  if (bytes.length > maxBodyBytes)
    throw new ControlError(413, { message: `The body is longer than ${maxBodyBytes} bytes.` });
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new ControlError(400, { message: "The body is not JSON." });
  }
}

const pageFiles: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/page": ["index.html", "text/html; charset=utf-8"],
  "/page/": ["index.html", "text/html; charset=utf-8"],
  "/page/app.js": ["app.js", "text/javascript; charset=utf-8"],
  "/page/style.css": ["style.css", "text/css; charset=utf-8"],
  "/page/icon.svg": ["icon.svg", "image/svg+xml"],
};

/** The folder of the built page, seen from the folders of code in dist, and from this file. */
const pageFolders = ["../sandbox-page", "../../../dist/sandbox-page"];

/** A file of the page; undefined if the path is not that of one. The files contain no data of the sandbox. */
async function readPageFile(path: string): Promise<ControlReply | undefined> {
  if (!Object.hasOwn(pageFiles, path)) return undefined;
  const [name, type] = pageFiles[path] ?? ["", ""];
  for (const folder of pageFolders) {
    const text = await readFile(`${import.meta.dirname}/${folder}/${name}`, "utf8").catch(() => undefined);
    if (text !== undefined) return { status: 200, type, text };
  }
  const text = "The files of the page are missing. In a checkout of the package, npm run build creates them.\n";
  return { status: 404, type: "text/plain; charset=utf-8", text };
}

/** The page loads nothing from elsewhere, runs no inline code, and can be in no frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  ...["script-src", "style-src", "connect-src", "img-src"].map((name) => `${name} 'self'`),
  ...["base-uri", "form-action", "frame-ancestors"].map((name) => `${name} 'none'`),
].join("; ");

function send({ status, type, text, headers, stream }: ControlReply, response: ServerResponse): void {
  const length = stream === undefined ? { "content-length": Buffer.byteLength(text) } : {};
  response.writeHead(status, {
    ...(status === 204 ? {} : { "content-type": type, ...length }),
    "cache-control": "no-store",
    "content-security-policy": contentSecurityPolicy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  if (stream === undefined) response.end(text);
  else stream(response);
}

import { readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Terminal } from "../../../src/cli/command.js";
import { commands } from "../../../src/cli/run.js";
import { type ReadOptions, readItems } from "../../../src/cli/sync/records.js";
import { open } from "../../sandbox/support.js";
import { temporaryFolder } from "../../support/folder.js";
import { httpServer } from "../../support/server.js";
import { closeAfterTest, spawnReg, startReg } from "../support.js";

/**
 * Reads all items of a file that is given as text or bytes, in chunks of a size; an error that ends it is the last one.
 */
export async function readAll(
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  chunkSize = 1 << 16,
): Promise<unknown[]> {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, index) =>
    bytes.subarray(index * chunkSize, (index + 1) * chunkSize),
  );
  const items = readItems(Readable.from(chunks), {
    format: "ndjson",
    encoding: "utf-8",
    delimiter: ",",
    mapping: undefined,
    maxLine: 1 << 20,
    ...options,
  });
  const found: unknown[] = [];
  try {
    for await (const item of items) found.push(item);
  } catch (error) {
    found.push(error);
  }
  return found;
}

/** The items, with the messages of errors. */
export const withMessages = (items: readonly unknown[]) =>
  items.map((item) => (item instanceof Error ? item.message : item));

/** Serves a sandbox, and creates a folder for the files of a test and functions that run the command with both. */
export async function openSync() {
  const { sandbox, lessor } = await open({ clock: "running" });
  const server = await sandbox.listen();
  closeAfterTest(() => server.close());
  const folder = temporaryFolder();
  const { clientId, clientSecret } = sandbox.lessor;
  const env: Terminal["env"] = {
    REG_LESSOR_BASE_URL: server.lessor.baseUrl,
    REG_CLIENT_ID: clientId,
    REG_CLIENT_SECRET: clientSecret,
  };
  const path = (name: string) => join(folder, name);
  const save = async (name: string, content: string) => {
    await writeFile(path(name), content);
    return path(name);
  };
  const start = (args: readonly string[], given: Partial<Terminal> = {}) =>
    startReg(["sync", ...args, "--state", path("fleet.state")], commands, { env, ...given });
  const run = async (args: readonly string[], given: Partial<Terminal> = {}) => {
    const { written, code } = await start(args, given);
    return { code: await code, ...written };
  };
  /** Runs the command in a child process. */
  const spawn = (args: readonly string[], variables = env) => {
    const { child, waitForEnd } = spawnReg(["sync", ...args, "--state", path("fleet.state")], variables);
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    const wait = async () => {
      const [code, signal, err] = await waitForEnd();
      return { code, signal, out, err };
    };
    return { child, wait };
  };
  const readReport = async () => JSON.parse(await readFile(path("report.json"), "utf8"));
  const countPuts = () => sandbox.journal.entries.filter(({ operationId }) => operationId === "vehicles.put").length;
  return { sandbox, lessor, countPuts, env, path, save, start, run, spawn, readReport };
}

/**
 * Starts a server that records what arrives, but for requests for tokens and for the vehicle that cannot exist, and the
 * variables that lead to it.
 */
export async function openRecorder(
  respond: RequestListener = (_, response) => response.writeHead(204).end(),
  respondToProbe: RequestListener = (_, response) =>
    response.writeHead(404, { "content-type": "application/json" }).end("{}"),
) {
  const received: string[] = [];
  const { url } = await httpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.url === "/token") {
      const token = { access_token: "a.b.c", token_type: "Bearer", expires_in: 3600 };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(token));
    } else if (request.url === "/v1/vehicles/NO-SUCH-VEHICLE") {
      respondToProbe(request, response);
    } else {
      received.push(`${request.method} ${request.url} ${body}`.trimEnd());
      respond(request, response);
    }
  });
  return { received, env: { REG_LESSOR_BASE_URL: url, REG_CLIENT_ID: "id", REG_CLIENT_SECRET: "secret" } };
}

type Item = Readonly<Record<string, unknown>>;

export const toNdjson = (items: readonly Item[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");

export const vehicles = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ licensePlate: `AB-${index}`, vehicle: { make: "Opel" } }));

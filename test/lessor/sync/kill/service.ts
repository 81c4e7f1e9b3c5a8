import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect, isDeepStrictEqual } from "node:util";
import { createLessorClient } from "@reg/sdk";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { httpServer } from "../../../support/server.js";
import type { Resource } from "./fleet.js";

/** A PUT as the service received it. */
export interface ReceivedPut {
  /** The number of the run that sent it. */
  readonly run: number;
  readonly path: string;
}

/** A sandbox and the PUTs that it received, in the order of their arrival. */
interface SyncedService {
  readonly sandbox: Sandbox;
  readonly puts: readonly ReceivedPut[];
}

/** A sandbox behind a server that records each PUT. */
export interface RecordingService extends SyncedService {
  readonly baseUrl: string;
  /** Called with each PUT when it has arrived. */
  onPut: (put: ReceivedPut) => void;
}

/**
 * Starts a sandbox behind a server that responds after a few milliseconds. It is closed after the test.
 *
 * @param latencyMs the time between the change of the sandbox and the response
 */
export async function startService(latencyMs: number): Promise<RecordingService> {
  const sandbox = createSandbox({ rateLimit: false });
  const puts: ReceivedPut[] = [];
  const respond = async (request: IncomingMessage) => {
    const { method = "", headers, url: path = "" } = request;
    const body = await readBody(request);
    if (method === "PUT") {
      const { licensePlate } = JSON.parse(body);
      const put = {
        run: Number(headers["x-run"]),
        path: path === "/v1/vehicles" ? `${path}/${licensePlate}` : path,
      };
      puts.push(put);
      service.onPut(put);
    }
    const { authorization = "", "content-type": type = "" } = headers;
    const response = await sandbox.fetch(`${sandbox.lessor.baseUrl}${path}`, {
      method,
      headers: { authorization, ...(body !== "" && { "content-type": type }) },
      ...(body !== "" && { body }),
    });
    await sleep(latencyMs);
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };
  const { url } = await httpServer((request, response) => {
    respond(request).then(
      ({ status, type, text }) => response.writeHead(status, type === null ? {} : { "content-type": type }).end(text),
      // The caller was killed while it sent its request.
      () => response.destroy(),
    );
  });
  const service: RecordingService = { sandbox, baseUrl: url, puts, onPut: () => {} };
  return service;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

/** Lists the resources that the service does not hold as they are in the source, and those that the source lacks. */
export async function listDifferences(
  { sandbox, puts }: SyncedService,
  resources: readonly Resource[],
): Promise<readonly string[]> {
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const { vehicles } = createLessorClient({ baseUrl, clientId, clientSecret, fetch: sandbox.fetch });
  const expected = new Set(resources.map(({ path }) => path));
  const differences = puts.filter(({ path }) => !expected.has(path)).map(({ path }) => `${path} is unknown`);
  for (const { key, licensePlate, name, content } of resources) {
    const held: unknown = await (name === "vehicle" ? vehicles : vehicles[name])
      .get(licensePlate)
      .catch((error) => String(error));
    if (!isDeepStrictEqual(held, content)) differences.push(`${key}: ${inspect(held)}`);
  }
  return differences;
}

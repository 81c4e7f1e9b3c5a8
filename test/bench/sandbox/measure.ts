import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { Child, numberIn, pathOf, textIn } from "../child.js";
import { median } from "../text.js";

const startRuns = 9;

/** Medians of the time from the start of a process until it is ready, in milliseconds. */
export interface StartTimes {
  readonly sandbox: number;
  /** The time of a process that does nothing. */
  readonly nothing: number;
}

/** Measures both in turn, each time in a new process. */
export async function measureStart(module: string): Promise<StartTimes> {
  const sandbox: number[] = [];
  const nothing: number[] = [];
  for (let run = 0; run < startRuns; run += 1) {
    nothing.push(await timeUntilReady("start-nothing"));
    sandbox.push(await timeUntilReady("start-sandbox", module));
  }
  return { sandbox: median(sandbox), nothing: median(nothing) };
}

async function timeUntilReady(program: string, ...args: string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [pathOf(program), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const result = await Promise.race([once(child.stdout, "data").then(() => "ready"), exit]);
  const took = performance.now() - begun;
  await exit;
  if (result !== "ready") throw new Error(`${program} ended without being ready`);
  return took;
}

/** The number of connections, which stay open and have one request at a time. */
const connections = 32;

/** A request that is sent repeatedly. */
export interface RepeatedRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request repeatedly for some time, and counts the responses. */
async function sendRepeatedly(
  shot: RepeatedRequest,
  milliseconds: number,
): Promise<{ responses: number; perSecond: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begun = performance.now();
  let responses = 0;
  const worker = async () => {
    while (performance.now() < begun + milliseconds) {
      await send(shot, agent);
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { responses, perSecond: responses / seconds };
}

/** Sends one request, and returns the length of the response in bytes and its `Location`. */
function send(
  { method, url, headers, body }: RepeatedRequest,
  agent?: Agent,
): Promise<{ bytes: number; location: string | undefined }> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode > 201) reject(new Error(`${method} ${url}: status ${statusCode}`));
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once("end", () => resolve({ bytes, location: response.headers.location }));
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** The speed of a kind of request; medians of the rounds. */
export interface Speed {
  readonly perSecond: number;
  /** The server's CPU time for one request, in microseconds. */
  readonly cpu: number;
}

/** The speed of a kind of request with the sandbox and with a bare server whose response has the same length. */
export interface Comparison {
  readonly name: string;
  readonly sandbox: Speed;
  readonly bare: Speed;
}

/** Each kind of request is sent for five seconds in total. */
const rounds = 5;
const roundMs = 1000;
const warmUpMs = 1500;

/** Measures on loopback, each server in a separate process; the rounds of both are interleaved. */
export async function measureLoopback(module: string): Promise<Comparison[]> {
  const sandbox = new Child("serve-sandbox", module);
  const bare = new Child("serve-constant");
  try {
    const [there, constant] = await Promise.all([sandbox.next(), bare.next()]);
    const shots = await createRequests(textIn(there, "baseUrl"), textIn(there, "token"));
    const comparisons: Comparison[] = [];
    for (const [name, shot] of shots) {
      const { bytes } = await send(shot);
      const bareShot = { ...shot, url: `${textIn(constant, "baseUrl")}/${bytes}` };
      await sendRepeatedly(shot, warmUpMs);
      await sendRepeatedly(bareShot, warmUpMs);
      const results: { sandbox: Speed; bare: Speed }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        results.push({ sandbox: await measure(sandbox, shot), bare: await measure(bare, bareShot) });
      }
      const of = (side: "sandbox" | "bare"): Speed => ({
        perSecond: median(results.map((each) => each[side].perSecond)),
        cpu: median(results.map((each) => each[side].cpu)),
      });
      comparisons.push({ name: `${name} (${bytes} bytes)`, sandbox: of("sandbox"), bare: of("bare") });
    }
    return comparisons;
  } finally {
    sandbox.stop();
    bare.stop();
  }
}

async function measure(server: Child, shot: RepeatedRequest): Promise<Speed> {
  const before = numberIn(await server.ask({}), "cpu");
  const { responses, perSecond } = await sendRepeatedly(shot, roundMs);
  return { perSecond, cpu: (numberIn(await server.ask({}), "cpu") - before) / responses };
}

async function createRequests(
  baseUrl: string,
  token: string,
): Promise<[name: string, shot: RepeatedRequest][]> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const create: RepeatedRequest = {
    method: "POST",
    url: `${baseUrl}${createPath}`,
    headers,
    body: createBody,
  };
  const { location = "" } = await send(create);
  return [
    ["GET the lessors", { method: "GET", url: `${baseUrl}/v2/lessors`, headers }],
    ["GET a request", { method: "GET", url: location, headers }],
    ["POST a request", create],
  ];
}

/** A vehicle can have any number of damage requests (supplier-api.md §4.1). */
const createPath = "/v2/damageservicerequests";

/** The required fields of a draft. */
const createBody: string = JSON.stringify({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });

const inProcessRounds = 5;
const inProcessRoundMs = 1000;
const inProcessWarmUpMs = 1500;

/** Measures `sandbox.fetch` without any connection. */
export async function measureInProcess(module: string): Promise<[name: string, speed: Speed][]> {
  const child = new Child("call-in-process", module);
  try {
    const location = textIn(await child.next(), "location");
    const calls = [
      { name: "GET the lessors", method: "GET", path: "/v2/lessors" },
      { name: "GET a request", method: "GET", path: location.slice(location.indexOf("/v2/")) },
      { name: "POST a request", method: "POST", path: createPath, body: createBody },
    ];
    const speeds: [string, Speed][] = [];
    for (const { name, ...call } of calls) {
      await child.ask({ ...call, milliseconds: inProcessWarmUpMs });
      const results: Speed[] = [];
      for (let round = 0; round < inProcessRounds; round += 1) {
        const message = await child.ask({ ...call, milliseconds: inProcessRoundMs });
        results.push({ perSecond: numberIn(message, "perSecond"), cpu: numberIn(message, "cpu") });
      }
      const perSecond = median(results.map((each) => each.perSecond));
      speeds.push([name, { perSecond, cpu: median(results.map((each) => each.cpu)) }]);
    }
    return speeds;
  } finally {
    child.stop();
  }
}

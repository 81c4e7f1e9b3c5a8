import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { Child, numberIn, pathOf, textIn } from "../child.js";
import { median } from "../text.js";

const startRuns = 9;

/** Medians, in milliseconds, from the start of a process until it has said that it is ready. */
export interface StartTimes {
  readonly sandbox: number;
  /** Of a process that does nothing. */
  readonly nothing: number;
}

/** Measures both in turn, each in new processes. */
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

/** The connections that stay open, each with one request at a time. */
const connections = 32;

/** A request that is sent over and over. */
export interface RepeatedRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests for a while, and gives how many were answered and how many that was a second. */
async function sendRepeatedly(
  shot: RepeatedRequest,
  milliseconds: number,
): Promise<{ answers: number; perSecond: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begun = performance.now();
  let answers = 0;
  const worker = async () => {
    while (performance.now() < begun + milliseconds) {
      await send(shot, agent);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { answers, perSecond: answers / seconds };
}

/** Sends one request, and gives the length of its answer in bytes and its `Location`. */
function send(
  { method, url, headers, body }: RepeatedRequest,
  agent?: Agent,
): Promise<{ bytes: number; location: string | undefined }> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode > 201) reject(new Error(`${method} ${url} was answered with ${statusCode}`));
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once("end", () => resolve({ bytes, location: answer.headers.location }));
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** How a kind of request did; medians of the rounds. */
export interface Speed {
  readonly perSecond: number;
  /** The server's CPU time for one request, in microseconds. */
  readonly cpu: number;
}

/** A kind of request, to the sandbox and to a bare server whose answer has the same length. */
export interface Comparison {
  readonly name: string;
  readonly sandbox: Speed;
  readonly bare: Speed;
}

/** One kind of request is sent for five seconds in all. */
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
  const { answers, perSecond } = await sendRepeatedly(shot, roundMs);
  return { perSecond, cpu: (numberIn(await server.ask({}), "cpu") - before) / answers };
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

/** Of damage there may be as many requests for one vehicle as one likes (supplier-api.md §4.1). */
const createPath = "/v2/damageservicerequests";

/** The least that a draft must say. */
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

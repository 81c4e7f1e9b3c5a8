import { Child, numberIn, textIn } from "./child.js";
import { load, type Shot, send } from "./load.js";
import { median } from "./median.js";

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

/** Measures on loopback, each server in a process of its own; the rounds of both are interleaved. */
export async function loopback(module: string): Promise<Comparison[]> {
  const sandbox = new Child("serve-sandbox", module);
  const bare = new Child("serve-constant");
  try {
    const [there, constant] = await Promise.all([sandbox.next(), bare.next()]);
    const shots = await shotsFor(textIn(there, "baseUrl"), textIn(there, "token"));
    const comparisons: Comparison[] = [];
    for (const [name, shot] of shots) {
      const { bytes } = await send(shot);
      const bareShot = { ...shot, url: `${textIn(constant, "baseUrl")}/${bytes}` };
      await load(shot, warmUpMs);
      await load(bareShot, warmUpMs);
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

async function measure(server: Child, shot: Shot): Promise<Speed> {
  const before = numberIn(await server.ask({}), "cpu");
  const { answers, perSecond } = await load(shot, roundMs);
  return { perSecond, cpu: (numberIn(await server.ask({}), "cpu") - before) / answers };
}

async function shotsFor(baseUrl: string, token: string): Promise<[name: string, shot: Shot][]> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const create: Shot = {
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
export const createPath = "/v2/damageservicerequests";

/** The least that a draft must say. */
export const createBody: string = JSON.stringify({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });

import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";

/** The connections that stay open, each with one request at a time. */
const connections = 32;

/** A request that is sent over and over. */
export interface Shot {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests for a while, and gives how many were answered and how many that was a second. */
export async function load(
  shot: Shot,
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
export function send(
  { method, url, headers, body }: Shot,
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

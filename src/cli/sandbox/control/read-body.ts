import type { IncomingMessage } from "node:http";
import { ControlRefusal } from "./reply.js";

/** The most bytes of a body. */
const limit = 1_000_000;

/**
 * Reads the JSON body of a POST. One that is empty counts as `{}`. JSON must be named as the type, as no form of a
 * web page could.
 *
 * @throws ControlRefusal 415, 413 or 400
 */
export async function readBody(message: IncomingMessage): Promise<unknown> {
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

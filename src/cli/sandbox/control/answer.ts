import type { IncomingMessage } from "node:http";
import { RegInputError } from "../../../errors/client-errors.js";
import type { ControlDesk } from "./desk.js";
import { findRoute } from "./find-route.js";
import { type GuardOptions, guard } from "./guard.js";
import { readBody } from "./read-body.js";
import { ControlRefusal, type ControlReply, json } from "./reply.js";

/**
 * Answers a request to the control surface.
 *
 * @throws whatever is wrong with the control surface itself
 */
export async function answer(
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

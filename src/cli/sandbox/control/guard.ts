import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ControlRefusal } from "./reply.js";

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
export function guard({ headers }: IncomingMessage, { key, hosts }: GuardOptions): void {
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

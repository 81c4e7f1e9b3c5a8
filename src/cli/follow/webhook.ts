import { createHmac } from "node:crypto";
import { isRedirect } from "../../base/status.js";
import type { Receiver } from "./options.js";

/** How long a receiver may take to respond, in milliseconds. */
const receiverTimeout = 15_000;

/** What is sent for an event. */
export interface Message {
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/**
 * Sends a message as the Standard Webhooks specification describes.
 *
 * @throws Error if the receiver does not respond with 2xx; its message contains neither the address nor the key
 */
export async function post({ url, key }: Receiver, { id, body }: Message): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
    signal: AbortSignal.timeout(receiverTimeout),
  }).catch((error: unknown) => {
    throw new Error(describeFailure(error));
  });
  await response.body?.cancel();
  if (response.ok) return;
  const note = isRedirect(response.status) ? ", and redirects are not followed" : "";
  throw new Error(`the receiver responded with ${response.status}${note}`);
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `the receiver did not respond within ${receiverTimeout / 1000} s`;
  const code = error instanceof Error && error.cause instanceof Error ? Reflect.get(error.cause, "code") : undefined;
  return `the receiver cannot be reached${typeof code === "string" ? ` (${code})` : ""}`;
}

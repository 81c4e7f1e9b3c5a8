import { addToMessage } from "../errors/caller-stack.js";
import type { RegError } from "../errors/reg-error.js";
import type { Progress } from "./call.js";
import type { GiveUpReason } from "./diagnostics/events.js";

const reasons: Readonly<Record<GiveUpReason, string>> = {
  retries: "there were as many retries as retry.retries allows",
  budget: "the client's retry budget is used up, as it is in an outage",
  deadline: "the deadline would pass before",
  "retry-after": "the service asks for a longer pause than retry.maxRetryAfter",
};

/**
 * Adds to the message of a call's error what only the whole call knows: why there was no further attempt, and whether
 * something may have been carried out. What one reads first in the night must not hide it in a property.
 */
export function addEpilogue(error: RegError, { attempt, gaveUp, sent, failures }: Progress): void {
  if (error.attempts.length === 0) error.attempts = [...failures];
  const sentences = [
    gaveUp && `Given up after ${attempt === 1 ? "1 attempt" : `${attempt} attempts`}: ${reasons[gaveUp]}`,
    error.outcome === "unknown" &&
      "It may have been carried out: look (reconcile does) before you send it again",
    (error.kind === "timeout" || error.kind === "closed") && !sent && "Nothing was sent",
  ];
  const said = sentences.filter((sentence) => typeof sentence === "string");
  if (said.length > 0) addToMessage(error, said.join(". "));
}

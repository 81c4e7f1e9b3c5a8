import type { RegError } from "../../errors/reg-error.js";
import type { Progress } from "../call.js";
import type { GiveUpReason } from "../diagnostics/events.js";

const reasons: Readonly<Record<GiveUpReason, string>> = {
  retries: "there were as many retries as retry.retries allows",
  budget: "the client's retry budget is used up, as it is in an outage",
  deadline: "the deadline would pass before",
  "retry-after": "the service asks for a longer pause than retry.maxRetryAfter",
};

/**
 * What only the whole call knows of its error: why there was no further attempt, and whether something may have been
 * carried out. Undefined if there is nothing to say.
 */
export function epilogueOf(
  { kind, outcome }: Pick<RegError, "kind" | "outcome">,
  { attempt, gaveUp, sent }: Progress,
): string | undefined {
  const sentences = [
    gaveUp && `Given up after ${attempt === 1 ? "1 attempt" : `${attempt} attempts`}: ${reasons[gaveUp]}`,
    outcome === "unknown" && "It may have been carried out: look (reconcile does) before you send it again",
    (kind === "timeout" || kind === "closed") && !sent && "Nothing was sent",
  ];
  return sentences.filter((sentence) => typeof sentence === "string").join(". ") || undefined;
}

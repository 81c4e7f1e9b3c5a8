import type { ErrorSummary } from "../errors/summary.js";
import type { GiveUpReason, RegEvent } from "../http/diagnostics/events.js";

/** How a message is meant, for its colour. */
export type Tone = "good" | "warning" | "bad" | "plain";

/** What a line says of its event, after the call and its operation. */
export interface Message {
  readonly text: string;
  readonly tone: Tone;
}

const reasons: Readonly<Record<GiveUpReason, string>> = {
  retries: "there were as many retries as are allowed",
  budget: "the client's budget of retries is used up",
  deadline: "the deadline would pass before",
  "retry-after": "the service asks for a longer pause than maxRetryAfter",
};

/** Says in words what has happened. */
export function messageOf(event: RegEvent): Message {
  switch (event.type) {
    case "request":
      return { text: "begins", tone: "plain" };
    case "throttle":
      return { text: `waited ${ms(event.waitedMs)} for the throttle`, tone: "warning" };
    case "pause":
      return {
        text: `429: nobody sends anything for ${ms(event.pausedForMs)}, and then ${event.allowed} requests in a window`,
        tone: "warning",
      };
    case "token":
      return { text: `waited ${ms(event.waitedMs)} for a token`, tone: "warning" };
    case "attempt":
      return { text: `attempt ${event.attempt} is sent`, tone: "plain" };
    case "answer":
      return {
        text: `attempt ${event.attempt}: ${resultOf(event)} after ${ms(event.durationMs)}`,
        tone: "plain",
      };
    case "retry":
      return {
        text: `${describe(event.error)}; attempt ${event.attempt + 1} follows in ${ms(event.delayMs)}`,
        tone: "warning",
      };
    case "give-up":
      return {
        text: `${describe(event.error)}; no further attempt: ${reasons[event.reason]}`,
        tone: "warning",
      };
    case "response":
      return { text: `${event.status} ${ms(event.durationMs)}${attempts(event)}`, tone: "good" };
    case "error":
      return { text: `${describe(event.error)} ${ms(event.durationMs)}${attempts(event)}`, tone: "bad" };
  }
}

const ms = (duration: number) => `${Math.round(duration)} ms`;

const attempts = ({ attempt }: RegEvent) => (attempt > 1 ? ` (${attempt} attempts)` : "");

/** An answer has a status, an error or both; that of an error is the same, and its own only where there is one. */
function resultOf({ status, error }: { readonly status?: number; readonly error?: ErrorSummary }): string {
  if (error === undefined) return String(status);
  return status === undefined || error.status !== undefined
    ? describe(error)
    : `${status} ${describe(error)}`;
}

/** All that is known of an error, in few words. */
function describe(error: ErrorSummary): string {
  const { status, kind, code, limit, reason, field, oauthError, codes = [], traceId, outcome } = error;
  const words = [
    status,
    kind ?? (error.name === "TimeoutError" ? "aborted by a timeout" : "aborted"),
    code,
    limit === "deadline" ? limit : undefined,
    reason,
    field,
    oauthError,
    ...codes,
    outcome && "outcome unknown",
    traceId && `trace ${traceId}`,
  ];
  return words.filter((word) => word !== undefined).join(" ");
}

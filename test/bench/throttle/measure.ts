import { setTimeout as sleep } from "node:timers/promises";
import { Child, numberIn, textIn } from "../child.js";
import type { ContestantName } from "./contestants.js";

/** What the service saw of a run: when it counted each request, in milliseconds, and whether it let it through. */
export interface TrialRecord {
  readonly counted: readonly number[];
  readonly letThrough: readonly boolean[];
}

/** What was allowed. */
export interface Allowance {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  /** For how many windows the run was measured, from its first request on. */
  readonly windows: number;
}

/** What became of the requests of a run, as the service saw it. */
export interface Figures {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** The most requests in any stretch of a window, refused ones included. */
  readonly mostInAnyWindow: number;
  /** The requests that were let through, of `limit` for each window of the whole run. The burst at its start helps. */
  readonly utilisation: number;
  /**
   * The same for stretches of whole windows after the first one, and so after the burst: the mean over every start
   * in the second window, so that it does not matter where bursts fall.
   */
  readonly sustained: number;
  /** When the first 429 came, in milliseconds from the first request. */
  readonly firstRefusalAfter: number | undefined;
}

/** How many starts of a stretch are looked at. */
const starts = 300;

function computeFigures(
  { counted, letThrough }: TrialRecord,
  { limit, window, windows }: Allowance,
): Figures {
  const first = counted[0] ?? 0;
  const all = counted
    .map((at, index) => ({ at: at - first, accepted: letThrough[index] === true }))
    .filter(({ at }) => at < window * windows);
  const accepted = all.filter((each) => each.accepted).map(({ at }) => at);
  return {
    sent: all.length,
    accepted: accepted.length,
    refused: all.length - accepted.length,
    mostInAnyWindow: mostInAny(
      window,
      all.map(({ at }) => at),
    ),
    utilisation: accepted.length / (windows * limit),
    sustained: sustainedShare(accepted, { limit, window, windows }),
    firstRefusalAfter: all.find((each) => !each.accepted)?.at,
  };
}

/** The most instants in any stretch; one at its very end is not in it. */
function mostInAny(window: number, instants: readonly number[]): number {
  let most = 0;
  let oldest = 0;
  for (const [index, at] of instants.entries()) {
    while ((instants[oldest] ?? at) <= at - window) oldest += 1;
    most = Math.max(most, index - oldest + 1);
  }
  return most;
}

function sustainedShare(accepted: readonly number[], { limit, window, windows }: Allowance): number {
  const stretch = windows - 2;
  const shares = Array.from({ length: starts }, (_, index) => {
    const from = window * (1 + index / starts);
    const within = accepted.filter((at) => at >= from && at < from + stretch * window);
    return within.length / (stretch * limit);
  });
  return shares.reduce((sum, share) => sum + share, 0) / starts;
}

/** How a service counts: by fixed or rolling windows, or with a bucket of tokens. */
export const countings = ["fixed", "rolling", "bucket"] as const;

export type Counting = (typeof countings)[number];

/** One contestant before a service of its own. */
export interface ThrottleTrial {
  readonly contestant: ContestantName;
  readonly counting: Counting;
}

/** How a lane went. */
export interface TrialResult extends ThrottleTrial, Figures {
  /** The CPU time of the callers' process for each request, in microseconds; fetch is the most of it. */
  readonly cpuEach: number;
  /** How much of the time the callers' event loop was busy, from 0 to 1. */
  readonly busy: number;
  /** The same of the service. */
  readonly serviceBusy: number;
  /** What ended the calls, other than a 429; empty if nothing did. */
  readonly failure: string;
}

/** What all lanes have in common. */
export interface Load extends Allowance {
  /** How many call at the same time. */
  readonly callers: number;
  readonly seed: number;
}

/** Runs a lane: the service and the callers each have a process of their own. */
export async function runTrial(lane: ThrottleTrial, load: Load): Promise<TrialResult> {
  const { contestant, counting } = lane;
  const { limit, window, windows, callers, seed } = load;
  const service = new Child("serve-counting", counting, String(limit), String(window), String(seed));
  try {
    const baseUrl = textIn(await service.next(), "baseUrl");
    const program = new URL("./caller.ts", import.meta.url);
    const caller = new Child(program, contestant, baseUrl, String(limit), String(window), String(callers));
    try {
      await firstRequest(service);
      await sleep(window * windows);
      const seen = await service.ask({});
      const done = await caller.ask({});
      const figures = computeFigures(parseRecord(seen), load);
      return {
        ...lane,
        ...figures,
        cpuEach: numberIn(done, "cpu") / figures.sent,
        busy: numberIn(done, "busy"),
        serviceBusy: numberIn(seen, "busy"),
        failure: textIn(done, "failure"),
      };
    } finally {
      caller.stop();
    }
  } finally {
    service.stop();
  }
}

async function firstRequest(service: Child): Promise<void> {
  for (;;) {
    if (parseRecord(await service.ask({})).counted.length > 0) return;
    await sleep(50);
  }
}

function parseRecord(message: unknown): { counted: number[]; letThrough: boolean[] } {
  const counted: unknown = Reflect.get(Object(message), "counted");
  const letThrough: unknown = Reflect.get(Object(message), "letThrough");
  if (!Array.isArray(counted) || !Array.isArray(letThrough)) throw new Error("the service sent no record");
  return { counted, letThrough };
}

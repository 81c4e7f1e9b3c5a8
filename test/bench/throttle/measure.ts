import { setTimeout as sleep } from "node:timers/promises";
import { Child, numberIn, textIn } from "../child.js";
import type { ContestantName } from "./contestants.js";

/** The record of the service: when it counted each request, in milliseconds, and whether it accepted it. */
export interface TrialRecord {
  readonly counted: readonly number[];
  readonly letThrough: readonly boolean[];
}

/** The limit of the service. */
export interface Allowance {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  /** The number of windows that were measured, from the first request on. */
  readonly windows: number;
}

/** The requests of a run as the service recorded them. */
export interface Figures {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** The maximum number of requests in any interval of a window, rejected ones included. */
  readonly mostInAnyWindow: number;
  /** The accepted requests as a share of `limit` per window of the whole run, the burst at the start included. */
  readonly utilisation: number;
  /**
   * The share in intervals of whole windows after the first one, and so after the burst: the mean over many starts in
   * the second window, so that the position of bursts has no effect.
   */
  readonly sustained: number;
  /** The time of the first 429, in milliseconds from the first request. */
  readonly firstRefusalAfter: number | undefined;
}

/** The number of starts of an interval. */
const starts = 300;

/** Computes the figures of a run from the record of the service. */
export function computeFigures(
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

/** Finds the maximum number of instants in any interval; its end is excluded. */
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

/** The ways in which a service counts: fixed or rolling windows, or a bucket of tokens. */
export const countings = ["fixed", "rolling", "bucket"] as const;

export type Counting = (typeof countings)[number];

/** A contestant with a separate service. */
export interface ThrottleTrial {
  readonly contestant: ContestantName;
  readonly counting: Counting;
}

/** The result of a trial. */
export interface TrialResult extends ThrottleTrial, Figures {
  /** The CPU time of the callers' process for each request, in microseconds, most of which is that of fetch. */
  readonly cpuEach: number;
  /** The share of the time that the callers' event loop was busy, from 0 to 1. */
  readonly busy: number;
  /** The share of the time that the service's event loop was busy. */
  readonly serviceBusy: number;
  /** The failure other than a 429 that ended the calls; empty if there was none. */
  readonly failure: string;
}

/** The load that all trials share. */
export interface Load extends Allowance {
  /** The number of concurrent callers. */
  readonly callers: number;
  readonly seed: number;
}

/** Runs a trial with the service and the callers in separate processes. */
export async function runTrial(trial: ThrottleTrial, load: Load): Promise<TrialResult> {
  const { contestant, counting } = trial;
  const { limit, window, windows, callers, seed } = load;
  const service = new Child("serve-counting", counting, String(limit), String(window), String(seed));
  try {
    const baseUrl = textIn(await service.next(), "baseUrl");
    const program = new URL("./caller.ts", import.meta.url);
    const caller = new Child(program, contestant, baseUrl, String(limit), String(window), String(callers));
    try {
      await waitForFirstRequest(service);
      await sleep(window * windows);
      const seen = await service.ask({});
      const done = await caller.ask({});
      const figures = computeFigures(parseRecord(seen), load);
      return {
        ...trial,
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

async function waitForFirstRequest(service: Child): Promise<void> {
  for (;;) {
    if (parseRecord(await service.ask({})).counted.length > 0) return;
    await sleep(50);
  }
}

/** Parses what `serve-counting.mjs` sends. */
export function parseRecord(message: unknown): { counted: number[]; letThrough: boolean[] } {
  const counted: unknown = Reflect.get(Object(message), "counted");
  const letThrough: unknown = Reflect.get(Object(message), "letThrough");
  if (!Array.isArray(counted) || !Array.isArray(letThrough)) throw new Error("the service sent no record");
  return { counted, letThrough };
}

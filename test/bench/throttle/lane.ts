import { setTimeout as sleep } from "node:timers/promises";
import { Child, numberIn, textIn } from "../child.js";
import type { ContestantName } from "./contestants.js";
import { type Allowance, type Figures, figuresOf } from "./figures.js";

/** How a service counts: by fixed or rolling windows, or with a bucket of tokens. */
export const countings = ["fixed", "rolling", "bucket"] as const;

export type Counting = (typeof countings)[number];

/** One contestant before a service of its own. */
export interface Lane {
  readonly contestant: ContestantName;
  readonly counting: Counting;
}

/** How a lane went. */
export interface Row extends Lane, Figures {
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
export async function runLane(lane: Lane, load: Load): Promise<Row> {
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
      const figures = figuresOf(recordIn(seen), load);
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
    if (recordIn(await service.ask({})).counted.length > 0) return;
    await sleep(50);
  }
}

function recordIn(message: unknown): { counted: number[]; letThrough: boolean[] } {
  const counted: unknown = Reflect.get(Object(message), "counted");
  const letThrough: unknown = Reflect.get(Object(message), "letThrough");
  if (!Array.isArray(counted) || !Array.isArray(letThrough)) throw new Error("the service sent no record");
  return { counted, letThrough };
}

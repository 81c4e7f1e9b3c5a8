import { numberIn } from "../child.js";
import { most } from "../goals.js";
import type { Plan, Scale } from "./plan.js";
import { runProgram } from "./program.js";

/** Memory in bytes, above what the process had before. */
interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** What many calls at once take. */
export interface Concurrent {
  readonly calls: number;
  readonly throttle: Scale["concurrent"]["throttle"];
  /** On Node as it comes: its heap may grow to gigabytes, so that it seldom collects. */
  readonly unbounded: { readonly peak: Memory; readonly left: Memory; readonly milliseconds: number };
  readonly bounded: Bounded;
}

/** On Node with a small heap, where a call too many would end the process. */
interface Bounded {
  /** The size of the whole heap, in bytes. */
  readonly heap: number;
  /** Why it did not work, if it did not. */
  readonly failure?: string;
  /** The most that was held above what was there before, garbage excluded, in bytes. */
  readonly held?: number;
  readonly peak?: Memory;
  readonly milliseconds?: number;
}

/** Just under what is allowed, in the unit of V8. */
const heapMiB = Math.floor(most.heap / 1024 ** 2);
const collectEvery = 1000;

/** Measures twice: on Node as it comes, and with a heap of under 100 MB. */
export async function measureConcurrent(plan: Plan): Promise<Concurrent> {
  const { calls, throttle } = plan.scale.concurrent;
  const run = async (more: { flags?: readonly string[]; collectEvery?: number }) => {
    const { flags = [], ...question } = more;
    const task = {
      file: "./concurrent.mjs",
      flags,
      question: { calls, throttle, ...question },
      calls: calls + 1,
    };
    return checked(await runProgram(plan, task), plan.scale);
  };
  const unbounded = await run({});
  const found = {
    peak: aboveBefore(unbounded, "peak"),
    left: aboveBefore(unbounded, "after"),
    milliseconds: numberIn(unbounded, "milliseconds"),
  };
  return { calls, throttle, unbounded: found, bounded: await bounded(run) };
}

async function bounded(
  run: (more: { flags: readonly string[]; collectEvery: number }) => Promise<unknown>,
): Promise<Bounded> {
  const heap = heapMiB * 1024 ** 2;
  try {
    const answer = await run({ flags: [`--max-heap-size=${heapMiB}`], collectEvery });
    const held = numberIn(answer, "held") - numberIn(Reflect.get(Object(answer), "before"), "heapUsed");
    const peak = aboveBefore(answer, "peak");
    return { heap, held, peak, milliseconds: numberIn(answer, "milliseconds") };
  } catch (error) {
    return { heap, failure: String(error) };
  }
}

/** Whether all were answered, and no sooner than the throttle allows: part of them did wait. */
function checked(answer: unknown, { concurrent: { calls, throttle } }: Scale): unknown {
  if (numberIn(answer, "answered") !== calls) throw new Error("not all calls were answered");
  const atLeast = (Math.ceil(calls / throttle.limit) - 1) * throttle.window;
  if (numberIn(answer, "milliseconds") < atLeast) throw new Error("the throttle let too much through");
  return answer;
}

function aboveBefore(answer: unknown, when: string): Memory {
  const [there, before] = [when, "before"].map((each) => Reflect.get(Object(answer), each));
  const above = (what: keyof Memory) => numberIn(there, what) - numberIn(before, what);
  return { heapUsed: above("heapUsed"), rss: above("rss") };
}

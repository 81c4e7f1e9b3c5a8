import { type Goal, most } from "../goals.js";
import { MB, percent, whole } from "../text.js";
import type { Concurrent } from "./concurrent.js";
import type { Sequential } from "./sequential.js";

/** What is judged. */
export interface Judged {
  readonly sequential: readonly Pick<Sequential, "transport" | "calls" | "growth">[];
  readonly concurrent: Pick<Concurrent, "calls" | "bounded"> & {
    readonly unbounded: { readonly peak: Pick<Concurrent["unbounded"]["peak"], "heapUsed"> };
  };
}

/** What was asked of the memory. */
export function memoryGoals({ sequential, concurrent }: Judged): readonly Goal[] {
  const { calls, bounded, unbounded } = concurrent;
  return [
    ...sequential.map(({ transport, calls, growth }) => ({
      what: `growth of the heap, ${whole(calls)} calls (${transport})`,
      figure: growth,
      most: most.growth,
      text: percent,
    })),
    {
      what: `peak for ${whole(calls)} calls at once, within a heap of ${MB(bounded.heap)} (Node as it comes: ${MB(unbounded.peak.heapUsed)})`,
      figure: bounded.peak?.heapUsed,
      most: most.heap,
      text: MB,
      missing: bounded.failure,
    },
  ];
}

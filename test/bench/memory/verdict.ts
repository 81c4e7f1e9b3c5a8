import type { Concurrent } from "./concurrent.js";
import { isSteady, mostGrowth } from "./growth.js";
import type { Sequential } from "./sequential.js";

/** What is judged. */
export interface Judged {
  readonly sequential: readonly Pick<Sequential, "transport" | "growth">[];
  readonly concurrent: Pick<Concurrent, "calls" | "bounded">;
}

/** What does not hold; empty if all is well. */
export function shortcomings({ sequential, concurrent }: Judged): readonly string[] {
  const { calls, bounded } = concurrent;
  const { heap, failure } = bounded;
  return [
    ...sequential
      .filter((each) => !isSteady(each))
      .map(
        ({ transport, growth }) =>
          `${transport}: the heap grew by ${percent(growth)}, more than ${percent(mostGrowth)}`,
      ),
    ...(failure === undefined ? [] : [`${calls} calls at once in a heap of ${megabytes(heap)}: ${failure}`]),
  ];
}

export const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

import { Child, numberIn, textIn } from "../child.js";

/** The bytes that one call allocates on the heap, by kind of call. */
export interface Allocations {
  readonly get: number;
  readonly post: number;
}

/** So large a young generation that nothing is collected while it is measured. In MB. */
const youngGeneration = 256;

const flags = [
  "--expose-gc",
  `--max-semi-space-size=${youngGeneration}`,
  `--min-semi-space-size=${youngGeneration}`,
];

/**
 * Measures in a process of its own. The figures depend on the version of Node, and not on the machine.
 *
 * @param dist the address of the built package, without a slash at its end
 */
export async function measureAllocations({
  node,
  dist,
}: {
  readonly node?: string;
  readonly dist: string;
}): Promise<Allocations & { readonly version: string }> {
  const program = new Child({ file: new URL("./allocations.mjs", import.meta.url), node, flags }, dist);
  try {
    const answer = await program.next();
    return {
      version: textIn(answer, "version"),
      get: numberIn(answer, "get"),
      post: numberIn(answer, "post"),
    };
  } finally {
    program.stop();
  }
}

import { parseArgs } from "node:util";
import { nodeAt } from "../calls/node.js";
import { distAt } from "../dist.js";

/** How much is done, and what must hold. */
export interface Scale {
  /** The calls that are made one after the other, and how many of them come before the heap is first read. */
  readonly sequential: { readonly calls: number; readonly first: number };
  /** The calls that are made at once, and the throttle that they share: most of them wait in line. */
  readonly concurrent: {
    readonly calls: number;
    readonly throttle: { readonly limit: number; readonly window: number };
  };
}

/** What is measured unless it is told otherwise. */
export const fullScale: Scale = {
  sequential: { calls: 100_000, first: 10_000 },
  concurrent: { calls: 10_000, throttle: { limit: 500, window: 500 } },
};
const quick: Scale = {
  sequential: { calls: 20_000, first: 5000 },
  concurrent: { calls: 2000, throttle: { limit: 500, window: 500 } },
};

/** What is run. */
export interface Plan {
  readonly scale: Scale;
  /** The Node that makes the calls. */
  readonly node: string;
  /** The address of the built package, without a slash at its end. */
  readonly dist: string;
  /** The file for the figures. */
  readonly json: string | undefined;
}

export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      node: { type: "string", default: process.execPath },
      dist: { type: "string", default: "dist" },
      json: { type: "string" },
    },
  });
  return {
    scale: values.quick ? quick : fullScale,
    node: nodeAt(values.node),
    dist: distAt(values.dist),
    json: values.json,
  };
}

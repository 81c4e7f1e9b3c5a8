import { ShapeBuilder } from "../../src/shapes/infer.js";
import type { Shape } from "../../src/shapes/types.js";

/** Infers the shape of values at one place. */
export function inferShape(values: readonly unknown[], names: ReadonlySet<string> = new Set()): Shape {
  const builder = new ShapeBuilder();
  for (const value of values) builder.add(value, names);
  return builder.build();
}

/** A list in a list and so on. */
export function nest(depth: number): unknown {
  let value: unknown = "innermost";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

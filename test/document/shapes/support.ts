import type { Shape } from "@reg/sdk/sandbox";
import { type BodyShapes, createShapeRecorder } from "@reg/sdk/validation";
import { mayBeValue } from "../../../src/document/field-names.js";
import { type KindOfKey, ShapeBuilder } from "../../../src/document/shapes/infer.js";

/** Tells names from values by their form only. */
export const byForm: KindOfKey = (key) => (mayBeValue(key) ? "value" : "name");

/** Infers the shape of values at one place. */
export function inferShape(values: readonly unknown[], kindOf: KindOfKey = byForm, places = 10_000): Shape {
  const builder = new ShapeBuilder({ places });
  for (const value of values) builder.add(value, kindOf);
  return builder.build();
}

/** A list in a list and so on. */
export function nest(depth: number): unknown {
  let value: unknown = "innermost";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Learns shapes from responses: the bodies of each operation. */
export function learn(bodies: Readonly<Record<string, readonly unknown[]>>): BodyShapes {
  const recorder = createShapeRecorder();
  for (const [operationId, seen] of Object.entries(bodies))
    for (const body of seen) recorder.inspect({ operationId, status: 200, headers: new Headers(), body });
  return recorder.shapes();
}

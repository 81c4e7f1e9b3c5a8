import { unwrap } from "../http/content.js";
import { isObject } from "../http/validate.js";
import type { ReceivedResponse, ResponseDifference, ResponseValidator } from "../http/validation.js";
import { knownFieldsOf, responsePlaces } from "./holes.js";
import { ShapeBuilder, textsIn } from "./infer.js";
import { type BodyShapes, shapesVersion } from "./types.js";

/** The settings of `createShapeRecorder`. */
export interface ShapeRecorderOptions {
  /**
   * Texts that are values wherever they occur, such as license plates: no field with such a name is recorded by its name.
   * They are read for each response. The texts in the same body count as values in any case.
   */
  readonly values?: readonly string[] | ReadonlySet<string> | undefined;
}

/** Records the shapes of the open bodies that a client receives; for the option `validateResponses` of a client. */
export interface ShapeRecorder extends ResponseValidator {
  readonly mode: "report";
  /** Records a response. Returns no differences. */
  inspect(response: ReceivedResponse): readonly ResponseDifference[];
  /** Returns what was recorded so far: types and counts, and no values. As JSON, it is an input of `reg learn --from`. */
  shapes(): BodyShapes;
}

/**
 * Creates a recorder of the bodies that the reference leaves open. It can be shared by all clients of a program, and only
 * looks at success responses. It keeps at most 20 texts of each field in memory, in order to count the different ones; what
 * it returns contains none.
 *
 * @example
 * const recorder = createShapeRecorder();
 * const lessor = createLessorClient({ ...options, validateResponses: recorder });
 * // …
 * await writeFile("shapes.json", JSON.stringify(recorder.shapes()));
 */
export function createShapeRecorder({ values = [] }: ShapeRecorderOptions = {}): ShapeRecorder {
  const builders = new Map<string, ShapeBuilder>();
  const builderOf = (key: string) => {
    const builder = builders.get(key) ?? new ShapeBuilder();
    builders.set(key, builder);
    return builder;
  };
  return {
    mode: "report",
    inspect({ operationId, status, body }) {
      const open = responsePlaces(operationId);
      if (open === undefined || body === undefined || status < 200 || status > 299) return [];
      const names = new Set([...textsIn(body), ...values]);
      const content = unwrap(body, open.envelope);
      for (const { path, key } of open.places)
        for (const value of findValues(content, path))
          builderOf(key).add(withoutFields(value, knownFieldsOf(key)), names);
      return [];
    },
    shapes() {
      const bodies = [...builders].map(([key, builder]) => [key, builder.build()]);
      return { version: shapesVersion, bodies: Object.fromEntries(bodies) };
    },
  };
}

/** Finds the values at a path, in which `*` stands for every entry of a list. */
function findValues(value: unknown, path: readonly string[]): readonly unknown[] {
  let found = [value];
  for (const name of path)
    found = found.flatMap((each) => {
      if (name === "*") return Array.isArray(each) ? each : [];
      return isObject(each) && Object.hasOwn(each, name) ? [each[name]] : [];
    });
  return found;
}

/** Removes the fields that the document shows. */
function withoutFields(value: unknown, known: readonly string[] = []): unknown {
  if (known.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));
}

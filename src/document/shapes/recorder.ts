import { isInstance } from "../../base/instances.js";
import { isObject } from "../../base/json.js";
import { placesAt } from "../../base/json-places.js";
import { isSuccess } from "../../base/status.js";
import { checkInput, custom, optionsSchema } from "../../errors/input.js";
import { unwrap } from "../content.js";
import type { ReceivedResponse, ResponseDifference, ResponseValidator } from "../difference.js";
import { mayBeValue } from "../field-names.js";
import { type KeyKind, ShapeBuilder, textsIn } from "./infer.js";
import { knownFieldsOf, type OpenPlace, requestPlaces, responsePlaces } from "./open-places.js";
import { type BodyShapes, shapesVersion } from "./types.js";

/** The most places that a recorder examines: hostile bodies could otherwise fill the memory with invented fields. */
const maxPlaces = 10_000;

/** The settings of `createShapeRecorder`. */
export interface ShapeRecorderOptions {
  /**
   * Texts that are values wherever they occur, such as license plates: no field with such a name is recorded by its
   * name. They are read for each response. The texts in the same body count as values in any case.
   */
  readonly values?: readonly string[] | ReadonlySet<string> | undefined;
  /** Names of fields that are recorded although they look like values, such as `rate30`. */
  readonly names?: readonly string[] | undefined;
}

/**
 * Records the shapes of the open bodies that a client receives, and of those that it sends and the service accepts; for
 * the option `validateResponses` of a client.
 */
export interface ShapeRecorder extends ResponseValidator {
  readonly mode: "report";
  /** Records a response and its request. Returns no differences. */
  inspect(response: ReceivedResponse): readonly ResponseDifference[];
  /**
   * Returns what was recorded so far: types and counts, and no values. As JSON, it is an input of `npx @reg/sdk learn
   * --from`.
   */
  shapes(): BodyShapes;
}

const recorderOptions = optionsSchema<ShapeRecorderOptions>({
  values: custom((given) => Array.isArray(given) || isInstance(given, "Set"), "must be a list or a Set of texts"),
  names: custom(Array.isArray, "must be a list of texts"),
});

/**
 * Creates a recorder of the bodies that the reference leaves open. It can be shared by all clients of a program, and
 * only looks at success responses and their requests. It keeps at most 20 texts of each field in memory, in order to
 * count the different ones; what it returns contains none. It examines at most 10,000 places, such as a field or the
 * entries of a list; of the values at further places, it only counts how many there are.
 *
 * @example
 * const recorder = createShapeRecorder();
 * const lessor = createLessorClient({ validateResponses: recorder });
 * // …
 * await writeFile("shapes.json", JSON.stringify(recorder.shapes()));
 *
 * @throws RegInputError for options that cannot be used
 */
export function createShapeRecorder(input: ShapeRecorderOptions = {}): ShapeRecorder {
  checkInput(recorderOptions, input);
  const { values = [], names = [] } = input;
  const builders = new Map<string, ShapeBuilder>();
  const budget = { places: maxPlaces };
  const builderOf = (key: string) => {
    const builder = builders.get(key) ?? new ShapeBuilder(budget);
    builders.set(key, builder);
    return builder;
  };
  return {
    mode: "report",
    readsOnly: true,
    inspect(response) {
      const { operationId, body, redact } = response;
      if (!isSuccess(response.status)) return [];
      const given = new Set(values);
      const record = (places: readonly OpenPlace[], content: unknown, texts: ReadonlySet<string>) => {
        const kindOf = (key: string): KeyKind => {
          if (names.includes(key)) return "name";
          if (mayBeValue(key) || given.has(key)) return "value";
          if (texts.has(key)) return "unclear";
          return redact === undefined || redact(key) === key ? "name" : "value";
        };
        for (const { path, key } of places)
          for (const { value } of placesAt(content, path))
            builderOf(key).add(withoutFields(value, knownFieldsOf(key)), kindOf);
      };
      const received = responsePlaces(operationId);
      if (received !== undefined && body !== undefined)
        record(received.places, unwrap(body, received.envelope), textsIn(body));
      const places = requestPlaces(operationId);
      const sent = places.length === 0 ? undefined : response.sent;
      if (sent !== undefined) record(places, sent, textsIn(sent));
      return [];
    },
    shapes() {
      const bodies = [...builders].map(([key, builder]) => [key, builder.build()]);
      return { version: shapesVersion, bodies: Object.fromEntries(bodies) };
    },
  };
}

function withoutFields(value: unknown, known: readonly string[] = []): unknown {
  if (known.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));
}

import { isUpload } from "../../base/files.js";
import { isInstance } from "../../base/instances.js";
import { isObject } from "../../base/json.js";
import { RegInputError } from "../../errors/errors.js";
import { asInput } from "../../errors/input.js";
import { takeUpload } from "../../http/transport/files.js";

/**
 * Copies what a caller gave, who may change it for the next call while a workflow runs.
 *
 * @throws RegInputError for content that is not plain data
 */
export function copyData<Given extends object>(given: Given): Given {
  return mapFields(given, deepCopy);
}

/**
 * Copies the options that are data: all but functions and the signal. Takes over each file, and adds it to `files`.
 *
 * @throws RegInputError for an option that cannot be read or is not plain data
 */
export function copyOptions<Options>(options: Options, files: unknown[]): Options {
  if (!isObject(options)) return options;
  return asInput("options", undefined, () =>
    mapFields(options, (value, name) => {
      if (typeof value !== "object" || name === "signal") return value;
      // A list of files, which lose their names in a deep copy.
      if (name === "attachments" && Array.isArray(value)) return [...value];
      // The options of a second invoice.
      if (name === "discount") return copyOptions(value, files);
      if (!isUpload(value)) return deepCopy(value, name);
      const file = isBytes(value) ? new Blob([value]) : takeUpload(value);
      files.push(file);
      return file;
    }),
  );
}

const isBytes = (file: unknown) => isInstance(file, "ArrayBuffer") || ArrayBuffer.isView(file);

function mapFields<Fields extends object>(fields: Fields, map: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value, name)])) as Fields;
}

function deepCopy(value: unknown, field: string): unknown {
  try {
    return structuredClone(value);
  } catch {
    throw new RegInputError(field, "must only contain what JSON can hold");
  }
}

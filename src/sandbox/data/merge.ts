import type { DeepPartial } from "./vehicles.js";

/** Lays a part over a whole: records are merged, everything else (lists too) is replaced; neither is changed. */
export function merged<T extends object>(whole: T, part: DeepPartial<NoInfer<T>> | undefined): T {
  const result = { ...whole };
  for (const [name, value] of Object.entries(part ?? {})) {
    const before: unknown = Reflect.get(whole, name);
    if (value !== undefined)
      Reflect.set(result, name, isRecord(before) && isRecord(value) ? merged(before, value) : value);
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

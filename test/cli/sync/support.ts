import { Readable } from "node:stream";
import { type ReadOptions, readItems } from "../../../src/cli/sync/records.js";

/** Reads all items of a file that is given as text or bytes, in chunks of a size; an error that ends it is the last one. */
export async function readAll(
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  chunkSize = 1 << 16,
): Promise<unknown[]> {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, index) =>
    bytes.subarray(index * chunkSize, (index + 1) * chunkSize),
  );
  const items = readItems(Readable.from(chunks), {
    format: "ndjson",
    encoding: "utf-8",
    delimiter: ",",
    mapping: undefined,
    ...options,
  });
  const found: unknown[] = [];
  try {
    for await (const item of items) found.push(item);
  } catch (error) {
    found.push(error);
  }
  return found;
}

/** The items, with the messages of errors. */
export const withMessages = (items: readonly unknown[]) =>
  items.map((item) => (item instanceof Error ? item.message : item));

import { readFile } from "node:fs/promises";
import { messageOf } from "../base/text.js";
import { CommandError } from "./command.js";
import { withoutFullStop } from "./help.js";

/**
 * Reads a file as text, without its byte order mark.
 *
 * @throws CommandError with exit code 2 if it cannot be read
 */
export async function readText(path: string): Promise<string> {
  try {
    return decodeText(await readFile(path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Decodes UTF-8. Unlike the decoding of readFile, it removes a byte order mark. */
export const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/**
 * Parses the JSON of a file.
 *
 * @throws CommandError with exit code 2 if it is not JSON
 */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text.
    throw new CommandError(`${name} is not JSON.`, 2);
  }
}

/** Explains why a file cannot be read. */
export function unreadable(name: string, error: unknown): CommandError {
  return new CommandError(`${name} cannot be read: ${withoutFullStop(messageOf(error))}.`, 2);
}

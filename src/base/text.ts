import { isInstance } from "./instances.js";

/** Characters that end a line: a program that prints them would let another text pass as a line of its log. */
const lineBreaks = /[\t\n\v\f\r\x85\u2028\u2029]+/g;

/**
 * Other control characters, such as the start of a terminal escape code, and those that change the text's direction.
 */
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces control characters, line breaks and characters that change the direction of a text. */
export function withoutControls(text: string, by: string): string {
  return text.replace(lineBreaks, by).replace(controls, by);
}

/** Makes a text of the service safe to print as a part of a line: line breaks become blanks, other controls visible. */
export function toPrintable(text: string): string {
  return text.replace(lineBreaks, " ").replace(controls, escapeEach);
}

/** What JSON leaves unescaped in texts, and a reader of a file or a terminal does not see. */
const unseenInJson = /[\x7f-\x9f\u2028\u2029\p{Cf}\p{DI}]/gu;

/** Writes a value as JSON in which all characters can be seen: others are escaped, so that the texts stay the same. */
export function toPrintableJson(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
  space = 0,
): string {
  return JSON.stringify(value, replacer, space).replace(unseenInJson, escapeEach);
}

function escapeEach(characters: string): string {
  return characters.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Makes a text of several lines safe to print: only the breaks between its lines stay. */
export function toPrintableLines(text: string): string {
  return text.split("\n").map(toPrintable).join("\n");
}

/** Whether a text is a GUID, of any version and in upper or lower case (supplier-api.md §2.1). */
export function isGuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Whether a value is an id alone: a GUID, or a number, which may be written as a text. */
export function isBareId(value: unknown): boolean {
  const text = /^(string|number)$/.test(typeof value) ? String(value) : "";
  return /^\d+$/.test(text) || isGuid(text);
}

/** Whether a text is a decimal number with a dot and without separators between thousands (supplier-api.md §2.1). */
export function isDecimalText(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Reads a number that the service shows: a number, or a decimal number as text. Undefined for anything else. */
export function readNumber(shown: unknown): number | undefined {
  const number = typeof shown === "string" && isDecimalText(shown) ? Number(shown) : shown;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The message of an error, or what else was thrown as a text, if it has one. */
export function messageOf(error: unknown): string {
  try {
    return String(isInstance(error, "Error") ? error.message : error);
  } catch {
    return "something was thrown that has no text";
  }
}

/** Writes the first letter in upper case. */
export const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Indents every line that is not empty, by two blanks for each level. */
export const indent = (text: string, levels = 1) => text.replace(/^(?=.)/gm, "  ".repeat(levels));

/** A hash of a text, from 0 to 2 ** 32 - 1 (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

export { type DescribeOptions, describe, type Language } from "./describe.js";
export { en } from "./en.js";
export { nl } from "./nl.js";
export type { ErrorText, FieldName, ItemName, Text, Texts, TextValues } from "./types.js";

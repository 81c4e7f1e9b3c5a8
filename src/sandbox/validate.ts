import type * as z from "zod/mini";
import { RegInputError } from "../errors/errors.js";

type Issue = z.core.$ZodIssue;

/** How an input is spoken of. */
export interface InputNames {
  /** The input as a whole, such as `options`. */
  readonly whole: string;
  /** What is said of a key that does not belong there, such as `is not an option of a sandbox`. */
  readonly unknownKey: string;
  /** What stands before the names of its fields, such as `with`. Default: nothing. */
  readonly below?: string;
}

/**
 * Checks what somebody hands to the sandbox.
 *
 * @throws RegInputError that names the first field which is wrong
 */
export function checkInput(schema: z.ZodMiniType, value: unknown, names: InputNames): void {
  const first = schema.safeParse(value).error?.issues[0];
  if (first === undefined) return;
  const { whole, unknownKey, below = [] } = names;
  const { issue, path } = deepest(first, first.path);
  const nameOf = (keys: readonly PropertyKey[]) =>
    keys.length === 0 ? whole : [below, ...keys].flat().map(String).join(".");
  if (issue.code === "unrecognized_keys")
    throw new RegInputError(nameOf([...path, ...issue.keys.slice(0, 1)]), unknownKey);
  const wrongType = issue.code === "invalid_type" && isStock(issue);
  throw new RegInputError(nameOf(path), wrongType ? `must be of type ${issue.expected}` : issue.message);
}

/** Of a choice, the last possibility says most: the ones before it are plain values such as `false`. */
function deepest(issue: Issue, path: readonly PropertyKey[]): { issue: Issue; path: readonly PropertyKey[] } {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return inner === undefined || !isStock(issue) ? { issue, path } : deepest(inner, [...path, ...inner.path]);
}

/** Whether the sentence is the library's: it may go on where somebody has loaded a language for it. */
const isStock = ({ message }: Issue) => message.startsWith("Invalid input");

import type * as z from "zod/mini";
import { RegInputError } from "../errors/errors.js";

/** The wording of the errors for an input. */
export interface InputNames {
  /** The name of the whole input, such as `options`. */
  readonly whole: string;
  /** The error text for an unknown key, such as `is not an option of a sandbox`. */
  readonly unknownKey: string;
  /** A prefix for the names of the fields, such as `with`. Default: none. */
  readonly below?: string;
}

/**
 * Checks an input of the sandbox against a schema.
 *
 * @throws RegInputError that names the first invalid field
 */
export function checkInput(schema: z.ZodMiniType, value: unknown, names: InputNames): void {
  const first = schema.safeParse(value).error?.issues[0];
  if (first === undefined) return;
  const { whole, unknownKey, below = [] } = names;
  const { issue, path } = mostSpecific(first, first.path);
  const nameOf = (keys: readonly PropertyKey[]) =>
    keys.length === 0 ? whole : [below, ...keys].flat().map(String).join(".");
  if (issue.code === "unrecognized_keys")
    throw new RegInputError(nameOf([...path, ...issue.keys.slice(0, 1)]), unknownKey);
  const isWrongType = issue.code === "invalid_type" && hasDefaultMessage(issue);
  throw new RegInputError(nameOf(path), isWrongType ? `must be of type ${issue.expected}` : issue.message);
}

type Issue = z.core.$ZodIssue;

/** The last alternative of a union is the most specific one: those before it are plain values such as `false`. */
function mostSpecific(
  issue: Issue,
  path: readonly PropertyKey[],
): { issue: Issue; path: readonly PropertyKey[] } {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  if (inner === undefined || !hasDefaultMessage(issue)) return { issue, path };
  return mostSpecific(inner, [...path, ...inner.path]);
}

/** Whether the message is the library's own; a program that loads a locale of zod gets a longer one. */
const hasDefaultMessage = ({ message }: Issue) => message.startsWith("Invalid input");

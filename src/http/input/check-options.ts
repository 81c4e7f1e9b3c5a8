import * as z from "zod/mini";
import { RegInputError } from "../../errors/client-errors.js";
import type { CloseOptions } from "../lifecycle.js";
import { isMediaType } from "./media-type.js";
import { isWellFormed } from "./unicode.js";

const longest = z.number().check(z.positive());
const whole = z.number().check(z.int(), z.nonnegative());
const callable = z.custom<unknown>((value) => typeof value === "function", "must be a function");
const clockMembers = ["now", "monotonic", "schedule"];
const isClock = (value: unknown) => clockMembers.every((name) => typeof Object(value)[name] === "function");
const headers = z.optional(z.record(z.string(), z.unknown()));

const callOptions = {
  timeout: z.optional(longest),
  deadline: z.optional(longest),
  priority: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(9))),
  signal: z.optional(z.custom<unknown>((value) => value instanceof AbortSignal, "must be an AbortSignal")),
  headers,
};

const uploadEncoding = z.optional(z.enum(["binary", "multipart"]));

/** What `checkOptions` can check. */
export const optionSchemas = {
  call: z.strictObject({
    ...callOptions,
    as: z.optional(z.enum(["blob", "stream"])),
    fileName: z.optional(z.string().check(z.refine(isWellFormed, "must be well-formed Unicode"))),
    contentType: z.optional(
      z.string().check(z.refine(isMediaType, "must be a media type such as application/pdf")),
    ),
    uploadEncoding,
  }),
  close: z.strictObject({
    abort: z.optional(z.boolean()),
    timeout: z.optional(z.number().check(z.nonnegative())),
  }),
  client: z.strictObject({
    baseUrl: z.optional(z.unknown()),
    fetch: z.optional(callable),
    timeout: callOptions.timeout,
    deadline: callOptions.deadline,
    retry: z.optional(
      z.union([
        z.literal(false),
        z.strictObject({
          retries: z.optional(whole),
          minTimeout: z.optional(z.number().check(z.nonnegative())),
          maxTimeout: z.optional(z.number().check(z.nonnegative())),
          maxRetryAfter: z.optional(z.number().check(z.nonnegative())),
          budget: z.optional(
            z.union([
              z.literal(false),
              z.strictObject({
                reserve: z.optional(z.number().check(z.nonnegative())),
                ratio: z.optional(z.number().check(z.nonnegative())),
              }),
            ]),
          ),
        }),
      ]),
    ),
    throttle: z.optional(z.union([z.literal(false), z.looseObject({})])),
    headers,
    on: z.optional(z.union([callable, z.array(callable)])),
    random: z.optional(callable),
    clock: z.optional(z.custom<unknown>(isClock, "must have now, monotonic and schedule")),
    maxResponseBytes: z.optional(z.number().check(z.int(), z.positive())),
    uploadEncoding,
  }),
};

/**
 * Checks what every client can be told, before any of it is used. Where a value must be what is said there.
 *
 * @param further the names of the options that this client has beside, which it checks itself
 */
export function checkClientOptions(options: unknown, further: readonly string[]): void {
  const known = Object.fromEntries(further.map((name) => [name, z.optional(z.unknown())]));
  checkOptions(z.extend(optionSchemas.client, known), options);
}

/** Checks how a client is to be closed. */
export function checkCloseOptions(options: CloseOptions | undefined): CloseOptions {
  checkOptions(optionSchemas.close, options ?? {});
  return options ?? {};
}

/**
 * An object that may be left out.
 *
 * @throws RegInputError for anything else
 */
export function optionalObject(
  field: string,
  value: unknown,
  operationId?: string,
): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new RegInputError(field, "must be an object", { operationId });
}

/**
 * Checks options against a schema.
 *
 * @throws RegInputError that names the first option which is wrong, and what it must be, never its value
 */
export function checkOptions(schema: z.ZodMiniType, options: unknown, operationId?: string): void {
  const issue = schema.safeParse(options).error?.issues[0];
  if (issue === undefined) return;
  const unknownKey = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...issue.path, ...unknownKey].map(String).join(".") || "options";
  if (unknownKey.length > 0) throw new RegInputError(field, "is not an option", { operationId });
  throw new RegInputError(field, `is not valid: ${issue.message}`, { operationId });
}

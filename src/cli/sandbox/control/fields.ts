import * as z from "zod/mini";

/** A text that is not empty. */
export const text = z.string("must be a text").check(z.minLength(1, "must not be empty"));

/** A text that may be left out. */
export const optionalText = z.exactOptional(text);

/** A number. */
export const number = z.number("must be a number");

/** A body without fields. */
export const nothing = z.strictObject({});

/** A JSON object, of which the sandbox itself checks what stands in it. */
export const checkedBySandbox = <Form extends object>() => z.custom<Form>(isObject, "must be an object");

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

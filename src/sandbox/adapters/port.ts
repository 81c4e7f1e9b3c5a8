import * as z from "zod/mini";
import { checkInput } from "../check-input.js";

/** Where to serve. */
export interface ListenOptions {
  /** From 0 to 65535; 0 is any free one. Default 0. */
  readonly port?: number;
}

const range = "must be a whole number from 0 to 65535";

const schema = z.strictObject({
  port: z.optional(z.int(range).check(z.minimum(0, range), z.maximum(65_535, range))),
});

/**
 * The port to serve on.
 *
 * @throws RegInputError that names the option which is wrong
 */
export function requestedPort(options: ListenOptions): number {
  checkInput(schema, options, { whole: "options", unknownKey: "is not an option of listen" });
  return options.port ?? 0;
}

import type { Section } from "../rows.js";
import { concurrencyGuards } from "./concurrency.js";
import { errorsGuards } from "./errors.js";
import type { Guard } from "./guard.js";
import { inputGuards } from "./input.js";
import { retryGuards } from "./retry.js";
import { secretsGuards } from "./secrets.js";
import { throttleGuards } from "./throttle.js";
import { tokenGuards } from "./token.js";
import { transportGuards } from "./transport.js";

/** The guards of every row, by section. */
export const guards: Readonly<Record<Section, Readonly<Record<number, readonly Guard[]>>>> = {
  token: tokenGuards,
  throttle: throttleGuards,
  retry: retryGuards,
  errors: errorsGuards,
  input: inputGuards,
  transport: transportGuards,
  secrets: secretsGuards,
  concurrency: concurrencyGuards,
};

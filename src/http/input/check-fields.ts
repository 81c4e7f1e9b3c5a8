import { RegInputError } from "../../errors/client-errors.js";
import { nearest } from "../../errors/nearest.js";

/** What an option must be. It may always be undefined, which means its default. */
export interface Rule {
  readonly check: (value: unknown) => boolean;
  /** What goes after the word "must", with the unit: `be a positive number of milliseconds`. */
  readonly must: string;
  /** The rules for what is in it, where it is an object. */
  readonly fields?: Rules;
}

/** The rules for options, by their names. */
export type Rules = Readonly<Record<string, Rule>>;

/** One rule for each option: the compiler sees to it that none is missing. */
export type RulesFor<Options> = { readonly [Name in keyof Options]-?: Rule };

/** Whether a value has fields: no array, and nothing that is callable. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Checks options against their rules.
 *
 * @param prefix where the options stand, such as `retry`; empty: on their own
 * @throws RegInputError that names the first option which is wrong by its full path, and what it must be, never its
 *   value; of an option that does not exist, the nearest one that does
 */
export function checkFields(prefix: string, rules: Rules, options: unknown, operationId?: string): void {
  const pathTo = (name: string) => (prefix === "" ? name : `${prefix}.${name}`);
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (!isObject(options)) throw refuse(prefix || "options", "must be an object");
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    const near = nearest(unknown, Object.keys(rules)).map(pathTo).join();
    throw refuse(pathTo(unknown), `is not an option; did you mean ${near}?`);
  }
  for (const name of Object.keys(rules)) {
    const value = options[name];
    const rule = rules[name];
    if (value === undefined || rule === undefined) continue;
    const { check, must, fields } = rule;
    if (!check(value)) throw refuse(pathTo(name), `must ${must}`);
    if (fields !== undefined && isObject(value)) checkFields(pathTo(name), fields, value, operationId);
  }
}

/**
 * @typedef {{ child(keys: string | (string | number)[]): Location, key(): Location, pointer: string }} Location
 * @typedef {{ name: string }} NodeType
 * @typedef {{ message: string, location?: Location }} Problem
 * @typedef {{
 *   report(problem: Problem): void,
 *   resolve(node: object): { node?: any, location?: Location },
 *   location: Location, type: NodeType, key: string | number,
 * }} Context
 */

/** Document and section, as every `x-reg-source` names them. */
export const SOURCE = /(supplier|lessor)-api\.md §\d/;

/** @param {unknown} value @returns {value is string} */
export const isText = (value) => typeof value === "string" && value.trim() !== "";

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Visits every `x-reg-*` key of a document. Those beside a `$ref` need a visitor of their own, since `any` is
 * given the target of the reference; and visiting `SpecExtension` itself would show equal strings only once.
 *
 * @param {(name: string, value: unknown, location: Location, ctx: Context) => void} check
 */
export function everyExtension(check) {
  /** @param {unknown} node @param {Context} ctx */
  const enter = (node, ctx) => {
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith("x-reg-")) check(name, value, ctx.location.child(name), ctx);
    }
  };
  return { any: { enter }, ref: { enter } };
}

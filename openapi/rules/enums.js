/**
 * @typedef {import("./common.js").Context} Context
 * @typedef {import("./common.js").Location} Location
 * @typedef {{ raw: Record<string, any>, schema: Record<string, any>, location: Location | undefined }} Found
 */

/** `anyOf: [an enum, string]`: known values, and whatever else may come. @param {object} schema @param {Context} ctx */
function isOpenEnum(schema, ctx) {
  const branches = /** @type {any} */ (schema).anyOf?.map((/** @type {object} */ branch) => ctx.resolve(branch).node);
  return (
    branches?.length === 2 &&
    branches.some((/** @type {any} */ branch) => branch?.enum) &&
    branches.some((/** @type {any} */ branch) => branch?.type === "string" && !branch.enum)
  );
}

/** The schemas one step below, as far as the generator can write them. @param {Record<string, any>} schema */
const children = ({ properties = {}, items = [], anyOf = [] }) => [Object.values(properties), items, anyOf].flat();

/**
 * All schemas below one, once each; those inside an open enum are part of it.
 *
 * @param {Record<string, any>} raw
 * @param {Context} ctx
 * @param {Set<object>} [seen]
 * @returns {Generator<Found>}
 */
function* reach(raw, ctx, seen = new Set()) {
  const { node: schema, location } = ctx.resolve(raw);
  if (!schema || seen.has(schema)) return;
  seen.add(schema);
  yield { raw, schema, location };
  if (isOpenEnum(schema, ctx)) return;
  for (const child of children(schema)) yield* reach(child, ctx, seen);
}

/** @param {(found: Found, ctx: Context) => string | undefined} judge */
const inContent = (judge) => /** @param {Record<string, any>} body @param {Context} ctx */ (body, ctx) => {
  for (const [type, { schema }] of Object.entries(body.content ?? {})) {
    for (const found of schema ? reach(schema, ctx) : []) {
      const message = judge(found, ctx);
      if (message) ctx.report({ message, location: ctx.location.child(["content", type]) });
    }
  }
};

/** @param {Found} found */
const name = ({ raw, location }) => `\`${raw.$ref ?? location?.pointer}\``;

/** A request takes an open enum only where the schema says how sure its values are (`x-reg-confidence`). */
export function requestsEnumsClosed() {
  return {
    RequestBody: inContent((found, ctx) => {
      const { raw, schema } = found;
      if (!isOpenEnum(schema, ctx) || raw["x-reg-confidence"] || schema["x-reg-confidence"]) return undefined;
      return `A request reaches ${name(found)}, an open enum whose \`x-reg-confidence\` is not given.`;
    }),
  };
}

/** A response has no closed enum: a new value must break nobody. How sure it is that there are others is stated. */
export function responseEnumsOpen() {
  return {
    Response: inContent((found, ctx) => {
      const { schema } = found;
      if (schema.enum) return `A response reaches ${name(found)}, a closed enum: \`anyOf: [it, string]\`.`;
      if (!isOpenEnum(schema, ctx) || schema.anyOf.some((/** @type {any} */ each) => each["x-reg-confidence"]))
        return undefined;
      return `A response reaches ${name(found)}, whose \`string\` has no \`x-reg-confidence\`.`;
    }),
  };
}

const NAME = /^[A-Z][A-Za-z]*$/;

/** @param {Record<string, any>} schema what the user's interface will take the place of, or be added to */
const shape = ({ type, additionalProperties }) => JSON.stringify([type, additionalProperties]);

/**
 * A hole is an exported interface: its name is PascalCase and no schema's, and wherever it stands it opens the
 * same kind of thing.
 */
export default function holeNames() {
  /** @type {Set<string>} */
  let schemas = new Set();
  /** @type {Map<string, string>} */
  const shapes = new Map();
  return {
    /** @param {Record<string, any>} root */
    Root(root) {
      schemas = new Set(Object.keys(root.components?.schemas ?? {}));
    },
    /** @param {Record<string, any>} schema @param {import("./common.js").Context} ctx */
    Schema(schema, { report, location: at }) {
      const hole = schema["x-reg-hole"];
      if (hole === undefined) return;
      const location = at.child("x-reg-hole");
      if (!NAME.test(hole)) report({ message: `\`${hole}\` is not PascalCase.`, location });
      if (schemas.has(hole)) report({ message: `\`${hole}\` is the name of a schema already.`, location });
      if ((shapes.get(hole) ?? shape(schema)) !== shape(schema)) {
        report({ message: `\`${hole}\` opens a thing of another shape elsewhere.`, location });
      }
      shapes.set(hole, shape(schema));
    },
  };
}

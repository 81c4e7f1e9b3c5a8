import { isText } from "./common.js";

/** Every field has a description beside it, because it becomes the doc comment; that of a `$ref` does not. */
export default function fieldsDescribed() {
  return {
    /** @param {Record<string, any>} schema @param {import("./common.js").Context} ctx */
    Schema({ properties = {} }, { report, location }) {
      for (const [name, field] of Object.entries(properties)) {
        if (!isText(field.description))
          report({
            message: `The field \`${name}\` has no description of its own.`,
            location: location.child(["properties", name]),
          });
      }
    },
  };
}

import { isText } from "./common.js";

const REQUIRED = ["operationId", "summary", "x-reg-source", "x-reg-confidence"];

/** @type {Record<string, string[]>} the effects that each method can have */
const EFFECTS = {
  get: ["read"],
  put: ["idempotent", "create", "transition"],
  post: ["create", "transition"],
  patch: ["transition"],
  delete: ["idempotent"],
};

/** The one POST that changes nothing a caller can see, and may be sent again. */
const TOKEN = "#/paths/~1token/post";

/** Every operation says all that the generator reads, and an effect that its method can have. */
export default function operationExtensionsComplete() {
  return {
    /** @param {Record<string, any>} operation @param {import("./common.js").Context} ctx */
    Operation(operation, { report, location, key }) {
      const isToken = location.pointer === TOKEN;
      const required = [
        ...REQUIRED,
        ...(isToken ? [] : ["description", "x-reg-example"]),
        ...(operation.deprecated ? ["x-reg-successor"] : []),
      ];
      for (const name of required.filter((name) => !isText(operation[name]))) {
        report({ message: `An operation has \`${name}\`.`, location: location.key() });
      }
      if (!Array.isArray(operation["x-reg-errors"])) {
        report({
          message: "An operation lists `x-reg-errors`, if only `[]`.",
          location: location.child("x-reg-errors"),
        });
      }
      const effects = isToken ? ["read"] : (EFFECTS[key] ?? []);
      if (!effects.includes(operation["x-reg-effects"])) {
        const message = `The \`x-reg-effects\` of ${String(key).toUpperCase()} is one of: ${effects.join(", ")}.`;
        report({ message, location: location.child("x-reg-effects") });
      }
    },
  };
}

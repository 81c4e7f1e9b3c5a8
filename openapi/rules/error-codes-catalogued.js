/** The codes of the operations and those of the catalogue are the same. */
export default function errorCodesCatalogued() {
  /** @type {Map<string, import("./common.js").Location>} each code that is used, and where it was last */
  const used = new Map();
  return {
    Operation: {
      /** @param {Record<string, any>} operation @param {import("./common.js").Context} ctx */
      enter(operation, { location }) {
        const codes = operation["x-reg-errors"];
        if (!Array.isArray(codes)) return;
        for (const code of codes) used.set(code, location.child("x-reg-errors"));
      },
    },
    Root: {
      /** @param {Record<string, any>} root @param {import("./common.js").Context} ctx */
      leave(root, ctx) {
        const catalogue = root["x-reg-codes"] ?? {};
        for (const [code, location] of used) {
          if (!(code in catalogue)) ctx.report({ message: `\`${code}\` is not in \`x-reg-codes\`.`, location });
        }
        for (const code of Object.keys(catalogue)) {
          const location = ctx.location.child(["x-reg-codes", code]);
          if (!used.has(code)) ctx.report({ message: `No operation has \`${code}\`.`, location });
        }
      },
    },
  };
}

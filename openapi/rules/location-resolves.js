/**
 * @param {Record<string, any>} operation
 * @param {import("./common.js").Context} ctx
 */
function hasLocationHeader(operation, ctx) {
  const created = operation.responses?.["201"];
  return created !== undefined && "Location" in (ctx.resolve(created).node?.headers ?? {});
}

/** `x-reg-location` and the Location header of the 201 response come together, and name an operation that exists. */
export default function locationResolves() {
  const ids = new Set();
  /** @type {Map<import("./common.js").Location, string>} */
  const targets = new Map();
  return {
    Operation: {
      /** @param {Record<string, any>} operation @param {import("./common.js").Context} ctx */
      enter(operation, ctx) {
        ids.add(operation.operationId);
        const target = operation["x-reg-location"];
        const header = hasLocationHeader(operation, ctx);
        if (target === undefined) {
          const message = "The 201 response has a Location header: `x-reg-location` says what it names.";
          if (header) ctx.report({ message, location: ctx.location.child(["responses", "201"]) });
          return;
        }
        const location = ctx.location.child("x-reg-location");
        targets.set(location, target);
        if (!header)
          ctx.report({ message: "`x-reg-location` needs a 201 response with a Location header.", location });
      },
    },
    Root: {
      /** @param {unknown} _ @param {import("./common.js").Context} ctx */
      leave(_, { report }) {
        for (const [location, target] of targets) {
          if (!ids.has(target)) report({ message: `There is no operation \`${target}\`.`, location });
        }
      },
    },
  };
}

const ID = /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/;

/** An operationId is a path on the client, so none may be a group of another: a method holds no methods. */
export default function operationIdsFormATree() {
  /** @type {Map<string, import("./common.js").Location>} */
  const ids = new Map();
  return {
    Operation: {
      /** @param {{ operationId?: string }} operation @param {import("./common.js").Context} ctx */
      enter({ operationId }, { report, location: operation }) {
        if (operationId === undefined) return;
        const location = operation.child("operationId");
        ids.set(operationId, location);
        if (!ID.test(operationId))
          report({ message: `\`${operationId}\` is not a path like \`group.method\`.`, location });
      },
    },
    Root: {
      /** @param {unknown} _ @param {import("./common.js").Context} ctx */
      leave(_, { report }) {
        for (const [id, location] of ids) {
          const below = [...ids.keys()].find((other) => other.startsWith(`${id}.`));
          if (below)
            report({ message: `\`${id}\` is a method, and \`${below}\` makes it a group.`, location });
        }
      },
    },
  };
}

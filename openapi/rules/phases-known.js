/** The phases of an operation are a list, not empty, of those that the document's own `x-reg-phases` explains. */
export default function phasesKnown() {
  /** @type {string[]} */
  let known = [];
  return {
    /** @param {Record<string, any>} root */
    Root(root) {
      known = Object.keys(root["x-reg-phases"] ?? {});
    },
    /** @param {Record<string, any>} operation @param {import("./common.js").Context} ctx */
    Operation(operation, ctx) {
      const phases = operation["x-reg-phases"];
      if (phases === undefined) return;
      const location = ctx.location.child("x-reg-phases");
      if (!Array.isArray(phases) || phases.length === 0) {
        ctx.report({ message: "`x-reg-phases` lists at least one phase, or is left out.", location });
        return;
      }
      for (const phase of phases.filter((phase) => !known.includes(phase))) {
        ctx.report({ message: `\`${phase}\` is not a phase of this document's \`x-reg-phases\`.`, location });
      }
    },
  };
}

/** @param {Record<string, any>} schema the facts that decide what the type of a user completes */
const shape = ({ type, additionalProperties }) => JSON.stringify([type, additionalProperties]);

/** A key of `OpenTypes` completes the same kind of value wherever it stands, because a user gives it one type. */
export default function openPlaceNames() {
  /** @type {Map<string, string>} */
  const shapes = new Map();
  return {
    /** @param {Record<string, any>} schema @param {import("./common.js").Context} ctx */
    Schema(schema, { report, location }) {
      const name = schema["x-reg-open"];
      if (name === undefined) return;
      if ((shapes.get(name) ?? shape(schema)) !== shape(schema)) {
        const message = `\`${name}\` stands for a value of another shape elsewhere.`;
        report({ message, location: location.child("x-reg-open") });
      }
      shapes.set(name, shape(schema));
    },
  };
}

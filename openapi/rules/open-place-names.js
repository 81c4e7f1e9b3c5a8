/**
 * A key of `OpenTypes` stands at one place, because a user gives it one type. What responses show of it is not required
 * in a request.
 */
export default function openPlaceNames() {
  /** @type {Map<string, string>} */
  const places = new Map();
  return {
    /** @param {Record<string, any>} schema @param {import("./common.js").Context} ctx */
    Schema(schema, { report, location }) {
      const name = schema["x-reg-open"];
      if (name === undefined) return;
      const place = places.get(name) ?? location.pointer;
      if (place !== location.pointer) {
        const message = `\`${name}\` stands for another part elsewhere (${place}): give it a name of its own.`;
        report({ message, location: location.child("x-reg-open") });
      }
      places.set(name, place);
    },
  };
}

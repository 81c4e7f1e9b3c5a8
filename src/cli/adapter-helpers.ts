/**
 * The functions at the end of a first adapter. They are part of the file, so that a person can read and change what it
 * does; they are exported, so that a compiler does not report those that nothing calls.
 */
export const helpers = `
/**
 * Brings the content of a body from one place to the documented one, unless it is there.
 *
 * @param {Message} message
 * @param {string} from a JSON pointer, such as "/data"; "" is the whole body
 * @param {string} to such as "/serviceRequests"
 */
export function move(message, from, to) {
  let content = message.body;
  const isThere = to === "" ? from === "" : isObject(content) && to.slice(1) in content;
  if (isThere) return;
  const others = {};
  for (const name of from.split("/").slice(1)) {
    const { [name]: inner, ...rest } = isObject(content) ? content : {};
    Object.assign(others, rest);
    content = inner;
  }
  if (content === undefined || content === null) return;
  message.body = to === "" ? content : { ...others, [to.slice(1)]: content };
}

/**
 * Gives a field another name.
 *
 * @param {Message} message
 * @param {string} pointer the place of the field, such as "/data/lines"; "*" is every entry of a list
 * @param {string} name
 */
export function rename(message, pointer, name) {
  visit(message, pointer, (holder, key) => {
    if (!(name in holder)) holder[name] = holder[key];
    delete holder[key];
  });
}

/**
 * Converts the values at a place, without null.
 *
 * @param {Message} message
 * @param {string} pointer
 * @param {(value: any) => unknown} toValue
 */
export function convert(message, pointer, toValue) {
  visit(message, pointer, (holder, key) => {
    if (holder[key] !== null) holder[key] = toValue(holder[key]);
  });
}

/**
 * Leaves out a field that is null.
 *
 * @param {Message} message
 * @param {string} pointer
 */
export function omitNull(message, pointer) {
  visit(message, pointer, (holder, key) => {
    if (holder[key] === null) delete holder[key];
  });
}

/**
 * Calls a function with each object or list that has a place, and its key there.
 *
 * @param {Message} message
 * @param {string} pointer
 * @param {(holder: any, key: string) => void} change
 */
export function visit(message, pointer, change) {
  const names = \`body\${pointer}\`.split("/");
  const last = names.pop() ?? "";
  let holders = /** @type {any[]} */ ([message]);
  for (const name of names)
    holders = holders
      .flatMap((holder) => (name === "*" ? (Array.isArray(holder) ? holder : []) : [holder[name]]))
      .filter((holder) => typeof holder === "object" && holder !== null);
  for (const holder of holders)
    for (const key of last === "*" ? Object.keys(holder) : [last]) if (key in holder) change(holder, key);
}

/** @param {unknown} value */
export const toNumber = (value) =>
  typeof value === "string" && /^-?\\d+(\\.\\d+)?$/.test(value) ? Number(value) : value;

/** @param {unknown} value */
export const toText = (value) => (typeof value === "number" ? String(value) : value);

/** @param {unknown} value */
export const toUtc = (value) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value))
    ? \`\${new Date(value).toISOString().slice(0, "yyyy-MM-ddThh:mm:ss".length)}Z\`
    : value;

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
`;

/**
 * The levels of objects and arrays that the sandbox takes in a JSON body. The number is made up: the reference shows
 * no limit, and no body of it has ten.
 */
export const deepestNesting = 64;

const [quote, backslash] = [...'"\\'].map(codeOf);
const opening = [..."[{"].map(codeOf);
const closing = [..."]}"].map(codeOf);

/**
 * Whether a JSON text has more levels than that. It neither calls itself nor goes back: a text may have millions. In
 * UTF-8 no byte of a longer character looks like one of these.
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  for (const byte of json) {
    if (isEscaped) isEscaped = false;
    else if (isText && byte === backslash) isEscaped = true;
    else if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (opening.includes(byte)) depth += 1;
    else if (closing.includes(byte)) depth -= 1;
    if (depth > deepestNesting) return true;
  }
  return false;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

/** A generator of random-looking values that are the same for the same seed. */
export interface SeededRandom {
  /** The given number of hexadecimal digits. */
  hex(digits: number): string;
  /** A version 4 UUID. */
  uuid(): string;
}

/** The state of a generator: plain data, so that a snapshot can contain it. */
export interface RandomCell {
  position: number;
}

/** The state of an unused generator. */
export const firstCell = (seed: number): RandomCell => ({ position: seed >>> 0 });

/** Creates a generator with its own state. */
export const seededRandom = (seed: number): SeededRandom => randomFrom(firstCell(seed));

/** Creates a generator (mulberry32) that continues from a state. It is suitable for ids, never for secrets. */
export function randomFrom(cell: RandomCell): SeededRandom {
  const next = () => {
    cell.position = (cell.position + 0x6d2b79f5) >>> 0;
    const { position } = cell;
    let mixed = Math.imul(position ^ (position >>> 15), position | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (digits: number) => {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };
  const uuid = () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
  return { hex, uuid };
}

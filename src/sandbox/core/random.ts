/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** So many hexadecimal digits. */
  hex(digits: number): string;
  /** A version 4 UUID. */
  uuid(): string;
}

/** Where a generator stands: plain data, so that a snapshot can hold it. */
export interface RandomCell {
  position: number;
}

/** The cell of a generator that has not been used. */
export const firstCell = (seed: number): RandomCell => ({ position: seed >>> 0 });

/** Makes a generator of its own. */
export const seededRandom = (seed: number): SeededRandom => randomFrom(firstCell(seed));

/** Makes a generator (mulberry32) that goes on from a cell. Good for ids, never for secrets. */
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
  const uuid = () =>
    hex(32).replace(
      /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
      (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
    );
  return { hex, uuid };
}

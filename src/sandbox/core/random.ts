/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** So many hexadecimal digits. */
  hex(digits: number): string;
  /** A version 4 UUID. */
  uuid(): string;
}

/** Makes a generator (mulberry32). Good for ids, never for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
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

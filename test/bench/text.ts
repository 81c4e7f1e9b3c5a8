/** Formats milliseconds. */
export const ms = (value: number): string => (value < 100 ? `${value.toFixed(1)} ms` : `${whole(value)} ms`);

/** Formats milliseconds as seconds. */
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;

/** Formats bytes as kilobytes. */
export const kB = (bytes: number): string => (bytes === 0 ? "-" : `${(bytes / 1000).toFixed(1)} kB`);

/** Formats bytes as megabytes. */
export const MB = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Formats a fraction as a percentage. */
export const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** Formats a ratio. */
export const times = (ratio: number): string => ratio.toFixed(2);

/** Formats a whole number in groups of three digits. */
export const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, " ");

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

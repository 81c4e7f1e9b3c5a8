/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Formats a whole number in groups of three digits. */
export const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, " ");

/** Formats bytes as megabytes. */
export const MB = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Returns the power of the size to which a figure grows, by least squares over the logarithms of size and figure. */
export function exponentOf(points: readonly (readonly [size: number, figure: number])[]): number {
  const logs = points.map(([size, figure]) => [Math.log(size), Math.log(figure)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** Formats a whole number in groups of three digits. */
export const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, " ");

/** Formats bytes as megabytes. */
export const MB = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

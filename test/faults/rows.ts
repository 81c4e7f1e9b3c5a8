/** The list of what goes wrong: the numbers of its rows, by section. Each section has a test file of its name. */
export const rows = {
  token: [1, 3, 5, 6, 7, 9, 10, 11],
  throttle: [12, 13, 14, 15, 16, 17, 19],
  retry: [20, 21, 23, 24, 25, 26, 28, 29],
  errors: [30, 31, 32, 34, 35],
  input: [37, 38, 39, 40, 42],
  transport: [44, 45, 46, 48],
  secrets: [51, 52, 53],
  concurrency: [54, 56],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** A section of the list. */
export type Section = keyof typeof rows;

/** Every section, in the order of the list. */
export const sections = Object.keys(rows) as readonly Section[];

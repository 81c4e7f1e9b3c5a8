/** Resolves after what is ready now was processed. A timer would take a millisecond. */
export function nextTurn(): Promise<void> {
  // The environment jsdom of Jest has no setImmediate.
  return new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(() => resolve()));
}

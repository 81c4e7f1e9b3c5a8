/*
 * Amounts are added in whole cents, so that sums are exact; euros as floating-point numbers are never added.
 */

/** Converts euros to whole cents, rounded half away from zero; that the service rounds at all is assumed. */
export function toCents(euros: number): number {
  const cents = Math.round(Number(`${Math.abs(euros)}e2`));
  // A number in exponent notation cannot be shifted as text: it is tiny, or too large to have cents.
  const exact = Number.isNaN(cents) ? Math.round(Math.abs(euros) * 100) : cents;
  return euros < 0 && exact !== 0 ? -exact : exact;
}

/** Whether an amount of euros has no fraction of a cent in its shortest decimal text; false for exponent notation. */
export function isWholeCents(euros: number): boolean {
  return /^-?\d+(\.\d\d?)?$/.test(String(euros));
}

/** Converts whole cents to euros. */
export function toEuros(cents: number): number {
  return cents / 100;
}

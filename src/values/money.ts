/** Amounts are kept in whole cents, so that sums are exact: money is never added as floats. */

/** An amount of euros in whole cents, rounded half away from zero; that the service rounds at all is assumed. */
export function toCents(euros: number): number {
  const cents = Math.round(Number(`${Math.abs(euros)}e2`));
  // A number in exponent notation cannot be shifted as text: it is tiny, or beyond all cents.
  const exact = Number.isNaN(cents) ? Math.round(Math.abs(euros) * 100) : cents;
  return euros < 0 && exact !== 0 ? -exact : exact;
}

/** Whether an amount of euros has no fraction of a cent, as its shortest decimal text shows; in exponent form it is none. */
export function isWholeCents(euros: number): boolean {
  return /^-?\d+(\.\d\d?)?$/.test(String(euros));
}

/** Whole cents as the number of euros that JSON shows. */
export function toEuros(cents: number): number {
  return cents / 100;
}

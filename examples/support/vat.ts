const percentage = 21;

/**
 * One VAT line for the whole invoice. The names of the fields are examples: the reference does not show any. The VAT is
 * calculated in whole cents and rounded half away from zero, so that a credit has the VAT of its debit.
 *
 * @param total the total in euros, excluding VAT
 */
export function makeVatLines(total: number) {
  const totalInCents = Math.round(Math.abs(total) * 100);
  const vatInCents = Math.round((totalInCents * percentage) / 100);
  return [{ percentage, base: total, amount: (Math.sign(total) * vatInCents) / 100 }];
}

import { JournalAssertionError } from "@reg/sdk/sandbox";

/** Returns the error of an assertion of the journal, which must fail. */
export function catchAssertionError(assertion: () => void): JournalAssertionError {
  try {
    assertion();
  } catch (error) {
    if (error instanceof JournalAssertionError) return error;
    throw error;
  }
  throw new Error("the assertion did not fail");
}

/** Returns the numbers of the requests that an assertion error names. */
export const numbersOf = ({ entries }: JournalAssertionError): number[] => entries.map(({ number }) => number);

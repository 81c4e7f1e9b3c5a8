const identifier = /^[\p{L}_$][\p{L}\d_$-]{0,39}$/u;

/** Several digits in a row, or digits at two places, such as in a license plate or an id. */
const manyDigits = /\d\d|\d.*\d/;

/** Upper case with a digit or a hyphen, such as a license plate or a code. */
const isCode = (name: string) => /[\d-]/.test(name) && name === name.toUpperCase();

/**
 * A lower-case word, at most three digits and another word, such as `rate30days`. Each word needs three letters in
 * lower case, because a license plate can be written as `abc12de`.
 */
const wordsWithNumber = /^[a-z]{3,}[A-Za-z_]*\d{1,3}_?[A-Za-z]?[a-z]{3,}[A-Za-z_]*$/;

const hexadecimal = /^[\da-f]+$/;

/** Whether several digits in a name are a part of its words. */
const isNumbered = (name: string) => wordsWithNumber.test(name) && !hexadecimal.test(name);

/** The beginning of a JWT, and of each part of it that is an object: `{"` in base64. */
const beginningOfToken = /^eyJ/;

/** Whether the name of a field may be a value, such as a license plate or a part of a token: it must not be reported then. */
export function mayBeValue(name: string): boolean {
  return (
    beginningOfToken.test(name) ||
    !identifier.test(name) ||
    (manyDigits.test(name) && !isNumbered(name)) ||
    isCode(name)
  );
}

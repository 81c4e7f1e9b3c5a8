/** Capitals of the Cyrillic and the Greek alphabet, and below each the Latin one that looks like it. */
const lookAlikes = {
  others: "АВЕКМНОРСТУХІЅЈҮҺԀԌԚԜӀѴΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ",
  latins: "ABEKMHOPCTYXISJYHDGQWIVABEZHIKMNOPTYXJ",
};

/**
 * The letters and digits of a license plate, for comparison: the same in any case, with any separators, and with Cyrillic,
 * Greek or wide letters that look like Latin ones. Not O and 0: both are on plates. Empty if the value is not a text.
 */
export function plateKey(licensePlate: unknown): string {
  if (typeof licensePlate !== "string") return "";
  // A letter is compared without its mark, because it may look like a Latin letter that has the same one.
  return licensePlate
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[\u0370-\u052f]/g, (letter) => lookAlikes.latins[lookAlikes.others.indexOf(letter)] ?? letter)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

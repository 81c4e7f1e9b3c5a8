import { expect, test } from "vitest";
import { plateKey } from "../../src/base/plates.js";

test.each([
  ["in small letters", "AB-12-CÉ", "ab-12-cé"],
  ["with other separators", "AB-12-C", "A B.12/C\u200b"],
  ["in wide characters", "AB12", "\uff21\uff22\uff11\uff12"],
  [
    "with Cyrillic capitals",
    "ABEKMHOPCTYX1",
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u04251",
  ],
  ["with small Cyrillic letters", "ISJ1", "\u0456\u0455\u04581"],
  ["with rare letters", "GJ1", "\u050c\u037f1"],
  [
    "with Greek capitals",
    "ABEZHIKMNOPTYX1",
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a71",
  ],
  ["with small Greek letters", "ANO1", "\u03b1\u03bd\u03bf1"],
  ["with a Cyrillic letter that has a mark", "\u00cb1", "\u04011"],
])("a license plate %s is the same", (_, licensePlate, other) => {
  expect(plateKey(other)).toBe(plateKey(licensePlate));
});

test.each([
  ["a further digit", "AB-1", "AB-11"],
  ["a letter with a mark", "AB-1", "ÄB-1"],
  ["a zero in place of the letter O", "OB-1", "0B-1"],
  ["a one in place of the letter I", "IB-1", "1B-1"],
  ["a Cyrillic letter that looks like a digit", "3A-1", "\u0417A-1"],
  ["another letter of another alphabet", "AB-1", "\u0411B-1"],
])("a license plate with %s is another one", (_, licensePlate, other) => {
  expect(plateKey(other)).not.toBe(plateKey(licensePlate));
});

test.each([undefined, null, 12, {}, "", " - "])("%j has no letters and digits", (value) => {
  expect(plateKey(value)).toBe("");
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachmentHeader, fileNameIn } from "../../src/base/content-disposition.js";
import { withoutControls } from "../../src/base/text.js";

describe("attachmentHeader", () => {
  test.each([
    ["invoice.pdf", `attachment; filename="invoice.pdf"; filename*=UTF-8''invoice.pdf`],
    ['a"b\\c%.pdf', `attachment; filename="a_b_c_.pdf"; filename*=UTF-8''a%22b%5Cc%25.pdf`],
    ["foto's (1).jpg", `attachment; filename="foto's (1).jpg"; filename*=UTF-8''foto%27s%20%281%29.jpg`],
    ["a\r\nx: y", `attachment; filename="a__x: y"; filename*=UTF-8''a%0D%0Ax%3A%20y`],
    ["a\ud800.pdf", `attachment; filename="a_.pdf"; filename*=UTF-8''a_.pdf`],
    ["€.pdf", `attachment; filename="_.pdf"; filename*=UTF-8''%E2%82%AC.pdf`],
  ])("writes the name %j as %s", (name, header) => {
    expect(attachmentHeader(name)).toBe(header);
  });

  test("writes a name so that fileNameIn returns it, for any name without a folder or a control character", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((each) => !/[/\\]|^\.{1,2}$|^[a-z]:/i.test(each) && withoutControls(each, "_") === each);
    fc.assert(
      fc.property(name, (each) => {
        expect(fileNameIn(attachmentHeader(each))).toBe(each);
      }),
    );
  });
});

describe("fileNameIn", () => {
  test.each([
    [`attachment; filename="a b.pdf"`, "a b.pdf"],
    [`attachment; filename=plain.pdf; size=5`, "plain.pdf"],
    [`inline; FILENAME="A.PDF"`, "A.PDF"],
    [`attachment; filename="quo\\"te.pdf"`, 'quo"te.pdf'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%e2%82%ac.pdf`, "€.pdf"],
    [`attachment; filename*=utf-8'nl'a%20b.pdf`, "a b.pdf"],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%ff.pdf`, "x.pdf"],
    [`attachment; filename="../../etc/passwd"`, "passwd"],
    [`attachment; filename*=UTF-8''..%2F..%2Fpasswd`, "passwd"],
    [`attachment; filename="C:\\\\temp\\\\a.pdf"`, "a.pdf"],
    [`attachment; filename="C:evil.pdf"`, "evil.pdf"],
    [`attachment; filename="c:"`, undefined],
    [`attachment; filename="C:.."`, undefined],
    [`attachment; filename="note: a.pdf"`, "note: a.pdf"],
    [`attachment; filename*=UTF-8''a.pdf%00.exe`, "a.pdf_.exe"],
    [`attachment; filename*=UTF-8''a%0D%0Ab%E2%80%A8c.pdf`, "a_b_c.pdf"],
    [`attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe`, "invoice_fdp.exe"],
    [`attachment; filename*=UTF-8''a%1B%5B31m%C2%9B.pdf`, "a_[31m_.pdf"],
    [`attachment; filename=".."`, undefined],
    [`attachment; filename="folder/"`, undefined],
    [`attachment; filename=""`, undefined],
    [`attachment`, undefined],
    [``, undefined],
    [null, undefined],
  ])("reads %j as %j", (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});

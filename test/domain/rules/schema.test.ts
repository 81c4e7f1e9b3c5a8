import { describe, expect, test } from "vitest";
import { list, object, readForm, single, text } from "../../../src/domain/rules/schema.js";
import { sentenceAbout } from "../../../src/domain/rules/violation.js";

const schema = object({
  day: text("date", (value) => /^\d{4}-/.test(value)),
  price: single("number", (value) => typeof value === "number"),
  lines: list(object({ name: text() }, ["name"])),
});
const descriptions = { remedies: { name: "give the line a name" } };
const read = (form: object) => readForm(schema, form, descriptions);

describe("readForm makes a form readable for the other rules", () => {
  test.each([
    ["keeps a text of the wrong kind", { day: "tomorrow" }, { day: "tomorrow" }, "day"],
    ["empties a value that should be a text", { day: 5 }, { day: "" }, "day"],
    ["removes any other value of the wrong form", { price: "5" }, { price: undefined }, "price"],
    [
      "empties an entry of a list, so that the others keep their index",
      { lines: [{ name: "a" }, 5, { name: "c" }] },
      { lines: [{ name: "a" }, {}, { name: "c" }] },
      "lines[1]",
    ],
  ])("and %s", (_, form, content, field) => {
    const found = read(form);
    expect(found.content).toEqual(content);
    expect(found.violations.map(({ code, context }) => [code, context.fieldName])).toEqual([["RULE-INVALID", field]]);
  });

  test("and reports a required field that is missing, with its remedy", () => {
    const [violation, ...others] = read({ lines: [{}] }).violations;
    expect(others).toEqual([]);
    expect(violation?.context.fieldName).toBe("lines[0].name");
    expect(violation?.description).toContain("give the line a name");
  });

  test("and changes nothing in the form that it was given", () => {
    const form = Object.freeze({ lines: Object.freeze([Object.freeze({ name: 5 })]) });
    expect(read(form).content).toEqual({ lines: [{ name: "" }] });
  });
});

describe("a sentence about a field", () => {
  test.each([
    ["components[10].price", "The price of line 11 is missing."],
    ["appointment.workshopDate", "The workshop date of the appointment is missing."],
    ["vatLines[1]", "VAT line 2 is missing."],
  ])("writes %s as in %s", (field, sentence) => {
    expect(sentenceAbout(field, "is missing.")).toBe(sentence);
  });
});

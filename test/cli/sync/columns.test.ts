import { describe, expect, it } from "vitest";
import { ItemTemplate, parseMapping } from "../../../src/cli/sync/columns.js";

const heading = ["Kenteken", "Merk", "Stand", "Datum", "Weg"];

/** Creates the item of a record below the heading. */
const toItem = (mapping: Record<string, string>, ...cells: readonly string[]) =>
  new ItemTemplate({ cells: heading, line: 1 }, mapping).toItem({ cells, written: cells, line: 7 });

const key = { Kenteken: "licensePlate" };

describe("a column mapping", () => {
  it("fills the fields of objects and lists", () => {
    const mapping = {
      ...key,
      Merk: "vehicle.model.make",
      Stand: "mileages.0.value:number",
      Datum: "mileages.0.date",
      Weg: "remove",
    };
    expect(toItem(mapping, "AB-1", "Opel", "120500", "2026-06-15", "ja")).toEqual({
      licensePlate: "AB-1",
      vehicle: { model: { make: "Opel" } },
      mileages: [{ value: 120500, date: "2026-06-15" }],
      remove: true,
    });
  });

  it.each([
    [["licensePlate", "make"], /^the columns cannot be used: "make" is .*; --columns maps headings to fields\.$/],
    [["vehicle.make", "remove"], /: no column has the path licensePlate; --columns maps headings to fields\.$/],
  ])("is named in the error if headings %j are no fields", (headings, message) => {
    expect(() => new ItemTemplate({ cells: headings, line: 1 })).toThrow(message);
  });

  it("ignores the columns that it does not name", () => {
    expect(toItem(key, "AB-1", "Opel", "x", "y", "z")).toEqual({ licensePlate: "AB-1" });
  });

  it("leaves out the field of an empty cell, and a resource whose cells are all empty", () => {
    const mapping = { ...key, Merk: "vehicle.make", Stand: "vehicle.km:number", Datum: "mileages.0.date" };
    expect(toItem(mapping, "AB-1", "", "1", "", "")).toEqual({ licensePlate: "AB-1", vehicle: { km: 1 } });
  });

  it("leaves no gap in a list, and keeps its order", () => {
    const mapping = { ...key, Merk: "mileages.10.v", Stand: "mileages.9.v", Datum: "mileages.0.v" };
    expect(toItem(mapping, "AB-1", "third", "second", "", "")).toEqual({
      licensePlate: "AB-1",
      mileages: [{ v: "second" }, { v: "third" }],
    });
  });

  it("leaves the license plate to the run if its cell is empty", () => {
    expect(toItem({ ...key, Merk: "vehicle.make" }, "", "Opel", "", "", "")).toEqual({
      vehicle: { make: "Opel" },
    });
  });

  const clearing = { ...key, Stand: "mileages.0.value:integer", Weg: "mileages:clear" };

  it.each([
    ["J", "", null],
    ["N", "", undefined],
    ["", "7", [{ value: 7 }]],
  ])("clears related data with a cell of its own: %j", (clear, value, mileages) => {
    expect(toItem(clearing, "AB-1", "", value, "", clear)).toEqual({ licensePlate: "AB-1", mileages });
  });

  it("reports a record that clears and fills the same related data", () => {
    expect(toItem(clearing, "AB-1", "", "7", "", "J")).toMatchObject({
      message: 'line 7, column "Weg" clears mileages, which other cells fill',
      licensePlate: "AB-1",
    });
  });

  it("cannot reach the prototype of objects", () => {
    toItem({ ...key, Merk: "vehicle.__proto__.polluted" }, "AB-1", "yes", "", "", "");
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it.each([
    ["number", "-12", -12],
    ["number", "12.50", 12.5],
    ["number", "007", 7],
    ["number", "1.013", 1.013],
    ["number(,)", "-12,50", -12.5],
    ["number(,)", "1013", 1013],
    ["integer", "1013", 1013],
    ["integer", "-7", -7],
    ["date(dd-MM-yyyy)", "05-11-2026", "2026-11-05"],
    ["date(MM/dd/yyyy)", "11/05/2026", "2026-11-05"],
    ["date(dd.MM.yyyy)", "29.02.2028", "2028-02-29"],
    ["date(yyyyMMdd)", "20261105", "2026-11-05"],
    ["date(dd:MM:yyyy)", "05:11:2026", "2026-11-05"],
    ["date(d-M-yyyy)", "1-3-2026", "2026-03-01"],
    ["date(d-M-yyyy)", "31-12-2026", "2026-12-31"],
    ["date(d-M-yyyy)", "01-03-2026", "2026-03-01"],
    ["date(d/MM/yyyy)", "1/03/2026", "2026-03-01"],
    ["date(M/d/yyyy)", "3/1/2026", "2026-03-01"],
    ["date(dd-MM-yy,2000)", "01-03-26", "2026-03-01"],
    ["date(dd-MM-yy,2000)", "01-03-99", "2099-03-01"],
    ["date(d-M-yy,1950)", "1-3-50", "1950-03-01"],
    ["date(d-M-yy,1950)", "1-3-49", "2049-03-01"],
    ["date(ddMMyy,1900)", "010326", "1926-03-01"],
    ["date(d,M,yy,2000)", "1,3,26", "2026-03-01"],
    ["boolean", "TRUE", true],
    ["boolean", "Nee", false],
    ["boolean", "yes", true],
    ["boolean", "0", false],
    ["boolean", "J", true],
    ["boolean", "N", false],
    ["boolean", "WAAR", true],
    ["boolean", "ONWAAR", false],
    ["json", '[{"a":1}]', [{ a: 1 }]],
    ["json", "null", null],
    [
      "json",
      '{"vin":9007199254740991,"id":"9007199254740993"}',
      { vin: Number.MAX_SAFE_INTEGER, id: "9007199254740993" },
    ],
  ])("converts with :%s the text %s to %j", (suffix, text, value) => {
    expect(toItem({ ...key, Stand: `vehicle.x:${suffix}` }, "AB-1", "", text, "", "")).toEqual({
      licensePlate: "AB-1",
      vehicle: { x: value },
    });
  });

  it.each([
    ["number", "12,5", "a number such as 1234 or 12.5"],
    ["number", "1.234.567", "a number such as 1234 or 12.5"],
    ["number", "0x10", "a number such as 1234 or 12.5"],
    ["number", "9007199254740993", "a number such as 1234 or 12.5"],
    ["number(,)", "12.5", "a number such as 1234 or 12,5"],
    ["number(,)", "1.234,56", "a number such as 1234 or 12,5"],
    ["number(,)", "1,234,56", "a number such as 1234 or 12,5"],
    ["integer", "1.013", "a whole number without separators, such as 1234"],
    ["integer", "9007199254740993", "a whole number without separators, such as 1234"],
    ["date(dd-MM-yyyy)", "2026-11-05", "a date that exists, such as 31-12-2026"],
    ["date(dd-MM-yyyy)", "05-11-2026 ", "a date that exists, such as 31-12-2026"],
    ["date(dd-MM-yyyy)", "29-02-2026", "a date that exists, such as 31-12-2026"],
    ["date(dd.MM.yyyy)", "05-11-2026", "a date that exists, such as 31.12.2026"],
    ["date(dd-MM-yyyy)", "1-3-2026", "a date that exists, such as 31-12-2026"],
    ["date(d-M-yyyy)", "1-3-26", "a date that exists, such as 31-12-2026"],
    ["date(d-M-yyyy)", "31-4-2026", "a date that exists, such as 31-12-2026"],
    ["date(d-M-yyyy)", "1/3/2026", "a date that exists, such as 31-12-2026"],
    ["date(d-M-yyyy)", "1-3-2026 0:00", "a date that exists, such as 31-12-2026"],
    ["date(dd-MM-yy,2000)", "01-03-2026", "a date that exists, such as 31-12-26"],
    ["date(dd-MM-yy,2000)", "29-02-26", "a date that exists, such as 31-12-26"],
    ["date(dd-MM-yy,2000)", "maart", "a date that exists, such as 31-12-26"],
    ["boolean", "maybe", "one of true, yes, ja, waar, y, j, 1, false, no, nee, onwaar, n, 0"],
    ["json", "{", "JSON with integers of at most 15 digits"],
    ["json", "[9007199254740993]", "JSON with integers of at most 15 digits"],
  ])("reports with :%s the text %s with line, column and license plate", (suffix, text, accepts) => {
    const item = toItem({ ...key, Stand: `vehicle.x:${suffix}` }, "AB-1", "", text, "", "");
    expect(item).toBeInstanceOf(Error);
    expect(item).toMatchObject({
      name: "RegInputError",
      message: `line 7, column "Stand" must be ${accepts}`,
      licensePlate: "AB-1",
    });
  });

  it("reports a record whose license plate is not of the encoding without one: no vehicle has it", () => {
    const item = toItem({ ...key, Stand: "vehicle.x:number" }, "M\ufffd-A 1", "", "1", "", "");
    expect(item).toBeInstanceOf(Error);
    expect(item).not.toHaveProperty("licensePlate");
  });

  it("reports a record without a license plate without one", () => {
    expect(toItem({ ...key, Stand: "vehicle.x:number" }, "", "", "x", "", "")).not.toHaveProperty("licensePlate");
  });

  it.each(
    "# ######## #N/B #N/A #N/D #NV #VERW! #REF! #VALUE! #WAARDE! #DEEL/0! #DIV/0! #NAAM? #NAME? #¡REF!".split(" "),
  )("reports a text that a spreadsheet has replaced: %s", (cell) => {
    const mapping = { ...key, Merk: "vehicle.make" };
    expect(toItem(mapping, "AB-1", cell, "", "", "")).toMatchObject({
      message:
        'line 7, column "Merk" must be a text, not an error of a spreadsheet or what it shows in a narrow column',
      licensePlate: "AB-1",
    });
    expect(toItem(key, cell, "", "", "", "")).toEqual({ licensePlate: cell });
    expect(toItem(key, "AB-1", cell, "", "", "")).toEqual({ licensePlate: "AB-1" });
  });

  it.each(["#1", "#N", "#12 left", "N/A", "nr. #", "#REF", "C#!"])("can have the text %s", (cell) => {
    expect(toItem({ ...key, Merk: "vehicle.make" }, "AB-1", cell, "", "", "")).toEqual({
      licensePlate: "AB-1",
      vehicle: { make: cell },
    });
  });

  it("say that a year of two digits needs its century", () => {
    expect(
      () => new ItemTemplate({ cells: heading, line: 1 }, { ...key, Datum: "vehicle.date:date(dd-MM-yy)" }),
    ).toThrow(
      '"vehicle.date:date(dd-MM-yy)": a year of two digits needs the first of its hundred years, such as date(dd-MM-yy,2000)',
    );
  });

  it.each([
    [
      { ...key, Merc: "vehicle.make" },
      'there is no column "Merc"; perhaps it is "Merk"; line 1 has Kenteken, Merk, Stand, Datum, Weg',
    ],
    [
      { ...key, Uitvoering: "vehicle.make" },
      'there is no column "Uitvoering"; line 1 has Kenteken, Merk, Stand, Datum, Weg',
    ],
    [{ Merk: "vehicle.make" }, "no column has the path licensePlate"],
    [
      { ...key, Merk: "make" },
      '"make" is not the path of a field; it must begin with one of licensePlate, vehicle, contractTires, currentTire, lastMaintenance, mileages, routings, extraTireSet, purchasedTires, remove',
    ],
    [
      { ...key, Merk: "currentTires.season" },
      '"currentTires.season" is not the path of a field; perhaps it is currentTire',
    ],
    [{ ...key, Merk: "vehicle" }, '"vehicle" is not the path of a field'],
    [{ ...key, Merk: "vehicle..make" }, '"vehicle..make" is not the path of a field'],
    [{ ...key, Merk: "vehicle:clear" }, '"vehicle:clear" is not the path of a field'],
    [{ ...key, Merk: "remove:clear" }, '"remove:clear" is not the path of a field'],
    [{ ...key, Merk: "mileages.0:clear" }, '"mileages.0:clear" is not the path of a field'],
    [{ ...key, Merk: "remove.it" }, '"remove.it" is not the path of a field'],
    ...[
      "date",
      "date(dd-MM)",
      "date(dd-MM-yyyy,2000)",
      "date(dd-MM-yy,20)",
      "date(dd-MM-20yy)",
      "date(dd-dd-yyyy)",
      "date(dd-MMM-yyyy)",
      "date(dMyyyy)",
      "date(yyyyMMd)",
      "date(d-M-jjjj)",
    ].map((suffix): [Record<string, string>, string] => [
      { ...key, Merk: `vehicle.x:${suffix}` },
      `"vehicle.x:${suffix}" has a wrong pattern of the date: it has d or dd, M or MM, and yyyy, with separators, such as :date(d-M-yyyy); or yy with the first of its hundred years, such as :date(d-M-yy,2000)`,
    ]),
    ...["text()", "dates", ""].map((suffix): [Record<string, string>, string] => [
      { ...key, Merk: `vehicle.x:${suffix}` },
      `"vehicle.x:${suffix}" must end with :text, :number, :number(,), :integer, :boolean, :clear, :json, :date(dd-MM-yyyy), :date(d-M-yy,2000), or none of them`,
    ]),
    [
      { ...key, Merk: "vehicle.x", Stand: "vehicle.x:number" },
      'the column "Stand" contradicts another one: both fill vehicle.x',
    ],
    [
      { ...key, Merk: "vehicle.x", Stand: "vehicle.x.y" },
      'the column "Stand" contradicts another one: both fill vehicle.x.y',
    ],
    [
      { ...key, Merk: "vehicle.x.y", Stand: "vehicle.x" },
      'the column "Stand" contradicts another one: both fill vehicle.x',
    ],
    [
      { ...key, Merk: "mileages.0", Stand: "mileages.value" },
      'the column "Stand" contradicts another one: both fill mileages.value',
    ],
  ])("is refused before anything is sent: %j", (mapping, problem) => {
    expect(() => new ItemTemplate({ cells: heading, line: 1 }, mapping)).toThrow(
      expect.objectContaining({ message: `the columns cannot be used: ${problem}.`, exitCode: 2 }),
    );
  });

  it.each([["text"], [["licensePlate"]], [null], [{ Kenteken: 1 }]])("is not %j", (value) => {
    expect(() => parseMapping(value)).toThrow("the column mapping must be a JSON object");
  });
});

describe("a heading without a mapping", () => {
  it("has the paths as names, and may have unnamed columns", () => {
    const template = new ItemTemplate({ cells: ["licensePlate", "vehicle.km:number", ""], line: 1 });
    expect(template.toItem({ cells: ["AB-1", "5", "x"], written: [], line: 2 })).toEqual({
      licensePlate: "AB-1",
      vehicle: { km: 5 },
    });
  });

  it("may not have a name twice", () => {
    expect(() => new ItemTemplate({ cells: ["licensePlate", "vehicle.x", "vehicle.x"], line: 1 })).toThrow(
      'two columns are named "vehicle.x"',
    );
  });

  it("of one column only suggests to check the delimiter", () => {
    expect(() => new ItemTemplate({ cells: ["licensePlate;vehicle.make"], line: 1 })).toThrow(
      '"licensePlate;vehicle.make" is not the path of a field; line 1 has one column: check --delimiter.',
    );
  });
});

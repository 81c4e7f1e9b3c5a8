import { appendFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../../src/cli/sync/csv.js";
import { ItemLines, readChunks, readItems } from "../../../src/cli/sync/records.js";
import { temporaryFolder } from "../../support/folder.js";
import { readAll, withMessages } from "./support.js";

const read = async (...args: Parameters<typeof readAll>) => withMessages(await readAll(...args));
const csv = { format: "csv" } as const;
const ndjson = { format: "ndjson", encoding: "utf-8", delimiter: ",", mapping: undefined } as const;

describe("NDJSON", () => {
  it("has one item for each line, whether or not the last one ends with a line break", async () => {
    const items = [{ licensePlate: "A" }, { licensePlate: "B" }];
    expect(await read('{"licensePlate":"A"}\n{"licensePlate":"B"}')).toEqual(items);
    expect(await read('{"licensePlate":"A"}\r\n{"licensePlate":"B"}\r\n')).toEqual(items);
  });

  it.each(["", "\n \r\n"])("is refused without an item: %j", async (content) => {
    expect(await readAll(content)).toMatchObject([{ message: "the file is empty: it has no item.", exitCode: 2 }]);
  });

  it("may begin with a byte order mark", async () => {
    expect(await read('\ufeff{"licensePlate":"A"}\n')).toEqual([{ licensePlate: "A" }]);
  });

  it("may contain characters at which others split lines", async () => {
    const item = { licensePlate: "A", vehicle: { name: "one\u2028two\u2029three\u0085four\vfive\ffive" } };
    expect(await read(JSON.stringify(item))).toEqual([item]);
  });

  it("gives a line that is not JSON an error with its line number, and reads on", async () => {
    expect(await read('{"a":1}\n\n  \n{"secret\n"text"\n{"b":2}\n')).toEqual([
      { a: 1 },
      "line 4 is not JSON",
      "text",
      { b: 2 },
    ]);
  });

  it("gives a line that is not in the encoding an error", async () => {
    const bytes = Buffer.from('{"make":"Citroën"}\n{"make":"Opel"}\n', "latin1");
    expect(await read(bytes)).toEqual([
      "line 1 has bytes that are not of the encoding; give the right one with --encoding",
      { make: "Opel" },
    ]);
    expect(await read(bytes, { encoding: "windows-1252" })).toEqual([{ make: "Citroën" }, { make: "Opel" }]);
  });

  const vin = "9007199254740993";

  it("gives a line with an integer that is not exact an error with the license plate, and reads on", async () => {
    const lines = [`{"licensePlate":"A","vehicle":{"vin":${vin}}}`, `{"licensePlate":"B","vehicle":{"vin":"${vin}"}}`];
    const [refused, item] = await readAll(lines.join("\n"));
    expect(refused).toBeInstanceOf(Error);
    expect(refused).toMatchObject({
      message: 'line 1 has an integer in "vin" that is too large to be exact; write it as a text',
      licensePlate: "A",
    });
    expect(item).toEqual({ licensePlate: "B", vehicle: { vin } });
  });

  it.each(["", vin])("may have a line that is nested deeply, which does not end the run: %j", async (number) => {
    const line = "[".repeat(100_000) + number + "]".repeat(100_000);
    const [first, second] = await readAll(`${line}\n{"b":2}`);
    expect(first).toEqual(number === "" ? expect.any(Array) : expect.any(Error));
    expect(second).toEqual({ b: 2 });
  });

  it("is read in UTF-16, also if a chunk ends within a character", async () => {
    const bytes = Buffer.from('\ufeff{"make":"Škoda 😀"}\n{"make":"Opel"}', "utf16le");
    expect(await read(bytes, { encoding: "utf-16le" }, 3)).toEqual([{ make: "Škoda 😀" }, { make: "Opel" }]);
  });

  it("may have a line of several megabytes in small chunks, if the limit allows it", async () => {
    const item = { licensePlate: "A", vehicle: { text: "x".repeat(2_000_000) } };
    expect(await read(`${JSON.stringify(item)}\n{"b":2}`, { maxLine: 3_000_000 }, 1024)).toEqual([item, { b: 2 }]);
  });

  it.each([1, 7, 1 << 16])(
    "gives a line that is too long an error with its number, and reads on: chunks of %i",
    async (size) => {
      const lines = ['{"a":"12345"}', '{"a":"123456"}', "", '{"a":"123é"}', '{"a":"1234é"}', '{"b":2}', "x".repeat(99)];
      const problem = (line: number) => `line ${line} has more than 13 bytes (see --max-line)`;
      const expected = [{ a: "12345" }, problem(2), { a: "123é" }, problem(5), { b: 2 }, problem(7)];
      expect(await read(lines.join("\n"), { maxLine: 13 }, size)).toEqual(expected);
    },
  );

  it("keeps nothing of a line that is too long", async () => {
    const content = (function* () {
      const part = Buffer.alloc(1 << 20, " ");
      for (let count = 0; count < 360; count += 1) yield part;
      yield Buffer.from('\n{"b":2}\n');
    })();
    const before = process.memoryUsage().rss;
    const found: unknown[] = [];
    for await (const item of readItems(Readable.from(content), { ...ndjson, maxLine: 1 << 20 })) found.push(item);
    expect(withMessages(found)).toEqual(["line 1 has more than 1048576 bytes (see --max-line)", { b: 2 }]);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 << 20);
  });

  it("has the same items however it is divided into chunks", async () => {
    const line = fc.oneof(fc.json(), fc.constantFrom("", "\r", "{", "é😀"));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const text = lines.join("\n");
        expect(await read(text, {}, size)).toEqual(await read(text));
      }),
      { numRuns: 50 },
    );
  });
});

describe("CSV", () => {
  it("has one item for each record, with the paths of the heading", async () => {
    expect(await read("licensePlate,vehicle.make\nAB-1,Opel\nAB-2,Fiat", csv)).toEqual([
      { licensePlate: "AB-1", vehicle: { make: "Opel" } },
      { licensePlate: "AB-2", vehicle: { make: "Fiat" } },
    ]);
  });

  it("may begin with a byte order mark", async () => {
    expect(await read("\ufefflicensePlate\nAB-1\n", csv)).toEqual([{ licensePlate: "AB-1" }]);
  });

  it("may have quotes, delimiters and line breaks in quoted cells", async () => {
    const text = 'licensePlate;vehicle.make;vehicle.note\r\nAB-1;"Opel; ""new""";"one\r\ntwo"\r\n';
    expect(await read(text, { ...csv, delimiter: ";" })).toEqual([
      { licensePlate: "AB-1", vehicle: { make: 'Opel; "new"', note: "one\r\ntwo" } },
    ]);
  });

  it("may have quotes within cells that are not quoted", async () => {
    expect(await read('licensePlate,vehicle.wheel\nAB-1,16" alloy\nAB-2,17 "inch" wheel\n', csv)).toEqual([
      { licensePlate: "AB-1", vehicle: { wheel: '16" alloy' } },
      { licensePlate: "AB-2", vehicle: { wheel: '17 "inch" wheel' } },
    ]);
  });

  const notClosed = "begins a record with a quote that is not closed, or not at the end of its cell";
  const tooLong = (bytes: number) =>
    `begins a record of more than ${bytes} bytes (see --max-line), or a quote that is not closed`;
  const notOpened = "begins a record with a cell that ends with a quote but does not begin with one";

  it.each([
    ["is not closed, although another one follows", 'AB-2;"Fiat\nAB-3;"Opel; new"\n', notClosed],
    ["is not closed before an inch sign", 'AB-2;"Fiat\nAB-3;16" alloy\n', notClosed],
    ["is not closed in the first cell, before a cell of quotes", '"AB-2;Fiat\n"AB-3";""\n', notClosed],
    ["is followed by more text", 'AB-2;"Fiat" new\n', notClosed],
    ["is followed by a space", '"AB-2" ;Fiat\n', notClosed],
    ["only closes a cell", 'AB-2";Fiat\n', notOpened],
    ["only closes the last cell", 'AB-2;Fiat"\n', notOpened],
    ["only closes the last cell of the file", 'AB-2;Fiat"', notOpened],
    ["opens a cell after a space", 'AB-2; "Fiat; new"\n', notOpened],
  ])("is refused from the record with a quote that %s", async (_, records, problem) => {
    const file = `licensePlate;vehicle.make\nAB-1;"Opel"\n\n${records}${records.endsWith("\n") ? "AB-9;Opel\n" : ""}`;
    for (const size of [1, 1 << 16])
      expect(await read(file, { ...csv, delimiter: ";" }, size)).toEqual([
        { licensePlate: "AB-1", vehicle: { make: "Opel" } },
        `line 4 ${problem}; nothing after it was read`,
      ]);
  });

  it.each([
    ["licensePlate;vehicle.make", 'AB-2;"Fiat\nAB-3;Opel\nAB-4;16"\n', ["AB-3", 4], ["AB-4", 4]],
    ["licensePlate;vehicle.make", 'LENNY;"x\nAB-3;16"\n', ["AB-3", 3]],
    ["licensePlate;vehicle.make", 'AB-2;"x\nLENNY; 16"\n', ["LENNY", 3]],
    ["licensePlate;vehicle.make", 'AB-2;"\nAB-3;16"\n', ["AB-3", 3]],
    ["licensePlate;vehicle.make", '"AB-2;Fiat\nAB-3";Opel\n', ["AB-2", 3], ["AB-3", 3]],
    ["vehicle.make;licensePlate", '"Fiat;AB-2\nOpel;AB-3\n16";AB-4\n', ["AB-2", 4], ["AB-3", 4]],
    ["vehicle.make;vehicle.note;licensePlate", '"a\nb";"Fiat;AB-2\n16";x;AB-3\n', ["AB-2", 4], ["AB-3", 4]],
    ["licensePlate;vehicle.make;vehicle.note", 'AB-2;"Fiat;x\nAB-3;16";"two\nlines; in it"\n', ["AB-3", 4]],
    ["licensePlate;vehicle.make;vehicle.note", 'AB-2;"Fiat;x\nAB-3;16";"x\nAB-4;x;16"\n', ["AB-3", 4], ["AB-4", 4]],
    ['licensePlate;"vehicle.make\nAB-1;16"', "AB-2;Fiat\n", ["AB-1", 2]],
    ["licensePlate;vehicle.make", 'AB-2;"12,5\n13,5"\nAB-3;"a; b; c\n{"\n'],
    ["licensePlate;vehicle.make", '"AB-2";"two\n\nlines"\n'],
  ])("shows the license plates of the records that a quoted cell may contain: %s, %j", async (...args) => {
    const [heading, records, ...expected] = args as [string, string, ...(readonly [string, number])[]];
    const found = new Set<string>();
    const onContained = (licensePlate: string, line: number) => found.add(JSON.stringify([licensePlate, line]));
    const mapping = { licensePlate: "licensePlate" };
    await readAll(`${heading}\n${records}`, { ...csv, delimiter: ";", mapping, onContained });
    expect([...found].sort()).toEqual(expected.map((each) => JSON.stringify(each)).sort());
  });

  it.each([
    ["Schade:\nvoor, achter, links"],
    ["Schade:\nvoor,achter,links\nonder,links,voor"],
    ["Banden:\nA1, B2, C3"],
    ["12-CD-34\n\n12-CD-34"],
    ["\n,,\n,,"],
    ["1,5,5\n2,5,5"],
    ['{\n""km"": 1,\n""at"": [1, 2],\n}'],
  ])("may have a quoted cell with line breaks and delimiters: %j", async (note) => {
    const heading = "licensePlate,vehicle.make,vehicle.note";
    const cell = note.trim().replaceAll('""', '"');
    const text = `${heading}\r\nAB-1,Opel,"${note}"\r\nAB-2,"${note}",\r\n`;
    expect(await read(text, csv)).toEqual([
      { licensePlate: "AB-1", vehicle: { make: "Opel", note: cell } },
      { licensePlate: "AB-2", vehicle: { make: cell } },
    ]);
  });

  it("may have empty lines, empty records and a mixture of line breaks", async () => {
    const text = "licensePlate,vehicle.make\n\nAB-1,Opel\r\n,\n , \nAB-2,Fiat\r\n\r\n";
    expect(await read(text, csv)).toEqual([
      { licensePlate: "AB-1", vehicle: { make: "Opel" } },
      { licensePlate: "AB-2", vehicle: { make: "Fiat" } },
    ]);
  });

  it("has trimmed cells", async () => {
    expect(await read(" licensePlate , vehicle.make\n AB-1 ,\tOpel \n", csv)).toEqual([
      { licensePlate: "AB-1", vehicle: { make: "Opel" } },
    ]);
  });

  const leftOut =
    "; if only empty cells at its end are left out, move a column without empty cells, such as the license plate, to the end";

  it("gives a record with another number of cells an error with its line, and reads on", async () => {
    const text = 'licensePlate,vehicle.make,vehicle.note\nAB-1,Opel,"a\nb"\nAB-2,Fiat\n,Fiat,,\nAB-3,Fiat,\n';
    expect(await read(text, csv)).toEqual([
      { licensePlate: "AB-1", vehicle: { make: "Opel", note: "a\nb" } },
      `line 4 has another number of cells (2) than the heading (3)${leftOut}`,
      "line 5 has another number of cells (4) than the heading (3)",
      { licensePlate: "AB-3", vehicle: { make: "Fiat" } },
    ]);
  });

  it("gives a record with another number of cells no license plate, which may be that of another record", async () => {
    const [item] = await readAll("licensePlate,vehicle.make\nAB\n", csv);
    expect(item).toBeInstanceOf(Error);
    expect(item).not.toHaveProperty("licensePlate");
  });

  it("gives a cell that is not in the encoding an error, if the cell is used", async () => {
    const bytes = Buffer.from("licensePlate,vehicle.make\nAB-1,Citroën\n", "latin1");
    expect(await read(bytes, csv)).toEqual([
      'line 2, column "vehicle.make" has bytes that are not of the encoding; give the right one with --encoding',
    ]);
    expect(await read(bytes, { ...csv, mapping: { licensePlate: "licensePlate" } })).toEqual([
      { licensePlate: "AB-1" },
    ]);
    expect(await read(bytes, { ...csv, encoding: "windows-1252" })).toEqual([
      { licensePlate: "AB-1", vehicle: { make: "Citroën" } },
    ]);
  });

  it.each([
    [1, 1 << 16, notClosed],
    [150_000, 1 << 16, tooLong(1 << 20)],
    [150_000, 1 << 22, tooLong(1 << 20)],
  ])(
    "is refused from the line of a quote that is not closed, %i lines before the end, in chunks of %i",
    async (lines, size, problem) => {
      const records = `AB-1,Opel\nAB-2,"Fiat\n${"AB-3,Opel\n".repeat(lines)}`;
      expect(await read(`licensePlate,vehicle.make\n${records}`, csv, size)).toEqual([
        { licensePlate: "AB-1", vehicle: { make: "Opel" } },
        `line 3 ${problem}; nothing after it was read`,
      ]);
    },
  );

  it.each([
    ["of a quote that is not closed", '"AB-1\n', "AB-2\n"],
    ["of one cell", "AB-1", "x"],
    ["of empty cells", "AB-1", ","],
    ["of quotes", "AB-1,", '"'],
  ])("is not read further after a megabyte %s", async (_, beginning, part) => {
    let chunks = 0;
    const content = (function* () {
      yield Buffer.from(`licensePlate\n${beginning}`);
      for (; chunks < 100; chunks += 1) yield Buffer.alloc(100_000, part);
    })();
    const items = readItems(Readable.from(content), { ...ndjson, format: "csv", maxLine: 1_000_000 });
    await expect(items.next()).rejects.toThrow(`line 2 ${tooLong(1_000_000)}; nothing after it was read`);
    expect(chunks).toBeLessThan(50);
  });

  it("may have a record as long as the limit", async () => {
    const text = `licensePlate\n${"A".repeat(50)}\n${"B".repeat(60)}\n`;
    const expected = [{ licensePlate: "A".repeat(50) }, `line 3 ${tooLong(50)}; nothing after it was read`];
    expect(await read(text, { ...csv, maxLine: 50 })).toEqual(expected);
  });

  it("may not have a record of more than a megabyte", async () => {
    expect(await read(`licensePlate\nAB-1\n${"x".repeat(1_100_000)}\n`, csv)).toEqual([
      { licensePlate: "AB-1" },
      `line 3 ${tooLong(1 << 20)}; nothing after it was read`,
    ]);
  });

  it("is refused without a heading", async () => {
    expect(await readAll("\n\n", csv)).toMatchObject([
      { message: "the file is empty: CSV needs a line with the headings.", exitCode: 2 },
    ]);
  });

  it("has the same items however it is divided into chunks", async () => {
    const cell = fc.constantFrom("AB-1", "", '"a,b"', '"a""b"', '"a\nb"', "é😀", "\r\n");
    const text = fc.array(fc.tuple(cell, cell).map((cells) => cells.join(","))).map((lines) => lines.join("\n"));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (records, size) => {
        const file = `licensePlate,vehicle.make\r\n${records}`;
        expect(await read(file, csv, size)).toEqual(await read(file, csv));
      }),
      { numRuns: 50 },
    );
  });
});

describe("a file that is read as windows-1252", () => {
  const encoding = "windows-1252";
  const refusal = { message: "the file is UTF-8: leave out --encoding windows-1252.", exitCode: 2 };

  it.each([1, 2, 3, 1 << 16])("is refused before its first character that is UTF-8, in chunks of %i", async (size) => {
    const ndjson = '{"make":"Opel"}\n{"make":"Citroën"}\n{"make":"Škoda €"}\n';
    expect(await readAll(ndjson, { encoding }, size)).toMatchObject(size < 9 ? [{ make: "Opel" }, refusal] : [refusal]);
    expect(await readAll("\ufefflicensePlate\nAB-1\n", { encoding, ...csv }, size)).toMatchObject([refusal]);
  });

  it.each([1, 2, 3, 1 << 16])("may have any characters of it, in chunks of %i", async (size) => {
    const bytes = Buffer.from('{"make":"Citroën"}\n{"make":"Ã«"}\n{"make":"ß"}\n', "latin1");
    expect(await read(bytes, { encoding }, size)).toEqual([{ make: "Citroën" }, { make: "Ã«" }, { make: "ß" }]);
  });
});

describe("the first lines of CSV", () => {
  const mapping = { Kenteken: "licensePlate", Merk: "vehicle.make" };
  const items = [{ licensePlate: "AB-1", vehicle: { make: "Opel" } }];
  const readLines = (lines: readonly string[], delimiter = ";") =>
    read(lines.join("\r\n"), { ...csv, delimiter, mapping });

  it.each([
    [";", "sep=;"],
    [";", "SEP=;;"],
    [";", '"sep=;"'],
    [",", "sep=,"],
    ["\t", "sep=\t"],
    ["|", "sep=|"],
  ])("may name the delimiter %j, as %j, also without an option", async (delimiter, first) => {
    const lines = [first, `Kenteken${delimiter}Merk`, `AB-1${delimiter}Opel`];
    for (const [size, encoding] of [
      [1, "utf-8"],
      [1 << 16, "utf-8"],
      [1, "utf-16le"],
    ] as const) {
      const content = Buffer.from(`\ufeff${lines.join("\r\n")}`, encoding === "utf-8" ? "utf8" : "utf16le");
      expect(await readAll(content, { ...csv, delimiter: undefined, mapping }, size)).toEqual(items);
    }
    expect(await readLines(lines, delimiter)).toEqual(items);
    expect(await readLines([`\ufeff${first}`, ...lines.slice(1)], delimiter)).toEqual(items);
  });

  it.each([
    [",", "sep=;", 'line 1 is "sep=;": give --delimiter ";".'],
    [";", "sep=,", 'line 1 is "sep=,": give --delimiter ",".'],
    [",", "sep=\t", 'line 1 is "sep=": give --delimiter "tab".'],
    ["\t", "sep=;", 'line 1 is "sep=;": give --delimiter ";".'],
  ])("are named if they contradict the delimiter %j: %j", async (delimiter, first, message) => {
    const content = [first, "Kenteken;Merk", "AB-1;Opel"].join("\n");
    expect(await readAll(content, { ...csv, delimiter, mapping })).toMatchObject([{ message, exitCode: 2 }]);
  });

  it.each([
    [["Wagenpark 2026;"]],
    [["Wagenpark 2026"]],
    [["sep=;", "Wagenpark;", "op 1-3-2026;", ";", '"lease\nauto";']],
    [Array.from({ length: 10 }, (_, index) => `Regel ${index};`)],
  ])("may be a title above the headings: %j", async (titles) => {
    expect(await readLines([...titles, "Kenteken;Merk", "AB-1;Opel"])).toEqual(items);
    const paths = [...titles, "licensePlate;vehicle.make", "AB-1;Opel"].join("\n");
    expect(await read(paths, { ...csv, delimiter: ";" })).toEqual(items);
  });

  it.each([
    [
      ["Wagenpark maart 2026;;", "", "kenteken;Merk;Bouwjaar", "AB-1;Opel;2020"],
      'there is no column "Kenteken"; perhaps it is "kenteken"; line 3 has kenteken, Merk, Bouwjaar',
    ],
    [["Wagenpark;", "Nummerplaat;merk", "AB-1;Opel"], 'there is no column "Kenteken"; line 2 has Nummerplaat, merk'],
    [
      ["Wagenpark;", "Kentekens;merk"],
      'there is no column "Kenteken"; perhaps it is "Kentekens"; line 2 has Kentekens, merk',
    ],
  ])("are not taken for the headings if these have another name: %j", async (lines, problem) => {
    expect(await readLines(lines)).toEqual([`the columns cannot be used: ${problem}.`]);
  });

  it.each([
    [["AB-12-CD;Opel", "Kenteken;Merk"], 1, 2],
    [["Wagenpark;", "LENNY;Opel", "Kenteken;Merk"], 2, 3],
    [["Wagenpark;;", "AB-12-CD;;2020", "Kenteken;Merk;Bouwjaar"], 2, 3],
  ])("are not below vehicles, as in a sheet that was sorted with them: %j", async (lines, vehicle, headings) => {
    expect(await readLines([...lines, "AB-1;Opel;2020"])).toEqual([
      `line ${vehicle} has a vehicle above the headings of line ${headings}: move them up.`,
    ]);
  });

  it("may be below a name and a value", async () => {
    expect(await readLines(["Periode;2026;", "Kenteken;Merk;Stand", "AB-1;Opel;"])).toEqual(items);
  });

  it("are what shows that the delimiter is another one, although it is in a row below them", async () => {
    expect(await readLines(["Kenteken;Merk;Stand", "AB-1;Opel;12,5"], ",")).toEqual([
      'the columns cannot be used: there is no column "Kenteken"; line 1 has one column: check --delimiter.',
    ]);
  });

  it("are not taken for the headings if these are wrong paths", async () => {
    const lines = ["Wagenpark maart 2026;", "LicensePlate;vehicle.make", "AB-1;Opel"].join("\n");
    expect(await read(lines, { ...csv, delimiter: ";" })).toEqual([
      expect.stringContaining('"LicensePlate" is not the path of a field; perhaps it is licensePlate'),
    ]);
  });

  it("keep the numbers of the lines below a title", async () => {
    const lines = ["Wagenpark;", "", "Kenteken;Merk", "AB-1", "AB-1;Opel"];
    expect((await readLines(lines))[0]).toMatch(/^line 4 has another number of cells/);
  });

  it("are what the error names if no headings follow, and are not read further", async () => {
    const message = expect.stringContaining('there is no column "Kenteken"; line 1 has Wagen, Type');
    expect(await readLines(["Wagen;Type", "AB-1;Opel"])).toEqual([message]);
    let chunks = 0;
    const content = (function* () {
      yield Buffer.from("Wagen;Type\n");
      for (; chunks < 100; chunks += 1) yield Buffer.from("AB-1;Opel\n".repeat(1000));
    })();
    const given = { ...ndjson, ...csv, delimiter: ";", mapping, maxLine: 1 << 20 };
    await expect(readItems(Readable.from(content), given).next()).rejects.toThrow("there is no column");
    expect(chunks).toBeLessThan(50);
  });
});

describe("a byte order mark of UTF-16", () => {
  const item = { licensePlate: "AB-1", vehicle: { make: "Škoda 😀" } };
  const swap = (text: string) => Buffer.from(text, "utf16le").swap16();
  const contents = [
    ["ndjson", `\ufeff${JSON.stringify(item)}\n`],
    ["csv", "\ufefflicensePlate,vehicle.make\r\nAB-1,Škoda 😀\r\n"],
  ] as const;

  it.each(["utf-8", "utf-16le", "windows-1252"])(
    "decides, whatever the encoding is said to be: %s",
    async (encoding) => {
      for (const [format, text] of contents)
        for (const bytes of [Buffer.from(text, "utf16le"), swap(text)])
          for (const size of [1, 3, 1 << 16]) expect(await read(bytes, { format, encoding }, size)).toEqual([item]);
    },
  );

  it("can be all that a file has", async () => {
    expect(await read(Buffer.from([0xff, 0xfe]))).toEqual(["the file is empty: it has no item."]);
    expect(await read(Buffer.from([0xff]))).toEqual([expect.stringMatching(/^line 1 has bytes that are not/)]);
  });
});

describe("the records of CSV", () => {
  it("are those of a strict parser, and are refused where it refuses a quote of a quoted cell", async () => {
    const part = fc.constantFrom('"', '""', "a", "b", ",", "\n", "\r\n");
    const texts = fc.array(fc.array(part).map((parts) => parts.join("")));
    await fc.assert(
      fc.asyncProperty(texts, async (chunks) => {
        const strict = parseStrictly(chunks.join(""));
        const found: (readonly string[])[] = [];
        let failure: unknown;
        try {
          for await (const { cells } of parseCsv(Readable.from(chunks), { delimiter: ",", maxLine: 1 << 20 }))
            found.push(cells);
        } catch (error) {
          failure = error;
        }
        if (Array.isArray(strict)) {
          const wanted = strict.filter((cells) => cells.some((cell) => cell !== ""));
          expect([found, failure]).toEqual([wanted, undefined]);
        } else if (strict !== "INVALID_OPENING_QUOTE") expect(failure).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  /** Returns the records, or the code of the error. */
  function parseStrictly(text: string): string[][] | string {
    try {
      const records: string[][] = parse(text, { relax_column_count: true, record_delimiter: ["\r\n", "\n"] });
      return records.map((cells) => cells.map((cell) => cell.trim()));
    } catch (error) {
      return String(Object(error).code);
    }
  }
});

describe("the lines of items", () => {
  it.each([
    ['{"a":1}\n\n{"b":2}\noops\n', {}, [1, 3, 4]],
    ['licensePlate,vehicle.x\nA,1\n,\n\nB,"2\n3"\nC,4\nD\n', csv, [2, 6, 7, 8]],
  ])("are known for %j", async (content, options, expected) => {
    const lines = new ItemLines();
    const check = (item: unknown, line: number) => {
      lines.add(line);
      return item;
    };
    const items = await read(content, { ...options, check });
    expect(items.map((_, index) => lines.find(index + 1))).toEqual(expected);
    expect(lines.find(undefined)).toBeUndefined();
  });
});

describe("a last line without a line end", () => {
  const noLineEnd = "the last line has no line end, so that the file may be cut off";

  it.each([
    ['{"licensePlate":"AB-1"}\n{"licensePlate":"AB-2"}', {}],
    ["licensePlate\nAB-1\nAB-2", csv],
  ])("is an error after its item, if this is asked for: %j", async (content, options) => {
    const items = [{ licensePlate: "AB-1" }, { licensePlate: "AB-2" }];
    for (const size of [1, 1 << 16]) {
      expect(await read(content, options, size)).toEqual(items);
      expect(await read(content, { ...options, requiresLineEnd: true }, size)).toEqual([...items, noLineEnd]);
    }
    for (const end of ["\n", "\r\n"])
      expect(await read(content + end, { ...options, requiresLineEnd: true })).toEqual(items);
  });

  it("is not that of an empty file", async () => {
    expect(await read("", { requiresLineEnd: true })).toEqual(["the file is empty: it has no item."]);
  });
});

describe("a file", () => {
  const terminal = { input: Readable.from([]), interrupted: new AbortController().signal };

  async function createFile(content: string): Promise<string> {
    const file = join(temporaryFolder(), "fleet");
    await writeFile(file, content);
    return file;
  }

  it("that does not exist or is a folder cannot be read: exit code 2", async () => {
    const missing = join(tmpdir(), "no-such-folder", "fleet.ndjson");
    for (const path of [missing, tmpdir()])
      await expect(readChunks(path, terminal).next()).rejects.toMatchObject({
        message: expect.stringContaining(`${path} cannot be read: `),
        exitCode: 2,
      });
  });

  it.each([
    ["that is written to", (path: string) => appendFile(path, "{}\n")],
    [
      "that is replaced by one of the same size",
      async (path: string) => {
        await writeFile(`${path}.new`, "x".repeat(200_000));
        await rename(`${path}.new`, path);
      },
    ],
  ])("%s while it is read fails at its end", async (_, change) => {
    const path = await createFile("y".repeat(200_000));
    const read = async (whenBegun: () => Promise<void>) => {
      const chunks = readChunks(path, terminal);
      await chunks.next();
      await whenBegun();
      for await (const _ of chunks);
    };
    await read(async () => {});
    await expect(read(() => change(path))).rejects.toThrow(`${path} was changed while it was read`);
  });

  it("that breaks off while it is read rejects with the error itself", async () => {
    const input = Readable.from(
      (async function* () {
        yield Buffer.from("{}\n");
        throw new Error("the disk failed");
      })(),
    );
    const chunks = readChunks(undefined, { ...terminal, input });
    await chunks.next();
    await expect(chunks.next()).rejects.toEqual(new Error("the disk failed"));
  });
});

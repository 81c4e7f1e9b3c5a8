import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openRecorder, openSync } from "./support.js";

/** What is sent of a row, with the reason if its license plate is listed as unlikely; or why the row fails. */
type Outcome = object | readonly [object, string] | string;

type Journey = readonly [
  file: string,
  args: readonly string[],
  columns: Readonly<Record<string, string>>,
  outcomes: Readonly<Record<number, Outcome>>,
];

const columns = { Kenteken: "licensePlate", Merk: "vehicle.make", Opmerking: "vehicle.note" };
const item = (licensePlate: string, vehicle: object = { make: "Opel" }) => ({ ...vehicle, licensePlate });
const opel = (km: number, date?: string) => ({ make: "Opel", km, ...(date !== undefined && { date }) });

const shortened = "licensePlate must be the plate of a vehicle; it is a number that a spreadsheet has shortened";
const parentheses = "licensePlate must be the plate of a vehicle; it has parentheses";
const slash = "licensePlate must not contain a slash";
const badDate = (line: number, example: string) =>
  `line ${line}, column "Datum" must be a date that exists, such as ${example}`;
const badNumber = (line: number, example: string) =>
  `line ${line}, column "Stand" must be a number such as 1234 or ${example}`;
const unlikely = (licensePlate: string, vehicle: object, why = "has no letter") =>
  [item(licensePlate, vehicle), why] as const;

/** The rows of a list that was typed, opened and saved, up to the last two, which are the same in all files. */
const opened = (rows: Readonly<Record<number, Outcome>>) => ({
  3: item("GV-123-B", { make: "Citroën", km: 120500, date: "2026-03-01", note: "Schade:\nvoor; achter, links" }),
  ...rows,
  11: parentheses,
  12: unlikely("Totaal", { km: 8 }, "has no digit"),
});

/** The rows of the sheet with cells of several formats. */
const cells = (zero: string, month: string, example: string) => ({
  4: item("AB-12-CD", {
    ...{ make: "Citroën", note: 'Schade:\nvoor; achter, "links"' },
    ...{ km: 120500, date: "2026-03-01", day: "2026-03-01", sold: false },
  }),
  5: item("1-ABC-234", {
    ...{ make: "Opel; Fiat, BMW", km: 12.5, date: "2026-12-31", day: "1999-12-31", sold: true },
  }),
  6: shortened,
  7: unlikely(zero, { make: "Opel" }),
  8: unlikely(month, { make: "Opel" }, "looks like a date"),
  9: slash,
  10: badNumber(10, example),
});
const cellColumns = { Kort: "vehicle.day:date(dd-MM-yy,1950)", Verkocht: "vehicle.sold:boolean" };
const comma = { Stand: "vehicle.km:number(,)" };
const dot = { Stand: "vehicle.km:number" };
const semicolon = ["--delimiter", ";"];
const windows = [...semicolon, "--encoding", "windows-1252"];
const dutch = { ...comma, Datum: "vehicle.date:date(dd-MM-yy,2000)" };
const typed = { Datum: "vehicle.date:date(d-M-yyyy)" };
const slashes = { Datum: "vehicle.date:date(d/M/yyyy)", Verkocht: "vehicle.sold:boolean" };
const shortSlashes = { Kort: "vehicle.day:date(dd/MM/yy,1950)" };

const journeys: readonly Journey[] = [
  [
    "opened-nl-NL",
    semicolon,
    dutch,
    opened({
      4: unlikely("12-03-04", opel(1, "2026-03-01")),
      5: unlikely("100000", opel(1.5, "2026-03-01")),
      6: badDate(6, "31-12-26"),
      7: shortened,
      8: unlikely("01-03-34", opel(1013, "2026-01-03")),
      9: unlikely("01-12-12", opel(1013)),
      10: unlikely("123", opel(1013)),
    }),
  ],
  [
    "opened-nl-BE",
    windows,
    { ...comma, ...typed },
    opened({
      4: unlikely("12-3-4", opel(1, "2026-03-01")),
      5: badDate(5, "31-12-2026"),
      6: badDate(6, "31-12-2026"),
      7: shortened,
      8: slash,
      9: slash,
      10: unlikely("123", opel(1013)),
    }),
  ],
  [
    "opened-en-GB",
    [],
    { ...dot, ...typed },
    opened({
      4: unlikely("12-3-4", opel(1, "2026-03-01")),
      5: badNumber(5, "12.5"),
      6: badDate(6, "31-12-2026"),
      7: shortened,
      8: item("1-MRT-234", opel(1013, "2026-01-03")),
      9: slash,
      10: unlikely("123", opel(1013)),
    }),
  ],
  [
    "opened-text-nl-NL",
    semicolon,
    dutch,
    opened({
      4: unlikely("12-3-4", opel(1, "2026-03-01")),
      5: unlikely("100000", opel(1.5, "2026-03-01")),
      6: badDate(6, "31-12-26"),
      7: item("1E999", opel(1013)),
      8: item("1-MRT-234", opel(1013, "2026-01-03")),
      9: item("1-DEC-012", opel(1013)),
      10: unlikely("000123", opel(1013)),
    }),
  ],
  [
    "opened-text-nl-BE",
    windows,
    { ...comma, Datum: "vehicle.date:date(dd/MM/yy,2000)" },
    {
      ...opened({
        4: badDate(4, "31/12/26"),
        5: badDate(5, "31/12/26"),
        6: item("1E5", opel(1013, "2026-03-01")),
        7: item("1E999", opel(1013)),
        8: badDate(8, "31/12/26"),
        9: item("1-DEC-012", opel(1013)),
        10: unlikely("000123", opel(1013)),
      }),
      3: badDate(3, "31/12/26"),
    },
  ],
  [
    "opened-text-en-GB",
    [],
    { ...dot, ...typed },
    opened({
      4: unlikely("12-3-4", opel(1, "2026-03-01")),
      5: badNumber(5, "12.5"),
      6: badDate(6, "31-12-2026"),
      7: item("1E999", opel(1013)),
      8: item("1-MRT-234", opel(1013, "2026-01-03")),
      9: item("1-DEC-012", opel(1013)),
      10: unlikely("000123", opel(1013)),
    }),
  ],
  ["cells-nl-NL", semicolon, { ...comma, ...typed, ...cellColumns }, cells("0,0", "12-mrt", "12,5")],
  ["cells-nl-BE", windows, { ...comma, ...slashes, ...shortSlashes }, cells("0,0", "12-mrt", "12,5")],
  ["cells-en-GB", [], { ...dot, ...slashes, ...shortSlashes }, cells("0.0", "12-Mar", "12.5")],
  [
    "cells-nl-NL-utf-16",
    ["--delimiter", "tab"],
    { ...comma, ...typed, ...cellColumns },
    cells("0,0", "12-mrt", "12,5"),
  ],
];

it.each(journeys)("reads each row of %s as it is, or rejects or lists it with its reason", async (...journey) => {
  const [name, given, ownColumns, outcomes] = journey;
  const { path, save, run, readReport } = await openSync();
  const { env, received } = await openRecorder();
  const file = fileURLToPath(new URL(`spreadsheets/${name}.csv`, import.meta.url));
  const mapping = await save("columns.json", JSON.stringify({ ...columns, ...ownColumns }));
  const args = [file, ...given, "--columns", mapping, "--report", path("report.json"), "--concurrency", "1"];
  expect(await run([...args, "--dry-run"], { env })).toMatchObject({ code: 1 });
  const { planned, failures, unlikelyPlates } = await readReport();
  expect(await run([...args, "--remove-missing"], { env })).toMatchObject({ code: 1 });
  const reasons = new Map<number, string>(
    unlikelyPlates.map(({ line, why }: { line: number; why: string }) => [line, why]),
  );
  const found: Record<number, unknown> = {};
  for (const { line, error } of failures) found[line] = error.message;
  for (const [index, { line }] of planned.entries()) {
    const body = JSON.parse(received[index]?.replace("PUT /v1/vehicles ", "") ?? "null");
    found[line] = reasons.has(line) ? [body, reasons.get(line)] : body;
  }
  expect(found).toEqual(outcomes);
});

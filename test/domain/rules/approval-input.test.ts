import { checkApproval } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { parseDateTime } from "../../../src/base/dates.js";
import { formsOf } from "../../../src/document/schema.js";
import { readRequest } from "../../../src/domain/rules/approval-input.js";
import type { Schema } from "../../../src/errors/input.js";
import { violationOf } from "../../../src/sandbox/messages/check-request.js";
import { checkSchema, fieldsOf, supplierSchema } from "../../../src/sandbox/messages/schema.js";
import { untyped } from "../../support/untyped.js";
import { allowed, check, contract, guid, known, plate, repair, repairOf, repairOn, work } from "./approval-support.js";
import { listBriefly } from "./invoice-support.js";
import { replaceByOddValues } from "./odd-values.js";

describe("the form of a request that checkApproval reads", () => {
  const code = { code: "1", description: "one" };
  const tire = {
    partType: "Tire",
    id: 1,
    vacoStatus: "Current",
    obsoleteVacoStatusSinceYear: 2020,
    seasonIndicator: "Winter",
    category: "Standard",
    makeCode: "MI",
    make: "Make",
    nominalWidthInMillimeters: 205,
    widthHeightRatio: 55,
    rimDiameterInInches: 16,
    loadIndex: 91,
    speedRating: "V",
    modelTypeProfile: "Profile",
    typeNumber: "7",
    noiseOutputLevelInDecibels: 69.5,
    rollingResistanceCode: "B",
    wetGripCode: "A",
    manufacturerSuggestedRetailPrice: 129.5,
    description: "A tire",
    bacCode: "B1",
    eanCode: "E1",
  };
  const part = {
    id: guid(1),
    reg: code,
    supplierCode: "S",
    operation: { ...code, type: code },
    reason: code,
    location: ["1", "L"],
    value: "7.5",
    price: 7.5,
    part: tire,
    damage: false,
    warranty: "W",
    leniency: "L",
  };
  /** Every field that a new request can have. */
  const complete = {
    status: "Draft",
    vehicle: { licensePlate: "AB-123-C", partialVin: "J" },
    appointment: {
      workshopDate: "2026-06-15",
      checkoutDate: "2026-06-15T09:00:00+02:00",
      workOrderNumber: "WO-1",
      supplierNumber: "4711",
      estimatedDurationInDays: 1,
      contact: { name: "Robin", phone: "+31 30 000 00 00" },
    },
    components: [{ ...part, subcomponents: [part] }],
  };

  const schema = supplierSchema("serviceRequests.create");
  const notCompared = ["status", "vehicle", "vehicle.licensePlate"];

  /** Lists the violations of the OpenAPI document, except those of the status and of a missing vehicle. */
  const checkByDocument = (body: unknown) =>
    normalize([
      ...checkSchema(schema, body)
        .map((issue) => violationOf(issue))
        .map(({ code, context }) => `${code.replace("SANDBOX-", "RULE-")} ${context["fieldName"]}`),
      ...(hasCheckoutInYears(body) ? [] : ["RULE-INVALID appointment.checkoutDate"]),
    ]);

  /** A schema cannot express the years of a checkout date, because they are those of its instant in UTC. */
  const hasCheckoutInYears = (body: unknown) => {
    const { checkoutDate } = Object(Object(body).appointment);
    const instant = typeof checkoutDate === "string" ? parseDateTime(checkoutDate) : undefined;
    if (instant === undefined) return true;
    return instant >= Date.parse("2000-01-01T00:00:00Z") && instant < Date.parse("2101-01-01T00:00:00Z");
  };

  /** Lists the violations of the forms. */
  const checkByForms = (body: object) => normalize(listBriefly(readRequest(body).violations));

  /** Lists the violations once each, without those of fields that are not compared. */
  const normalize = (entries: readonly string[]) =>
    [...new Set(entries)].filter((each) => !notCompared.some((field) => each.endsWith(` ${field}`))).sort();

  type Path = readonly (string | number)[];
  const listPaths = (value: unknown, path: Path = []): Path[] =>
    typeof value !== "object" || value === null
      ? [path]
      : [
          path,
          ...Object.entries(value).flatMap(([name, each]) =>
            listPaths(each, [...path, Array.isArray(value) ? Number(name) : name]),
          ),
        ];

  function replace(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
    if (name === undefined) return by;
    const copy: unknown = Array.isArray(value) ? [...value] : { ...Object(value) };
    Reflect.set(Object(copy), name, replace(Reflect.get(Object(value), name), rest, by));
    return copy;
  }

  const paths = listPaths(complete).slice(1);
  const texts = ["", " ", "x", "Base", "1,5", "-7", "1.", ".5", "+1", "1e3", "1 000", "12.50", "\n1"];
  const dates = ["2026-02-29", "2028-02-29", "1999-12-31", "2000-01-01", "2100-12-31", "2101-01-01", "x2026-06-15"];
  const times = ["T00:00:00Z", "T23:59:59.5Z", "T24:00:00Z", "T10:60:00Z", "T10:00Z", "T10:00:00", "t10:00:00z"];
  const offsets = ["+23:59", "-24:00", "+02:60", "+0200", "+02:00x"].map((each) => `T10:00:00${each}`);
  const guids = [
    guid(1).replace("-", ""),
    `${guid(1)}0`,
    `x${guid(1)}`,
    "ABCDEF01-abcd-0000-FFFF-0123456789aB",
    "g".repeat(36),
  ];
  const dateTimes = dates.slice(0, 6).flatMap((day) => [...times, ...offsets].map((time) => day + time));
  const invalidValues: unknown[] = [
    null,
    0,
    5,
    1.5,
    -1,
    2 ** 60,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    {},
    [],
    ["x"],
    [5],
    [null],
  ];

  describe("agrees with the OpenAPI document", () => {
    test("for a request with every field", () => {
      const namesOf = (form: Schema | undefined) => Object.keys(fieldsOf(form)).sort();
      const itemOf = (list: Schema | undefined) => list && formsOf(list)[0]?.items;
      const { appointment, components } = fieldsOf(schema);
      const line = itemOf(components);
      const subcomponent = itemOf(fieldsOf(line)["subcomponents"]);
      expect(Object.keys(tire).sort()).toEqual(namesOf(fieldsOf(line)["part"]));
      expect(Object.keys(part).sort()).toEqual(namesOf(subcomponent));
      expect(Object.keys(complete.components[0] ?? {}).sort()).toEqual(namesOf(line));
      expect(Object.keys(complete.appointment).sort()).toEqual(namesOf(appointment));
      expect(checkByDocument(complete)).toEqual([]);
      expect(checkByForms(complete)).toEqual([]);
    });

    test.each(paths.map((path) => [path.join("."), path] as const))("for the field %s", (_, path) => {
      // JSON has no undefined entries in lists.
      const missing = typeof path.at(-1) === "number" ? [] : [undefined];
      const moments = path[0] === "appointment" ? [...dates, ...dateTimes] : [];
      for (const value of [...invalidValues, ...missing, ...texts, ...moments, ...guids]) {
        const body = Object(replace(complete, path, value));
        expect([value, checkByForms(body)]).toEqual([value, checkByDocument(body)]);
      }
    });
  });

  describe("is reported where it is wrong", () => {
    test.each<[unknown, string]>([
      [
        repairOf({ part: { partType: "Base" } }),
        "The part type of the part of line 2 must be Tire, because no other type of part is accepted: correct it.",
      ],
      [repairOf({ value: "1,5" }), "The value of line 2 must be a decimal number as text, such as 7.5: correct it."],
      [repairOf({ id: "1" }), "The id of line 2 must be a GUID: correct it."],
      [repairOf({ price: "9" }), "The price of line 2 must be a number: correct it."],
      [repairOf({ damage: 1 }), "The damage of line 2 must be true or false: correct it."],
      [repairOf({ supplierCode: 1 }), "The supplier code of line 2 must be a text: correct it."],
      [repairOf({ subcomponents: {} }), "The subcomponents of line 2 must be a list: correct it."],
      [repairOf({ subcomponents: [1] }), "Subcomponent 1 of line 2 must be an object: correct it."],
      [
        repairOf({ subcomponents: [{ location: "1" }] }),
        "The location of subcomponent 1 of line 2 must be a list of position codes: correct it.",
      ],
      [
        repairOf({ part: { ...tire, makeCode: {} } }),
        "The make code of the part of line 2 must be a text or a whole number: correct it.",
      ],
      [
        repairOf({ operation: undefined }),
        "The operation of line 2 is missing: take it from the allowed component, as lineFor does.",
      ],
      [repairOf({ id: undefined }), "The id of line 2 is missing: make a new GUID, as lineFor does."],
      [repairOf({ reason: undefined }), "The reason of line 2 is missing: take one of the allowed component."],
      [repairOf({ reg: {} }), "The code of the component of line 2 is missing: fill it in."],
      [repairOf({ part: {} }), "The part type of the part of line 2 is missing: say that it is a Tire."],
      [
        repair({ vehicle: { licensePlate: "AB-123-C", partialVin: 5 } }),
        "The partial VIN of the vehicle must be a text: correct it.",
      ],
      [
        repairOn({ workshopDate: "15-06-2026" }),
        "The workshop date of the appointment must be a date that exists, as yyyy-MM-dd, in a year from 2000 to 2100: correct it.",
      ],
      [
        repairOn({ checkoutDate: "2026-06-15" }),
        "The checkout date of the appointment must be a date-time such as 2026-06-15T09:00:00Z, in a year from 2000 to 2100: correct it.",
      ],
      [
        repairOn({ estimatedDurationInDays: 1.5 }),
        "The estimated duration in days of the appointment must be a whole number: correct it.",
      ],
    ])("once, in a sentence (%#)", (request, sentence) => {
      expect(checkApproval(Object(request)).map(({ description }) => description)).toEqual([sentence]);
    });

    test("also for fields that only the service sets", () => {
      expect(check(repair({ id: 5 }))).toEqual(["RULE-INVALID id"]);
      expect(check(repair({ status: 5, licensePlate: 5 }))).toEqual([
        "RULE-INVALID status",
        "RULE-INVALID licensePlate",
      ]);
      expect(check(repairOf({ status: "Denied" }))).toEqual(["RULE-INVALID components[1].status"]);
      expect(check(repairOf({ status: { code: 5, description: 5 } }))).toEqual([
        "RULE-INVALID components[1].status.code",
        "RULE-INVALID components[1].status.description",
      ]);
    });

    test("without a further violation that the field is missing", () => {
      expect(check(repairOn({ contact: { name: 5 }, workOrderNumber: 5 }))).toEqual([
        "RULE-INVALID appointment.workOrderNumber",
        "RULE-INVALID appointment.contact.name",
      ]);
      expect(check(repair({ components: "none" }))).toEqual(["RULE-INVALID components"]);
    });

    test("but not on a settled line, also after the tenth", () => {
      const open = Array.from({ length: 10 }, (_, index) => ({ ...work(), id: guid(100 + index) }));
      const checkLast = (status: string) =>
        check(repair({ components: [...open, work({ value: "x", status: { code: status } })] }));
      const invalid = "RULE-INVALID components[10].value";
      for (const status of ["Approved", "Cancelled", "CancellationApproved"])
        expect(checkLast(status)).not.toContain(invalid);
      for (const status of ["Denied", "SomethingNew"]) expect(checkLast(status)).toContain(invalid);
    });

    test("without an exception and without a change of the request", () => {
      const lines = [null, work(), undefined, 5];
      const request = Object.freeze(repair({ components: Object.freeze(lines) }));
      expect(check(request)).toEqual([
        "RULE-INVALID components[0]",
        "RULE-INVALID components[2]",
        "RULE-INVALID components[3]",
        "RULE-APPROVAL components",
      ]);
      // biome-ignore lint/suspicious/noSparseArray: a caller can do this
      expect(check(repair({ components: [, ...(repair().components ?? [])] }))).toEqual(["RULE-INVALID components[0]"]);
      for (const nothing of [null, undefined, 5, "x", []]) expect(check(nothing)).toEqual(check({}));
    });
  });

  test("is not copied if it is right", () => {
    const { vehicle } = repair();
    const request = { vehicle };
    expect(readRequest(request).content).toBe(request);
  });
});

describe("the context of checkApproval", () => {
  const open = { id: guid(50), licensePlate: plate, components: [work()] };

  /** A context with every field. */
  const complete = {
    kind: "service",
    contract: contract(),
    allowedComponents: allowed,
    openRequests: [open],
    known: { ...known, warranties: ["A"], leniencies: ["B"] },
  };

  describe("with null in it", () => {
    test.each<[string, unknown, object]>([
      ["the context", null, {}],
      ["the known facts", { known: null }, {}],
      ["a list of codes", { known: { ...known, rentalCodes: null, repeatableCodes: null } }, { known: {} }],
      ["lists of values", { known: { warranties: null, leniencies: null } }, { known: {} }],
      ["the contract", { contract: null }, {}],
      ["the lease contract", { contract: contract({ leaseContract: null as never }) }, {}],
      ["the start of the lease contract", { contract: contract({ leaseContract: { startDate: null as never } }) }, {}],
      ["the supplier contract", { contract: contract({ supplierContract: null as never }) }, {}],
      ["the allowed components", { allowedComponents: null }, {}],
      ["an allowed component", { allowedComponents: [null, ...allowed] }, { allowedComponents: allowed }],
      ["the open requests", { openRequests: null }, {}],
      ["an open request", { openRequests: [null, open] }, { openRequests: [open] }],
      [
        "the lines of an open request",
        { openRequests: [{ ...open, components: null }] },
        { openRequests: [{ ...open, components: undefined }] },
      ],
      [
        "a line of an open request",
        { openRequests: [{ ...open, components: [null] }] },
        { openRequests: [{ ...open, components: [] }] },
      ],
    ])("is checked as if the value were left out: %s", (_, context, equivalent) => {
      for (const request of [repair(), repairOf({ warranty: "Z", leniency: "Z" }), {}]) {
        expect(check(request, untyped(context))).toEqual(check(request, untyped(equivalent)));
      }
    });

    test("is checked as if the value were left out of an allowed component", () => {
      const bare = { reasons: null, subcomponents: null, locations: null, requiredFields: null };
      const operation = { code: "02", type: null, description: null };
      const context = untyped({ allowedComponents: [{ regCode: "1101", operation, ...bare }] });
      expect(check(repairOf({ operation: { code: "02" } }), context)).toEqual(["RULE-REASON components[1].reason"]);
      const parts = [{ regCode: "1102", operation: null, ...bare, reasons: [null, { code: "38" }] }];
      const parent = { regCode: "1101", operation, ...bare, reasons: [{ code: "20" }], subcomponents: parts };
      const line = {
        operation: { code: "02" },
        subcomponents: [{ reg: { code: "1102" }, reason: { code: "38" } }],
      };
      expect(check(repairOf(line), untyped({ allowedComponents: [null, parent] }))).toEqual([]);
    });
  });

  test("causes no exception with any JSON in it", () => {
    const request = repairOf({
      warranty: "A",
      location: ["1"],
      subcomponents: [{ reg: { code: "1102" }, location: ["1"], reason: { code: "1" } }],
    });
    for (const context of replaceByOddValues(complete))
      for (const { description } of checkApproval(request, untyped(context))) expect(description).toMatch(/\.$/);
  });

  test("causes no exception with any JSON of the service in the request, and says nothing of its form", () => {
    for (const request of replaceByOddValues(repairOf({ warranty: "A", location: ["1"], part: { partType: "Tire" } })))
      for (const { rule, description } of checkApproval(
        untyped(request),
        untyped({ ...complete, fromService: true }),
      )) {
        expect(rule).not.toBe("field-invalid");
        expect(description).toMatch(/\.$/);
      }
  });
});

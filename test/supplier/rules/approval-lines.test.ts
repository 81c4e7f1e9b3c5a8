import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import { allowed, found, foundInLine, guid, reading, repair, repairOf, work } from "./approval-support.js";

describe("a line against the allowed components", () => {
  test("that says what they say breaks no rule", () => {
    expect(foundInLine({})).toEqual([]);
    expect(foundInLine({ reason: { code: "22" } })).toEqual([]);
    expect(foundInLine({ operation: { code: "02" }, reason: { code: "21" }, price: undefined })).toEqual([]);
  });

  test("that has only a code of the supplier is compared with nothing", () => {
    expect(foundInLine({ reg: undefined, reason: { code: "00" }, location: ["9"] })).toEqual([]);
  });

  test("of a component that is not allowed breaks that rule alone", () => {
    const fields = { reg: { code: "7777" }, operation: { code: "00" }, location: ["9"] };
    expect(foundInLine(fields)).toEqual(["RULE-COMPONENT components[1].reg.code"]);
    expect(foundInLine({}, [])).toEqual(["RULE-COMPONENT components[1].reg.code"]);
  });

  test.each([
    { operation: { code: "03", type: { code: "A" } } },
    { operation: { code: "01", type: { code: "B" } } },
    { operation: { code: "01" } },
    { operation: { code: "02", type: { code: "A" } } },
  ])("with %j has another operation", (fields) => {
    expect(foundInLine({ ...fields, reason: { code: "00" } })).toEqual([
      "RULE-OPERATION components[1].operation",
    ]);
  });

  test("without an operation lacks it, and is not compared further", () => {
    expect(foundInLine({ operation: undefined, reason: { code: "00" } })).toEqual([
      "RULE-REQUIRED components[1].operation",
    ]);
    expect(foundInLine({ operation: { type: { code: "A" } } })).toEqual([
      "RULE-REQUIRED components[1].operation.code",
    ]);
    expect(foundInLine({ operation: { code: "01", type: {} } })).toEqual([
      "RULE-REQUIRED components[1].operation.type.code",
    ]);
  });

  test("with another reason, or none", () => {
    expect(foundInLine({ reason: { code: "21" } })).toEqual(["RULE-REASON components[1].reason"]);
    expect(foundInLine({ reason: undefined })).toEqual(["RULE-REQUIRED components[1].reason"]);
    const bare = [...allowed.slice(0, 1), { regCode: "1101", operation: work().operation as never }];
    expect(foundInLine({}, bare)).toEqual(["RULE-REASON components[1].reason"]);
  });

  test("lacks the fields that its component requires, of the names that are known", () => {
    expect(foundInLine({ price: undefined })).toEqual(["RULE-REQUIRED components[1].price"]);
  });

  const swap = { reg: { code: "3199" }, operation: { code: "03" }, reason: { code: "30" } };
  test.each<[unknown, string[]]>([
    [["1", "L"], []],
    [["1"], ["RULE-LOCATION components[1].location"]],
    [["L", "1"], ["RULE-LOCATION components[1].location"]],
    [["2", "L"], ["RULE-LOCATION components[1].location"]],
    [["1", "L", "x"], ["RULE-LOCATION components[1].location"]],
    [[], ["RULE-REQUIRED components[1].location"]],
    [undefined, ["RULE-REQUIRED components[1].location"]],
  ])("at %j", (location, expected) => {
    expect(foundInLine({ ...swap, location })).toEqual(expected);
  });

  test("at a place where its component has none", () => {
    expect(foundInLine({ location: ["1"] })).toEqual(["RULE-LOCATION components[1].location"]);
    expect(foundInLine({ location: [] })).toEqual([]);
  });

  test.each<[string, unknown[], string[]]>([
    ["texts", ["L", "R"], ["L"]],
    ["lists of texts", [["1", "L"]], ["1", "L"]],
    ["one position code", [{ positionCode1: "L" }], ["L"]],
    ["position codes with a description", [{ positionCode1: "L", description: "left" }], ["L"]],
  ])("is compared with locations that are %s", (_, locations, given) => {
    const components = [...allowed.slice(0, 1), swapWith(locations)];
    expect(foundInLine({ ...swap, location: given }, components)).toEqual([]);
    expect(foundInLine({ ...swap, location: ["X"] }, components)).toEqual([
      "RULE-LOCATION components[1].location",
    ]);
  });

  test.each([[{ position: "L" }], [5], [null], [[5]], [[]], [{ positionCode1: 5 }], [["L", 5]]])(
    "passes at any location where one of them has another form (%j)",
    (entry) => {
      const components = [...allowed.slice(0, 1), swapWith(["L", entry])];
      expect(foundInLine({ ...swap, location: ["X"] }, components)).toEqual([]);
    },
  );

  function swapWith(locations: unknown[]) {
    return { regCode: "3199", operation: { code: "03" }, reasons: [{ code: "30" }], locations };
  }

  test.each(["Approved", "Cancelled", "CancellationApproved"])("is left in peace in %s", (code) => {
    const line = work({ reg: { code: "7777" }, id: guid(7), status: { code } });
    const request = repair({ components: [reading(), line] });
    expect(found(request, { allowedComponents: allowed })).toEqual([]);
  });

  test("is compared with nothing where they are not given", () => {
    expect(found(repairOf({ reg: { code: "7777" } }))).toEqual([]);
  });
});

describe("a component that is allowed in several ways", () => {
  const at = "components[1].subcomponents[0]";
  const operation = { code: "01", type: { code: "A" } };
  const twice = [
    { regCode: "1101", operation, reasons: [{ code: "30" }], requiredFields: ["Value"] },
    { regCode: "1101", operation, reasons: [{ code: "20" }], requiredFields: ["Price"] },
  ];

  test("is held against the way that fits, in whatever order they come", () => {
    for (const components of [twice, [...twice].reverse()]) {
      expect(foundInLine({}, components)).toEqual([]);
      expect(foundInLine({ reason: { code: "30" }, value: "1" }, components)).toEqual([]);
      expect(foundInLine({ reason: { code: "09" } }, components)).toEqual([
        "RULE-REASON components[1].reason",
      ]);
      expect(foundInLine({ price: undefined }, components)).toEqual(["RULE-REQUIRED components[1].price"]);
    }
  });

  test("as a subcomponent, by its operation and by the rest", () => {
    const parent = (...subcomponents: object[]) => [
      { regCode: "1101", operation, reasons: [{ code: "20" }], subcomponents },
    ];
    const byOperation = parent(
      { regCode: "1102", operation: { code: "05" }, reasons: [{ code: "1" }] },
      { regCode: "1102", operation: { code: "06" }, reasons: [{ code: "1" }] },
    );
    const part = (fields: object) => ({ subcomponents: [{ reg: { code: "1102" }, ...fields }] });
    for (const code of ["05", "06"])
      expect(foundInLine(part({ operation: { code } }), byOperation)).toEqual([]);
    expect(foundInLine(part({ operation: { code: "07" } }), byOperation)).toEqual([
      `RULE-OPERATION ${at}.operation`,
    ]);
    expect(foundInLine(part({ operation: { code: "06" }, reason: { code: "2" } }), byOperation)).toEqual([
      `RULE-REASON ${at}.reason`,
    ]);
    const needsMore = parent(
      { regCode: "1102", operation: { code: "05" } },
      { regCode: "1102", operation: { code: "06" }, requiredFields: ["Price", "Value"] },
    );
    expect(foundInLine(part({ operation: { code: "06" } }), needsMore)).toEqual([
      `RULE-REQUIRED ${at}.price`,
      `RULE-REQUIRED ${at}.value`,
    ]);
    const byReason = parent(
      { regCode: "1102", reasons: [{ code: "1" }] },
      { regCode: "1102", reasons: [{ code: "2" }] },
    );
    expect(foundInLine(part({ reason: { code: "2" } }), byReason)).toEqual([]);
  });

  test("with subcomponents, by those as well", () => {
    const ways = ["1", "2"].map((regCode) => ({
      regCode: "1101",
      operation,
      reasons: [{ code: "20" }],
      subcomponents: [{ regCode }],
    }));
    for (const code of ["1", "2"])
      expect(foundInLine({ subcomponents: [{ reg: { code } }] }, ways)).toEqual([]);
  });
});

describe("a reading against the allowed components", () => {
  const foundInReading = (fields: object) =>
    found(repair({ components: [reading(), reading({ id: guid(5), ...fields }), work()] }), {
      allowedComponents: allowed,
    });

  test("is compared by its code alone: approval asks for the rest", () => {
    expect(foundInReading({ operation: { code: "00" }, reason: { code: "00" } })).toEqual([]);
  });

  test("has to be among them if they list any", () => {
    expect(foundInReading({ reg: { code: "5449" } })).toEqual(["RULE-COMPONENT components[1].reg.code"]);
  });

  test("need not be among them if they list none: approval needs it, and that they list it is not shown", () => {
    expect(found(repair(), { allowedComponents: allowed.slice(1) })).toEqual([]);
  });

  test("has to be among those of a damage, which needs none", () => {
    const damage = { ...repair(), components: [reading()] };
    expect(found(damage, { kind: "damage", allowedComponents: allowed.slice(1) })).toEqual([
      "RULE-COMPONENT components[0].reg.code",
    ]);
  });

  test("has no location and no subcomponents that they do not have", () => {
    expect(foundInReading({ location: ["1"], subcomponents: [{ reg: { code: "1" } }] })).toEqual([
      "RULE-LOCATION components[1].location",
      "RULE-SUBCOMPONENT components[1].subcomponents[0].reg.code",
    ]);
  });

  test("lacks nothing in its subcomponents", () => {
    const parent = { ...allowed[0], subcomponents: [{ regCode: "8", requiredFields: ["Price"] }] };
    const line = reading({ subcomponents: [{ reg: { code: "8" } }] });
    expect(
      found(repair({ components: [line, work()] }), { allowedComponents: [parent, ...allowed.slice(1)] }),
    ).toEqual([]);
  });
});

describe("a subcomponent against the allowed components", () => {
  const at = "components[1].subcomponents[0]";
  const foundInPart = (part: object) => foundInLine({ subcomponents: [part] });

  test.each<[object, string[]]>([
    [{ supplierCode: "own", location: ["9"] }, []],
    [{ reg: { code: "1102" } }, []],
    [
      {
        reg: { code: "1102" },
        operation: { code: "05" },
        reason: { code: "38" },
        location: ["1", "R"],
      },
      [],
    ],
    [{ reg: { code: "1101" } }, [`RULE-SUBCOMPONENT ${at}.reg.code`]],
    [{ reg: { code: "1102" }, operation: { code: "06" } }, [`RULE-OPERATION ${at}.operation`]],
    [
      { reg: { code: "1102" }, operation: { code: "05", type: { code: "A" } } },
      [`RULE-OPERATION ${at}.operation`],
    ],
    [
      { reg: { code: "1103" }, operation: { code: "05" }, reason: undefined, price: 1 },
      [`RULE-OPERATION ${at}.operation`, `RULE-REQUIRED ${at}.reason`],
    ],
    [{ reg: { code: "1102" }, reason: { code: "39" } }, [`RULE-REASON ${at}.reason`]],
    [{ reg: { code: "1102" }, location: ["2"] }, [`RULE-LOCATION ${at}.location`]],
    [{ reg: { code: "1102" }, location: [] }, [`RULE-LOCATION ${at}.location`]],
    [{ reg: { code: "1102" }, location: null }, []],
    [
      { reg: { code: "1103" }, location: [] },
      [
        `RULE-LOCATION ${at}.location`,
        `RULE-REQUIRED ${at}.operation`,
        `RULE-REQUIRED ${at}.reason`,
        `RULE-REQUIRED ${at}.price`,
      ],
    ],
    [
      { reg: { code: "1104" }, location: null },
      [`RULE-REQUIRED ${at}.value`, `RULE-REQUIRED ${at}.location`, `RULE-REQUIRED ${at}.part`],
    ],
    [{ reg: { code: "1104" }, value: "1", location: ["1", "L"], part: { partType: "Tire" } }, []],
    [
      { reg: { code: "1104" }, value: "1", location: ["1", "L"], part: {} },
      [`RULE-REQUIRED ${at}.part.partType`],
    ],
  ])("%j", (part, expected) => {
    expect(foundInPart(part)).toEqual(expected);
  });

  test("of a component that has none", () => {
    const fields = {
      operation: { code: "02" },
      reason: { code: "21" },
      subcomponents: [{ reg: { code: "1102" } }],
    };
    expect(foundInLine(fields)).toEqual([`RULE-SUBCOMPONENT ${at}.reg.code`]);
  });

  test("is named by its place", () => {
    expect(foundInLine({ subcomponents: [{}, { reg: { code: "9" } }] })).toEqual([
      "RULE-SUBCOMPONENT components[1].subcomponents[1].reg.code",
    ]);
  });
});

test("each violation says what to do", () => {
  const sentences = (fields: object) =>
    checkApproval(repairOf(fields), { allowedComponents: allowed }).map(({ description }) => description);
  const parts = [{ reg: { code: "9" } }, { reg: { code: "1103" }, reason: { code: "1" } }];
  expect(sentences({ reg: { code: "7777" } })).toEqual([
    "The vehicle does not allow the component 7777: choose one of its allowed components.",
  ]);
  expect(sentences({ operation: { code: "00" } })).toEqual([
    "The component 1101 does not have this operation: use the operation of the allowed component.",
  ]);
  expect(
    sentences({ reason: { code: "9" }, location: ["1"], price: undefined, subcomponents: parts }),
  ).toEqual([
    "The component 1101 does not have the reason 9; it has: 20, 22.",
    "The component 1101 has no location: leave it out.",
    "The price of line 2 is mandatory for the component 1101: fill it in.",
    "The component 1101 cannot have the subcomponent 9: remove it, or make it a line.",
    "The component 1103 does not have the reason 1; it has: none.",
    "The operation of subcomponent 2 of line 2 is mandatory for the component 1103: fill it in.",
    "The price of subcomponent 2 of line 2 is mandatory for the component 1103: fill it in.",
  ]);
  expect(sentences({ subcomponents: [{ reg: { code: "1102" }, location: ["9"] }] })).toEqual([
    "The component 1102 cannot be at this location: choose one of its locations.",
  ]);
});

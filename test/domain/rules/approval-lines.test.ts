import { checkApproval } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { allowedViolations } from "../../../src/domain/rules/approval-lines.js";
import { allowed, check, checkLine, reading, repair, repairOf, work } from "./approval-support.js";

describe("a line that checkApproval checks against the allowed components", () => {
  test("is not compared further without the code of its operation or of its type", () => {
    expect(checkLine({ operation: { type: { code: "A" } } })).toEqual(["RULE-REQUIRED components[1].operation.code"]);
    expect(checkLine({ operation: { code: "01", type: {} } })).toEqual([
      "RULE-REQUIRED components[1].operation.type.code",
    ]);
  });

  test("has no reason that its component allows if that lists none", () => {
    const bare = [...allowed.slice(0, 1), { regCode: "1101", operation: work().operation as never }];
    expect(checkLine({}, bare)).toEqual(["RULE-REASON components[1].reason"]);
  });

  const swap = { reg: { code: "3199" }, operation: { code: "03" }, reason: { code: "30" } };

  test.each<[string, unknown[], string[]]>([
    ["texts", ["L", "R"], ["L"]],
    ["lists of texts", [["1", "L"]], ["1", "L"]],
    ["one position code", [{ positionCode1: "L" }], ["L"]],
    ["position codes with a description", [{ positionCode1: "L", description: "left" }], ["L"]],
  ])("is compared with locations that are %s", (_, locations, given) => {
    const components = [...allowed.slice(0, 1), createSwap(locations)];
    expect(checkLine({ ...swap, location: given }, components)).toEqual([]);
    expect(checkLine({ ...swap, location: ["X"] }, components)).toEqual(["RULE-LOCATION components[1].location"]);
  });

  test.each([[{ position: "L" }], [5], [null], [[5]], [[]], [{ positionCode1: 5 }], [["L", 5]]])(
    "may have any location if one of those of its component has another form: %j",
    (entry) => {
      const components = [...allowed.slice(0, 1), createSwap(["L", entry])];
      expect(checkLine({ ...swap, location: ["X"] }, components)).toEqual([]);
    },
  );

  function createSwap(locations: unknown[]) {
    return { regCode: "3199", operation: { code: "03" }, reasons: [{ code: "30" }], locations };
  }

  test("can lack required fields in a draft", () => {
    const lines = [{ content: work({ price: undefined }), prefix: "" }];
    expect(allowedViolations(lines, allowed, { kind: "service", needs: "draft" })).toEqual([]);
    const wrong = [{ content: work({ reason: { code: "00" } }), prefix: "" }];
    expect(allowedViolations(wrong, allowed, { kind: "service", needs: "draft" })).toHaveLength(1);
  });

  test("is not compared if the allowed components are not given", () => {
    expect(check(repairOf({ reg: { code: "7777" } }))).toEqual([]);
  });
});

describe("a line whose component is allowed in several ways", () => {
  const at = "components[1].subcomponents[0]";
  const operation = { code: "01", type: { code: "A" } };
  const twice = [
    { regCode: "1101", operation, reasons: [{ code: "30" }], requiredFields: ["Value"] },
    { regCode: "1101", operation, reasons: [{ code: "20" }], requiredFields: ["Price"] },
  ];

  test("is compared with the one that matches, in any order", () => {
    for (const components of [twice, [...twice].reverse()]) {
      expect(checkLine({}, components)).toEqual([]);
      expect(checkLine({ reason: { code: "30" }, value: "1" }, components)).toEqual([]);
      expect(checkLine({ reason: { code: "09" } }, components)).toEqual(["RULE-REASON components[1].reason"]);
      expect(checkLine({ price: undefined }, components)).toEqual(["RULE-REQUIRED components[1].price"]);
    }
  });

  test("has subcomponents that are compared by operation, reason and required fields", () => {
    const parent = (...subcomponents: object[]) => [
      { regCode: "1101", operation, reasons: [{ code: "20" }], subcomponents },
    ];
    const byOperation = parent(
      { regCode: "1102", operation: { code: "05" }, reasons: [{ code: "1" }] },
      { regCode: "1102", operation: { code: "06" }, reasons: [{ code: "1" }] },
    );
    const part = (fields: object) => ({ subcomponents: [{ reg: { code: "1102" }, ...fields }] });
    for (const code of ["05", "06"]) expect(checkLine(part({ operation: { code } }), byOperation)).toEqual([]);
    expect(checkLine(part({ operation: { code: "07" } }), byOperation)).toEqual([`RULE-OPERATION ${at}.operation`]);
    expect(checkLine(part({ operation: { code: "06" }, reason: { code: "2" } }), byOperation)).toEqual([
      `RULE-REASON ${at}.reason`,
    ]);
    const needsMore = parent(
      { regCode: "1102", operation: { code: "05" } },
      { regCode: "1102", operation: { code: "06" }, requiredFields: ["Price", "Value"] },
    );
    expect(checkLine(part({ operation: { code: "06" } }), needsMore)).toEqual([
      `RULE-REQUIRED ${at}.price`,
      `RULE-REQUIRED ${at}.value`,
    ]);
    const byReason = parent(
      { regCode: "1102", reasons: [{ code: "1" }] },
      { regCode: "1102", reasons: [{ code: "2" }] },
    );
    expect(checkLine(part({ reason: { code: "2" } }), byReason)).toEqual([]);
  });

  test("is compared by its subcomponents too", () => {
    const variants = ["1", "2"].map((regCode) => ({
      regCode: "1101",
      operation,
      reasons: [{ code: "20" }],
      subcomponents: [{ regCode }],
    }));
    for (const code of ["1", "2"]) expect(checkLine({ subcomponents: [{ reg: { code } }] }, variants)).toEqual([]);
  });
});

describe("a reading that checkApproval checks against the allowed components", () => {
  test("need not be one of them if they contain no reading, because approval needs one", () => {
    expect(check(repair(), { allowedComponents: allowed.slice(1) })).toEqual([]);
  });

  test("must not have a subcomponent that its component does not have", () => {
    const line = reading({ subcomponents: [{ reg: { code: "1" } }] });
    expect(check(repair({ components: [line, work()] }), { allowedComponents: allowed })).toEqual([
      "RULE-SUBCOMPONENT components[0].subcomponents[0].reg.code",
    ]);
  });

  test("need not have the required fields of its subcomponents", () => {
    const parent = { ...allowed[0], subcomponents: [{ regCode: "8", requiredFields: ["Price"] }] };
    const line = reading({ subcomponents: [{ reg: { code: "8" } }] });
    expect(check(repair({ components: [line, work()] }), { allowedComponents: [parent, ...allowed.slice(1)] })).toEqual(
      [],
    );
  });
});

describe("a subcomponent that checkApproval checks against the allowed components", () => {
  const at = "components[1].subcomponents[0]";

  test.each<[object, string[]]>([
    [{ supplierCode: "own", location: ["9"] }, []],
    [{ reg: { code: "1102" }, operation: { code: "05", type: { code: "A" } } }, [`RULE-OPERATION ${at}.operation`]],
    [
      { reg: { code: "1103" }, operation: { code: "05" }, reason: undefined, price: 1 },
      [`RULE-OPERATION ${at}.operation`, `RULE-REQUIRED ${at}.reason`],
    ],
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
    [{ reg: { code: "1104" }, value: "1", location: ["1", "L"], part: {} }, [`RULE-REQUIRED ${at}.part.partType`]],
  ])("lists all of its violations: %j", (part, expected) => {
    expect(checkLine({ subcomponents: [part] })).toEqual(expected);
  });
});

test("each violation of the allowed components is described with what to do", () => {
  const describeViolations = (fields: object) =>
    checkApproval(repairOf(fields), { allowedComponents: allowed }).map(({ description }) => description);
  const parts = [{ reg: { code: "9" } }, { reg: { code: "1103" }, reason: { code: "1" } }];
  expect(describeViolations({ reg: { code: "7777" } })).toEqual([
    "The code of the component of line 2 is 7777, which the vehicle does not allow: choose one of its allowed components.",
  ]);
  const damage = { vehicle: { licensePlate: "AB-123-C" }, components: [reading()] };
  expect(
    checkApproval(damage, { kind: "damage", allowedComponents: allowed.slice(1) }).map((each) => each.description),
  ).toEqual([
    "The code of the component of line 1 is 5401, which the vehicle does not allow: leave the line out, because a damage needs no reading.",
  ]);
  expect(describeViolations({ operation: { code: "00" } })).toEqual([
    "The operation of line 2 does not fit the component 1101: take it from the allowed component, as lineFor does.",
  ]);
  expect(
    describeViolations({ reason: { code: "9" }, location: ["1"], price: undefined, subcomponents: parts }),
  ).toEqual([
    "The reason of line 2 is 9, which the component 1101 does not have; it has: 20, 22.",
    "The location of line 2 is given, but the component 1101 has none: leave it out.",
    "The price of line 2 is mandatory for the component 1101: fill it in.",
    "The code of the component of subcomponent 1 of line 2 is 9, which the component 1101 cannot have: remove it, or make it a line.",
    "The reason of subcomponent 2 of line 2 is 1, which the component 1103 does not have; it has: none.",
    "The operation of subcomponent 2 of line 2 is mandatory for the component 1103: fill it in.",
    "The price of subcomponent 2 of line 2 is mandatory for the component 1103: fill it in.",
  ]);
  expect(describeViolations({ subcomponents: [{ reg: { code: "1102" }, location: ["9"] }] })).toEqual([
    "The location of subcomponent 1 of line 2 does not fit the component 1102: choose one of its locations.",
  ]);
  const described = allowed.map((each) => ({ ...each, description: "Brake pads" }));
  const violations = checkApproval(repairOf({ reason: { code: "9" } }), { allowedComponents: described });
  expect(violations).toMatchObject([
    {
      description: "The reason of line 2 is 9, which the component 1101 (Brake pads) does not have; it has: 20, 22.",
      rule: "reason-allowed",
      values: { component: "1101", reason: "9", reasons: ["20", "22"] },
    },
  ]);
});

import { checkApproval, type RequestDraft, type Violation } from "@reg/sdk";
import { expect, test } from "vitest";
import { allowed, repair, repairOf } from "./approval-support.js";

/** The violations with one rule. */
const find = (rule: Violation["rule"], violations: readonly Violation[]) =>
  violations.find((each) => each.rule === rule) ?? expect.fail(`${rule} is not violated`);

const check = (request: unknown, context: object = {}) => checkApproval(request as RequestDraft, context);

test("a violation names its line: the place, the id, the component and its description", () => {
  const price = find("field-invalid", check(repairOf({ price: "22,50" })));
  const { components } = repairOf({}) as { components: { id: string }[] };
  expect(price.line).toEqual({ index: 1, id: components[1]?.id, component: "1101" });
  const described = repairOf({ price: "x", reg: { code: "1101", description: "Oil service" } });
  expect(find("field-invalid", check(described)).line).toMatchObject({ index: 1, name: "Oil service" });
  const allowedComponents = allowed.map((each) => ({ ...each, description: `Name of ${each.regCode}` }));
  const reason = find("reason-allowed", check(repairOf({ reason: { code: "00" } }), { allowedComponents }));
  expect(reason.line).toMatchObject({ index: 1, component: "1101", name: "Name of 1101" });
});

test("a violation about the request or its list of lines names none", () => {
  expect(find("partial-vin", check({})).line).toBeUndefined();
  expect(find("reading", check({ components: [] })).line).toBeUndefined();
  expect(find("field-invalid", check({ components: 7 })).line).toBeUndefined();
});

test.each([
  [{ price: "22,50" }, { expected: "number", value: "22,50" }],
  [{ value: "1.000,5" }, { expected: "decimal", value: "1.000,5" }],
  [{ price: "Robin de Vries" }, { expected: "number" }],
  [{ supplierCode: 301234567 }, { expected: "text" }],
])("a value of the wrong form is shown if it was to be a number and looks like one: %j", (fields, values) => {
  expect(find("field-invalid", check(repairOf(fields))).values).toEqual(values);
});

test("a date of the wrong form is shown, and other values of an appointment are not", () => {
  const { appointment } = repair() as { appointment: object };
  const wrong = { ...repair(), appointment: { ...appointment, workshopDate: "1-12-2026", contact: { phone: 123 } } };
  const values = check(wrong)
    .filter(({ rule }) => rule === "field-invalid")
    .map((each) => each.values);
  expect(values).toEqual([{ expected: "date-until-2100", value: "1-12-2026" }, { expected: "text" }]);
});

test("a violation has what is allowed instead", () => {
  const component = allowed.find(({ operation }) => operation?.type !== undefined);
  const subcomponents = [{ regCode: "7202" }, { regCode: "7203" }];
  const allowedComponents = [{ ...component, locations: [["1", "L"], ["R"]], subcomponents }];
  const of = (rule: Violation["rule"], fields: object) =>
    find(rule, check(repairOf(fields), { allowedComponents })).values;
  expect(of("location-allowed", { location: ["2", "L"] })).toMatchObject({ location: "2 L", locations: ["1 L", "R"] });
  expect(of("subcomponent-allowed", { subcomponents: [{ reg: { code: "1" } }] })).toMatchObject({
    subcomponent: "1",
    subcomponents: ["7202", "7203"],
  });
  expect(of("operation-allowed", { operation: { code: "77" } })).toMatchObject({
    operation: "77",
    operations: [component?.operation?.code],
  });
  const known = { warranties: ["Full"] };
  expect(find("warranty", check(repairOf({ warranty: "No" }), { known })).values).toEqual({
    value: "No",
    allowed: ["Full"],
  });
});

test("a violation about open requests has their ids", () => {
  const open = { licensePlate: "AB-123-C", vehicle: { licensePlate: "AB-123-C" }, components: repair().components };
  const openRequests = [
    { ...open, id: "R-1" },
    { ...open, id: "R-2" },
  ];
  const { values } = find("open-request-for-work", check(repair(), { openRequests }));
  expect(values).toEqual({ work: "work", requests: ["R-1", "R-2"] });
  const unknown = openRequests.map(({ components: _, ...each }) => each);
  expect(find("two-open-requests", check(repair(), { openRequests: unknown })).values).toEqual({
    requests: ["R-1", "R-2"],
  });
});

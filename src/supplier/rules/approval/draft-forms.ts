import { isObject } from "../../../http/input/check-fields.js";
import { isDate, parseDateTime } from "../../../values/calendar.js";
import { isDecimalText, isGuid } from "../../formats.js";
import { tireFields } from "../../tire-fields.js";
import { type Form, fieldsOf, isRecord, list, record, single, text, withSoundFields } from "../forms.js";
import { regViolation, type Violation } from "../violation.js";
import type { RequestDraft } from "./context.js";
import { isSettled } from "./lines.js";

const fillIn = (name: string) => ({ [name]: "fill it in" });

const guid = text("a GUID", isGuid);
const decimal = text("a decimal number as text, such as 7.5", isDecimalText);
const amount = single("a number", Number.isFinite);
const integer = single("a whole number", Number.isSafeInteger);
const flag = single("true or false", (value) => typeof value === "boolean");
const code = record(fieldsOf({ code: text(), description: text() }, fillIn("code")));

/** The years that the service takes (supplier-api.md §8). */
const isInYears = (date: string) => /^(20\d\d|2100)-/.test(date);

const tireForms = {
  text: text(),
  integer,
  number: amount,
  textOrInteger: single(
    "a text or a whole number",
    (value) => typeof value === "string" || Number.isSafeInteger(value),
  ),
};

const tire = {
  // `Base` is refused, and no other kind is known.
  partType: text("Tire, since no other kind of part is taken", (type) => type === "Tire"),
  ...Object.fromEntries(tireFields.map(([name, type]) => [name, tireForms[type]])),
};

/** What lines and subcomponents have in common (supplier-api.md §2.3). */
const shared = {
  id: guid,
  reg: code,
  supplierCode: text(),
  operation: record(fieldsOf({ code: text(), description: text(), type: code }, fillIn("code"))),
  reason: code,
  value: decimal,
  price: amount,
  part: record(fieldsOf(tire, { partType: "say that it is a Tire" })),
  damage: flag,
  warranty: text("", undefined, (field) => regViolation("REG-SVC000175", field)),
  leniency: text("", undefined, (field) => regViolation("REG-SVC000176", field)),
};

const isPositions = (value: unknown) =>
  value === null || (Array.isArray(value) && Array.from(value).every((each) => typeof each === "string"));

const subcomponent = record(
  fieldsOf({ ...shared, location: single("a list of position codes", isPositions) }),
);

const openLine = record(
  fieldsOf(
    {
      ...shared,
      location: list(text()),
      status: record(fieldsOf({ code: text(), description: text() })),
      subcomponents: list(subcomponent),
    },
    {
      id: "make a new GUID, as lineFor does",
      operation: "take it from the allowed component, as lineFor does",
      reason: "take one of the allowed component",
    },
  ),
);

/** Of a line that is settled nothing is said any more. */
const line: Form = (value, field, found) => {
  const problems: Violation[] = [];
  const sound = openLine(value, field, problems);
  if (!isObject(sound) || !isSettled(sound)) found.push(...problems);
  return sound;
};

const draft = fieldsOf({
  id: guid,
  status: text(),
  licensePlate: text(),
  vehicle: record(fieldsOf({ licensePlate: text(), partialVin: text() })),
  appointment: record(
    fieldsOf({
      workshopDate: text(
        "a date as yyyy-MM-dd, in a year from 2000 to 2100",
        (date) => isDate(date) && isInYears(date),
      ),
      checkoutDate: text(
        "a date-time such as 2026-06-15T09:00:00Z, in a year from 2000 to 2100",
        (date) => parseDateTime(date) !== undefined && isInYears(date),
      ),
      workOrderNumber: text(),
      supplierNumber: text(),
      estimatedDurationInDays: integer,
      contact: record(fieldsOf({ name: text(), phone: text() })),
    }),
  ),
  components: list(line),
});

/**
 * A request as the rules can read it, whatever a caller without types has put into it.
 *
 * @param found takes up what has the wrong form, and what no line can be without
 */
export function soundDraft(request: RequestDraft, found: Violation[]): RequestDraft {
  return isRecord(request) ? withSoundFields(request, draft, "", found) : {};
}

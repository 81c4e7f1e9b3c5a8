import { isObject } from "../../../http/input/check-fields.js";
import { isDate, parseDateTime } from "../calendar.js";
import { regViolation, type Violation } from "../violation.js";
import type { RequestDraft } from "./context.js";
import { type Form, fieldsOf, isRecord, list, record, single, text, withSoundFields } from "./forms.js";
import { isSettled } from "./lines.js";

const guid = text("a GUID", (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id));
const decimal = text("a decimal number as text, such as 7.5", (value) => /^-?\d+(\.\d+)?$/.test(value));
const amount = single("a number", Number.isFinite);
const integer = single("a whole number", Number.isSafeInteger);
const flag = single("true or false", (value) => typeof value === "boolean");
const code = record(fieldsOf({ code: text(), description: text() }, ["code"]));

/** The years that the service takes (supplier-api.md §8). */
const isInYears = (date: string) => /^(20\d\d|2100)-/.test(date);

/** RFC 3339 has no hour 24, and no offset beyond a day. */
const isDateTime = (value: string) =>
  /T([01]\d|2[0-3]):.*(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(value) && parseDateTime(value) !== undefined;

/** The fields of a tire (supplier-api.md §2.4). */
const tire = {
  // `Base` is refused, and no other kind is known.
  partType: text("Tire: no other kind of part is taken", (type) => type === "Tire"),
  id: integer,
  vacoStatus: text(),
  obsoleteVacoStatusSinceYear: integer,
  seasonIndicator: text(),
  category: text(),
  makeCode: single(
    "a text or a whole number",
    (value) => typeof value === "string" || Number.isSafeInteger(value),
  ),
  make: text(),
  nominalWidthInMillimeters: integer,
  widthHeightRatio: integer,
  rimDiameterInInches: integer,
  loadIndex: integer,
  speedRating: text(),
  modelTypeProfile: text(),
  typeNumber: text(),
  noiseOutputLevelInDecibels: amount,
  rollingResistanceCode: text(),
  wetGripCode: text(),
  manufacturerSuggestedRetailPrice: amount,
  description: text(),
  bacCode: text(),
  eanCode: text(),
};

/** What lines and subcomponents have in common (supplier-api.md §2.3). */
const shared = {
  id: guid,
  reg: code,
  supplierCode: text(),
  operation: record(fieldsOf({ code: text(), description: text(), type: code }, ["code"])),
  reason: code,
  value: decimal,
  price: amount,
  part: record(fieldsOf(tire, ["partType"])),
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
    ["id", "operation", "reason"],
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
        (date) => isDateTime(date) && isInYears(date),
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

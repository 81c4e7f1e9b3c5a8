import { type Form, fieldsOf, isRecord, record, single, withSoundFields } from "../forms.js";
import type { ApprovalContext } from "./context.js";

/*
 * What a request is held against is JSON that somebody else made: null stands for what is not there, and a value that
 * cannot be read is as good as none.
 */

const anything: Form = (value) => value;
const aText = single("a text", (value) => typeof value === "string");

/** A list without the entries that cannot be read: where they stand does not matter. */
function entries(entry: Form): Form {
  return (value, field, found) =>
    Array.isArray(value)
      ? value.map((each: unknown) => entry(each, field, found)).filter((each) => each !== undefined)
      : undefined;
}

const codeOnly = record(fieldsOf({ code: aText }));

const allowed = {
  regCode: aText,
  operation: record(fieldsOf({ code: aText, type: codeOnly })),
  reasons: entries(codeOnly),
  requiredFields: entries(aText),
  // Their form is not shown: null may be one of them.
  locations: entries(anything),
};

const openRequest = {
  id: aText,
  licensePlate: aText,
  appointment: record(fieldsOf({ workshopDate: aText, checkoutDate: aText })),
  components: entries(record(fieldsOf({ reg: codeOnly }))),
};

const context = fieldsOf({
  kind: aText,
  contract: record(fieldsOf({ leaseContract: record(fieldsOf({ startDate: aText })) })),
  allowedComponents: entries(
    record(fieldsOf({ ...allowed, subcomponents: entries(record(fieldsOf(allowed))) })),
  ),
  openRequests: entries(record(fieldsOf(openRequest))),
  known: record(
    fieldsOf({
      rentalCodes: entries(aText),
      repeatableCodes: entries(aText),
      warranties: entries(aText),
      leniencies: entries(aText),
    }),
  ),
});

/** What a request is held against, as the rules can read it. */
export function soundContext(given: ApprovalContext): ApprovalContext {
  return isRecord(given) ? withSoundFields(given, context, "", []) : {};
}

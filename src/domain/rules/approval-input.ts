import * as z from "zod/mini";
import { isDate, parseDateTime } from "../../base/dates.js";
import { isObject } from "../../base/json.js";
import type { RequestKind } from "../../base/kinds.js";
import { lazily } from "../../base/lazily.js";
import { isDecimalText, isGuid } from "../../base/text.js";
import type { Violation } from "../../errors/problem.js";
import type { AllowedComponent, Contract, Lessor } from "../../generated/supplier/models.js";
import { tireFields } from "../vocabulary.js";
import { isSettled, type Known, type OpenRequest, type RequestDraft } from "./draft.js";
import { convertForms, list, object, readForm, removeInvalid, single, text, textOrInteger } from "./schema.js";
import { regViolation } from "./violation.js";

/** The data that `checkApproval` checks a request against. A rule that needs data that is left out is not checked. */
export interface ApprovalContext {
  /** Default `service`. */
  readonly kind?: RequestKind | undefined;
  /** The contract, read just now (`lessors.contracts.get`): it can change at any time and must not be cached. */
  readonly contract?: Contract | undefined;
  /** The allowed components, read just now (`lessors.contracts.components` or `.damageComponents`). */
  readonly allowedComponents?: readonly AllowedComponent[] | undefined;
  /** The active lessors, read just now (`lessors.list`): a request is not created for an inactive one. */
  readonly activeLessors?: readonly Pick<Lessor, "number">[] | undefined;
  /**
   * Whether lines may lack fields that their allowed component requires: the lessor may accept an incomplete line as it
   * is (`ProvisionallyApproved`). Default false.
   */
  readonly allowIncomplete?: boolean | undefined;
  /**
   * Whether the request is as the service shows it. Then its form is not checked: null is missing, a number may be a
   * text, and a rule about a value that cannot be read does not apply. Default false: it is content that you send.
   */
  readonly fromService?: boolean | undefined;
  /** The supplier's open requests, of any vehicle; the request itself may be among them. Only for kind `service`. */
  readonly openRequests?: readonly OpenRequest[] | undefined;
  /** What you know of the service beyond the reference. Rules that need it are checked only if it is given. */
  readonly known?: Known | undefined;
}

/**
 * Reads a request of any form: its readable content, and the violations of its form and of required fields in lines.
 * From the service, also the fields that were converted.
 */
export function readRequest(
  request: RequestDraft,
  { fromService = false }: Pick<ApprovalContext, "fromService"> = {},
): {
  readonly content: RequestDraft;
  readonly violations: readonly Violation[];
  readonly converted: readonly string[];
} {
  if (!isObject(request)) return { content: {}, violations: [], converted: [] };
  const { form, converted } = fromService ? convertForms(schemas().request, request) : { form: request, converted: [] };
  const { content, violations } = readForm<RequestDraft>(schemas().request, form, descriptions);
  // The form of a settled line does not matter any more.
  const settled = (content.components ?? []).map(isSettled);
  const isOpen = ({ context: { fieldName } }: Violation) =>
    settled[Number(/^components\[(\d+)\]/.exec(fieldName)?.[1])] !== true;
  return { content, violations: violations.filter(isOpen), converted };
}

/** Removes what the rules cannot read from a context; in its JSON, null stands for a value that is not known. */
export function readContext(context: ApprovalContext): ApprovalContext {
  return isObject(context) ? removeInvalid(schemas().context, context) : {};
}

const descriptions = {
  remedies: {
    id: "make a new GUID, as lineFor does",
    operation: "take it from the allowed component, as lineFor does",
    reason: "take one of the allowed component",
    partType: "say that it is a Tire",
    code: "fill it in",
  },
  invalid: {
    warranty: (field: string) => regViolation({ rule: "warranty", field }),
    leniency: (field: string) => regViolation({ rule: "leniency", field }),
  },
};

/** Whether an instant is in a year that the service accepts (supplier-api.md §8), in UTC. */
export function isInYears(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= 2000 && year <= 2100;
}

const schemas = lazily(() => {
  const guid = text("guid", isGuid);
  const number = single("number", Number.isFinite);
  const boolean = single("boolean", (value) => typeof value === "boolean");
  const integer = single("integer", Number.isSafeInteger);
  const code = object({ code: text(), description: text() }, ["code"]);

  const tireValues = {
    text: text(),
    integer,
    number,
    "text-or-integer": textOrInteger,
  };

  const tire = object(
    {
      // `Base` is rejected, and no other type is known.
      partType: text("tire", (type) => type === "Tire"),
      ...Object.fromEntries(tireFields.map(([name, type]) => [name, tireValues[type]])),
    },
    ["partType"],
  );

  /** The fields that lines and subcomponents have in common (supplier-api.md §2.3). */
  const partFields = {
    id: guid,
    reg: code,
    supplierCode: text(),
    operation: object({ code: text(), description: text(), type: code }, ["code"]),
    reason: code,
    value: text("decimal", isDecimalText),
    price: number,
    part: tire,
    damage: boolean,
    warranty: text(),
    leniency: text(),
  };

  const subcomponent = object({
    ...partFields,
    location: single("position-codes", (value) => value === null || z.safeParse(z.array(z.string()), value).success),
  });

  const line = object(
    {
      ...partFields,
      location: list(text()),
      status: object({ code: text(), description: text() }),
      subcomponents: list(subcomponent),
    },
    ["id", "operation", "reason"],
  );

  const request = object({
    id: guid,
    status: text(),
    licensePlate: text(),
    vehicle: object({ licensePlate: text(), partialVin: text() }),
    appointment: object({
      workshopDate: text("date-until-2100", (date) => isDate(date) && isInYears(Date.parse(date))),
      checkoutDate: text("date-time-until-2100", (date) => isInYears(parseDateTime(date) ?? Number.NaN)),
      workOrderNumber: text(),
      supplierNumber: text(),
      estimatedDurationInDays: integer,
      contact: object({ name: text(), phone: text() }),
    }),
    components: list(line),
  });

  const codeOnly = object({ code: text() });

  const allowedFields = {
    regCode: text(),
    description: text(),
    operation: object({ code: text(), description: text(), type: codeOnly }),
    reasons: list(codeOnly),
    requiredFields: list(text()),
    // The form of its entries is not shown: null may be one of them.
    locations: list(single("object", (value) => value !== undefined)),
  };

  const context = object({
    kind: text(),
    contract: object({ leaseContract: object({ startDate: text() }), lessor: object({}) }),
    activeLessors: list(object({})),
    allowIncomplete: boolean,
    fromService: boolean,
    allowedComponents: list(object({ ...allowedFields, subcomponents: list(object(allowedFields)) })),
    openRequests: list(
      object({
        id: text(),
        licensePlate: text(),
        appointment: object({ workshopDate: text(), checkoutDate: text() }),
        components: list(object({ reg: codeOnly })),
      }),
    ),
    known: object({
      rentalCodes: list(text()),
      repeatableCodes: list(text()),
      warranties: list(text()),
      leniencies: list(text()),
    }),
  });

  return { request, context };
});

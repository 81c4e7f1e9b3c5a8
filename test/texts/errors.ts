import {
  checkApproval,
  checkInvoice,
  type ErrorProblem,
  hoursReading,
  type InvoiceContext,
  lineFor,
  lineFrom,
  mileageReading,
  RegError,
  RegPreconditionError,
  type RequestDraft,
  type RuleId,
  rentalVehicle,
  tirePurchase,
  tireReplacement,
  tireSwap,
  type Violation,
} from "@reg/sdk";
import { brakes } from "../domain/lines/support.js";
import * as approval from "../domain/rules/approval-support.js";
import * as invoicing from "../domain/rules/invoice-support.js";
import { FleetService, fleet } from "../lessor/sync/support.js";
import { rental, rentalLine, repair } from "../sandbox/support.js";
import { createDenied, setUp } from "../supplier/support.js";
import { failure } from "../support/errors.js";
import { untyped } from "../support/untyped.js";

/*
 * An error for each rule, and for the mistakes in the arguments of builders: all from real calls.
 */

/** Checks a request, which can have any form. */
const check = (request: unknown, context: object = {}) =>
  new RegPreconditionError(checkApproval(request as RequestDraft, context));

const checkLine = (fields: object, context: object = { allowedComponents }) =>
  check(approval.repairOf(fields), context);

const bill = (fields: object, context: InvoiceContext = { request: invoicing.request }) =>
  new RegPreconditionError(checkInvoice(untyped(invoicing.invoice(fields)), context));

/** Returns the error that a builder throws. */
export function mistake(build: () => unknown): RegError {
  try {
    build();
  } catch (error) {
    if (RegError.is(error, "input")) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const [reading, work1101] = [approval.reading(), approval.work()];
const allowedComponents = [
  { regCode: "5401", operation: { code: "19" }, reasons: [{ code: "99" }] },
  {
    regCode: "1101",
    description: "Olieverversing",
    operation: { code: "01", type: { code: "A" } },
    reasons: [{ code: "20" }, { code: "22" }],
    requiredFields: ["Price", "Location"],
    locations: [["1", "L"], ["R"]],
    subcomponents: [{ regCode: "7202" }, { regCode: "7203" }],
  },
];
const open = [1, 2].map((number) => ({
  id: `R-${number}`,
  licensePlate: approval.plate,
  appointment: {},
  components: [work1101],
}));
const withoutLines = open.map(({ components: _, ...each }) => each);
const damaged = { kind: "damage" } as const;
const discountFirst: InvoiceContext = {
  ...damaged,
  request: invoicing.request,
  contract: approval.contract({
    supplierContract: { damage: { firstDebitInvoiceRequiresCreditDiscountInvoice: true } },
  }),
};
const covered = { ...invoicing.request, invoicing: { status: "WillNotBeInvoicedForWarrantyOrLeniencyReasons" } };

const rentalOf = { ...rental({ components: [rentalLine({ value: "3" })] }), status: "ApprovalRequested" as const };

async function setUpRental(content: object = {}) {
  const { sandbox, supplier } = await setUp();
  const { id } = await supplier.serviceRequests.create({ ...rentalOf, ...content });
  sandbox.lessor.approve(id);
  return { supplier, id };
}

const unknownId = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

/** Makes the error of each rule. */
export const rules: { readonly [Rule in RuleId]: () => RegError | Promise<RegError> } = {
  "partial-vin": () => check({}),
  "work-order-number": () => check({}),
  "estimated-duration": () => check({}),
  "workshop-date": () => check({}),
  "contact-person": () => check({}),
  reading: () => check({}),
  "further-line": () => check({}),
  "checkout-date": () => check({ components: [approval.rentalLine()] }, { known: { rentalCodes: ["9001"] } }),
  "one-rental-line": () => check({ appointment: { checkoutDate: "2026-06-15T09:00:00Z" } }),
  "damage-line": () => check({}, damaged),
  "license-plate": () => check({}),
  "field-missing": () => checkLine({ operation: undefined }),
  "component-field": () => checkLine({ price: undefined }),
  "field-invalid": () => checkLine({ price: "22,50" }),
  "field-unknown": () => mistake(() => lineFor(brakes, untyped({ prijs: 5 }))),
  "no-price": () => mistake(() => lineFor([{ regCode: "5401", operation: { code: "19" } }], "5401", { price: 5 })),
  "duplicate-line": () => check(approval.repair({ components: [reading, work1101, work1101] })),
  "component-allowed": () => checkLine({ reg: { code: "9999" } }),
  "operation-allowed": () => checkLine({ operation: { code: "77" } }),
  "reason-allowed": () => checkLine({ reason: { code: "00" } }),
  "location-allowed": () => checkLine({ location: ["2", "L"] }),
  "no-location": () =>
    check(approval.repair({ components: [approval.reading({ location: ["1"] }), work1101] }), { allowedComponents }),
  "position-repeated": () => mistake(() => tireSwap([swap], { positions: [...positions, ...positions] })),
  "subcomponent-allowed": () => checkLine({ subcomponents: [{ reg: { code: "1" } }] }),
  "two-open-requests": () => check(approval.repair(), { openRequests: withoutLines }),
  "open-request-for-work": () => check(approval.repair(), { openRequests: open }),
  "active-lessor": () => check(approval.repair(), { contract: approval.contract(), activeLessors: [{ number: 1002 }] }),
  "lease-start": () =>
    check(approval.repair(), { contract: approval.contract({ leaseContract: { startDate: "2026-07-01" } }) }),
  "damage-allowed": () =>
    checkLine({ damage: true }, { contract: approval.contract({ componentsWithDamageAllowed: false }) }),
  warranty: () => checkLine({ warranty: "No" }, { known: { warranties: ["Factory", "Full"] } }),
  leniency: () => checkLine({ leniency: 7 }),
  phase: () => check({ ...approval.repair(), id: unknownId, status: "Approved" }),
  "already-invoiced": async () => {
    const { requests, createApproved } = await setUp();
    const id = await createApproved();
    await requests.invoice(id, { number: "2026-1", vatLines: [] });
    return failure(requests.markNotInvoiced(id, {}), "precondition");
  },
  "read-only": async () => {
    const { sandbox, createClient, createDraft } = await setUp();
    const fetch: typeof globalThis.fetch = async (...call) => {
      const response = await sandbox.fetch(...call);
      return new Response((await response.text()).replace('"readOnly":false', '"readOnly":true'), response);
    };
    const id = await createDraft();
    return failure(createClient({ fetch }).serviceRequests.submit(id), "precondition");
  },
  "other-content": async () => {
    const { supplier } = await setUp();
    const { components = [], vehicle } = repair();
    const content = { vehicle, appointment: { ...approval.repair().appointment, workOrderNumber: "WO-1" }, components };
    await supplier.serviceRequests.createAndSubmit(content);
    const attachments = [new File(["%PDF"], "estimate.pdf")];
    return failure(supplier.serviceRequests.createAndSubmit(content, { attachments }), "precondition");
  },
  "line-exists": async () => {
    const { requests, createDraft } = await setUp();
    return failure(requests.cancelOrDelete(await createDraft(), unknownId), "precondition");
  },
  "line-cancelled": async () => {
    const setup = await setUp();
    const { id, line } = await createDenied(setup);
    await setup.requests.cancelOrDelete(id, line);
    return failure(setup.supplier.serviceRequests.resubmit(id, { lines: { [line]: { price: 5 } } }), "precondition");
  },
  "rental-request": async () => {
    const { supplier, createApproved } = await setUp();
    return failure(supplier.serviceRequests.extendRental(await createApproved(), { days: 5 }), "precondition");
  },
  "extension-days": async () => {
    const { supplier, id } = await setUpRental();
    return failure(supplier.serviceRequests.extendRental(id, { days: 2 }), "precondition");
  },
  "extension-comment": async () => {
    // Its lease contract requires a comment.
    const { supplier, id } = await setUpRental({ vehicle: { licensePlate: "ZH-606-L" } });
    return failure(supplier.serviceRequests.extendRental(id, { days: 5 }), "precondition");
  },
  "removal-limit": async () => {
    const service = new FleetService();
    await service.sync(fleet(20));
    const removals = fleet(20).map((item, index) => (index < 4 ? { ...item, remove: true } : item));
    const { results } = await service.sync(removals, { maxRemovals: 3 });
    const found = results.find(({ error }) => error !== undefined)?.error;
    if (RegError.is(found)) return found;
    throw new Error("no removal was refused");
  },
  "sender-number": () => bill({ identitySender: { RegNumber: 4712 } }),
  "sender-number-missing": () => bill({ identitySender: {} }),
  "invoice-number-zero": () => bill({ invoiceNumber: "0" }),
  "invoice-number-used": async () => {
    const { requests, createApproved } = await setUp();
    const id = await createApproved();
    await requests.invoice(id, { number: "2026-1", vatLines: [] });
    return failure(requests.invoice(id, { number: "2026-1", vatLines: [], total: 1 }), "precondition");
  },
  "invoice-before-workshop": () => bill({ invoiceDate: "2026-06-14" }),
  "invoice-before-checkout": () => bill({ invoiceDate: "2026-06-14" }, { request: invoicing.rental }),
  "invoice-date-of-latest": () => bill({ invoiceDate: "2026-06-14", total: -1 }, invoicing.archived),
  "debit-amount": () => bill({ total: 1100 }),
  "debit-above-zero": () => bill({ total: 0 }),
  "nothing-due": () => bill({}, { noTemplate: true, outstanding: 0 }),
  "marked-not-invoiced": () => bill({}, { notInvoiced: true }),
  "warranty-or-leniency": () => bill({}, { request: covered }),
  "discount-due": () => bill({}, { ...discountFirst, outstanding: 0 }),
  "credit-amount": () => bill({ total: -200 }, { ...invoicing.archived, invoiced: 129.5 }),
  "credit-in-archive": () => bill({ total: -1 }),
  "discount-of-damage": () => bill({ total: -1 }, { request: invoicing.request, discount: true }),
  "discount-below-zero": () => bill({}, { ...discountFirst, discount: true }),
  "discount-before-archive": () => bill({ total: -1 }, { ...damaged, ...invoicing.archived, discount: true }),
  "discount-first": () => bill({}, { ...discountFirst, discountFirst: true, discounted: false }),
  "vat-line-amount": () => bill({}, { request: invoicing.request, vatBaseOf: () => Number.NaN }),
  "vat-amount": () => bill({ vatLines: [{ percentage: 5.5, base: 129.5, amount: 1 }] }),
  "vat-total": () => bill({ vatLines: [{ percentage: 21, base: 100, amount: 21 }] }),
};

const reason = "10";
const positions = [["1", "L"]];
const swap = {
  regCode: "3199",
  description: "Wisselen",
  operation: { code: "03" },
  reasons: [{ code: "30" }],
  subcomponents: [{ regCode: "P", locations: [{ positionCode1: "1", positionCode2: "L" }] }, { regCode: "3156" }],
};
const rentalComponent = { regCode: "9001", operation: { code: "40" }, reasons: [{ code: "70" }] };
const purchase = [{ ...swap, regCode: "3196", subcomponents: [{ regCode: "3101" }] }];
const replacement = [{ ...swap, regCode: "3198", subcomponents: [{ regCode: "3101" }], locations: [["1", "L"]] }];
const denied = { id: unknownId, status: { code: "Denied", description: "" } };

const brakesWith = (details: object) => () => lineFor(brakes, untyped({ reason, ...details }));

/** Calls of builders with a mistake. */
export const mistakes: readonly (() => unknown)[] = [
  ...[
    { price: "22,50" },
    { price: 22.505 },
    { price: "Robin" },
    { price: Number.NaN },
    { value: "1,5" },
    { value: -5 },
    { value: "1.000" },
    { damage: "no" },
    { warranty: true },
    { leniency: 1 },
    { supplierCode: 7 },
    { id: "1" },
    { part: { partType: "Base" } },
    { location: [] },
    { location: ["2", "L"] },
    { subcomponents: {} },
    { subcomponents: [7] },
    { subcomponents: [{ code: "2202", price: 0.001 }] },
    { subcomponents: [{ code: "2202", location: ["1"] }] },
    { subcomponents: [{ code: "9" }] },
    { subcomponents: [{ code: "2205" }] },
    { prijs: 5 },
    { kleur: 5 },
    { reason: "12" },
    { reason: undefined },
  ].map(brakesWith),
  () => lineFor([brakes], "2201", { reason, operation: "05" }),
  () => lineFor([brakes], "9999"),
  () => lineFor(untyped(7), "9999"),
  () => lineFor(untyped(null)),
  () => lineFor([brakes], untyped(7)),
  () => lineFor({ regCode: "2201" }),
  () => lineFrom(untyped({ ...denied, reg: { code: "2201" }, price: 5 }), { price: untyped("99,50") }),
  () => lineFrom(untyped({ ...denied, reg: { code: "2201" } }), {}),
  () => mileageReading(48.21),
  () => mileageReading("48.210"),
  () => mileageReading(1, untyped(null)),
  () => hoursReading("1,5"),
  () => rentalVehicle(rentalComponent, { days: 0 }),
  () => rentalVehicle(rentalComponent, { days: "1,5" }),
  () => tirePurchase(purchase, { tires: [] }),
  () => tirePurchase(purchase, untyped(7)),
  () => tirePurchase(purchase, { tires: [{ tire: { id: 1 }, quantity: 1.5 }] }),
  () => tireReplacement(replacement, { position: ["1", "L"], tire: {} }),
  () => tireSwap([swap], { positions: [] }),
  () => tireSwap([swap], { positions, disposed: [untyped({})] }),
  () => tireSwap([swap], { positions, disposalFee: untyped("3,50") }),
  () => tireSwap([swap], { positions, disposalFee: true }),
];

/** The first problem with a rule. */
export function problemWith(rule: RuleId, { problems }: RegError): ErrorProblem | Violation {
  const found = problems.find((each) => each.rule === rule);
  if (found === undefined) throw new Error(`${rule} is not among ${problems.map((each) => each.rule).join()}`);
  return found;
}

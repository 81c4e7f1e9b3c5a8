import fc from "fast-check";
import * as arbitrary from "./arbitraries.js";
import { rarely, weighted } from "./choose.js";
import {
  ClockCommand,
  CreateCommand,
  DecideCommand,
  type Decision,
  ListCommand,
  type Planner,
  RequestCommand,
} from "./commands.js";
import type { Content, LineInput } from "./content.js";
import type { Driver } from "./driver.js";
import {
  createInvoice,
  deleteAttachment,
  getAttachment,
  getInvoice,
  getPdf,
  getTemplate,
  type InvoiceInput,
  listAttachments,
  listInvoices,
  listTemplates,
  setInvoiceStatus,
  uploadAttachment,
  uploadPdf,
} from "./invoice-calls.js";
import type { Model, RequestKind } from "./model.js";
import {
  cancelLine,
  deleteLine,
  deleteRequest,
  getRequest,
  overwriteRequest,
  patchRequest,
  putLine,
} from "./request-calls.js";
import type { Statistics } from "./statistics.js";
import { type Method, methods } from "./transitions.js";

type Command = fc.AsyncCommand<Model, Driver>;

const maxCommands = 24;

/** The rest of a walk. Commands that lead on have more weight than those that only look. */
export function walks(statistics: Statistics): fc.Arbitrary<Iterable<Command>> {
  return fc.commands<Model, Driver, false>([anyCommand(statistics)], { maxCommands, size: "max" });
}

function anyCommand(statistics: Statistics): fc.Arbitrary<Command> {
  /** A call with something to choose. */
  const call = <T>(method: Method, choice: fc.Arbitrary<T>, planner: (chosen: T) => Planner) =>
    fc
      .tuple(arbitrary.target, choice)
      .map(
        ([target, chosen]): Command =>
          new RequestCommand(statistics, method, target, textOf(chosen), planner(chosen)),
      );
  const plain = (method: Method, planner: Planner) => call(method, fc.constant(undefined), () => planner);
  const create = arbitrary.requestKind.chain((kind) =>
    arbitrary.content(kind).map((content): Command => new CreateCommand(statistics, kind, content)),
  );
  const overwriting = fc.record({
    service: arbitrary.content("service"),
    damage: arbitrary.content("damage"),
  });
  const line = fc.tuple(arbitrary.lineTarget, arbitrary.anyLineKinds, rarely());
  const choices: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
    [4, create],
    [7, arbitrary.review.map((review): Command => new DecideCommand(statistics, review))],
    [5, arbitrary.clockStep.map((step): Command => new ClockCommand(statistics, step))],
    [
      1,
      fc
        .tuple(arbitrary.requestKind, rarely(3))
        .map(([kind, asStranger]): Command => new ListCommand(statistics, kind, asStranger)),
    ],
    [2, plain("get", getRequest)],
    [2, call("overwrite", overwriting, overwriteRequest)],
    [7, call("patch", arbitrary.patch, patchRequest)],
    [2, plain("delete", deleteRequest)],
    [5, call("components.put", line, ([at, kinds, otherId]) => putLine(at, kinds, otherId))],
    [4, call("components.delete", arbitrary.lineTarget, deleteLine)],
    [4, call("components.cancel", arbitrary.lineTarget, cancelLine)],
    [5, call("attachments.upload", rarely(5), uploadAttachment)],
    [2, plain("attachments.list", listAttachments)],
    [3, call("attachments.get", arbitrary.anyIndex, getAttachment)],
    [3, call("attachments.delete", arbitrary.anyIndex, deleteAttachment)],
    [2, plain("invoiceTemplates.list", listTemplates)],
    [3, plain("invoiceTemplate.get", getTemplate)],
    [9, call("invoices.create", arbitrary.invoice, createInvoice)],
    [2, plain("invoices.setStatus", setInvoiceStatus)],
    [2, plain("invoices.list", listInvoices)],
    [2, call("invoices.get", arbitrary.anyIndex, getInvoice)],
    [
      2,
      call("invoices.pdf.upload", fc.tuple(arbitrary.anyIndex, rarely(5)), ([at, other]) =>
        uploadPdf(at, !other),
      ),
    ],
    [3, call("invoices.pdf.get", arbitrary.anyIndex, getPdf)],
  ];
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const textOf = (chosen: unknown) => (chosen === undefined ? "" : JSON.stringify(chosen));

const latest = { index: 0, isNew: false };
const added = { index: 0, isNew: true };
const invoice = (amount: InvoiceInput["amount"], date: InvoiceInput["date"] = "latest") =>
  createInvoice({ amount, date, twice: false });

/** Calls on the latest request. */
const calls = {
  file: ["attachments.upload", uploadAttachment(false)],
  line: ["components.put", putLine(added, { service: "brakes", damage: "windscreen" }, false)],
  "same again": ["components.put", putLine(added, { service: "oil", damage: "bumper" }, false)],
  change: ["patch", patchRequest({ remarks: "Key at the desk" })],
  cancel: ["components.cancel", cancelLine(latest)],
  submit: ["patch", patchRequest({ status: "ApprovalRequested" })],
  invoice: ["invoices.create", invoice("outstanding")],
  "no invoice": ["invoices.setStatus", setInvoiceStatus],
  "later credit": ["invoices.create", invoice("a euro, back", "2026-06-17")],
  "too much credit": ["invoices.create", invoice("a cent more than was invoiced, back")],
  pdf: ["invoices.pdf.upload", uploadPdf(0, true)],
} as const satisfies Readonly<Record<string, readonly [Method, Planner]>>;

/** What the lessor decides about the lines of the latest request, going round. */
const reviews = {
  approve: ["approve"],
  deny: ["deny"],
  "deny the first": ["deny", "approve"],
} as const satisfies Readonly<Record<string, readonly Decision[]>>;

type Step = keyof typeof calls | keyof typeof reviews | "any review" | "midnight";
type Way = readonly ["Draft" | "ApprovalRequested", ...Step[]];

/** How a walk begins, so that as many walks go on from each phase: a complete request, and then these steps. */
const ways: readonly (readonly [weight: number, way: Way])[] = [
  [3, ["Draft"]],
  [3, ["Draft", "file"]],
  [4, ["ApprovalRequested"]],
  [2, ["ApprovalRequested", "deny"]],
  [2, ["ApprovalRequested", "deny", "line"]],
  [1, ["ApprovalRequested", "deny", "line", "cancel"]],
  [2, ["ApprovalRequested", "deny", "cancel", "submit", "deny"]],
  [2, ["ApprovalRequested", "deny", "cancel", "submit", "deny the first"]],
  [1, ["ApprovalRequested", "deny the first", "submit", "any review"]],
  [2, ["ApprovalRequested", "deny", "cancel", "submit", "any review"]],
  [2, ["ApprovalRequested", "deny", "cancel", "submit", "deny the first", "submit", "any review"]],
  [1, ["ApprovalRequested", "deny", "cancel", "same again"]],
  [2, ["ApprovalRequested", "approve", "file"]],
  [1, ["ApprovalRequested", "approve", "change", "midnight"]],
  [1, ["ApprovalRequested", "approve", "no invoice", "change", "midnight"]],
  [3, ["ApprovalRequested", "approve", "invoice", "pdf"]],
  [4, ["ApprovalRequested", "approve", "invoice", "midnight"]],
  [1, ["ApprovalRequested", "approve", "invoice", "midnight", "later credit"]],
  [1, ["ApprovalRequested", "approve", "invoice", "midnight", "too much credit"]],
  [2, ["ApprovalRequested", "approve", "no invoice", "midnight"]],
];

/** The commands with which a walk begins. Each is checked as all others are, and may be refused. */
export function beginnings(statistics: Statistics): fc.Arbitrary<readonly Command[]> {
  const onOneRequest = fc
    .record({
      kind: arbitrary.requestKind,
      way: weighted(...ways),
      chosen: arbitrary.decisionList,
      withSweep: weighted([5, false], [1, true]),
    })
    .chain(({ kind, way: [status, ...steps], chosen, withSweep }) =>
      arbitrary
        .completeContent(kind)
        .map((content) => [
          new CreateCommand(statistics, kind, { ...content, status }),
          ...steps.map((step) => commandFor(step, chosen, statistics)),
          ...(withSweep ? sweep(statistics) : []),
        ]),
    );
  return fc.oneof(
    { weight: 12, arbitrary: onOneRequest },
    { weight: 1, arbitrary: onOneVehicle(statistics) },
  );
}

function commandFor(step: Step, any: readonly Decision[], statistics: Statistics): Command {
  if (step === "midnight") return new ClockCommand(statistics, step);
  if (step === "any review" || isReview(step)) {
    const chosen = step === "any review" ? any : reviews[step];
    return new DecideCommand(statistics, { index: 0, chosen, withUnknownLine: false });
  }
  const [method, planner] = calls[step];
  return new RequestCommand(statistics, method, { index: 0, as: "known" }, step, planner);
}

const isReview = (step: Step): step is keyof typeof reviews => Object.hasOwn(reviews, step);

/** As many requests for one vehicle as there may be, and one more. */
function onOneVehicle(statistics: Statistics): fc.Arbitrary<readonly CreateCommand[]> {
  const linesOf: readonly LineInput[][] = [
    [{ slot: 0, kind: "oil" }],
    [{ slot: 0, kind: "rental" }],
    [
      { slot: 0, kind: "rental" },
      { slot: 1, kind: "oil" },
    ],
    [],
  ];
  return fc
    .array(fc.constantFrom(...linesOf), { minLength: 3, maxLength: 4 })
    .map((all) =>
      all.map(
        (lines) =>
          new CreateCommand(statistics, "service", { status: "Draft", licensePlate: "AB-123-C", lines }),
      ),
    );
}

const content = (kind: RequestKind): Content => ({
  status: "Draft",
  licensePlate: "AB-123-C",
  partialVin: "JF123456",
  appointment: "repair",
  lines: [{ slot: 0, kind: kind === "service" ? "oil" : "bumper" }],
});

/** One call of each method; none of them leads out of the phase, but for the deletion of a draft. */
const planners: Readonly<Record<Exclude<Method, "delete">, Planner>> = {
  get: getRequest,
  overwrite: overwriteRequest({ service: content("service"), damage: content("damage") }),
  patch: patchRequest({}),
  "components.put": putLine(latest, { service: "brakes", damage: "windscreen" }, false),
  "components.delete": deleteLine(latest),
  "components.cancel": cancelLine(latest),
  "attachments.list": listAttachments,
  "attachments.upload": uploadAttachment(false),
  "attachments.get": getAttachment(0),
  "attachments.delete": deleteAttachment(0),
  "invoiceTemplates.list": listTemplates,
  "invoiceTemplate.get": getTemplate,
  "invoices.list": listInvoices,
  "invoices.create": createInvoice({ amount: "nothing at all", date: "latest", twice: false }),
  "invoices.get": getInvoice(0),
  "invoices.setStatus": setInvoiceStatus,
  "invoices.pdf.get": getPdf(0),
  "invoices.pdf.upload": uploadPdf(0, true),
};

/** Calls every method on the latest request, in whatever phase it is: the deletion, which may succeed, at the end. */
function sweep(statistics: Statistics): Command[] {
  const command = (method: Method, planner: Planner) =>
    new RequestCommand(statistics, method, { index: 0, as: "known" }, "each method", planner);
  return [
    ...methods.filter((method) => method !== "delete").map((method) => command(method, planners[method])),
    command("delete", deleteRequest),
  ];
}

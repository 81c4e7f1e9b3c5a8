import fc from "fast-check";
import { decisionList, requestKind } from "./arbitraries.js";
import { upload } from "./attachment-calls.js";
import type { Bench } from "./bench.js";
import { weighted } from "./choose.js";
import { completeContent } from "./content-arbitraries.js";
import { CreateCommand } from "./create-command.js";
import { DecideCommand, type Decision } from "./decide-command.js";
import { uploadPdf } from "./document-calls.js";
import { create, type InvoiceInput, setStatus } from "./invoice-calls.js";
import { cancel, put } from "./line-calls.js";
import { onOneVehicle } from "./one-vehicle.js";
import type { Method } from "./operations.js";
import { patch } from "./request-calls.js";
import { type Planner, RequestCommand } from "./request-command.js";
import type { Model } from "./state.js";
import type { Statistics } from "./statistics.js";
import { sweep } from "./sweep.js";
import { ClockCommand } from "./world-commands.js";

type Command = fc.AsyncCommand<Model, Bench>;

const latest = { index: 0, isNew: false };
const added = { index: 0, isNew: true };
const invoice = (amount: InvoiceInput["amount"], date: InvoiceInput["date"] = "latest") =>
  create({ amount, date, twice: false });

/** Calls on the latest request. */
const calls = {
  file: ["attachments.upload", upload(false)],
  line: ["components.put", put(added, { service: "brakes", damage: "windscreen" }, false)],
  "same again": ["components.put", put(added, { service: "oil", damage: "bumper" }, false)],
  change: ["patch", patch({ remarks: "Key at the desk" })],
  cancel: ["components.cancel", cancel(latest)],
  submit: ["patch", patch({ status: "ApprovalRequested" })],
  invoice: ["invoices.create", invoice("outstanding")],
  "no invoice": ["invoices.setStatus", setStatus],
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
      kind: requestKind,
      way: weighted(...ways),
      chosen: decisionList,
      withSweep: weighted([5, false], [1, true]),
    })
    .chain(({ kind, way: [status, ...steps], chosen, withSweep }) =>
      completeContent(kind).map((content) => [
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

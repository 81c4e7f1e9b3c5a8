import { supplierForms } from "../../../src/generated/supplier/bodies.js";
import type { LineStatus } from "../../../src/generated/supplier/models.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { type LineTrigger, lineTransition } from "../../../src/supplier/phases/line-status.js";
import {
  type Phase,
  type PhaseTransition,
  type PhaseTrigger,
  transitionsFrom,
} from "../../../src/supplier/phases/phases.js";
import type { LineInput } from "./content.js";
import { type Model, type ModelRequest, phaseOf, type RequestKind } from "./model.js";
import { alsoIn, holds, nextMidnight } from "./rules.js";

/** Thrown where the model predicts an error response. */
export class Rejected extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** What becomes of a request if the service agrees to a call. */
export interface Attempt {
  readonly model: Model;
  /** A copy, which takes the request's place if nothing is refused. */
  readonly next: ModelRequest;
  /** The rows of both tables that were taken on the way. */
  readonly rows: string[];
}

/** The name of a row of the requests' table in the statistics. */
export const phaseRow = ({
  from,
  trigger,
  condition,
}: Pick<PhaseTransition, "from" | "trigger" | "condition">) => `${from} ${trigger}: ${condition}`;

/** The name of a row of the lines' table in the statistics. */
export const lineRow = (from: LineStatus | "none", trigger: LineTrigger) => `line ${from} ${trigger}`;

/** Takes the row of the requests' table whose condition holds; refuses with 400 if there is none. */
export function move({ model, next, rows }: Attempt, trigger: PhaseTrigger, from?: "none"): void {
  const phase = from ?? phaseOf(next, model.now);
  const row = transitionsFrom(phase, trigger).find(({ condition }) => holds(condition, next));
  if (row === undefined) throw new Rejected(400, `${phase} has no way on by "${trigger}"`);
  rows.push(phaseRow(row));
  if (row.status !== undefined) next.status = row.status;
  if (trigger === "change") next.notInvoiced = false;
  next.archiveAt =
    row.to !== "Archived" ? undefined : row.at === "midnight" ? nextMidnight(model.now) : model.now;
}

/** Whether the requests' table has a row for a trigger whose condition holds. */
export function canMove({ model, next }: Attempt, trigger: PhaseTrigger): boolean {
  return transitionsFrom(phaseOf(next, model.now), trigger).some(({ condition }) => holds(condition, next));
}

/** The status to which the lines' table leads; refuses with 400 if there is no row. */
export function moveLine({ rows }: Attempt, from: LineStatus | "none", trigger: LineTrigger) {
  const row = lineTransition(from, trigger);
  if (row === undefined) throw new Rejected(400, `a line in ${from} has no way on by "${trigger}"`);
  rows.push(lineRow(from, trigger));
  return row.to;
}

/** The same, for a step that leaves the line in the request. */
export function statusAfter(attempt: Attempt, from: LineStatus | "none", trigger: LineTrigger): LineStatus {
  const to = moveLine(attempt, from, trigger);
  if (to === "removed") throw new Error(`the table removes a line by "${trigger}"`);
  return to;
}

/** Writes a line of the request, and tells whether there was one in its slot. */
export function writeLine(attempt: Attempt, { slot, kind }: LineInput): boolean {
  const { next } = attempt;
  const old = next.lines.find((line) => line.slot === slot);
  const line = { slot, kind, status: statusAfter(attempt, old?.status ?? "none", "write") };
  next.lines =
    old === undefined ? [...next.lines, line] : next.lines.map((each) => (each === old ? line : each));
  return old !== undefined;
}

/** Hands the request to the lessor, with every line. */
export function submit(attempt: Attempt, from?: "none"): void {
  const { next } = attempt;
  move(attempt, "submit", from);
  next.lines = next.lines.map((line) => ({ ...line, status: statusAfter(attempt, line.status, "submit") }));
}

interface OperationRow {
  readonly method: string;
  readonly path: string;
  readonly phases?: readonly string[];
}

const operationTable: Readonly<Record<string, OperationRow>> = supplierOperations;
const prefixes = { service: "serviceRequests", damage: "damageServiceRequests" } as const;

/** The operations that the walks call on a request, without the prefix of its kind. */
export const methods = [
  "get",
  "overwrite",
  "patch",
  "delete",
  "components.put",
  "components.delete",
  "components.cancel",
  "attachments.list",
  "attachments.upload",
  "attachments.get",
  "attachments.delete",
  "invoiceTemplates.list",
  "invoiceTemplate.get",
  "invoices.list",
  "invoices.create",
  "invoices.get",
  "invoices.setStatus",
  "invoices.pdf.get",
  "invoices.pdf.upload",
] as const;

/** One of them. */
export type Method = (typeof methods)[number];

/** The id of an operation. */
export const operationId = (kind: RequestKind, method: string): string => `${prefixes[kind]}.${method}`;

/** Whether the operation table has the operation: there is one that only service requests have. */
export const exists = (id: string): boolean => Object.hasOwn(operationTable, id);

/** The row of the operation table. */
export function operation(id: string): OperationRow {
  const row = operationTable[id];
  if (row === undefined) throw new Error(`there is no operation ${id}`);
  return row;
}

/** The path of an operation, with its parameters filled in. */
export function pathOf(id: string, params: Readonly<Record<string, string>>): string {
  return operation(id).path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name === "requestId" ? "id" : name];
    if (value === undefined) throw new Error(`${id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Whether the tables let an operation be called on a request in a phase. */
export function isPossible(kind: RequestKind, method: Method, phase: Phase): boolean {
  const { phases } = operation(operationId(kind, method));
  return phases === undefined || phases.includes(phase) || alsoIn[method]?.includes(phase) === true;
}

/** Refuses what the phase does not allow: with 410 for an archived request where that is documented, else with 400. */
export function checkPhase(kind: RequestKind, method: Method, phase: Phase): void {
  if (isPossible(kind, method, phase)) return;
  const documented = supplierForms[operationId(kind, method)]?.responses["410"] !== undefined;
  throw new Rejected(phase === "Archived" && documented ? 410 : 400, `${method} is not possible in ${phase}`);
}

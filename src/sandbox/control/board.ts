import { amsterdamDay } from "../../base/dates.js";
import { toEuros } from "../../base/money.js";
import { type Phase, transitionsFrom } from "../../domain/phases/phases.js";
import { closedBy, possibleActions, type RequestWorkflow } from "../../domain/phases/possible-actions.js";
import { phaseProblem, phaseViolations } from "../../domain/rules/phase.js";
import { groupOf } from "../../domain/vocabulary.js";
import type { RegProblemEntry } from "../../errors/problem.js";
import type { StoredFile } from "../messages/reply.js";
import { operations } from "../messages/router.js";
import type { Services } from "../service/state/context.js";
import { phaseNow } from "../service/state/phase.js";
import type { StoredRequest } from "../service/state/state.js";
import { invoiceViolations } from "../service/supplier/invoice-rules.js";
import { approvalViolations, entriesOf, ruleInputOf } from "../service/supplier/request-rules.js";
import { invoicedCents, outstandingCents, serializeListItem, serializeRequest } from "../service/supplier/serialize.js";
import type { BoardColumn, BoardRequest, FileView, Possibility, Reason, RequestDetail } from "./views.js";

const phases = ["Draft", "Lessor", "Response", "Invoicing", "Archived"] as const satisfies readonly Phase[];

interface BoardQuery {
  /** A part of a license plate, a work order number, an id or the lessor's number. */
  readonly search: string;
  /** The maximum number of requests of each phase. */
  readonly limit: number;
}

/** The requests of all suppliers by phase, the latest first. */
export function listByPhase(services: Services, { search, limit }: BoardQuery): BoardColumn[] {
  const now = services.now();
  const found = [...services.state.requests.values()].filter((request) =>
    matches(request, search.trim().toLowerCase()),
  );
  return phases.map((phase) => {
    const inPhase = found.filter((request) => phaseNow(request, now) === phase).reverse();
    return {
      phase,
      count: inPhase.length,
      requests: inPhase.slice(0, limit).map((request) => boardRequest(request, services)),
    };
  });
}

function matches({ id, licensePlate, appointment, lessorsNumber }: StoredRequest, search: string): boolean {
  const texts = [id, licensePlate, appointment?.workOrderNumber ?? "", String(lessorsNumber)];
  return texts.some((text) => text.toLowerCase().includes(search));
}

function boardRequest(request: StoredRequest, services: Services): BoardRequest {
  const { id, status, lessorName, serviceRequestNumber, invoicing } = serializeListItem(request, services, "");
  const { kind, licensePlate, appointment, parking } = request;
  const workOrderNumber = appointment?.workOrderNumber ?? undefined;
  const { isParked } = parking;
  return { id, kind, licensePlate, workOrderNumber, status, lessorName, serviceRequestNumber, invoicing, isParked };
}

/**
 * Describes a request, and what is possible with it now, by the tables and rules of the client; undefined without it.
 */
export function describeRequest(services: Services, id: string): RequestDetail | undefined {
  const request = services.state.requests.get(id);
  if (request === undefined) return undefined;
  const phase = phaseNow(request, services.now());
  const { kind, supplierNumber, archiveAt, attachments, invoices, notInvoiced, licensePlate } = request;
  const json = serializeRequest(request, services);
  const actions = possibleActions(json, { kind, phase });
  const contract = services.state.world.vehicles.get(licensePlate)?.contract;
  return {
    request: json,
    kind,
    phase,
    lessorName: contract?.lessor.name,
    supplierNumber,
    archiveAt: archiveAt === undefined ? undefined : new Date(archiveAt).toISOString(),
    attachments: [...attachments.values()].map((file) => ({ id: file.id, ...describeFile(file) })),
    invoices: invoices.map(({ pdf, cents, ...invoice }) => ({
      ...invoice,
      total: toEuros(cents),
      pdf: pdf && describeFile(pdf),
    })),
    notInvoiced,
    contract,
    workflows: (["submit", "resubmit", "invoice", "markNotInvoiced"] as const).map((name) => ({
      name,
      reasons: reasonsAgainst(name, { request, phase, services, isPossible: actions.workflows.includes(name) }),
    })),
    operations: operationsOf(request, phase, new Set(actions.operations)),
    decisions: {
      name: "decide",
      reasons: transitionsFrom(phase, "review").length > 0 ? [] : [{ description: phaseProblem(phase, ["Lessor"]) }],
    },
    lines: Object.fromEntries(actions.lines.map((line) => [line.id, line.operations])),
  };
}

const describeFile = ({ name, type, bytes }: StoredFile): FileView => ({ name, type, bytes: bytes.length });

interface WorkflowState {
  readonly request: StoredRequest;
  readonly phase: Phase;
  readonly services: Services;
  readonly isPossible: boolean;
}

function reasonsAgainst(workflow: RequestWorkflow, { request, phase, services, isPossible }: WorkflowState): Reason[] {
  const inPhase = entriesOf(phaseViolations(phase, workflow));
  if (inPhase.length > 0) return inPhase.map(toReason);
  if (!isPossible) return [closedReason(request, services)];
  if (workflow === "submit" || workflow === "resubmit")
    return approvalViolations(ruleInputOf(services, request)).map(toReason);
  return workflow === "invoice" ? invoiceReasons(request, phase, services) : [];
}

/** What is wrong with an invoice of the amount that is due: the rules check an invoice, not a request. */
function invoiceReasons(request: StoredRequest, phase: Phase, { state, now }: Services): Reason[] {
  if (phase === "Invoicing" && outstandingCents(request) === 0) return [{ description: "Nothing is left to invoice." }];
  const total = toEuros(phase === "Archived" ? -invoicedCents(request) : outstandingCents(request));
  const identitySender = state.world.suppliers.get(request.supplierNumber)?.identity ?? {};
  const invoiceDate = request.invoices.at(-1)?.date ?? amsterdamDay(now());
  const invoice = { identitySender, identityReceiver: {}, vatLines: [{}], total, invoiceNumber: "1", invoiceDate };
  return invoiceViolations(invoice, { request, phase }).map(toReason);
}

function toReason({ code, description, context }: RegProblemEntry): Reason {
  const field = context?.["fieldName"];
  return { code, description, field: typeof field === "string" ? field : undefined };
}

const closedText = "The request can no longer be changed.";

function closedReason(request: StoredRequest, services: Services): Reason {
  const field = closedBy(serializeRequest(request, services));
  return { description: closedText, field };
}

/** The operations on a request, with the phases that the others need. */
function operationsOf({ kind }: StoredRequest, phase: Phase, possible: ReadonlySet<string>): Possibility[] {
  return operations
    .filter(({ id, pathParams }) => id.startsWith(`${groupOf[kind]}.`) && pathParams.length > 0 && !isOnLine.test(id))
    .map(({ id, phases: allowed = [] }) => ({
      name: id,
      reasons: possible.has(id) ? [] : [because(allowed, phase)],
    }));
}

const isOnLine = /\.components\.(delete|cancel)$/;

function because(allowed: readonly string[], phase: Phase): Reason {
  const isAllowed = allowed.length === 0 || allowed.includes(phase);
  return { description: isAllowed ? closedText : phaseProblem(phase, allowed) };
}

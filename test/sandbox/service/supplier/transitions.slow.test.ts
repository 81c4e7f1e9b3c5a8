import type { Phase } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import type { LineStatus } from "@reg/sdk/supplier";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type LineDecision,
  type LineTrigger,
  lineDecisions,
  lineTransition,
} from "../../../../src/domain/phases/line-status.js";
import {
  type PhaseTrigger,
  phaseOfStatus,
  phaseTransitions,
  transitionsFrom,
} from "../../../../src/domain/phases/phases.js";
import { supplierOperations } from "../../../../src/generated/supplier/operations.js";
import { damage, damageLine, guid, otherWork, reading, rental, repair, work } from "../../../domain/rules/content.js";
import { invoice } from "../../../domain/rules/invoice-support.js";

/*
 * Random walks: calls in any order, possible or not. The test knows the two tables of transitions and the phases of
 * each operation, and no rule for content: what a request is accepted for is tested elsewhere.
 */

/** What a step does, and how often. */
const weights = {
  create: 3,
  overwrite: 1,
  patch: 2,
  submit: 6,
  delete: 1,
  "components.put": 3,
  "components.delete": 2,
  "components.cancel": 5,
  "attachments.upload": 1,
  "invoices.create": 4,
  "invoices.setStatus": 1,
  review: 8,
  midnight: 1,
} as const;

type Action = keyof typeof weights;

/** The triggers that move requests, and those that move lines. */
const phaseTriggers: Readonly<Partial<Record<Action, PhaseTrigger>>> = {
  overwrite: "change",
  patch: "change",
  submit: "submit",
  delete: "delete",
  "components.put": "change",
  "components.delete": "change",
  "components.cancel": "change",
  "invoices.create": "invoice",
  "invoices.setStatus": "no-costs",
  review: "review",
};

/** One step; its numbers choose among the requests, lines and contents that there are. */
const step = fc.record({
  action: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as Action),
    })),
  ),
  request: fc.nat(3),
  line: fc.nat(3),
  choice: fc.nat(11),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const lineTriggers: Readonly<Partial<Record<Action, readonly LineTrigger[]>>> = {
  create: ["write"],
  overwrite: ["write", "delete"],
  submit: ["submit"],
  "components.put": ["write"],
  "components.delete": ["delete"],
  "components.cancel": ["cancel"],
  review: lineDecisions,
};

/** A request as it can be read. */
interface Shown {
  readonly phase: Phase | "removed";
  readonly status?: string;
  readonly lines: Readonly<Record<string, LineStatus>>;
  readonly toInvoice?: number;
  /** Everything that is shown, as text. */
  readonly text: string;
}

type Kind = "service" | "damage";
const groups = { service: "serviceRequests", damage: "damageServiceRequests" } as const;

class Walk {
  readonly #sandbox = createSandbox({
    now: "2026-06-15T09:00:00Z",
    rateLimit: false,
    onDefect: (defect) => this.defects.push(defect),
  });
  readonly defects: unknown[] = [];
  /** The rows of the table of phases that were taken. */
  readonly taken = new Set<string>();
  #token = "";
  #shown: ReadonlyMap<string, Shown> = new Map();
  #requests: { readonly id: string; readonly kind: Kind }[] = [];

  async begin(): Promise<void> {
    this.#sandbox.reset();
    this.#token = await this.#sandbox.supplier.token();
    this.#requests = [];
    this.#shown = new Map();
  }

  async take(next: Step): Promise<void> {
    const before = this.#shown;
    const isAccepted = await this.#act(next);
    const after = await this.#readAll();
    this.#shown = after;
    const what = JSON.stringify(next);
    expect(this.defects, what).toEqual([]);
    await this.#compareLists(after, what);
    const target = this.#requests.at(-1 - (next.request % Math.max(1, this.#requests.length)));
    for (const { id } of this.#requests) {
      const [old, now] = [before.get(id), after.get(id)];
      if (now === undefined) throw new Error("a request is lost");
      const isConcerned = next.action === "midnight" || (id === target?.id && isAccepted);
      if (old !== undefined && !isConcerned) expect(now, what).toEqual(old);
      else if (next.action !== "create" || old === undefined) this.#checkMoves(next, old, now);
    }
  }

  /** Carries out a step, and returns whether it was accepted. */
  async #act({ action, request, line, choice }: Step): Promise<boolean> {
    if (action === "midnight") {
      this.#sandbox.clock.advance({ days: 1 });
      return true;
    }
    if (action === "create") return this.#create(choice);
    const target = this.#requests.at(-1 - (request % Math.max(1, this.#requests.length)));
    if (target === undefined) return false;
    const { id, kind } = target;
    const shown = this.#shown.get(id);
    if (shown === undefined) return false;
    const lineIds = Object.keys(shown.lines);
    const lineId = lineIds[line % Math.max(1, lineIds.length)] ?? guid(9);
    if (action === "review") {
      const chosen = lineIds.map((each, index) => [each, this.#decision(choice, index)]);
      return isDone(() => this.#sandbox.lessor.review(id, Object.fromEntries(chosen)));
    }
    const name = action === "submit" ? "patch" : action;
    const operation = supplierOperations[`${groups[kind]}.${name}`];
    const body = this.#bodyOf(action, { kind, choice, lineId, toInvoice: shown.toInvoice });
    const path = operation.path.replace("{componentId}", choice < 3 ? guid(choice + 1) : lineId);
    const { status } = await this.#send(operation.method, path.replace(/\{(id|requestId)\}/, id), body);
    const phases: readonly string[] = "phases" in operation ? operation.phases : [shown.phase];
    if (!phases.includes(shown.phase))
      expect(status, `${action} in ${shown.phase}`).toBeOneOf(
        shown.phase === "removed" ? [404] : shown.phase === "Archived" ? [400, 410] : [400],
      );
    return status < 300;
  }

  async #create(choice: number): Promise<boolean> {
    const kind = choice % 4 === 3 ? "damage" : "service";
    const { path } = supplierOperations[`${groups[kind]}.create`];
    const status = choice % 3 === 0 ? "Draft" : "ApprovalRequested";
    const { json } = await this.#send("POST", path, { ...contentOf(kind, choice), status });
    if (typeof json["id"] !== "string") return false;
    this.#requests.push({ id: json["id"], kind });
    return true;
  }

  /** Most reviews have the same decision for all lines. */
  #decision(choice: number, line: number): LineDecision {
    return lineDecisions[(choice < 5 ? choice : choice + line) % lineDecisions.length] ?? "Approved";
  }

  #bodyOf(
    action: Action,
    {
      kind,
      choice,
      lineId,
      toInvoice = 1,
    }: { kind: Kind; choice: number; lineId: string; toInvoice?: number | undefined },
  ): unknown {
    const lines = kind === "damage" ? [damageLine()] : [otherWork(), work(), reading()];
    const { id: _, ...line } = lines.find(({ id }) => id === lineId) ?? lines[0] ?? {};
    const bodies: Partial<Record<Action, unknown>> = {
      overwrite: { ...contentOf(kind, choice), status: "Draft" },
      // The second is rejected for its line, after all other changes were read.
      patch: {
        remarks: "Key at the desk",
        ...(choice < 4 ? { components: [work({ reason: { code: "0" } })] } : {}),
      },
      submit: { status: "ApprovalRequested" },
      "components.put": line,
      "invoices.create": invoice({ total: choice < 2 ? -1 : toInvoice, invoiceDate: "2026-06-20" }),
      "invoices.setStatus": { reason: "elsewhere" },
      "attachments.upload": "photo",
    };
    return bodies[action];
  }

  /** Checks that the phase and each line moved as the tables say. */
  #checkMoves({ action }: Step, old: Shown | undefined, now: Shown): void {
    const from = old?.phase ?? "none";
    if (action === "midnight") {
      expect([from, "Archived"], "after midnight").toContain(now.phase);
      if (now.phase !== from) expect(from).toBe("Invoicing");
      return;
    }
    const trigger = action === "create" ? (now.phase === "Draft" ? "create" : "submit") : phaseTriggers[action];
    const rows = trigger === undefined ? [] : transitionsFrom(from as Phase | "none", trigger);
    const row = rows.find(({ to, status, at }) =>
      at === "midnight" ? now.phase === from : to === now.phase && (status ?? now.status) === now.status,
    );
    // Without a row, the phase stays: an attachment, or a further invoice or a reason in the archive.
    if (rows.length === 0) expect([action, now.phase], `${action} from ${from}`).toEqual([action, from]);
    else expect(row, `${action} from ${from} to ${now.phase} ${now.status}`).toBeDefined();
    if (row !== undefined) this.taken.add(`${row.from} ${row.trigger} ${row.condition}`);
    if (now.phase === "removed") return;
    const isSubmitted = action === "create" && now.phase !== "Draft";
    const triggers = isSubmitted ? (["submit"] as const) : (lineTriggers[action] ?? []);
    for (const id of new Set([...Object.keys(old?.lines ?? {}), ...Object.keys(now.lines)])) {
      const before = old?.lines[id] ?? (isSubmitted ? "Entered" : "none");
      const after = now.lines[id] ?? "removed";
      const move = triggers.find((each) => lineTransition(before, each)?.to === after);
      if (move === undefined) expect([action, after], `a line in ${before}`).toEqual([action, before]);
    }
  }

  async #compareLists(shown: ReadonlyMap<string, Shown>, what: string): Promise<void> {
    for (const kind of ["service", "damage"] as const) {
      const { json } = await this.#send("GET", supplierOperations[`${groups[kind]}.list`].path);
      const listed = (json["serviceRequests"] as { id: string }[]).map(({ id }) => id);
      const open = this.#requests.filter(({ id, kind: other }) => {
        const { phase } = shown.get(id) ?? {};
        return kind === other && phase !== "removed" && phase !== "Archived";
      });
      expect(listed, what).toEqual(open.map(({ id }) => id));
    }
  }

  async #readAll(): Promise<ReadonlyMap<string, Shown>> {
    const shown = new Map<string, Shown>();
    for (const request of this.#requests) shown.set(request.id, await this.#read(request));
    return shown;
  }

  async #read({ id, kind }: { readonly id: string; readonly kind: Kind }): Promise<Shown> {
    const path = supplierOperations[`${groups[kind]}.get`].path.replace("{id}", id);
    const { status, text, json } = await this.#send("GET", path);
    if (status === 404) return { phase: "removed", lines: {}, text: "" };
    if (status === 410) {
      const invoices = await this.#send("GET", `${path}/invoices`);
      expect(invoices.status).toBe(200);
      return { phase: "Archived", lines: {}, text: invoices.text };
    }
    const {
      status: shown,
      components,
      invoicing,
    } = json["data"] as {
      status: string;
      components: { id: string; status: { code: LineStatus } }[];
      invoicing: { totalAmountToInvoice: number; totalAmountApproved: number; totalAmountInvoiced: number };
    };
    const { totalAmountToInvoice: toInvoice, totalAmountApproved, totalAmountInvoiced } = invoicing;
    expect([0, totalAmountApproved - totalAmountInvoiced]).toContain(toInvoice);
    const phase = phaseOfStatus(shown);
    if (phase === undefined) throw new Error(`the status ${shown} is unknown`);
    const lines = Object.fromEntries(components.map((line) => [line.id, line.status.code]));
    return { phase, status: shown, lines, toInvoice, text };
  }

  async #send(method: string, path: string, body?: unknown) {
    const isFile = typeof body === "string";
    const response = await this.#sandbox.fetch(`${this.#sandbox.supplier.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        "content-type": isFile ? "text/plain" : "application/json",
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const json: Readonly<Record<string, unknown>> = isJson ? JSON.parse(text) : {};
    return { status: response.status, text, json };
  }
}

function contentOf(kind: Kind, choice: number) {
  const vehicle = { licensePlate: ["AB-123-C", "DE-456-F", "JK-707-N"][choice % 3] ?? "", partialVin: "J" };
  if (kind === "damage") return damage({ vehicle });
  return [repair({ vehicle }), rental({ vehicle }), repair({ vehicle, components: [reading(), work({ price: 0 })] })][
    (choice >> 1) % 3
  ];
}

function isDone(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

it("the sandbox follows the transition tables on random walks, and a rejected call changes nothing", {
  timeout: 300_000,
}, async () => {
  const walk = new Walk();
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    await walk.begin();
    for (const each of steps) await walk.take(each);
  });
  await fc.assert(property, { numRuns: 100, seed: 20_260_615 });
  const rows = phaseTransitions.map(({ from, trigger, condition }) => `${from} ${trigger} ${condition}`);
  expect(rows.filter((row) => !walk.taken.has(row))).toEqual([]);
});

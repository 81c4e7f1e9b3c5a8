import type { RateLimit } from "@reg/sdk/sandbox";
import { openSandbox } from "../../src/sandbox/sandbox.js";
import { phaseNow } from "../../src/sandbox/service/state/phase.js";
import type { StoredRequest } from "../../src/sandbox/service/state/state.js";
import { invoicedCents, serializeRequest } from "../../src/sandbox/service/supplier/serialize.js";
import type { Timeline } from "./timeline.js";

/** What a request was at an instant: what events say of it is compared with this. */
export interface RequestState {
  readonly at: number;
  readonly phase: string;
  readonly status: string;
  /** The statuses of its lines. */
  readonly lines: ReadonlySet<string>;
  readonly invoicing: string | undefined;
  readonly invoicedCents: number;
  readonly isParked: boolean;
}

/** What the lessor does with a request that waits for its decision. */
export type Decision = "approve" | "accept" | "deny" | "deny-one" | "call" | "announce-call";

/** The decisions of a lessor on an order, one after the other; after them, everything is approved. */
export interface Decisions {
  readonly workOrderNumber: string;
  readonly decisions: readonly Decision[];
  /** How long the lessor takes, in milliseconds. */
  readonly takes: number;
}

interface ServiceParts {
  readonly timeline: Timeline;
  /** When the simulation begins, as a date-time. */
  readonly now: string;
  readonly rateLimit: RateLimit;
  readonly licensePlates: readonly string[];
  readonly decisions: readonly Decisions[];
  /** Is called with each decision of the lessor, as text. */
  readonly onDecision: (decision: string) => void;
  /** Is called with the name of each state in which a request has been. */
  readonly onState: (name: string) => void;
}

/** Both services, with the lessor who decides, and the record of what every request was. */
export class Service {
  readonly #timeline: Timeline;
  readonly #decisions: ReadonlyMap<string, Decisions>;
  readonly #onDecision: ServiceParts["onDecision"];
  readonly #onState: ServiceParts["onState"];
  readonly #opened: ReturnType<typeof openSandbox>;
  /** How many decisions were made on each request. */
  readonly #decided = new Map<string, number>();
  readonly history = new Map<string, RequestState[]>();
  readonly defects: unknown[] = [];

  constructor({ timeline, now, rateLimit, licensePlates, decisions, onDecision, onState }: ServiceParts) {
    this.#onDecision = onDecision;
    this.#onState = onState;
    this.#timeline = timeline;
    this.#decisions = new Map(decisions.map((each) => [each.workOrderNumber, each]));
    this.#opened = openSandbox({
      now,
      seed: 1,
      // Short, so that tokens expire while the job runs.
      tokenLifetime: 5000,
      rateLimit,
      vehicles: licensePlates.map((licensePlate) => ({ licensePlate })),
      onDefect: (defect) => void this.defects.push(defect),
    });
  }

  /** The sandbox, whose clock shows the time of the simulation. */
  get sandbox() {
    const { sandbox } = this.#opened;
    sandbox.clock.advance({ ms: this.#timeline.now - sandbox.clock.monotonic() });
    return sandbox;
  }

  get requests(): ReadonlyMap<string, StoredRequest> {
    return this.#opened.interior.services.state.requests;
  }

  /** The vehicles that lessors have registered, by license plate. */
  get vehicles(): ReadonlyMap<string, { readonly body: unknown; readonly related: ReadonlyMap<string, unknown> }> {
    return new Map([...this.#opened.interior.services.state.registered.values()].flatMap((each) => [...each]));
  }

  async serve(request: Request): Promise<Response> {
    const response = await this.sandbox.fetch(request);
    if (request.method !== "GET" && response.ok) this.#note();
    return response;
  }

  /** Notes what every request is now, and lets the lessor decide later on those that wait for it. */
  #note(): void {
    const { services } = this.#opened.interior;
    for (const [id, request] of this.requests) {
      const states = this.history.get(id) ?? [];
      this.history.set(id, states);
      const last = states.at(-1);
      const { invoicing, components } = serializeRequest(request, services);
      const state: RequestState = {
        at: this.#timeline.now,
        phase: phaseNow(request, services.now()),
        status: request.status,
        lines: new Set(components.map(({ status }) => String(status?.code))),
        invoicing: invoicing?.status,
        invoicedCents: invoicedCents(request),
        isParked: request.parking.isParked,
      };
      states.push(state);
      if (state.status !== last?.status || state.invoicedCents !== last.invoicedCents)
        this.#onState([state.phase, state.status, state.invoicing ?? "-", ...[...state.lines].sort()].join(" "));
      if (state.phase === "Lessor" && last?.phase !== "Lessor") this.#decideLater(request);
    }
  }

  #decideLater({ id, appointment }: StoredRequest): void {
    const { decisions, takes } = this.#decisions.get(String(appointment?.workOrderNumber)) ?? {
      decisions: [],
      takes: 1000,
    };
    const count = this.#decided.get(id) ?? 0;
    this.#decided.set(id, count + 1);
    const decision = decisions[count] ?? "approve";
    this.#timeline.after(takes, () => this.#decide(id, decision));
  }

  #decide(id: string, decision: Decision): void {
    const { lessor } = this.sandbox;
    const lines =
      this.requests
        .get(id)
        ?.lines.slice(-1)
        .map((line) => line.id) ?? [];
    // The supplier may have withdrawn the request.
    if (this.history.get(id)?.at(-1)?.phase !== "Lessor") return;
    this.#onDecision(`${decision} ${id}`);
    if (decision === "approve") lessor.approve(id);
    if (decision === "accept") lessor.provisionallyApprove(id);
    if (decision === "announce-call") lessor.willCall(id, { lines });
    if (decision === "deny") lessor.deny(id);
    if (decision === "deny-one") lessor.deny(id, { lines });
    if (decision === "call") lessor.callLessor(id, { lines });
    this.#note();
  }

  /** Parks every request for a time. */
  park(ms: number): void {
    const ids = [...this.requests.keys()];
    for (const id of ids) this.sandbox.lessor.park(id);
    this.#note();
    this.#timeline.after(ms, () => {
      for (const id of ids) if (this.requests.has(id)) this.sandbox.lessor.unpark(id);
      this.#note();
    });
  }
}

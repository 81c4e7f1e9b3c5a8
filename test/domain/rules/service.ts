import assert from "node:assert/strict";
import type { ApprovalContext, InvoiceContext, RegProblemEntry, RequestKind } from "@reg/sdk";
import { createSandbox, type SandboxServer } from "@reg/sdk/sandbox";
import type { AllowedComponent, Contract, Lessor, ServiceRequest } from "@reg/sdk/supplier";
import type { ResubmissionCase, Round } from "./cases.js";
import { damage, type RequestBody, reading, rental, repair, work } from "./content.js";
import type { Invoiced } from "./invoice-cases.js";
import { invoice } from "./invoice-support.js";

const permitted = { warranty: ["Factory"], leniency: ["Lessor"] };

/** The facts about the sandbox that no lookup shows. */
const known = {
  rentalCodes: ["9001"],
  repeatableCodes: ["2901"],
  warranties: permitted.warranty,
  leniencies: permitted.leniency,
};

const paths = { service: "/v2/servicerequests", damage: "/v2/damageservicerequests" } as const;

/** The path of the requests of a kind, or a path below it. */
const pathOf = (kind: RequestKind, path = "") => `${paths[kind]}${path}`;

/** A response. */
interface ServiceResponse {
  readonly status: number;
  /** The violations by code and field, as a case writes them; sorted. */
  readonly violations: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

/** Writes violations as a case does, sorted: without the prefix of codes that the reference does not show. */
export function writeViolations(entries: readonly RegProblemEntry[]): string[] {
  return entries
    .map(({ code, context }) => `${code.replace(/^(RULE|SANDBOX)-/, "")} ${context["fieldName"] ?? "status"}`)
    .sort();
}

/** A sandbox, and a supplier that sends plain HTTP requests to it. */
export class Service {
  readonly sandbox = createSandbox({
    now: "2026-06-15T09:00:00Z",
    rateLimit: false,
    permitted,
    vehicles: [{ licensePlate: "OLD-1", leaseStart: "1990-01-01" }],
  });
  #server: SandboxServer | undefined;
  #token: string | undefined;
  readonly #facts = new Map<string, Promise<ApprovalContext>>();

  /** Calls the sandbox without a server. */
  static inProcess(): Service {
    return new Service();
  }

  /** Starts a server on a port of this machine. */
  static async listen(): Promise<Service> {
    const service = new Service();
    service.#server = await service.sandbox.listen();
    return service;
  }

  /** Removes all requests, and forgets what the lessor has changed; the time stays, on which no rule depends. */
  reset(): void {
    this.sandbox.reset();
    this.#token = undefined;
    this.#facts.clear();
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  /** Sends a request, which may be rejected. */
  async send(method: string, path: string, body?: unknown): Promise<ServiceResponse> {
    this.#token ??= await this.sandbox.supplier.token();
    const { supplier } = this.#server ?? this.sandbox;
    const send = this.#server === undefined ? this.sandbox.fetch : fetch;
    const response = await send(`${supplier.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text === "" ? {} : JSON.parse(text);
    for (const entry of json.errors ?? []) assert.deepEqual(Object.keys(entry), ["code", "description", "context"]);
    return { status: response.status, violations: writeViolations(json.errors ?? []), json };
  }

  /** Sends a request that must be accepted, and returns the JSON of the response. */
  async succeed(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> {
    const { status, json } = await this.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json;
  }

  /** Creates a request, and returns its id. */
  async create(kind: RequestKind, body: RequestBody, status: "Draft" | "ApprovalRequested" = "Draft"): Promise<string> {
    return String((await this.succeed("POST", pathOf(kind), { ...body, status }))["id"]);
  }

  /** Reads a request. */
  async read(kind: RequestKind, id: string): Promise<ServiceRequest> {
    return (await this.succeed("GET", pathOf(kind, `/${id}`)))["data"] as ServiceRequest;
  }

  /** Sends a new request for approval, which may be rejected. */
  submit(kind: RequestKind, body: RequestBody): Promise<ServiceResponse> {
    return this.send("POST", pathOf(kind), { ...body, status: "ApprovalRequested" });
  }

  /** Reads what a supplier can know about a vehicle before it sends a request. */
  factsFor(kind: RequestKind, licensePlate: string): Promise<ApprovalContext> {
    const key = `${kind} ${licensePlate}`;
    const facts = this.#facts.get(key) ?? this.#readFacts(kind, licensePlate);
    this.#facts.set(key, facts);
    return facts;
  }

  async #readFacts(kind: RequestKind, licensePlate: string): Promise<ApprovalContext> {
    const path = `/v2/lessors/${licensePlate === "GH-789-J" ? 1003 : 1001}/contracts/${licensePlate}`;
    const lookup = kind === "damage" ? "damagecomponents" : "components";
    const { components } = await this.succeed("GET", `${path}/${lookup}`);
    const contract = (await this.succeed("GET", path)) as unknown as Contract;
    const { lessors } = await this.succeed("GET", "/v2/lessors");
    const allowedComponents = components as AllowedComponent[];
    return { kind, contract, allowedComponents, activeLessors: lessors as Lessor[], known };
  }

  /** Plays all rounds of a case; returns the request as it is then shown, and what a supplier can know about it. */
  async prepareResubmission({ request, rounds, contract }: ResubmissionCase) {
    const id = await this.create("service", request, "ApprovalRequested");
    const path = pathOf("service", `/${id}`);
    for (const [index, round] of rounds.entries()) {
      if (index > 0) await this.succeed("PATCH", path, { status: "ApprovalRequested" });
      await this.#play(id, round);
    }
    if (contract !== undefined) this.sandbox.lessor.changeContract("AB-123-C", contract);
    const shown = await this.read("service", id);
    const facts = await this.factsFor("service", "AB-123-C");
    const context: ApprovalContext = { ...facts, openRequests: [shown] };
    return { path, shown, context };
  }

  /** Lets the lessor decide and the supplier change the request. */
  async #play(id: string, { decisions, steps = [] }: Round): Promise<void> {
    const { components } = await this.read("service", id);
    this.sandbox.lessor.review(
      id,
      Object.fromEntries(components.map((line, index) => [line.id, decisions[index] ?? "Approved"])),
    );
    for (const step of steps) {
      if (typeof step === "number")
        await this.succeed("POST", pathOf("service", `/${id}/components/${components[step]?.id}/cancel`));
      else await this.succeed("PUT", pathOf("service", `/${id}/components/${step.id}`), step);
    }
  }

  /** Creates a request that can be invoiced, or not yet; returns it as it was last read. */
  async createInvoiced(of: Invoiced): Promise<{ path: string; context: InvoiceContext }> {
    const kind = of === "damage" ? "damage" : "service";
    const id = await this.create(kind, bodyOf(of), of === "draft" ? "Draft" : "ApprovalRequested");
    if (of === "denied") this.sandbox.lessor.deny(id);
    else if (of !== "draft" && of !== "submitted") this.sandbox.lessor.approve(id);
    const path = pathOf(kind, `/${id}/invoices`);
    if (of === "not invoiced") await this.succeed("POST", `${path}/status`, { reason: "elsewhere" });
    const request = await this.read(kind, id);
    const context: InvoiceContext = { kind, request, known, notInvoiced: of === "not invoiced" };
    if (of !== "archived" && of !== "credited") return { path, context };
    const invoiceDate = "2026-06-16";
    await this.succeed("POST", path, invoice({ invoiceDate }));
    this.sandbox.clock.advance({ days: 1 });
    if (of === "credited") await this.succeed("POST", path, invoice({ invoiceDate, total: -29.5 }));
    const outstanding = of === "credited" ? 29.5 : 0;
    const invoiced = 129.5 - outstanding;
    return {
      path,
      context: { ...context, phase: "Archived", latestInvoiceDate: invoiceDate, outstanding, invoiced },
    };
  }
}

function bodyOf(of: Invoiced): RequestBody {
  if (typeof of === "object") return rental({ appointment: { ...rental().appointment, ...of } });
  if (of === "damage") return damage();
  return of === "free" ? repair({ components: [reading(), work({ price: 0 })] }) : repair();
}

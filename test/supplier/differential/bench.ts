import type { RegProblemEntry } from "../../../src/errors/problem.js";
import type {
  AllowedComponent,
  Contract,
  ServiceRequest,
  ServiceRequestListItem,
} from "../../../src/generated/supplier/models.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import type { SandboxSnapshot } from "../../../src/sandbox/state.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import { moreVehicles } from "./vehicles.js";

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly entries: readonly RegProblemEntry[];
  readonly json: Readonly<Record<string, unknown>>;
}

/** What a supplier reads about a vehicle before it checks a request. */
export interface VehicleView {
  readonly contract: Contract;
  readonly allowedComponents: readonly AllowedComponent[];
}

/** The values of warranty and leniency that this sandbox takes. */
export const permitted = { warranty: ["Factory", "Dealer"], leniency: ["Lessor"] } as const;

const paths = { service: "/v2/servicerequests", damage: "/v2/damageservicerequests" } as const;

/** The sandbox under test. Every case begins with the same state: `begin` puts it back where a case has changed it. */
export class Bench {
  readonly sandbox: Sandbox;
  #token = "";
  #start: SandboxSnapshot | undefined;
  #isChanged = false;
  readonly #views = new Map<string, Promise<VehicleView | undefined>>();

  constructor(seed: number) {
    this.sandbox = createSandbox({
      now: "2026-06-15T09:00:00Z",
      rateLimit: false,
      journalLimit: 1,
      permitted,
      vehicles: moreVehicles(seed),
    });
  }

  /** Makes it ready for the next case. */
  async begin(): Promise<void> {
    if (this.#token === "") this.#token = await this.sandbox.supplier.token();
    if (this.#start === undefined) this.keep();
    if (this.#isChanged && this.#start !== undefined) this.sandbox.restore(this.#start);
    this.#isChanged = false;
  }

  /** Has every case from now on begin with what there is now. */
  keep(): void {
    this.#start = this.sandbox.snapshot();
    this.#isChanged = false;
  }

  /** Sends one request below the supplier's base URL. */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    if (this.#token === "") await this.begin();
    const response = await this.sandbox.fetch(`${this.sandbox.supplier.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (method !== "GET" && response.ok) this.#isChanged = true;
    const text = await response.text();
    const json = text === "" ? {} : JSON.parse(text);
    return { status: response.status, entries: json.errors ?? [], json };
  }

  /** Sends one request about the requests of a kind. */
  about(kind: RequestKind, method: string, path = "", body?: unknown): Promise<Answer> {
    return this.send(method, `${paths[kind]}${path}`, body);
  }

  /** A request as it is now; undefined if it cannot be read. */
  async read(kind: RequestKind, id: string): Promise<ServiceRequest | undefined> {
    const { status, json } = await this.about(kind, "GET", `/${id}`);
    return status === 200 ? (json["data"] as ServiceRequest) : undefined;
  }

  /** The open service requests, as the list has them. */
  async openRequests(): Promise<readonly ServiceRequestListItem[]> {
    const { json } = await this.about("service", "GET");
    return json["serviceRequests"] as ServiceRequestListItem[];
  }

  /** What can be read of a vehicle as it is at the start of each case; undefined if there is none. */
  view(kind: RequestKind, licensePlate: string): Promise<VehicleView | undefined> {
    const key = `${kind} ${licensePlate}`;
    const view = this.#views.get(key) ?? this.readView(kind, licensePlate);
    this.#views.set(key, view);
    return view;
  }

  /** The same as it is right now. The lessor is found by trying: only an existing request would tell it. */
  async readView(kind: RequestKind, licensePlate: string): Promise<VehicleView | undefined> {
    for (const lessor of [1001, 1002, 1003]) {
      const path = `/v2/lessors/${lessor}/contracts/${encodeURIComponent(licensePlate)}`;
      const contract = await this.send("GET", path);
      if (contract.status !== 200) continue;
      const name = kind === "damage" ? "damagecomponents" : "components";
      const { json } = await this.send("GET", `${path}/${name}`);
      return {
        contract: contract.json as unknown as Contract,
        allowedComponents: json["components"] as AllowedComponent[],
      };
    }
    return undefined;
  }
}

import fc from "fast-check";
import type { RegProblemEntry } from "../../../src/errors/problem.js";
import type {
  AllowedComponent,
  Contract,
  ServiceRequest,
  ServiceRequestListItem,
} from "../../../src/generated/supplier/models.js";
import { type SandboxVehicle, vehicles as seeded } from "../../../src/sandbox/data/vehicles.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import type { SandboxSnapshot } from "../../../src/sandbox/state.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import type { Known } from "../../../src/supplier/rules/draft.js";
import type { Missing } from "./compare.js";
import { choose, maybe, weighted } from "./odd-values.js";
import type { RequestBody } from "./requests.js";

const mostly = weighted([4, true], [1, false]);
const switches = <Name extends string>(...names: Name[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, mostly])) as Record<Name, typeof mostly>);

/** A vehicle whose contract differs from the standard one in data that the rules use. */
const vehicle = fc.record(
  {
    lessorNumber: weighted([10, 1001], [8, 1002], [1, 1003]),
    active: weighted([6, true], [1, false]),
    make: choose("Volkswagen", "Skoda", "Opel"),
    leaseStart: choose("2000-01-01", "2024-01-01", "2024-02-29", "2026-06-01", "2026-06-15"),
    damageAllowed: weighted([3, true], [2, false]),
    objectType: choose("PC", "LC", "TR", "MC", "WM"),
    contract: fc.record({
      leaseContract: fc.record({ tires: fc.record({ hasTireSetForTireSwapInStorage: fc.boolean() }) }),
      supplierContract: fc.record({
        repairAndMaintenance: switches("allowed"),
        tires: switches("tireSwapAllowed", "tireReplaceAllowed", "tirePurchaseWithoutMountingAllowed"),
        rentalVehicle: fc.record({
          allowed: mostly,
          allowedCosts: switches("deliveryCosts", "pickupCosts", "fuelServiceCosts"),
        }),
        damage: switches("allowed", "firstDebitInvoiceRequiresCreditDiscountInvoice"),
      }),
    }),
  },
  { noNullPrototype: true },
);

/** The number of vehicles besides those that the sandbox has by default. */
const others = 24;

/** Makes vehicles besides those that the sandbox has by default; the same seed gives the same ones. */
function makeVehicles(seed: number): SandboxVehicle[] {
  return fc
    .sample(vehicle, { seed, numRuns: others })
    .map((each, index) => ({ licensePlate: `DT-${index + 1}`, ...each }));
}

/** A license plate; rarely one that does not exist. */
export const licensePlate: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...seeded.map((each) => each.licensePlate)) },
  { weight: 16, arbitrary: fc.integer({ min: 1, max: others }).map((index) => `DT-${index}`) },
  { weight: 1, arbitrary: fc.constant("XX-000-X") },
);

/** The changes that a lessor makes to a contract while a request is open. */
export const contractChange = fc.record(
  {
    componentsWithDamageAllowed: maybe(fc.boolean(), 3),
    supplierContract: maybe(
      fc.record({
        repairAndMaintenance: switches("allowed"),
        tires: switches("tireSwapAllowed", "tireReplaceAllowed"),
        damage: switches("allowed"),
      }),
    ),
    leaseContract: maybe(fc.record({ startDate: choose("2024-01-01", "2026-06-16", "2027-01-01") }), 6),
  },
  { noNullPrototype: true },
);

/** A response. */
export interface SandboxResponse {
  readonly status: number;
  readonly entries: readonly RegProblemEntry[];
  readonly json: Readonly<Record<string, unknown>>;
}

/** The data that a supplier reads about a vehicle before it checks a request. */
export interface VehicleView {
  readonly contract: Contract;
  readonly allowedComponents: readonly AllowedComponent[];
}

/** The values of warranty and leniency that this sandbox accepts. */
const permitted = { warranty: ["Factory", "Dealer"], leniency: ["Lessor"] } as const;

const paths = { service: "/v2/servicerequests", damage: "/v2/damageservicerequests" } as const;

/** The path of the requests of a kind, or a path below it. */
export const pathOf = (kind: RequestKind, path = "") => `${paths[kind]}${path}`;

/** The sandbox under test. Every case begins with the same state: `begin` restores it if a case has changed it. */
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
      vehicles: makeVehicles(seed),
    });
  }

  /** Restores the initial state for the next case. */
  async begin(): Promise<void> {
    if (this.#token === "") this.#token = await this.sandbox.supplier.token();
    if (this.#start === undefined) this.keep();
    if (this.#isChanged && this.#start !== undefined) this.sandbox.restore(this.#start);
    this.#isChanged = false;
  }

  /** Makes the current state the initial state of all further cases. */
  keep(): void {
    this.#start = this.sandbox.snapshot();
    this.#isChanged = false;
  }

  /** Sends one request below the supplier's base URL. */
  async send(method: string, path: string, body?: unknown): Promise<SandboxResponse> {
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

  /** Reads a request; returns undefined if it cannot be read. */
  async read(kind: RequestKind, id: string): Promise<ServiceRequest | undefined> {
    const { status, json } = await this.send("GET", pathOf(kind, `/${id}`));
    return status === 200 ? (json["data"] as ServiceRequest) : undefined;
  }

  /** Lists the open service requests. */
  async openRequests(): Promise<readonly ServiceRequestListItem[]> {
    const { json } = await this.send("GET", pathOf("service"));
    return json["serviceRequests"] as ServiceRequestListItem[];
  }

  /** The data of a vehicle at the start of each case; undefined if the vehicle does not exist. */
  view(kind: RequestKind, licensePlate: string): Promise<VehicleView | undefined> {
    const key = `${kind} ${licensePlate}`;
    const view = this.#views.get(key) ?? this.readView(kind, licensePlate);
    this.#views.set(key, view);
    return view;
  }

  /** The current data of a vehicle. The lessor is found by trying, because only an existing request shows it. */
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

/** The codes of the sandbox's catalogue that the reference does not show. */
const rentalCodes = ["9001"];
const repeatableCodes = ["2901"];

/** The facts that a caller knows in a case, and those that only the service knows. */
export interface Knowledge {
  readonly known: Known;
  readonly missing: readonly Missing[];
}

/** All facts about this sandbox. */
const everything: Knowledge = {
  known: { rentalCodes, repeatableCodes, warranties: permitted.warranty, leniencies: permitted.leniency },
  missing: [],
};

/**
 * The facts that a caller knows of a request. Without the codes of rental vehicles, the dates of its appointment decide
 * (inferred from supplier-api.md §2.2): where they would be wrong, the caller must know the codes.
 */
export function knowledgeOf(
  isKnown: boolean,
  { appointment, components }: Pick<RequestBody, "appointment" | "components">,
): Knowledge {
  if (isKnown) return everything;
  const { checkoutDate = "", workshopDate = "" } = appointment ?? {};
  const isInferred = checkoutDate !== "" && workshopDate === "";
  const areRental = (components ?? []).map(({ reg }) => rentalCodes.includes(reg?.code ?? ""));
  const isRental = areRental.includes(true);
  // Dates apply to the whole request, so they cannot distinguish lines of both kinds.
  const isMixed = isRental && areRental.includes(false);
  return {
    known: isInferred === isRental && !isMixed ? {} : { rentalCodes },
    missing: ["repeatableCodes", "warranties", "leniencies"],
  };
}

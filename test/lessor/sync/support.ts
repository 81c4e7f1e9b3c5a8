import type {
  FleetItem,
  FleetSyncOptions,
  FleetSyncReport,
  FleetSyncResult,
  LessorClient,
  LessorClientOptions,
  StateStore,
} from "@reg/sdk";
import type { FleetSource } from "@reg/sdk/lessor";
import { lessorOver, tokenResponse } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { bodyText, empty, fakeFetch, json, type Reply, type SentRequest } from "../../support/fetch.js";

/** A store over a Map, as a program would write it. */
export class MapStore implements StateStore {
  readonly entries: Map<string, string>;

  constructor(entries: Iterable<readonly [string, string]> = []) {
    this.entries = new Map(entries);
  }

  get(key: string): unknown {
    return this.entries.get(key);
  }

  set(key: string, value: string): unknown {
    return this.entries.set(key, value);
  }

  delete(key: string): unknown {
    return this.entries.delete(key);
  }

  async *iterator(): AsyncGenerator<[string, string]> {
    yield* this.entries;
  }

  /** The text of a vehicle; undefined if the store does not know it. */
  textOf(licensePlate: string): string | undefined {
    const suffix = `&licensePlate=${encodeURIComponent(licensePlate)}`;
    return [...this.entries].find(([key]) => key.endsWith(suffix))?.[1];
  }
}

/** Changes the response to a request; undefined: the service responds as usual. `carryOut` does what is requested. */
export type Interception = (
  request: SentRequest,
  name: string,
  carryOut: () => Response | Promise<Response>,
) => Response | undefined | Promise<Response | undefined>;

/** The response of the service to a request for a vehicle that it does not have. */
export const noSuchVehicle = json({ title: "The vehicle is not registered." }, { status: 404 });

/** A lessor service in memory, with a client and a store for it. */
export class FleetService {
  readonly clock = new ManualClock();
  readonly store = new MapStore();
  /** The bodies that the service holds, by the path below `/v1/vehicles/`. */
  readonly held = new Map<string, unknown>();
  /** Method and path of each request but those for tokens, such as `PUT AB-1/mileages`. */
  readonly requests: string[] = [];
  intercept: Interception = () => undefined;
  /** The vehicle that the service takes a license plate for. */
  vehicleOf = (licensePlate: string): string => licensePlate;
  respondToTokenRequest = tokenResponse();
  /** The requests before a removal, which show whether the service itself responds; they are not in `requests`. */
  readonly probes: string[] = [];
  respondToProbe: Reply = noSuchVehicle;
  readonly #fetch = fakeFetch((request) => this.#respond(request));

  client(options: Partial<LessorClientOptions> = {}): LessorClient {
    return lessorOver(this.#fetch, { clock: this.clock, ...options });
  }

  /** Runs a sync to its end, and collects its results. */
  async sync(
    source: FleetSource,
    { lessor = this.client(), ...options }: Partial<FleetSyncOptions> & { lessor?: LessorClient } = {},
  ): Promise<Run> {
    const results: FleetSyncResult[] = [];
    this.requests.length = 0;
    const onResult = (result: FleetSyncResult) => {
      results.push(result);
      return options.onResult?.(result);
    };
    const report = await this.settled(lessor.sync(source, { state: this.store, ...options, onResult }));
    return { report, results, requests: [...this.requests], lines: results.map(lineOf) };
  }

  /** Lets time pass until a promise is settled. */
  async settled<Result>(promise: Promise<Result>): Promise<Result> {
    let isPending = true;
    const end = () => {
      isPending = false;
    };
    promise.then(end, end);
    while (isPending) await this.clock.advance(100);
    return promise;
  }

  async #respond(request: SentRequest): Promise<Response> {
    const { method, url } = request;
    if (url.pathname === "/token") return this.respondToTokenRequest(request);
    const text = await bodyText(request);
    const body = text === "" ? undefined : JSON.parse(text);
    const path = decodeURIComponent(url.pathname.slice("/v1/vehicles/".length));
    const key = path === "" ? body.licensePlate : path;
    const name = `${method} ${key}`;
    if (key === "NO-SUCH-VEHICLE") {
      this.probes.push(name);
      return this.respondToProbe(request);
    }
    this.requests.push(name);
    const [licensePlate = "", ...resource] = key.split("/");
    const carryOut = () => this.#carryOut(request, [this.vehicleOf(licensePlate), ...resource].join("/"), body);
    return (await this.intercept(request, name, carryOut)) ?? carryOut();
  }

  #carryOut(request: SentRequest, key: string, body: unknown): Response | Promise<Response> {
    const [licensePlate = ""] = key.split("/");
    const exists = this.held.has(request.method === "PUT" ? licensePlate : key);
    if (request.method === "PUT" && (exists || key === licensePlate)) {
      this.held.set(key, body);
      return empty()(request);
    }
    if (!exists) return noSuchVehicle(request);
    if (request.method === "GET") return json(this.held.get(key))(request);
    for (const each of [...this.held.keys()]) if (each === key || each.startsWith(`${key}/`)) this.held.delete(each);
    return empty()(request);
  }
}

/** What a run returned and did. */
export interface Run {
  readonly report: FleetSyncReport;
  readonly results: readonly FleetSyncResult[];
  readonly requests: string[];
  /** Each result as a line: position, license plate, resource, action and status. */
  readonly lines: string[];
}

function lineOf({ position, licensePlate, resource, action, status }: FleetSyncResult): string {
  return [position, licensePlate, resource, action, status].filter((part) => part !== undefined).join(" ");
}

/** An item with each kind of resource, and its removal; the order of its fields is not that of the requests. */
export const everything: FleetItem = {
  purchasedTires: { summer: 4 },
  extraTireSet: { purchased: true },
  routings: [{ supplier: 1 }],
  mileages: [{ value: 1 }],
  lastMaintenance: { date: "2026-06-15" },
  currentTire: { season: "Summer" },
  contractTires: { season: "Winter" },
  remove: true,
  vehicle: { make: "Volvo" },
  licensePlate: "AB-1",
};

/** Creates a vehicle with a field and a mileage reading. */
export function vehicle(licensePlate: string, value = 1): FleetItem {
  return { licensePlate, vehicle: { make: "Volvo" }, mileages: [{ value }] };
}

/** Creates the vehicles AB-1 to AB-n. */
export function fleet(count: number, value = 1): FleetItem[] {
  return Array.from({ length: count }, (_, index) => vehicle(`AB-${index + 1}`, value));
}

/** A promise that the test resolves. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

import { type Random, seededRandom } from "../support/random.js";
import { type Deployment, windowMs } from "./deployment.js";
import { Disk } from "./disk.js";
import { Fleet } from "./fleet.js";
import type { Lua } from "./lua.js";
import { Network } from "./network.js";
import { type FaultName, Observations } from "./observations.js";
import { type Order, planOrders } from "./orders.js";
import { Redis } from "./redis.js";
import { Service } from "./service.js";
import { SharedStore } from "./store.js";
import { Timeline } from "./timeline.js";
import { SupplierTokens } from "./tokens.js";

const hour = 3_600_000;

/** What concerns all processes. */
export type WorldIncident = Deployment["faults"]["world"][number]["kind"];

/** What all processes of a deployment share, with the faults that do not belong to a machine. */
export class World {
  readonly deployment: Deployment;
  readonly timeline = new Timeline();
  readonly random: Random;
  readonly observations: Observations;
  readonly orders: readonly Order[];
  readonly service: Service;
  readonly network: Network;
  readonly store: SharedStore;
  readonly disk: Disk;
  readonly fleet: Fleet;
  readonly tokens: SupplierTokens;
  areFaultsOver = false;
  readonly #redis: Redis;
  /** By the number of the request or call to which they happen. */
  readonly #faults: readonly Map<number, unknown>[];
  #estimatedDurationInDays = 1;
  /** How far the clock of the Redis is ahead, in milliseconds. */
  #redisAhead = 0;

  constructor(deployment: Deployment, lua: Lua) {
    const { faults } = deployment;
    const { timeline } = this;
    const random = seededRandom(deployment.entropy);
    const observations = new Observations(() => this.#isoTime());
    const orders = planOrders(deployment);
    const service = new Service({
      timeline,
      now: deployment.now,
      rateLimit: { ...deployment.limit, window: windowMs },
      licensePlates: [...new Set(orders.map(({ licensePlate }) => licensePlate))],
      decisions: deployment.orders.map(({ decisions, decisionTakes: takes }, index) => ({
        workOrderNumber: orders[index]?.workOrderNumber ?? "",
        decisions,
        takes,
      })),
      onDecision: (decision) => observations.noteDecision(decision),
      onState: (name) => observations.count(`state ${name}`),
    });
    const byNumber = <Name>(list: readonly { readonly at: number; readonly name: Name }[]) =>
      new Map(list.map(({ at, name }) => [at, name]));
    const networkFaults = byNumber(faults.network);
    const changeFaults = byNumber(faults.changes);
    const storeFaults = byNumber(faults.store);
    const onFault = (name: FaultName, where?: string) => observations.noteFault(name, where);
    const serve = (request: Request) => this.#serve(request);
    const network = new Network({
      timeline,
      random,
      faults: networkFaults,
      changeFaults,
      onFault,
      serve: (request) => this.fleet.serve(request, serve),
    });
    const redis = new Redis(lua, () => Date.parse(deployment.now) + timeline.now + this.#redisAhead);
    const onUnreturned = (key: string) => this.fleet.noteUnreturned(key);
    const stores = { redis, timeline, random, onFault, onUnreturned };
    const store = new SharedStore({ ...stores, faults: storeFaults });
    const otherStore = new SharedStore({ ...stores, faults: new Map() });
    const { at: from = 0, writes = 0 } = faults.disk ?? {};
    const disk = new Disk({ random, full: { from, to: from + writes }, onFull: () => onFault("full disk") });
    this.deployment = deployment;
    this.random = random;
    this.observations = observations;
    this.orders = orders;
    this.service = service;
    this.network = network;
    this.store = store;
    this.disk = disk;
    this.tokens = new SupplierTokens({ deployment, timeline, random, observations, service });
    this.fleet = new Fleet({ deployment, timeline, observations, service, store, otherStore, disk });
    this.#redis = redis;
    this.#faults = [networkFaults, changeFaults, storeFaults];
  }

  #isoTime(): string {
    return new Date(Date.parse(this.deployment.now) + this.timeline.now).toISOString();
  }

  async #serve(request: Request): Promise<Response> {
    const response = await this.service.serve(request);
    this.observations.outcomes.noteResponse(request, response);
    const isToken = response.ok && request.url.endsWith("/token");
    if (isToken)
      this.observations.secrets.push(String(Reflect.get(Object(await response.clone().json()), "access_token")));
    return response;
  }

  /** Ends the faults of the network, the store, the tokens and the disk. */
  async endFaults(): Promise<void> {
    this.areFaultsOver = true;
    for (const faults of this.#faults) faults.clear();
    this.disk.free();
    await this.tokens.endExpiry();
  }

  /** Lets something happen that concerns all processes. */
  async happen(kind: WorldIncident): Promise<void> {
    // Otherwise nothing is in it.
    if (kind.startsWith("redis-") && this.deployment.sharedIn !== "redis") return;
    this.observations.noteFault(kind);
    const { sandbox } = this.service;
    switch (kind) {
      case "revoke-supplier":
        sandbox.supplier.revokeTokens();
        return this.tokens.issue();
      case "revoke-lessor":
        return sandbox.lessor.revokeTokens();
      case "foreign-requests":
        for (let count = 0; count < this.deployment.limit.limit; count += 1) await this.#send("/v2/lessors");
        return;
      case "park":
        return this.service.park(20_000);
      case "foreign-change":
        return this.#changeAllRequests();
      case "redis-restarts":
        return this.#redis.clear();
      case "redis-fails":
        return this.store.failRedis(20_000);
      case "redis-clock-ahead":
        this.#redisAhead += hour;
        return;
      case "redis-clock-back":
        this.#redisAhead -= 30 * 24 * hour;
        return;
      case "outage":
        return this.network.fail(100_000);
    }
  }

  async #changeAllRequests(): Promise<void> {
    // Something else each time: nothing shows that the same has happened again since the last poll.
    this.#estimatedDurationInDays += 1;
    const body = JSON.stringify({ appointment: { estimatedDurationInDays: this.#estimatedDurationInDays } });
    for (const { id, kind } of this.service.requests.values()) {
      const group = kind === "damage" ? "damageservicerequests" : "servicerequests";
      await this.#send(`/v2/${group}/${id}`, { method: "PATCH", body });
    }
  }

  /** Sends a request of another program with the same token. */
  async #send(path: string, init: RequestInit = {}): Promise<void> {
    const headers = { authorization: `Bearer ${await this.tokens.supply()}`, "content-type": "application/json" };
    await this.service.serve(new Request(`${this.service.sandbox.supplier.baseUrl}${path}`, { headers, ...init }));
  }
}

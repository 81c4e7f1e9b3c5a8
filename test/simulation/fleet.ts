import type { FleetItem, FleetSyncOptions, FleetSyncReport, FleetSyncResult, StateStore } from "@reg/sdk";
import type { Deployment, FleetPlan } from "./deployment.js";
import type { Disk } from "./disk.js";
import { contentOf, contentsOf, FleetSource, isRemoval, vehicleOf } from "./fleet-source.js";
import type { Process } from "./machine.js";
import type { Observations } from "./observations.js";
import type { Service } from "./service.js";
import type { SharedStore } from "./store.js";
import type { Timeline } from "./timeline.js";

/** A run of a job, with what the service has received from it. */
interface FleetRun {
  readonly number: number;
  readonly process: Process;
  readonly source: FleetSource;
  /** Whether the source is named otherwise than in earlier runs with this state. */
  readonly isForeign: boolean;
  readonly isGateway: boolean;
  readonly usesOtherState: boolean;
  /** The license plates that the state knew when the run began to read its source. */
  known: readonly string[];
  /** The numbers of the runs that had not ended then. */
  others: readonly number[];
  /** Whether it sends everything. */
  isForced: boolean;
  readonly removed: Set<string>;
  /** The vehicles that it has sent. */
  readonly sent: Set<string>;
  /** When it has sent something that changes a vehicle, on the timeline. */
  readonly sentAt: number[];
  hasSettled: boolean;
}

interface FleetParts {
  readonly deployment: Deployment;
  readonly timeline: Timeline;
  readonly observations: Observations;
  readonly service: Service;
  readonly store: SharedStore;
  readonly otherStore: SharedStore;
  readonly disk: Disk;
}

/** After the faults have ended, a run must succeed after so many that have not. */
const mostFailures = 3;

/** How often a job sends what the lessor's system contains before it gives up, while there are faults. */
const fewTries = 2;

/** How long two jobs may send at once, in milliseconds. */
const mostAtOnce = 3000;

/** Some vehicles without a fault, which are sent at the end. */
const lastPlan: FleetPlan = {
  items: [0, 1].map((vehicle) => ({ vehicle, spelling: 0, content: 1, kind: "put" })),
  removeMissing: true,
  maxRemovals: "100%",
  force: false,
  verify: false,
  concurrency: 8,
  maxNewVehicles: undefined,
  expected: 0,
  breaks: false,
  isForeign: false,
};

/** The fleet of a lessor: what its system contains, what its jobs have sent of it, and what must hold for that. */
export class Fleet {
  readonly #parts: FleetParts;
  readonly #runs: FleetRun[] = [];
  /** What the lessor's system contains now; undefined: the jobs do not run. */
  source: FleetSource | undefined;
  #isGateway = false;
  #usesOtherState = false;
  /** Whether all runs have used one state: only then it knows what the service holds. */
  #hasOwnState = true;
  /** Whether a run has sent everything again, and none has ended since. */
  #isForced = false;
  /** What the service has confirmed, by license plate and resource, and the number of the run. */
  readonly #confirmed = new Map<string, { readonly content: string; readonly run: number }>();
  /** The number of the run that has sent a vehicle last, and when. */
  readonly #last = new Map<string, { readonly run: number; readonly sentAt: number }>();
  /**
   * The vehicles of which the state need not know what the service has: an earlier request arrived after a later one, or a
   * gateway has confirmed it.
   */
  readonly #uncertain = new Set<string>();
  /** Whether there are no faults any more, and how many runs were not ok since. */
  #isLast = false;
  #lastFailures = 0;
  /** Whether a run was ok since then, if the jobs run at all. */
  isUpToDate = true;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  /** How often a job sends what the lessor's system contains before it gives up. */
  get mostTries(): number {
    return this.#isLast ? mostFailures + 1 : fewTries;
  }

  beginSession({ length, fleet, isGateway, usesOtherState }: Deployment["sessions"][number]): void {
    const [first, second] = fleet?.map((plan) => new FleetSource(plan, this.#parts.deployment.lessor)) ?? [];
    this.source = first;
    this.#isGateway = isGateway;
    this.#usesOtherState = usesOtherState;
    this.#parts.timeline.after(length / 2, () => {
      this.source = second;
    });
  }

  /** From now on, there are no faults. */
  beginLastSessions(): void {
    this.source = undefined;
    if (this.#runs.length === 0) return;
    const { isRespelling } = this.#parts.deployment.lessor;
    // Vehicles that were sent in another spelling would be refused each time.
    this.source = new FleetSource({ ...lastPlan, removeMissing: !isRespelling }, { isRespelling });
    this.#isGateway = false;
    this.#usesOtherState = false;
    this.#isLast = true;
    this.isUpToDate = false;
  }

  begin(process: Process, source: FleetSource): FleetRun {
    const { isNamed } = this.#parts.deployment.lessor;
    const usesOtherState = this.#usesOtherState;
    const isNoted = this.#runs.some((run) => run.usesOtherState === usesOtherState && run.sentAt.length > 0);
    const run = {
      number: this.#runs.length,
      process,
      source,
      isForeign: source.plan.isForeign && isNamed && isNoted,
      isGateway: this.#isGateway,
      usesOtherState,
      known: [],
      others: [],
      isForced: false,
      removed: new Set<string>(),
      sent: new Set<string>(),
      sentAt: [],
      hasSettled: false,
    };
    this.#runs.push(run);
    if (usesOtherState) this.#hasOwnState = false;
    this.#noteRepetition(source.plan);
    return run;
  }

  optionsOf({ process, source, isForeign, usesOtherState, ...run }: FleetRun, signal: AbortSignal): FleetSyncOptions {
    const { lessor } = this.#parts.deployment;
    const { removeMissing, maxRemovals, force, verify, concurrency, maxNewVehicles } = source.plan;
    return {
      state: this.#stateFor(process, usesOtherState),
      removeMissing: removeMissing === "doubtful" ? () => false : removeMissing,
      maxRemovals,
      force,
      verify,
      concurrency,
      maxNewVehicles,
      expectItems: source.expectItems,
      signal,
      ...(lessor.isNamed && { sourceName: isForeign ? "foreign" : "fleet" }),
      onResult: (result) => this.#noteResult(run.number, result),
    };
  }

  #stateFor(process: Process, usesOtherState: boolean): string | StateStore {
    const { deployment, disk } = this.#parts;
    if (deployment.lessor.keepsFile) return disk.pathFor(process, stateName(usesOtherState));
    return this.#storeOf({ usesOtherState }).openFor(process);
  }

  #storeOf({ usesOtherState }: Pick<FleetRun, "usesOtherState">): SharedStore {
    const { store, otherStore } = this.#parts;
    return usesOtherState ? otherStore : store;
  }

  /** The items of a run, which are read when the run has locked its state. */
  *read(run: FleetRun): Generator<FleetItem | Error> {
    const { plan, listed } = run.source;
    run.known = this.#listKnown(run);
    this.#storeOf(run).unreturned.clear();
    run.others = this.#runs.filter((other) => other !== run && isActive(other)).map(({ number }) => number);
    // Again: another run may have ended while this one waited for the lock.
    this.#noteRepetition(plan);
    run.isForced = this.#isForced;
    for (const key of this.#confirmed.keys()) {
      const [licensePlate = "", resource = ""] = key.split("/");
      const item = listed.get(licensePlate);
      const isSame = plan.items.every(
        (each) => run.source.plateOf(each) !== licensePlate || this.#isConfirmed(key, contentsOf(each).get(resource)),
      );
      if (item === undefined || isRemoval(item) || !isSame) this.#confirmed.delete(key);
    }
    yield* run.source.read();
  }

  /** Notes that a run may send again what was confirmed; the state notes it before the source is read. */
  #noteRepetition({ force, verify }: FleetPlan): void {
    if (force) this.#isForced = true;
    if (force || verify) this.#confirmed.clear();
  }

  #isConfirmed(key: string, content: string | undefined): boolean {
    return this.#confirmed.get(key)?.content === content;
  }

  #listKnown(run: FleetRun): readonly string[] {
    const { deployment, disk } = this.#parts;
    const texts = deployment.lessor.keepsFile
      ? parseState(disk.textOf(stateName(run.usesOtherState)))
      : new Map(
          [...this.#storeOf(run).texts].flatMap(([key, text]) => {
            const licensePlate = key.split("&licensePlate=")[1];
            return licensePlate === undefined ? [] : [[decodeURIComponent(licensePlate), text] as const];
          }),
        );
    return [...texts].filter(([, text]) => text !== "1 removed").map(([licensePlate]) => licensePlate);
  }

  #noteResult(number: number, { position = 0, licensePlate, resource, status }: FleetSyncResult): void {
    const run = this.#runs[number];
    const item = run?.source.plan.items[position - 1];
    if (run === undefined || item === undefined || resource === undefined || !run.process.isAlive) return;
    const content = contentsOf(item).get(resource);
    const key = `${licensePlate}/${resource}`;
    // Before a further item with other content is sent, the state forgets this one.
    const isChangedLater = run.source.plan.items.some(
      (each) => run.source.plateOf(each) === licensePlate && contentsOf(each).get(resource) !== content,
    );
    if (status !== "sent" || run.source.plan.verify || isRemoval(item) || content === undefined || isChangedLater)
      this.#confirmed.delete(key);
    else this.#confirmed.set(key, { content, run: number });
  }

  /** The headers of a request, which say to the simulation which run has sent it, and when. */
  mark(headers: RequestInit["headers"], run: number): Record<string, string> {
    const marks = { "x-run": String(run), "x-sent-at": String(this.#parts.timeline.now) };
    return { ...Object.fromEntries(new Headers(headers)), ...marks };
  }

  /** Responds to a request of a job as the service of this deployment does, and notes what it has received. */
  async serve(request: Request, serve: (request: Request) => Promise<Response>): Promise<Response> {
    const run = this.#runs[Number(request.headers.get("x-run") ?? -1)];
    const [isOfVehicle, encoded, related = "vehicle"] =
      /\/v1\/vehicles(?:\/([^/]+)(?:\/(.+))?)?$/.exec(request.url) ?? [];
    if (run === undefined || isOfVehicle === undefined) return serve(request);
    const body: unknown = request.method === "PUT" ? await request.clone().json() : undefined;
    const licensePlate =
      encoded === undefined ? String(Reflect.get(Object(body), "licensePlate")) : decodeURIComponent(encoded);
    if (run.isForeign) this.#violation(`a run with another source name has sent ${request.method} ${licensePlate}`);
    if (request.method !== "GET")
      this.#noteChange(run, {
        licensePlate,
        related,
        sentAt: Number(request.headers.get("x-sent-at")),
        content: contentOf(body),
        isDelete: request.method === "DELETE",
      });
    const { isNormalizing, hasOtherForm } = this.#parts.deployment.lessor;
    const response = await serve(isNormalizing ? await withFirstSpelling(request, licensePlate, body) : request);
    if (run.isGateway && response.status === 404) {
      // The state takes this for confirmed.
      if (request.method === "PUT") this.#uncertain.add(vehicleOf(licensePlate));
      return new Response(null, { status: 200 });
    }
    if (hasOtherForm && request.method === "GET" && response.ok)
      return Response.json({ content: await response.json() });
    return response;
  }

  #noteChange(run: FleetRun, change: Change): void {
    const { licensePlate, related, sentAt, isDelete } = change;
    const vehicle = vehicleOf(licensePlate);
    run.sentAt.push(sentAt);
    this.#noteOrder(run, vehicle, sentAt);
    if (isDelete && run.isGateway) this.#violation(`${licensePlate} was removed or cleared behind a gateway`);
    if (isDelete && related === "vehicle") this.#noteRemoval(run, licensePlate);
    else this.#noteSent(run, change);
  }

  #noteOrder(run: FleetRun, vehicle: string, sentAt: number): void {
    const last = this.#last.get(vehicle);
    const isLate = last !== undefined && (last.run > run.number || last.sentAt > sentAt);
    const isShared = this.#runs.some((other) => other !== run && isActive(other) && other.sent.has(vehicle));
    if (isLate || isShared) this.#uncertain.add(vehicle);
    if (!isLate) this.#last.set(vehicle, { run: run.number, sentAt });
    run.sent.add(vehicle);
  }

  /** What an earlier run has reported as sent is not sent again. */
  #noteSent(run: FleetRun, { licensePlate, related, content }: Change): void {
    const { lessor } = this.#parts.deployment;
    const key = `${licensePlate}/${related}`;
    const confirmed = this.#confirmed.get(key);
    this.#confirmed.delete(key);
    const mayRepeat = run.isForced || run.source.plan.verify || lessor.isRespelling || !this.#hasOwnState;
    if (mayRepeat || confirmed === undefined || confirmed.run >= run.number) return;
    if (run.others.includes(confirmed.run)) return;
    if (confirmed.content === content && !this.#uncertain.has(vehicleOf(licensePlate)))
      this.#violation(`${key} was confirmed, and sent again`);
  }

  /** Whether the store has not returned what it has of a vehicle: nobody can tell that from a vehicle that is new. */
  #isUnreturned(run: FleetRun, licensePlate: string): boolean {
    return [...this.#storeOf(run).unreturned].some((each) => isEntryOf(each, licensePlate));
  }

  /** Notes that the store has not returned an entry: what was confirmed of the vehicle before may be sent again. */
  noteUnreturned(entry: string): void {
    for (const key of this.#confirmed.keys())
      if (isEntryOf(entry, key.split("/")[0] ?? "")) this.#confirmed.delete(key);
  }

  #noteRemoval(run: FleetRun, licensePlate: string): void {
    const { source, known, removed } = run;
    const { removeMissing, maxRemovals = "1%" } = source.plan;
    removed.add(licensePlate);
    for (const key of this.#confirmed.keys()) if (key.startsWith(`${licensePlate}/`)) this.#confirmed.delete(key);
    const problem = (text: string) => this.#violation(`${licensePlate} was removed: ${text}`);
    if (source.contained.some((each) => vehicleOf(each) === vehicleOf(licensePlate))) problem("the source contains it");
    if (source.plan.items.length === 0) problem("the source is empty");
    if (source.isBroken) problem("the source was not read to its end");
    if ((removeMissing !== true || source.hasUnreadable) && !source.listed.has(licensePlate))
      problem("that it is missing is not certain");
    const count = known.filter((each) => removed.has(each) && !this.#isUnreturned(run, each)).length;
    if (count > limitOf(maxRemovals, known.length)) problem(`it is one of ${count} known vehicles, of ${known.length}`);
    this.#parts.observations.count("removal by a sync");
  }

  /** @param report undefined if the run could not begin */
  end(run: FleetRun, report: FleetSyncReport | undefined): void {
    const { observations } = this.#parts;
    run.hasSettled = true;
    if (report === undefined) return;
    const isStillForced = this.#runs.some((other) => other !== run && other.source.plan.force && isActive(other));
    if (report.stopped === undefined && !isStillForced && !this.#hasNotes(run)) this.#isForced = false;
    observations.count(
      report.ok ? "complete sync" : `sync ${report.stopped ?? report.missing?.refused ?? "with failures"}`,
    );
    if (report.failures.some(({ inSource }) => inSource !== undefined)) observations.count("sync with two spellings");
    if (report.ok) this.#checkHeld(run);
    if (!this.#isLast || run.source !== this.source) return;
    if (report.ok) this.isUpToDate = true;
    else if (report.stopped !== "aborted" && report.stopped !== "closed") this.#lastFailures += 1;
    if (this.#lastFailures === mostFailures + 1)
      this.#violation(`${mostFailures + 1} syncs without a fault were not ok`);
  }

  /** Whether a store still says that everything is sent again, because it has ignored a deletion. */
  #hasNotes(run: FleetRun): boolean {
    const { undeleted, texts } = this.#storeOf(run);
    return [...undeleted].some((key) => key.startsWith("reg-fleet:") && texts.get(key)?.includes('"force":true'));
  }

  /** After a run that was ok, the service has what the source says. */
  #checkHeld({ number, source }: FleetRun): void {
    const { deployment, service } = this.#parts;
    if (source.isBroken || source.hasUnreadable) this.#violation("a source was ok that could not be read to its end");
    if (!this.#hasOwnState) return;
    const keyOf = (licensePlate: string) => (deployment.lessor.isNormalizing ? vehicleOf(licensePlate) : licensePlate);
    const expected = new Map<string, string>();
    for (const [licensePlate, item] of source.listed)
      expected.set(keyOf(licensePlate), isRemoval(item) ? "nothing" : [...contentsOf(item).values()].join(" "));
    const held = new Map(
      [...service.vehicles].map(([licensePlate, { body, related }]) => [
        licensePlate,
        `${contentOf(body)} ${contentOf(related.get("mileages"))}`,
      ]),
    );
    const names = source.plan.removeMissing === true ? [...expected.keys(), ...held.keys()] : [...expected.keys()];
    for (const name of new Set(names)) {
      const [wanted, found] = [expected.get(name) ?? "nothing", held.get(name) ?? "nothing"];
      if (wanted !== found && !this.#uncertain.has(vehicleOf(name)))
        this.#violation(`${name}: after the sync ${number}, the service has ${found}, the source ${wanted}`);
    }
  }

  /** Checks what shows at the end only. */
  finish(): void {
    if (!this.isUpToDate) this.#violation("no sync was ok after the faults");
    for (const run of this.#runs)
      for (const later of this.#runs.slice(run.number + 1)) {
        const begun = later.sentAt[0];
        if (begun === undefined || run.process === later.process) continue;
        const atOnce = Math.min(spanOf(later.sentAt), spanOf(run.sentAt.filter((at) => at > begun)));
        if (atOnce > mostAtOnce)
          this.#violation(
            `the syncs ${run.number} and ${later.number} were sent at once, ${begun} ms after the beginning`,
          );
      }
  }

  #violation(problem: string): void {
    this.#parts.observations.noteProblem(problem);
  }
}

interface Change {
  readonly licensePlate: string;
  /** The name of the resource. */
  readonly related: string;
  readonly sentAt: number;
  readonly content: string;
  readonly isDelete: boolean;
}

const isActive = ({ hasSettled, process }: FleetRun) => !hasSettled && process.isAlive;

/** Whether a key of the store is that of the entry of a vehicle. */
const isEntryOf = (key: string, licensePlate: string) =>
  key.endsWith(`licensePlate=${encodeURIComponent(licensePlate)}`);

const stateName = (usesOtherState: boolean) => (usesOtherState ? "other.state" : "fleet.state");

const spanOf = (times: readonly number[]) => Math.max(0, ...times) - Math.min(...times, Math.max(0, ...times));

/** The entries of a state file. A last line may not be complete. */
function parseState(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const line of text.split("\n").slice(1, -1)) {
    const pair: unknown = JSON.parse(line.slice(line.indexOf(" ") + 1));
    if (!Array.isArray(pair)) throw new Error("a line of the state file is no entry: two runs have written it");
    const [key = "", entry]: string[] = pair;
    if (entry === undefined) entries.delete(key);
    else if (key !== "") entries.set(key, entry);
  }
  return entries;
}

/** The request as it is for the first spelling of its license plate. */
async function withFirstSpelling(request: Request, licensePlate: string, body: unknown): Promise<Request> {
  const first = vehicleOf(licensePlate);
  if (first === licensePlate) return request;
  const url = request.url.replace(encodeURIComponent(licensePlate), encodeURIComponent(first));
  const { method, headers } = request;
  if (body === undefined) return new Request(url, { method, headers });
  const content = url.endsWith("/vehicles") ? { ...Object(body), licensePlate: first } : body;
  return new Request(url, { method, headers, body: JSON.stringify(content) });
}

function limitOf(maxRemovals: number | `${number}%`, known: number): number {
  if (typeof maxRemovals === "number") return maxRemovals;
  return Math.max(1, Math.floor((known * Number.parseFloat(maxRemovals)) / 100));
}

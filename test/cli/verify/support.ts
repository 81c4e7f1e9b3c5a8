import type { RunSettings } from "../../../src/cli/verify/options.js";
import { verify } from "../../../src/cli/verify/verify.js";
import type { Clock } from "../../../src/http/call/clock.js";
import type { Fetch } from "../../../src/http/call/options.js";
import type { FilledService } from "./service.js";

/** A clock on which a wait takes no real time: it advances by the delay instead. */
export class SkippingClock implements Clock {
  #elapsed = 0;
  readonly #start: number;

  constructor(start = "2026-06-15T09:00:00Z") {
    this.#start = Date.parse(start);
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  schedule(task: () => void, delay: number, purpose?: "wait" | "limit"): () => void {
    if (purpose !== "wait") return () => {};
    const immediate = setImmediate(() => {
      this.#elapsed += Math.max(0, delay);
      task();
    });
    return () => clearImmediate(immediate);
  }
}

/** What a test changes of a run. */
export interface GivenRun {
  readonly settings?: Partial<RunSettings>;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly note?: (text: string) => void;
}

type Service = Pick<FilledService, "sandbox" | "token">;

/** The settings with which a run reads the supplier API. */
export function supplierSettings({ sandbox, token }: Service): RunSettings {
  return { ...commonSettings, api: "supplier", access: { baseUrl: sandbox.supplier.baseUrl, token } };
}

/** The settings with which a run reads one vehicle of the lessor API. */
export function lessorSettings({ sandbox, ids }: Pick<FilledService, "sandbox" | "ids">): RunSettings {
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const access = { baseUrl, clientId, clientSecret };
  return { ...commonSettings, api: "lessor", access, licensePlates: [ids.fleetPlate] };
}

const commonSettings = {
  licensePlates: [],
  ids: [],
  intervalMs: 1000,
  names: [],
  maxRequests: 60,
  write: false,
  baseline: undefined,
  out: undefined,
  format: "table",
} as const;

/** Runs over a service in this process, and returns the report and what was noted. */
export async function runOver({ sandbox }: Service, settings: RunSettings, given: GivenRun = {}) {
  const notes: string[] = [];
  const result = await verify(
    { ...settings, ...given.settings },
    {
      fetch: given.fetch ?? sandbox.fetch,
      clock: given.clock ?? new SkippingClock(),
      note: (text) => {
        notes.push(text);
        given.note?.(text);
      },
      signal: given.signal ?? new AbortController().signal,
    },
  );
  return { ...result, notes: notes.join("") };
}

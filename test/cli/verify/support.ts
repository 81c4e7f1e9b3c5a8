import type { Clock, Fetch } from "@reg/sdk";
import type { RunSettings } from "../../../src/cli/verify/options.js";
import { verify } from "../../../src/cli/verify/verify.js";
import { SkippingClock } from "../../support/clock.js";
import type { FilledService } from "./service.js";

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

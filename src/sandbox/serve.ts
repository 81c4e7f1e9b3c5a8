import { type LineDecision, lineDecisions } from "../domain/phases/line-status.js";
import type { Phase } from "../domain/phases/phases.js";
import { clockModes } from "./common/clock.js";
import { randomKey } from "./common/secrets.js";
import { type ControlServer, serveControlBeside } from "./control/control-server.js";
import { currentServices, type OpenedSandbox } from "./control/interior.js";
import { archiveTimes } from "./data/world.js";
import type { SandboxOptions } from "./options.js";
import { openSandbox } from "./sandbox.js";
import { type ScenarioName, scenarioNames } from "./scenarios.js";
import type { SandboxServer } from "./server/listen.js";
import { countings } from "./server/rate-limit.js";
import { phaseNow } from "./service/state/phase.js";
import type { Sandbox } from "./types.js";

/** The values of the options that have a choice. */
export const choices = {
  clock: clockModes,
  archive: archiveTimes,
  counting: countings,
  decide: lineDecisions,
  scenario: scenarioNames,
} as const;

/** How the command `sandbox` serves a sandbox. A port of 0 is any free one. */
export interface ServeOptions {
  readonly port: number;
  readonly controlPort: number;
  /** Default: a random one. */
  readonly controlKey?: string | undefined;
  /** The requests to begin with. */
  readonly scenario?: ScenarioName | undefined;
  /** What the lessor decides at once. Default: a person decides. */
  readonly decide?: LineDecision | undefined;
  /** Receives each error inside the sandbox or its control surface. */
  readonly onDefect: (error: unknown) => void;
}

/** A sandbox and its control surface on two ports. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly control: ControlServer;
  readonly controlKey: string;
  readonly requests: readonly SeededRequest[];
  close(): Promise<void>;
}

/** A request of the scenario. */
export interface SeededRequest {
  readonly name: string;
  readonly id: string;
  readonly phase: Phase;
}

/**
 * Creates a sandbox and serves it with its control surface.
 *
 * @throws RegInputError for an invalid option, and the system's error, with `port`, for a port that is not available
 */
export async function serveSandbox(options: SandboxOptions, serving: ServeOptions): Promise<ServedSandbox> {
  const { port, controlPort, controlKey = randomKey(), scenario, decide, onDefect } = serving;
  const opened = openSandbox({ ...options, onDefect });
  const { sandbox } = opened;
  if (decide !== undefined) sandbox.lessor.decideBy({ decide });
  const requests = scenario === undefined ? [] : listRequests(await sandbox.seed(scenario), opened);
  const server = await sandbox.listen({ port });
  const control = await serveControlBeside(server, { ...opened, key: controlKey, port: controlPort, onDefect });
  return { sandbox, server, control, controlKey, requests, close: control.close };
}

/** The phases are those that the next response shows: with `decide`, the lessor has decided. */
function listRequests(ids: Readonly<Record<string, string>>, { interior }: OpenedSandbox): SeededRequest[] {
  const { state, now } = currentServices(interior);
  return Object.entries(ids).flatMap(([name, id]) => {
    const request = state.requests.get(id);
    return request === undefined ? [] : [{ name, id, phase: phaseNow(request, now()) }];
  });
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashBody } from "../../../../src/lessor/sync/item.js";
import { fleetFormat, VehicleState } from "../../../../src/lessor/sync/state.js";
import type { StateOwner } from "../../../../src/state/entries.js";
import { StateFile } from "../../../../src/state/file.js";
import { temporaryFolder } from "../../../support/folder.js";
import type { ChildTask } from "./child.js";
import { generateFleet, listResources, type Resource } from "./fleet.js";
import type { RecordingService } from "./service.js";

/** The number of vehicles that a run processes at the same time. */
export const concurrency = 8;

/** The tasks of several runs with the same fleet and the same state. */
export interface RunTasks {
  /** The path of the state. */
  readonly state: string;
  /** What the service must hold in the end. */
  readonly resources: readonly Resource[];
  task(run: number): ChildTask;
  /** The keys of the resources that a run reported as sent. */
  listConfirmed(): readonly string[];
  readState(): Promise<KnownResources>;
}

/** What a state knows. */
export interface KnownResources {
  /** The keys of the resources that are known with the content of the source. */
  readonly keys: ReadonlySet<string>;
}

/** Creates the tasks. Their files are deleted after the test. */
export function createTasks(
  { sandbox, baseUrl }: RecordingService,
  common: Pick<ChildTask, "vehicles" | "pace">,
): RunTasks {
  const { clientId, clientSecret } = sandbox.lessor;
  const folder = temporaryFolder();
  const [state, results] = [join(folder, "fleet.state"), join(folder, "results")];
  writeFileSync(results, "");
  const resources = listResources(generateFleet(common.vehicles));
  const shared = { baseUrl, clientId, clientSecret, state, results, concurrency, ...common };
  return {
    state,
    resources,
    task: (run) => ({ ...shared, run }),
    listConfirmed: () => readFileSync(results, "utf8").split("\n").slice(0, -1),
    readState: () => readState(state, { baseUrl, clientId }, resources),
  };
}

/** Reads a state file while no run uses it. */
export async function readState(
  path: string,
  owner: StateOwner,
  resources: readonly Resource[],
): Promise<KnownResources> {
  const file = new StateFile(path, { format: fleetFormat, owner, isReadOnly: true });
  await file.open();
  const vehicles = new Map<string, VehicleState | undefined>();
  for await (const { key: licensePlate, text } of file.list())
    vehicles.set(licensePlate, VehicleState.parse(String(text)));
  await file.close();
  const known = resources.filter(
    ({ licensePlate, name, content }) => vehicles.get(licensePlate)?.digestOf(name) === hashBody(content),
  );
  return { keys: new Set(known.map(({ key }) => key)) };
}

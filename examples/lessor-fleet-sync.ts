/**
 * A lessor sends a fleet of 5,000 vehicles, is interrupted with Ctrl+C, and continues where it stopped.
 *
 *   npx tsx node_modules/@reg/sdk/examples/lessor-fleet-sync.ts
 *
 * Without a terminal, for example in CI, it interrupts itself after two seconds. Runs against its own sandbox, or
 * against `npx @reg/sdk sandbox`: set REG_LESSOR_BASE_URL, REG_CLIENT_ID and REG_CLIENT_SECRET, and REG_STATE to keep the state.
 * At the service it would register 5,000 vehicles that do not exist.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FleetItem, FleetSyncReport } from "@reg/sdk";
import { connectLessor } from "./support/connect.js";
import { show, step } from "./support/output.js";

// The reference shows only the license plate of a vehicle. This declares your fields, so that they are type-checked.
declare module "@reg/sdk" {
  interface OpenTypes {
    VehicleInputFields: { make?: string; model?: string };
  }
}

const vehicles = 5000;
const folder = await mkdtemp(join(tmpdir(), "reg-fleet-"));
const state = process.env["REG_STATE"] ?? join(folder, "fleet.state");
const { lessor, close } = await connectLessor({ on: [] });

/**
 * Yields the fleet. Yours pages through a database: the next vehicle is asked for when one of those in progress is
 * done.
 */
async function* readFleet(): AsyncGenerator<FleetItem> {
  for (let number = 1; number <= vehicles; number++)
    yield {
      licensePlate: `EX-${String(number).padStart(4, "0")}`,
      vehicle: { make: "Volvo", model: number % 2 === 0 ? "EX30" : "EX90" },
      // What is undefined stays as it is.
      mileages: number % 10 === 0 ? [{ date: "2026-06-15", value: 1000 + number }] : undefined,
    };
}

/** Runs a sync, and says about every second how far it has come. */
function sync(signal?: AbortSignal): Promise<FleetSyncReport> {
  return lessor.sync(readFleet(), {
    state,
    signal,
    expectItems: vehicles,
    onProgress: ({ items, counts: { sent, unchanged }, remainingMs }) => {
      const left = remainingMs === undefined ? "" : `, ${Math.ceil(remainingMs / 1000)} s left`;
      console.error(`   ${items} of ${vehicles} vehicles, ${sent} resources sent, ${unchanged} unchanged${left}`);
    },
  });
}

/** Returns the lines of an alert: why the run ended early, which removals were refused, and what failed. */
function describeProblems({ stopped, error, missing, failures }: FleetSyncReport): string[] {
  return [
    ...(stopped ? [`The run ended early: ${stopped} ${error ?? ""}`] : []),
    ...(missing?.refused ? [`${missing.vehicles} vehicles were not removed: ${missing.refused}`] : []),
    // An item that cannot be read has neither a license plate nor a resource.
    ...failures.map(({ position, licensePlate, resource, status, error }) =>
      [position && `item ${position}`, licensePlate, resource, error?.message ?? status].filter(Boolean).join(" "),
    ),
  ];
}

step("Send the fleet; Ctrl+C interrupts it");
const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort()); // once: another Ctrl+C ends the process at once, which is also safe
if (!process.stderr.isTTY) setTimeout(() => interruption.abort(), 2000).unref();
const first = await sync(interruption.signal);
show(first.stopped ?? "complete", first.counts);

step("Start again with the same state: only the rest is sent");
const second = await sync();
show(second.stopped ?? "complete", second.counts);

await close();
await rm(folder, { recursive: true });
for (const line of describeProblems(second)) console.error(line);
process.exitCode = second.ok ? 0 : 1;

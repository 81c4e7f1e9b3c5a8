/**
 * Measures the rules. Goal: `checkApproval` of a request with 50 lines in under 1 ms.
 *
 *   npm run bench:rules -- [--json]
 *
 * Exits with 1 if a figure exceeds the goal. Each figure is the median time per call, over rounds that alternate between
 * the calls.
 */

import { parseArgs } from "node:util";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { checkApproval, checkInvoice, lineFor, mileageReading } from "../../src/supplier/index.js";
import { runCommand } from "./command.js";
import { median } from "./text.js";

/** The measured calls by their titles. */
export type RuleCalls = Readonly<Record<string, () => unknown>>;

/** Applies the rules to a request of 50 lines, with the lookup data of a sandbox. */
async function createRuleCalls(): Promise<RuleCalls> {
  const sandbox = createSandbox();
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    fetch: sandbox.fetch,
  });
  const licensePlate = "AB-123-C";
  const contract = await supplier.contracts.get(licensePlate);
  const { components: allowedComponents } = await supplier.contracts.components(licensePlate);

  const context = { contract, allowedComponents };
  const replacement = allowedComponents.find(({ regCode }) => regCode === "3198");
  const tire = replacement?.subcomponents?.find(({ regCode }) => regCode === "3101");
  const lines = Array.from({ length: 49 }, () =>
    lineFor(replacement, {
      reason: replacement?.reasons?.[0]?.code,
      price: 129.5,
      location: ["1", "L"],
      subcomponents: [
        { code: tire?.regCode ?? "", price: 99, part: { id: 1 } },
        { code: "3160", price: 10 },
      ],
    }),
  );
  const request = {
    vehicle: { licensePlate, partialVin: "JF123456" },
    appointment: {
      workshopDate: "2026-06-15",
      workOrderNumber: "WO-2041",
      estimatedDurationInDays: 1,
      contact: { name: "Robin" },
    },
    components: [mileageReading(48210), ...lines],
  };
  const broken = {
    ...request,
    appointment: {},
    components: request.components.map((line) => ({ ...line, reason: { code: "00" }, location: ["9"] })),
  };
  const invoice = {
    identitySender: { name: "Garage De Brug", RegNumber: 4711 },
    identityReceiver: { name: "Noordzee Lease" },
    invoiceNumber: "2026-1",
    invoiceDate: "2026-06-15",
    vatLines: [],
    total: 1295,
  };

  return {
    "checkApproval, 50 lines that hold": () => checkApproval(request, context),
    "checkApproval, 50 lines that do not": () => checkApproval(broken, context),
    "checkApproval, no lookups": () => checkApproval(request),
    checkInvoice: () =>
      checkInvoice(invoice, { request: { ...request, status: "Approved" }, outstanding: 1295 }),
  };
}

const goal = 1000;
const rounds = 41;
const callsPerRound = 25;

await runCommand(import.meta.url, async (args) => {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  const medians = measureRules(await createRuleCalls());
  if (values.json) console.log(JSON.stringify({ microseconds: medians, goal }));
  else
    for (const [name, microseconds] of Object.entries(medians))
      console.log(name.padEnd(38), `${microseconds.toFixed(1)} µs`.padStart(12));
  if (Object.values(medians).some((microseconds) => microseconds >= goal)) process.exitCode = 1;
});

/** The median of each row, in microseconds per call. */
function measureRules(rows: RuleCalls): Readonly<Record<string, number>> {
  const times = Object.entries(rows).map(([name, run]) => ({ name, run, found: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { run, found } of times) {
      const start = performance.now();
      for (let call = 0; call < callsPerRound; call += 1) run();
      found.push(((performance.now() - start) * 1000) / callsPerRound);
    }
  }
  return Object.fromEntries(times.map(({ name, found }) => [name, median(found)]));
}

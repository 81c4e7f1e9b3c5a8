/**
 * The sandbox of the soak test, in a process of its own, so that what it holds is not taken for what the clients hold.
 * Argument: a seed. Says how it can be reached; asked by its parent, it tells what it has seen.
 */
import { createSandbox, JournalAssertionError } from "@reg/sdk/sandbox";
import { addFaults } from "./faults.js";
import { callers, licensePlateOf, limit, tokenLifetime, window } from "./settings.js";

const [, , seed] = process.argv;
const defects: string[] = [];
const sandbox = createSandbox({
  seed: Number(seed),
  rateLimit: { limit, window },
  tokenLifetime,
  journalLimit: 2000,
  vehicles: Array.from({ length: callers }, (_, caller) => ({ licensePlate: licensePlateOf(caller) })),
  onDefect: (defect) => void defects.push(defect.message),
});
sandbox.lessor.decideBy({});
const faults = addFaults(sandbox);
const server = await sandbox.listen();

process.on("message", () => {
  process.send?.({
    requests: sandbox.journal.toJSON().requests,
    calls: sandbox.journal.calls(),
    duplicates: failureOf(() => sandbox.journal.assertNoDuplicateCreates()),
    tooMany: failureOf(() => sandbox.journal.assertMostInAnyMinute(Math.ceil(60_000 / window) * limit)),
    mostInAnyWindow: sandbox.journal.mostInAny(window),
    faults: Object.fromEntries(faults.map(({ name, handle }) => [name, handle.happened])),
    defects,
  });
});
process.send?.({
  supplier: server.supplier.baseUrl,
  lessor: server.lessor.baseUrl,
  token: await sandbox.supplier.token(),
  clientId: sandbox.lessor.clientId,
  clientSecret: sandbox.lessor.clientSecret,
});

/** What an assertion says; empty if it holds. */
function failureOf(assertion: () => void): string {
  try {
    assertion();
    return "";
  } catch (error) {
    if (!(error instanceof JournalAssertionError)) throw error;
    return error.message;
  }
}

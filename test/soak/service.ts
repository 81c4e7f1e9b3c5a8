/**
 * The sandbox of the soak test, in a separate process, so that its memory does not count as memory of the clients.
 * Argument: a seed. It sends its addresses first, and its observations when the parent process asks.
 */
import { createSandbox, JournalAssertionError } from "@reg/sdk/sandbox";
import { addFaults } from "./faults.js";
import { callers, licensePlateFor, limit, tokenLifetime, window } from "./settings.js";

/** The first message. */
export interface Addresses {
  readonly supplier: string;
  readonly lessor: string;
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the service has seen; a text is empty if nothing is wrong. */
export interface Observations {
  readonly requests: number;
  readonly duplicates: string;
  readonly tooMany: string;
  readonly mostInAnyWindow: number;
  /** How often each fault happened. */
  readonly faults: Readonly<Record<string, number>>;
  /** Internal errors of the sandbox. */
  readonly defects: readonly string[];
}

const [, , seed] = process.argv;
const defects: string[] = [];
const sandbox = createSandbox({
  seed: Number(seed),
  rateLimit: { limit, window },
  tokenLifetime,
  journalLimit: 2000,
  vehicles: Array.from({ length: callers }, (_, caller) => ({ licensePlate: licensePlateFor(caller) })),
  onDefect: (defect) => void defects.push(defect.message),
});
sandbox.lessor.decideBy({});
const faults = addFaults(sandbox);
const server = await sandbox.listen();

process.on("message", () => {
  const observations: Observations = {
    requests: sandbox.journal.toJSON().requests,
    duplicates: messageOf(() => sandbox.journal.assertNoDuplicateCreates()),
    tooMany: messageOf(() => sandbox.journal.assertMostInAnyMinute(Math.ceil(60_000 / window) * limit)),
    mostInAnyWindow: sandbox.journal.mostInAny(window),
    faults: Object.fromEntries(faults.map(({ name, handle }) => [name, handle.happened])),
    defects,
  };
  process.send?.(observations);
});
const addresses: Addresses = {
  supplier: server.supplier.baseUrl,
  lessor: server.lessor.baseUrl,
  token: await sandbox.supplier.token(),
  clientId: sandbox.lessor.clientId,
  clientSecret: sandbox.lessor.clientSecret,
};
process.send?.(addresses);

/** Returns the message of a failed assertion; empty if it succeeds. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
    return "";
  } catch (error) {
    if (!(error instanceof JournalAssertionError)) throw error;
    return error.message;
  }
}

/** Describes what the client says of each failure of a connection. */
import { createSupplierClient } from "@reg/sdk";

const content = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };

/**
 * @param addresses of services that fail, by the name of the failure
 * @returns by the name of the failure: whether the request was sent, and the attempts of a read and of a create
 */
export async function run(addresses) {
  const outcomes = {};
  for (const [name, baseUrl] of Object.entries(addresses)) {
    const timeout = name === "silent" ? 200 : 10_000;
    const client = createSupplierClient({ baseUrl, token: "token", timeout, retry: { retries: 1, minTimeout: 0 } });
    const read = await client.lessors.list().catch((error) => error);
    const create = await client.serviceRequests.create(content).catch((error) => error);
    outcomes[name] = describe(read, create) ?? [read, create].map(String).join("; ");
  }
  return outcomes;
}

/** Undefined if the errors are not of the same kind, or not as certain as they should be. */
function describe(read, create) {
  const isSent = create.sent !== false;
  const isRight = read.kind === create.kind && read.sent === create.sent && read.outcome === undefined;
  if (!isRight || create.outcome !== (isSent ? "unknown" : undefined)) return undefined;
  return `${isSent ? "perhaps sent" : "not sent"} (${read.attempts.length}, ${create.attempts.length})`;
}

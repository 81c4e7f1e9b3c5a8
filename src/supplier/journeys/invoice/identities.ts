import type { InvoiceCreate } from "../../../generated/supplier/models.js";

/** Who sends an invoice, and who receives it. */
type Identities = Pick<InvoiceCreate, "identitySender" | "identityReceiver">;

/** Sender and receiver, of the first that has them: once nothing is due, no template does, but earlier invoices may. */
export function identitiesIn(sources: readonly unknown[]): Partial<Identities> {
  const found = sources.find(hasIdentities);
  if (found === undefined) return {};
  const { identitySender, identityReceiver } = found;
  return { identitySender, identityReceiver };
}

/** Whether sender and receiver are there. */
export function hasIdentities(value: unknown): value is Identities {
  const { identitySender, identityReceiver } = Object(value);
  return identitySender !== undefined && identityReceiver !== undefined;
}

import type { InvoiceCreate } from "../../../generated/supplier/models.js";

/** Who sends an invoice, and who receives it. */
type Identities = Pick<InvoiceCreate, "identitySender" | "identityReceiver">;

/**
 * Sender and receiver, each of the first that tells it: that a template names the receiver so is inferred, and once nothing
 * is due there is no template, but earlier invoices may tell.
 */
export function identitiesIn(sources: readonly unknown[]): Partial<Identities> {
  const first = (name: keyof Identities) =>
    sources
      .map((source) => Reflect.get(Object(source), name))
      .find((each) => each !== undefined && each !== null);
  const [identitySender, identityReceiver] = [first("identitySender"), first("identityReceiver")];
  return {
    ...(identitySender !== undefined && { identitySender }),
    ...(identityReceiver !== undefined && { identityReceiver }),
  };
}

/** Whether sender and receiver are there. */
export function hasIdentities(value: Partial<Identities>): value is Identities {
  return value.identitySender !== undefined && value.identityReceiver !== undefined;
}

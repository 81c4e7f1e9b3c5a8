import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { SupplierClient } from "../../../src/supplier/client.js";
import { damageLine, reading, repair, work } from "../support.js";

/** The two kinds of request, by the name of their part of the client. */
export const kinds = ["serviceRequests", "damageServiceRequests"] as const;

/** A kind of request. */
export type Kind = (typeof kinds)[number];

/** The part of the client for requests of a kind, as far as both have it. */
export const requestsOf = (supplier: SupplierClient, kind: Kind) => supplier[kind];

/** A line that the kind takes. */
export const lineOf = (kind: Kind) => (kind === "serviceRequests" ? work() : damageLine());

/** Another line that the kind takes. */
export const otherLineOf = (kind: Kind) =>
  kind === "serviceRequests"
    ? work({ reg: { code: "2201" } })
    : damageLine({ reg: { code: "7201" }, operation: { code: "01" }, reason: { code: "61" } });

/** A request with all that approval needs. */
export const contentOf = (kind: Kind, fields: Partial<ServiceRequestCreate> = {}): ServiceRequestCreate =>
  repair({
    components: kind === "serviceRequests" ? [reading(), lineOf(kind)] : [lineOf(kind)],
    ...fields,
  });

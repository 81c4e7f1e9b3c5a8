import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal, refuseIfAny } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import { supplierOf } from "../requests/access.js";
import { presentAgreement, presentCluster } from "./present.js";
import { futureViolations } from "./rules.js";
import { parseDefaultPatch } from "./service-level-bodies.js";
import { dateOf, keepDefault, ownServiceLevels } from "./store.js";
import { valuesOn, withChanges } from "./values.js";

/** Default, agreements and cluster. That the default is left out for an administrator of a cluster is assumed. */
export const getServiceLevel: Handler = (exchange) => {
  const levels = ownServiceLevels(exchange);
  const today = dateOf(exchange);
  return ok({
    ...(!isAdministrator(exchange) && { default: valuesOn(levels.default, today) }),
    agreements: levels.agreements.map((agreement) => presentAgreement(agreement, today)),
    cluster: presentCluster(exchange.state.world),
  });
};

/** The cluster of the caller. */
export const getCluster: Handler = ({ state }) => ok(presentCluster(state.world));

/** The default of the caller; 403 for administrators of a cluster. */
export const getDefaultServiceLevel: Handler = (exchange) => {
  if (isAdministrator(exchange)) {
    throw new Refusal(403, "An administrator of a cluster has no default service level.");
  }
  return ok(valuesOn(ownServiceLevels(exchange).default, dateOf(exchange)));
};

/**
 * Changes the default. The reference has 403 for the method that reads it only, so an administrator of a cluster is
 * not refused here; what it changes is a default of its own.
 */
export const patchDefaultServiceLevel: Handler = (exchange) => {
  const changes = parseDefaultPatch(exchange.json);
  refuseIfAny(futureViolations(exchange, changes));
  const next = withChanges(ownServiceLevels(exchange).default, changes, dateOf(exchange));
  keepDefault(exchange, next);
  return ok(next);
};

function isAdministrator(exchange: Exchange): boolean {
  return exchange.state.world.suppliers.get(supplierOf(exchange))?.clusterAdministrator === true;
}

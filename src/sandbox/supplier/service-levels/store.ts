import { amsterdamDay } from "../../../values/calendar.js";
import type { Exchange } from "../../core/handler.js";
import { Refusal } from "../../core/problem.js";
import { initialServiceLevels } from "../../data/service-levels.js";
import type { State } from "../../state/state.js";
import { supplierOf } from "../requests/access.js";
import type { Agreement, Categories, ServiceLevels } from "./model.js";

/** The service levels of a supplier. Each has its own, which others do not see; that holds in a cluster too (assumed). */
export function serviceLevelsOf(state: Pick<State, "serviceLevels">, supplierNumber: number): ServiceLevels {
  return state.serviceLevels.get(supplierNumber) ?? initialServiceLevels;
}

/** The caller's service levels. */
export function ownServiceLevels(exchange: Exchange): ServiceLevels {
  return serviceLevelsOf(exchange.state, supplierOf(exchange));
}

/** The caller's agreement that the path names; 404 if there is none. */
export function findAgreement(exchange: Exchange): Agreement {
  const found = ownServiceLevels(exchange).agreements.find(({ id }) => id === exchange.params["id"]);
  if (found === undefined) throw new Refusal(404, "There is no such service level agreement.");
  return found;
}

/** Keeps a default in place of the one before. */
export function keepDefault(exchange: Exchange, categories: Categories): void {
  keep(exchange, { ...ownServiceLevels(exchange), default: categories });
}

/** Keeps an agreement, new or in place of the one with its id. */
export function keepAgreement(exchange: Exchange, agreement: Agreement): void {
  const levels = ownServiceLevels(exchange);
  const isNew = levels.agreements.every(({ id }) => id !== agreement.id);
  const replaced = levels.agreements.map((each) => (each.id === agreement.id ? agreement : each));
  keep(exchange, { ...levels, agreements: isNew ? [...replaced, agreement] : replaced });
}

/** Forgets an agreement. */
export function removeAgreement(exchange: Exchange, agreement: Agreement): void {
  const levels = ownServiceLevels(exchange);
  keep(exchange, { ...levels, agreements: levels.agreements.filter((each) => each !== agreement) });
}

function keep(exchange: Exchange, levels: ServiceLevels): void {
  exchange.state.serviceLevels.set(supplierOf(exchange), levels);
}

/** The date of a call, in Amsterdam. */
export const dateOf = ({ now }: Exchange): string => amsterdamDay(now());

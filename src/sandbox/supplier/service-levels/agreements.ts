import type { Handler } from "../../core/handler.js";
import { refuseIfAny } from "../../core/problem.js";
import { created, noContent, ok } from "../../core/reply.js";
import type { Agreement } from "./model.js";
import { presentAgreement } from "./present.js";
import { futureViolations, partyViolations } from "./rules.js";
import { parseAgreement, parseAgreementPatch } from "./service-level-bodies.js";
import { dateOf, findAgreement, keepAgreement, ownServiceLevels, removeAgreement } from "./store.js";
import { withChanges } from "./values.js";

/** Every agreement of the caller, oldest first. */
export const listAgreements: Handler = (exchange) => {
  const today = dateOf(exchange);
  const { agreements } = ownServiceLevels(exchange);
  return ok({ agreements: agreements.map((agreement) => presentAgreement(agreement, today)) });
};

/** One agreement. */
export const getAgreement: Handler = (exchange) =>
  ok(presentAgreement(findAgreement(exchange), dateOf(exchange)));

/** A new agreement. */
export const createAgreement: Handler = (exchange) => {
  const { lessors, dealerships = [], ...values } = parseAgreement(exchange.json);
  const agreement: Agreement = {
    id: "",
    lessors: withoutRepeats(lessors),
    dealerships: withoutRepeats(dealerships),
    categories: withChanges({}, values, dateOf(exchange)),
  };
  refuseIfAny([...partyViolations(exchange, agreement), ...futureViolations(exchange, values)]);
  // Only now, so that a refused agreement changes no other id.
  const accepted = { ...agreement, id: exchange.random.uuid() };
  keepAgreement(exchange, accepted);
  const address = exchange.address(`/v2/servicelevel/agreements/${accepted.id}`);
  return created(address, presentAgreement(accepted, dateOf(exchange)));
};

/** Changes an agreement: whom it is for, its values, or both. */
export const patchAgreement: Handler = (exchange) => {
  const body = parseAgreementPatch(exchange.json);
  const agreement = findAgreement(exchange);
  const { lessors = agreement.lessors, dealerships = agreement.dealerships, ...values } = body;
  const next: Agreement = {
    id: agreement.id,
    lessors: withoutRepeats(lessors),
    dealerships: withoutRepeats(dealerships),
    categories: withChanges(agreement.categories, values, dateOf(exchange)),
  };
  refuseIfAny([...partyViolations(exchange, next), ...futureViolations(exchange, values)]);
  keepAgreement(exchange, next);
  return ok(presentAgreement(next, dateOf(exchange)));
};

/** Removes an agreement. */
export const deleteAgreement: Handler = (exchange) => {
  removeAgreement(exchange, findAgreement(exchange));
  return noContent;
};

const withoutRepeats = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

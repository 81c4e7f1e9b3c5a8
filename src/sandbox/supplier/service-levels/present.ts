import type { World } from "../../state/world.js";
import type { Agreement } from "./model.js";
import { valuesOn } from "./values.js";

/** An agreement as the service shows it: with the values of each category as they are on a date. */
export function presentAgreement({ categories, dealerships, ...agreement }: Agreement, today: string) {
  return {
    ...agreement,
    ...(dealerships.length > 0 && { dealerships }),
    ...valuesOn(categories, today),
  };
}

/**
 * The cluster that a supplier belongs to or administers. Its fields are made up; and so is that there is but one,
 * which everybody is in.
 */
export function presentCluster({ suppliers }: World) {
  const accounts = [...suppliers.values()].map(({ number, identity: { name }, clusterAdministrator }) => ({
    number,
    name,
    clusterAdministrator,
  }));
  const inBrief = (wanted: boolean) =>
    accounts
      .filter(({ clusterAdministrator }) => clusterAdministrator === wanted)
      .map(({ number, name }) => ({ number, name }));
  return { administrators: inBrief(true), members: inBrief(false) };
}

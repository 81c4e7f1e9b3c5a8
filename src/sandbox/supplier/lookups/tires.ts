import type { Tire } from "../../../generated/supplier/models.js";
import type { Handler } from "../../core/handler.js";
import { Refusal, refuseIfAny, sandboxEntry } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import { tireMakes, tires } from "../../data/tires.js";

/** One tire, by BAC code or id. */
export const getTire: Handler = ({ query }) => {
  const bacCode = query.get("bacCode");
  const id = query.get("id");
  if (bacCode === null && id === null) {
    refuseIfAny([sandboxEntry("REQUIRED", "Give a bacCode or an id.", "bacCode")]);
  }
  const tire = tires.find((each) => each.bacCode === bacCode || String(each.id) === id);
  if (tire === undefined) throw new Refusal(404, "There is no such tire.");
  return ok(tire);
};

/** The name of the parameter for general terms is not shown: this one is made up. */
const generalTerms = "searchTerm";

/** The fields of a tire, each of which can be searched for. */
const fields = new Set(tires.flatMap((tire) => Object.keys(tire)));

/**
 * The tires that have every word of the general terms, and whose fields have the values of the query. A repeated
 * parameter gives a choice. That the parts of a specification are asked for by the names of a tire's fields is assumed.
 */
export const searchTires: Handler = ({ query }) => {
  const names = [...new Set(query.keys())].filter((name) => name !== generalTerms);
  refuseIfAny(
    names
      .filter((name) => !fields.has(name))
      .map((name) => sandboxEntry("PARAMETER", `${name} is not a field of a tire.`, name)),
  );
  const terms = query.getAll(generalTerms);
  const found = tires
    .filter((tire) => names.every((name) => query.getAll(name).includes(String(Reflect.get(tire, name)))))
    .filter((tire) => terms.length === 0 || terms.some((each) => isAbout(tire, each)));
  return ok({ tires: found });
};

/** Whether every word is somewhere in what the tire says, upper or lower case. */
function isAbout(tire: Tire, terms: string): boolean {
  const said = Object.values(tire).join(" ").toLowerCase();
  return terms
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

/** Every make. */
export const listTireMakes: Handler = () => ok({ makes: tireMakes });

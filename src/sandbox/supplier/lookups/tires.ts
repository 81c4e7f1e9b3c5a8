import type { Handler } from "../../core/handler.js";
import { Refusal, refuseIfAny, sandboxEntry } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import { tireMakes, tires } from "../../data/catalogues.js";

/** One tire, by BAC code or id. */
export const get: Handler = ({ query }) => {
  const bacCode = query.get("bacCode");
  const id = query.get("id");
  if (bacCode === null && id === null) {
    refuseIfAny([sandboxEntry("REQUIRED", "Give a bacCode or an id.", "bacCode")]);
  }
  const tire = tires.find((each) => each.bacCode === bacCode || String(each.id) === id);
  if (tire === undefined) throw new Refusal(404, "There is no such tire.");
  return ok(tire);
};

/**
 * The tires whose fields have the values of the query; a repeated parameter gives a choice. The names of the
 * parameters for general terms are not shown, so there are none.
 */
export const search: Handler = ({ query }) => {
  const names = [...new Set(query.keys())];
  const fields = new Set(tires.flatMap((tire) => Object.keys(tire)));
  refuseIfAny(
    names
      .filter((name) => !fields.has(name))
      .map((name) => sandboxEntry("PARAMETER", `${name} is not a field of a tire.`, name)),
  );
  const found = tires.filter((tire) =>
    names.every((name) => query.getAll(name).includes(String(Reflect.get(tire, name)))),
  );
  return ok({ tires: found });
};

/** Every make. */
export const makes: Handler = () => ok({ makes: tireMakes });

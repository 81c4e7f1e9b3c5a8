import type { RegProblemEntry } from "../../../errors/problem.js";
import type { ComponentPut, SubcomponentInput } from "../../../generated/supplier/models.js";
import { regEntry, sandboxEntry } from "../../core/problem.js";
import type { PermittedValues } from "../../state/world.js";

/** Beyond this a sum of prices would no longer be exact to the cent. The service surely has a limit; it is not shown. */
const highestPrice = 1_000_000_000;

const codes = { warranty: "REG-SVC000175", leniency: "REG-SVC000176" } as const;

/**
 * What a line and its subcomponents say of warranty and leniency that is not permitted (supplier-api.md §2.3, §7),
 * and prices that are out of all proportion.
 *
 * @param prefix where the line stands in the body, such as `components[0].`
 */
export function valueViolations(
  line: ComponentPut,
  permitted: PermittedValues,
  prefix = "",
): RegProblemEntry[] {
  const parts = line.subcomponents?.map((part, index) => ({ part, at: `${prefix}subcomponents[${index}].` }));
  return [{ part: line, at: prefix }, ...(parts ?? [])].flatMap(({ part, at }) => [
    ...violation("warranty", part, permitted, at),
    ...violation("leniency", part, permitted, at),
    ...priceViolation(part, at),
  ]);
}

function priceViolation({ price = 0 }: SubcomponentInput, at: string): RegProblemEntry[] {
  if (Math.abs(price) <= highestPrice) return [];
  return [sandboxEntry("PRICE", `${at}price is beyond ${highestPrice}.`, `${at}price`)];
}

function violation(
  name: keyof typeof codes,
  part: ComponentPut | SubcomponentInput,
  permitted: PermittedValues,
  at: string,
): RegProblemEntry[] {
  const value = part[name];
  if (value === undefined || (permitted[name]?.includes(value) ?? true)) return [];
  return [regEntry(codes[name], `${at}${name}`)];
}

import { RegInputError } from "../../errors/client-errors.js";
import type { Contract } from "../../generated/supplier/models.js";
import { documents } from "../document/forms.js";
import type { CheckSchema } from "../document/schema-checker.js";
import { unknownFields } from "../document/unknown-fields.js";

const schema = { $ref: "#/$defs/Contract" };

/**
 * A contract that somebody has had a hand in, as it would be after it went through JSON.
 *
 * @param place what stands before the names of its fields, such as `vehicles[0].contract.`
 * @throws RegInputError that names the first field which the document would not have so
 */
export function checkedContract(check: CheckSchema, contract: Contract, place = ""): Contract {
  const plain = plainCopy(contract, place);
  const [issue] = check("supplier", schema, plain);
  if (issue !== undefined) throw new RegInputError(`${place}${issue.path.join(".")}`, issue.problem);
  const [unknown] = unknownFields(plain, schema, documents.supplier.schemas);
  if (unknown !== undefined) throw new RegInputError(`${place}${unknown}`, "is not a field of a contract");
  return plain;
}

function plainCopy(contract: Contract, place: string): Contract {
  try {
    return JSON.parse(JSON.stringify(contract));
  } catch {
    throw new RegInputError(place.slice(0, -1) || "changes", "must be what JSON can hold");
  }
}

import { RegInputError } from "../../errors/client-errors.js";
import { nearest } from "../../errors/nearest.js";
import { type OperationId, operations } from "./router.js";

/** The three operationIds that the fewest letters keep apart from a name. */
function nearestOperations(name: string): readonly OperationId[] {
  return nearest(
    name,
    operations.map(({ id }) => id),
    3,
  );
}

/**
 * The id of an operation.
 *
 * @throws RegInputError that names the nearest ones if there is no such operation: a slip of the pen must not make an
 *   assertion hold
 * @param wanted what it must be, where there are other choices
 */
export function checkedOperation(name: unknown, wanted = "an operationId"): OperationId {
  const operation = operations.find(({ id }) => id === name);
  if (operation !== undefined) return operation.id;
  const near = nearestOperations(String(name)).join(", ");
  throw new RegInputError(
    "operation",
    `must be ${wanted}; ${String(name)} is none: the nearest ones are ${near}`,
  );
}

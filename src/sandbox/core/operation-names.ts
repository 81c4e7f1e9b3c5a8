import { RegInputError } from "../../errors/client-errors.js";
import { editDistance, type OperationId, operations } from "./router.js";

/** No operationId is longer; the rest of a name that is does not matter. */
const longestName = 100;

/** The three operationIds that the fewest letters keep apart from a name. */
export function nearestOperations(name: string): readonly OperationId[] {
  const given = name.slice(0, longestName).toLowerCase();
  return operations
    .map(({ id }) => ({ id, distance: editDistance(given, id.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ id }) => id);
}

/**
 * The id of an operation.
 *
 * @throws RegInputError that names the nearest ones if there is no such operation: a slip of the pen must not make an
 *   assertion hold
 */
export function checkedOperation(name: unknown): OperationId {
  const operation = operations.find(({ id }) => id === name);
  if (operation !== undefined) return operation.id;
  const nearest = nearestOperations(String(name)).join(", ");
  throw new RegInputError(
    "operation",
    `must be an operationId; ${String(name)} is none: the nearest ones are ${nearest}`,
  );
}

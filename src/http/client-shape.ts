import type { Invoke } from "./client.js";
import { bindMethods } from "./methods.js";
import type { OperationTable } from "./operation.js";
import { bindRoutes } from "./routes.js";

/** A client object: named methods and path-typed calls for every operation of the table. */
export function bindClient<Client extends object>(table: OperationTable, invoke: Invoke): Client {
  return Object.freeze({ ...bindMethods(table, invoke), ...bindRoutes(table, invoke) }) as Client;
}

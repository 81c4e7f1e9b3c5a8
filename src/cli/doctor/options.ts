import { lessorVariables, supplierVariables } from "../../errors/environment.js";
import type { OptionTable } from "../command.js";
import { adapterOption } from "../service-options.js";

/** The options of the command `doctor`, in a file without the clients, so that the help does not load them. */
export const doctorOptions = {
  "base-url": {
    value: "url",
    about: `The address of the one API that is named. Default: ${supplierVariables.baseUrl} or ${lessorVariables.baseUrl}. Credentials and further headers are read as by the command verify.`,
  },
  ...adapterOption,
  offline: { about: "Sends nothing." },
  json: { about: "Prints the diagnosis as JSON." },
} as const satisfies OptionTable;

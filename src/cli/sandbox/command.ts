import type { Command } from "../command.js";
import { sandboxOptions } from "./option-table.js";

/** `reg sandbox`: serves a sandbox on this machine until it is interrupted. */
export const sandboxCommand: Command = {
  name: "sandbox",
  about: "Serves a sandbox of both APIs on 127.0.0.1, with a control surface, until Ctrl-C.",
  options: sandboxOptions,
  run: async (values, terminal) => {
    const { runSandbox } = await import("./run-sandbox.js");
    return runSandbox(values, terminal);
  },
};

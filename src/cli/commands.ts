import type { Command } from "./command.js";
import { explainCommand } from "./explain/command.js";
import { sandboxCommand } from "./sandbox/command.js";

/** The commands of `reg`, in the order of the help. Each loads what it needs only when it runs. */
export const commands: readonly Command[] = [sandboxCommand, explainCommand];

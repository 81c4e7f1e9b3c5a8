import { createSandbox, type Sandbox } from "../../sandbox/index.js";
import type { OptionValues } from "../command.js";
import type { Terminal } from "../terminal.js";
import { asUsageError, readSettings, type SandboxSettings } from "./options.js";
import { seededRequests } from "./seeded.js";
import { serveSandbox } from "./serve.js";
import { asJson, asText, startReport } from "./start-output.js";

/**
 * Serves a sandbox until the terminal is interrupted.
 *
 * @returns 0, once both servers are closed
 * @throws UsageError for options that cannot be used, CommandError for a port that cannot be had
 */
export async function runSandbox(values: OptionValues, terminal: Terminal): Promise<number> {
  const settings = readSettings(values);
  const tell = (error: unknown) => terminal.err(`reg: the sandbox itself is wrong: ${detail(error)}\n`);
  const sandbox = makeSandbox(settings, tell);
  const served = await serveSandbox(sandbox, settings, tell);
  const report = startReport(served, seededRequests(settings.scenario, served.requests));
  terminal.out(settings.json ? asJson(report) : asText(report));
  await aborted(terminal.interrupted);
  await served.close();
  return 0;
}

/** Goes on after a defect: it is told, and whoever called sees a broken connection. */
function makeSandbox({ sandbox }: SandboxSettings, onDefect: (error: unknown) => void): Sandbox {
  try {
    return createSandbox({ ...sandbox, onDefect });
  } catch (error) {
    throw asUsageError(error);
  }
}

const detail = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

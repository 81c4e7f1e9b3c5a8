import { randomBytes } from "node:crypto";
import type { Sandbox, SandboxServer } from "../../sandbox/index.js";
import { CommandError } from "../cli-errors.js";
import { type ControlServer, serveControl } from "./control/server.js";
import type { SandboxSettings } from "./options.js";

/** A sandbox that is served, with its control surface. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly control: ControlServer;
  readonly controlKey: string;
  readonly supplierToken: string;
  /** The ids of what was seeded, by name. */
  readonly requests: Readonly<Record<string, string>>;
  /** Closes both servers. */
  close(): Promise<void>;
}

/**
 * Fills a sandbox and serves it.
 *
 * @param onDefect is told of what goes wrong in the control surface itself
 * @throws CommandError for a port that cannot be had
 */
export async function serveSandbox(
  sandbox: Sandbox,
  settings: SandboxSettings,
  onDefect: (error: unknown) => void,
): Promise<ServedSandbox> {
  const {
    decide,
    scenario,
    port,
    controlPort,
    controlKey = randomBytes(24).toString("base64url"),
  } = settings;
  if (decide !== undefined) sandbox.lessor.decideBy({ decide });
  const requests = scenario === undefined ? {} : await sandbox.seed(scenario);
  const supplierToken = await sandbox.supplier.token();
  const server = await orExplain("port", port, sandbox.listen({ port }));
  const served = { sandbox, key: controlKey, port: controlPort, onDefect };
  const control = await orExplain("control-port", controlPort, serveControl(served)).catch(async (error) => {
    await server.close();
    throw error;
  });
  const close = async () => {
    await Promise.all([server.close(), control.close()]);
  };
  return { sandbox, server, control, controlKey, supplierToken, requests, close };
}

/** What the system says of a port that it does not give. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "is not one that this user may open",
};

async function orExplain<T>(option: string, port: number, listening: Promise<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    const reason = reasons[codeOf(error)];
    if (reason === undefined) throw error;
    throw new CommandError(
      `port ${port} ${reason}. Choose another one with --${option}; 0 is any free port.`,
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

import {
  createLessorClient,
  createSupplierClient,
  type LessorClient,
  type LessorClientOptions,
  type SupplierClient,
  type SupplierClientOptions,
} from "@reg/sdk";
import { createSandbox, type Sandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import { onTestFinished } from "vitest";

/** A sandbox behind real sockets, and clients for it. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  /** The address of its server, without a path. */
  readonly origin: string;
  /** A supplier client without delays between attempts. */
  supplier(options?: Partial<SupplierClientOptions>): Promise<SupplierClient>;
  /** A lessor client without delays between attempts. */
  lessor(options?: Partial<LessorClientOptions>): LessorClient;
}

/** Serves a sandbox on loopback until the test is over. */
export async function serveSandbox(options: SandboxOptions = {}): Promise<ServedSandbox> {
  const sandbox = createSandbox({ seed: 1, ...options });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const random = () => 0;
  return {
    sandbox,
    origin: new URL(server.supplier.baseUrl).origin,
    async supplier(given = {}) {
      const token = await sandbox.supplier.token();
      return createSupplierClient({ baseUrl: server.supplier.baseUrl, token, random, ...given });
    },
    lessor(given = {}) {
      const { clientId, clientSecret } = sandbox.lessor;
      return createLessorClient({ baseUrl: server.lessor.baseUrl, clientId, clientSecret, random, ...given });
    },
  };
}

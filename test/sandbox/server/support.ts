import type { SupplierClientOptions } from "@reg/sdk";
import { createMswHandlers } from "@reg/sdk/msw";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";
import { lessorOf, monday, supplierOf } from "../support.js";

/** A connection of clients to a sandbox. */
interface Connection {
  readonly fetch: Sandbox["fetch"];
  readonly supplierUrl: string;
  readonly lessorUrl: string;
  close(): unknown;
}

/** Connects clients to a sandbox. */
type Connect = (sandbox: Sandbox) => Promise<Connection>;

/** The ways to connect to a sandbox, by their names in the titles of tests. */
export const connections: Readonly<Record<string, Connect>> = {
  "in process": async ({ fetch, supplier, lessor }) => ({
    fetch,
    supplierUrl: supplier.baseUrl,
    lessorUrl: lessor.baseUrl,
    close() {},
  }),
  "on loopback": async (sandbox) => {
    const { supplier, lessor, close } = await sandbox.listen();
    return {
      fetch: (input, init) => globalThis.fetch(input, init),
      supplierUrl: supplier.baseUrl,
      lessorUrl: lessor.baseUrl,
      close,
    };
  },
  "through msw": async (sandbox) => {
    const server = setupServer(...createMswHandlers(sandbox));
    server.listen({ onUnhandledRequest: "error" });
    return {
      // The global fetch is read for each call, because msw replaces it.
      fetch: (input, init) => globalThis.fetch(input, init),
      supplierUrl: sandbox.supplier.baseUrl,
      lessorUrl: sandbox.lessor.baseUrl,
      close: () => server.close(),
    };
  },
};

/** Opens a sandbox, and clients that are connected to it through one of them until the end of the test. */
export async function openThrough(connect: Connect, options: Partial<SupplierClientOptions> = {}) {
  const sandbox = createSandbox({ now: monday });
  const { fetch, supplierUrl, lessorUrl, close } = await connect(sandbox);
  onTestFinished(async () => {
    await close();
  });
  const token = await sandbox.supplier.token();
  const supplier = await supplierOf(sandbox, { baseUrl: supplierUrl, token, fetch, ...options });
  const lessor = lessorOf(sandbox, { baseUrl: lessorUrl, fetch });
  return { sandbox, supplier, lessor, supplierUrl, token, fetch };
}

/** Creates a signal with the function that aborts it. */
export function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error("enough")) };
}

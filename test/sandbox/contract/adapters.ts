import { setupServer } from "msw/node";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { undiciFetch } from "../../../src/undici/index.js";

/** How a client reaches a sandbox. */
export interface Connection {
  readonly fetch: Sandbox["fetch"];
  readonly supplierUrl: string;
  readonly lessorUrl: string;
  close(): unknown;
}

/** Connects to a sandbox. */
export type Connect = (sandbox: Sandbox) => Promise<Connection>;

/** Every way to reach a sandbox, by its name in the titles of tests. */
export const adapters: Readonly<Record<string, Connect>> = {
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
  "on loopback, over undici": async (sandbox) => {
    const { supplier, lessor, close } = await sandbox.listen();
    const transport = undiciFetch();
    return {
      fetch: (input, init) => transport(String(input), init),
      supplierUrl: supplier.baseUrl,
      lessorUrl: lessor.baseUrl,
      close: async () => {
        await transport.close();
        await close();
      },
    };
  },
  "through msw": async (sandbox) => {
    const server = setupServer(...(await sandbox.handlers()));
    server.listen({ onUnhandledRequest: "error" });
    return {
      // Looked up when it is used: msw puts its own in its place.
      fetch: (input, init) => globalThis.fetch(input, init),
      supplierUrl: sandbox.supplier.baseUrl,
      lessorUrl: sandbox.lessor.baseUrl,
      close: () => server.close(),
    };
  },
};

import { setupServer } from "msw/node";
import { createMswHandlers } from "../../../src/msw/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";

/** A connection of clients to a sandbox. */
export interface Connection {
  readonly fetch: Sandbox["fetch"];
  readonly supplierUrl: string;
  readonly lessorUrl: string;
  close(): unknown;
}

/** Connects clients to a sandbox. */
export type Connect = (sandbox: Sandbox) => Promise<Connection>;

/** The adapters of a sandbox, by their names in the titles of tests. */
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

/** Creates a signal with the function that aborts it. */
export function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error("enough")) };
}

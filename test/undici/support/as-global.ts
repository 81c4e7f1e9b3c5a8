import { undiciFetch } from "../../../src/undici/index.js";

/**
 * Replaces the global fetch, which clients use by default, with the undici transport: for tests that were written for
 * the global fetch, and for the programs that they start.
 *
 * @param onUse called for each request
 * @returns a function that restores the global fetch and closes the connections
 */
export function replaceGlobalFetch(onUse: () => void = () => {}): () => Promise<void> {
  const original = globalThis.fetch;
  const transport = undiciFetch();
  globalThis.fetch = (url, init) => {
    onUse();
    return transport(String(url), init);
  };
  return async () => {
    globalThis.fetch = original;
    await transport.close();
  };
}

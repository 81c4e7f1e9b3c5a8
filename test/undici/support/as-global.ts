import { undiciFetch } from "../../../src/undici/index.js";

/**
 * Puts the undici transport in the place of the global fetch, which is what clients use that are given no other; for
 * tests that were written for the global fetch, and for the programs that they start.
 *
 * @param onUse called for each request
 * @returns what undoes it and closes the connections
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

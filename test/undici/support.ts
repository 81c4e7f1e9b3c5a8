import { onTestFinished } from "vitest";
import { createUndiciTransport, type UndiciTransport, type UndiciTransportOptions } from "../../src/undici/index.js";

/** Creates a transport that is closed after the test. */
export function openTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const transport = createUndiciTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

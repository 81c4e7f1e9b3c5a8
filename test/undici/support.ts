import { createUndiciTransport, type UndiciTransport, type UndiciTransportOptions } from "@reg/sdk/undici";
import { onTestFinished } from "vitest";

/** Creates a transport that is closed after the test. */
export function openTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const transport = createUndiciTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

import type { NetworkFault } from "../faults/network-fault.js";

/**
 * The answer of a fault, as fetch would hand it over: an abort of the request also ends its body.
 *
 * @returns undefined if no answer ever begins
 */
export function brokenResponse(
  { answer }: NetworkFault,
  signal: AbortSignal | undefined,
): Response | undefined {
  if (answer?.body == null || signal === undefined) return answer;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // It fails with the body, which its reader is told of.
  answer.body.pipeTo(writable, { signal }).catch(() => {});
  return new Response(readable, answer);
}

/** Resolves after what is ready now was processed. A timer would take a millisecond. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // A message and not `setImmediate`, which fake timers replace, so that it would wait until a test moves the time.
    const { port1, port2 } = new MessageChannel();
    const onmessage = () => {
      port1.close();
      resolve();
    };
    Object.assign(port1, { onmessage });
    port2.postMessage(undefined);
  });
}

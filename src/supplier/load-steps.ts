const steps = () => import("./steps.js");

/**
 * Loads what the journeys do, a third of the supplier's code, which no import need wait for. The client has asked for it
 * already: in an outage, when a program may have no file descriptor left, it must be there.
 *
 * @throws Error if the file could not be loaded; nothing was sent then
 */
export async function loadSteps({
  operationId,
}: {
  readonly operationId: string;
}): Promise<typeof import("./steps.js")> {
  try {
    return await steps();
  } catch (cause) {
    throw new Error(
      `${operationId}: nothing was sent, because a file of this package cannot be loaded (see the cause): start the program again`,
      { cause },
    );
  }
}

/** Begins to load it, in the background; whoever needs it is told of a failure. */
export function preloadSteps(): void {
  steps().catch(() => {});
}

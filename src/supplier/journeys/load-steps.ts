/**
 * Loads what a journey does, once its options are checked and copied: a third of the supplier's code, which most programs
 * use late or never.
 *
 * @throws Error if the file is not there any more; nothing was sent then
 */
export async function loadSteps({
  operationId,
}: {
  readonly operationId: string;
}): Promise<typeof import("./steps.js")> {
  try {
    return await import("./steps.js");
  } catch (cause) {
    throw new Error(
      `${operationId}: nothing was sent, because a file of this package cannot be loaded: if the package was replaced meanwhile, start the program again`,
      { cause },
    );
  }
}

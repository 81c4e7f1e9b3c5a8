import { RegError, RegInputError } from "../../errors/errors.js";
import { checkInput, custom, optionsSchema } from "../../errors/input.js";
import { completeError } from "../../errors/messages.js";
import type { InFlightCalls } from "../../http/in-flight.js";
import { isStore } from "../../state/entries.js";
import type { FollowContext } from "./context.js";
import { anAccount } from "./options.js";
import type { DeleteFollowStateOptions } from "./types.js";

/** The parts of a client that a deletion uses. */
interface DeletionContext extends Pick<FollowContext, "baseUrl" | "clock"> {
  readonly inFlight: Pick<InFlightCalls, "runWorkflow">;
}

const operationId = "deleteFollowState";

const schema = optionsSchema<DeleteFollowStateOptions>({
  state: custom(isStore, "must be a store with the functions get, set and delete"),
  account: anAccount,
});

/** Deletes what is stored of an account. */
export async function deleteFollowState(
  { baseUrl, clock, inFlight }: DeletionContext,
  options: DeleteFollowStateOptions,
): Promise<void> {
  checkInput(schema, options, { operationId });
  const { state, account } = options;
  if (state === undefined) throw new RegInputError("state", "is missing", { operationId });
  // As a workflow, for which `close` waits.
  await inFlight.runWorkflow(async () => {
    const { eraseState } = await import("./erase.js");
    try {
      await eraseState(state, { baseUrl, clock, account });
    } catch (error) {
      if (RegError.is(error)) completeError(error, operationId);
      throw error;
    }
  });
}

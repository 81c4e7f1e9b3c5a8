import { RegError } from "../../errors/errors.js";
import { completeError } from "../../errors/messages.js";
import type { FollowContext } from "./context.js";
import { takeFollowOptions } from "./options.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";

/**
 * Polls once, hands over what is due, and resolves when nothing more is: one round of `follow`. This is what every client
 * imports of it: the options are checked, and copied, before the rest is loaded.
 */
export async function followOnce(context: FollowContext, given: FollowOnceOptions): Promise<FollowRound> {
  const taken = takeFollowOptions("followOnce", given);
  const options = Object.assign(taken, { giveBack: taken.giveBack && [...taken.giveBack] });
  const { runRound } = await context.loadRound();
  try {
    return await runRound(context, options);
  } catch (error) {
    if (RegError.is(error) && error !== options.signal?.reason) completeError(error, "followOnce");
    throw error;
  }
}

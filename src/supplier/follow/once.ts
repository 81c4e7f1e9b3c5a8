import { RegError } from "../../errors/errors.js";
import { completeError } from "../../errors/messages.js";
import type { FollowContext } from "./context.js";
import { checkFollowOptions } from "./options.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";

/** Polls once, hands over what is due, and resolves when nothing more is: one round of `follow`. */
export async function followOnce(context: FollowContext, given: FollowOnceOptions): Promise<FollowRound> {
  checkFollowOptions("followOnce", given);
  // The caller may change them while the round runs.
  const options = { ...given, on: { ...given.on }, giveBack: given.giveBack && [...given.giveBack] };
  // Most programs that use a client do not follow.
  const { runRound } = await import("./round.js");
  try {
    return await runRound(context, options);
  } catch (error) {
    if (RegError.is(error) && error !== options.signal?.reason) completeError(error, "followOnce");
    throw error;
  }
}

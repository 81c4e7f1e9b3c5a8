import { RegError } from "../../errors/errors.js";
import { completeError } from "../../errors/messages.js";
import type { FollowContext } from "./context.js";
import { checkFollowOptions } from "./options.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";

/** Polls once, hands over what is due, and resolves when nothing more is: one round of `follow`. */
export async function followOnce(context: FollowContext, options: FollowOnceOptions): Promise<FollowRound> {
  checkFollowOptions("followOnce", options);
  // Most programs that use a client do not follow.
  const { runRound } = await import("./round.js");
  try {
    return await runRound(context, options);
  } catch (error) {
    if (RegError.is(error) && error !== options.signal?.reason) completeError(error, "followOnce");
    throw error;
  }
}

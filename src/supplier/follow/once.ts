import { RegError } from "../../errors/errors.js";
import { completeError } from "../../errors/messages.js";
import type { FollowContext } from "./context.js";
import { checkFollowOptions } from "./options.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";

/**
 * Polls once, hands over what is due, and resolves when nothing more is: one round of `follow`. This is what every client
 * imports of it: the options are checked, and copied, before the rest is loaded.
 */
export async function followOnce(context: FollowContext, given: FollowOnceOptions): Promise<FollowRound> {
  checkFollowOptions("followOnce", given);
  // Copies, because the caller may change them while the round runs. Not with spreads, as in http/retry.ts.
  const { on, giveBack } = given;
  const options = Object.assign({}, given, { on: Object.assign({}, on), giveBack: giveBack && [...giveBack] });
  const { runRound } = await context.loadRound();
  try {
    return await runRound(context, options);
  } catch (error) {
    if (RegError.is(error) && error !== options.signal?.reason) completeError(error, "followOnce");
    throw error;
  }
}

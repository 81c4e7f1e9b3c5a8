import type { FaultName } from "./observations.js";
import { storeFaults } from "./store.js";
import type { World } from "./world.js";

/** Whether more requests than the limit may have been sent, because of the faults so far. */
export function mayExceedLimit({ deployment, observations }: Pick<World, "deployment" | "observations">): boolean {
  const has = (fault: FaultName) => observations.hasFault(fault);
  if (has("foreign-requests") || has("foreign-change")) return true;
  // A process that is started again does not know what the one before it has sent, unless a store does.
  if (deployment.sharedIn === "nothing") return has("kill");
  // What a process that has died or stands still has taken returns after two windows.
  if (has("late-request") && (has("kill") || has("suspend"))) return true;
  // As docs/cluster.md says.
  const isCountedAnew = has("redis-restarts") || has("redis-clock-ahead");
  return isCountedAnew || (deployment.whenRedisFails === "local" && (has("redis-fails") || storeFaults.some(has)));
}

import type { Clock } from "../../http/time/clock.js";
import { answerAsTold, bytesOf, promising, redirect, relabelled, spoilt } from "./answers.js";
import { cutBody, drippingBody, oversizedBody, stallingBody } from "./bodies.js";
import type { FaultKind } from "./kinds.js";
import { NetworkFault } from "./network-fault.js";

/** The answer that a fault spoils; undefined before the commit. */
type Real = Response | undefined;

/**
 * Carries a fault out.
 *
 * @returns what to answer with; `real` if all is to go on as usual
 * @throws Refusal or NetworkFault
 */
export async function carryOut(kind: FaultKind, real: Real, clock: Clock): Promise<Real> {
  if (typeof kind === "string") return byName[kind](real);
  if ("delay" in kind) {
    // A clock that stands still would not run it before it is moved.
    if (kind.delay > 0) await new Promise<void>((resolve) => void clock.schedule(resolve, kind.delay));
    return kind.with === undefined ? real : carryOut(kind.with, real, clock);
  }
  if ("redirect" in kind) return redirect(kind);
  if ("oversized" in kind) return spoilt(real, oversizedBody(kind.oversized));
  if ("contentType" in kind) return real && relabelled(real, kind.contentType);
  if ("drip" in kind) return broken("drip", real, (bytes) => drippingBody(bytes, kind.drip, clock));
  return answerAsTold(kind);
}

const byName: Readonly<Record<Extract<FaultKind, string>, (real: Real) => Response | Promise<never>>> = {
  reset: () => Promise.reject(new NetworkFault("reset")),
  stall: () => Promise.reject(new NetworkFault("stall")),
  "stall-body": (real) => broken("stall-body", real, stallingBody),
  "cut-body": (real) => broken("cut-body", real, cutBody),
  "bad-json": (real) => spoilt(real, '{"data":{"id":'),
  html: (real) => spoilt(real, "<!doctype html><title>Gateway</title>", "text/html"),
  empty: (real) => spoilt(real, null),
};

/** An answer that arrives in a way of its own. */
async function broken(
  kind: NetworkFault["kind"],
  real: Real,
  bodyOf: (bytes: Uint8Array<ArrayBuffer>) => ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<never> {
  const bytes = await bytesOf(real);
  throw new NetworkFault(kind, promising(real, bytes, bodyOf(bytes)));
}

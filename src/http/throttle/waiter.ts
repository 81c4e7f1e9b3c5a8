import type { Permit, Turn } from "./permit.js";
import type { Member } from "./row.js";

/** Someone who waits for a unit. Nothing here is made for each of them that could be shared: there may be 100 000. */
export class Waiter implements Member<Waiter> {
  readonly turn: Turn;
  /** The monotonic instant at which they came. */
  readonly arrivedAt: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (error: unknown) => void;
  /** Stops listening to the call's end. */
  unlisten = () => {};
  row: Member<Waiter>["row"];
  before: Waiter | undefined;
  behind: Waiter | undefined;

  constructor(
    turn: Turn,
    arrivedAt: number,
    resolve: (permit: Permit) => void,
    reject: (error: unknown) => void,
  ) {
    this.turn = turn;
    this.arrivedAt = arrivedAt;
    this.resolve = resolve;
    this.reject = reject;
  }

  get priority(): number {
    return this.turn.priority;
  }
}

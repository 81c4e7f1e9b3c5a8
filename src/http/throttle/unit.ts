import type { Permit } from "./permit.js";

/** How the request ended for which a unit was taken. */
export type UnitEnd = "answered" | "refused" | "unanswered" | "unused";

type TakeBack = (end: UnitEnd, episode: number, retryAfterMs?: number) => void;

/** A unit that is out. Only the first report of its end counts. */
export class Unit implements Permit {
  readonly #episode: number;
  #takeBack: TakeBack | undefined;

  constructor(episode: number, takeBack: TakeBack) {
    this.#episode = episode;
    this.#takeBack = takeBack;
  }

  answered(): void {
    this.#end("answered");
  }

  refused(retryAfterMs: number | undefined): void {
    this.#end("refused", retryAfterMs);
  }

  unanswered(): void {
    this.#end("unanswered");
  }

  unused(): void {
    this.#end("unused");
  }

  #end(end: UnitEnd, retryAfterMs?: number): void {
    const takeBack = this.#takeBack;
    this.#takeBack = undefined;
    takeBack?.(end, this.#episode, retryAfterMs);
  }
}

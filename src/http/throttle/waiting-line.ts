import Bottleneck from "bottleneck";

/** Those who wait for something, served one at a time by priority and then by arrival. */
export interface WaitingLine {
  /**
   * Runs `serve` when the caller's turn has come; nobody else is served until it has settled.
   *
   * @param priority 0 (first) to 9 (last)
   */
  join<T>(priority: number, serve: () => Promise<T>): Promise<T>;
}

/** A waiting line made of Bottleneck: the only file that knows it. */
export async function openWaitingLine(): Promise<WaitingLine> {
  const line = new Bottleneck({ maxConcurrent: 1 });
  return { join: (priority, serve) => line.schedule({ priority }, serve) };
}

/** Printing for the examples, so that a person can follow the journey. */
import { amsterdamDay } from "@reg/sdk";

let steps = 0;

/** Opens a step of the journey. */
export function step(title: string): void {
  steps += 1;
  console.log(`\n${steps}. ${title}`);
}

/** Tells one thing about the step. */
export function tell(what: string, value: unknown = ""): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  console.log(`   ${what.padEnd(22)} ${text}`);
}

/** An amount of money, as a person writes it. */
export function euro(amount: number | undefined): string {
  return amount === undefined ? "-" : `€ ${amount.toFixed(2)}`;
}

/** Today as `yyyy-MM-dd`, as the service counts days. */
export const today = () => amsterdamDay(Date.now());

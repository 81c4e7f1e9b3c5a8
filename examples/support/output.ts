/** Prints the steps of the examples. */
import { amsterdamDay } from "@reg/sdk";

let steps = 0;

/** Prints the title of a step. */
export function step(title: string): void {
  steps += 1;
  console.log(`\n${steps}. ${title}`);
}

/** Prints a value of the current step. */
export function show(label: string, value: unknown = ""): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  console.log(`   ${label.padEnd(22)} ${text}`);
}

/** Formats an amount of money. */
export function euro(amount: number | undefined): string {
  return amount === undefined ? "-" : `€ ${amount.toFixed(2)}`;
}

/** Returns the current day in Amsterdam, the time zone of the service, as `yyyy-MM-dd`. */
export const today = () => amsterdamDay(Date.now());

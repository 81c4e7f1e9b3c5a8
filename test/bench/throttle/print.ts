import type { Cost, Costs } from "./cost.js";
import type { Row } from "./lane.js";
import type { Plan } from "./options.js";
import { percent } from "./verdict.js";

const line = (name: string, ...cells: string[]) =>
  console.log(name.padEnd(30), ...cells.map((cell) => cell.padStart(11)));

const micro = (value: number) => `${value.toFixed(value < 100 ? 2 : 0)} µs`;

export function printRows(
  rows: readonly Row[],
  { load: { limit, window, windows, callers, seed } }: Plan,
): void {
  console.log(
    `${limit} requests in ${window / 1000} s, ${windows} windows, ${callers} callers, answers after 5 to 150 ms (seed ${seed})`,
  );
  let counting = "";
  for (const row of rows) {
    if (row.counting !== counting) heading(row.counting);
    counting = row.counting;
    line(
      row.contestant,
      String(row.sent),
      String(row.accepted),
      String(row.refused),
      row.firstRefusalAfter === undefined ? "-" : `${(row.firstRefusalAfter / 1000).toFixed(1)} s`,
      String(row.mostInAnyWindow),
      percent(row.sustained),
      percent(row.utilisation),
      micro(row.cpuEach),
      `${percent(row.busy)}`,
      `${percent(row.serviceBusy)}`,
      row.failure,
    );
  }
}

function heading(counting: string): void {
  console.log();
  line(
    `Service counts: ${counting}`,
    "sent",
    "2xx",
    "429",
    "1st after",
    "most/window",
    "sustained",
    "whole run",
    "CPU each",
    "busy",
    "svc busy",
  );
}

export function printCosts({ bare, callWithout, added, bottleneck, pThrottle }: Costs): void {
  const row = (name: string, { wall, cpu }: Cost) => line(name, micro(wall), micro(cpu));
  console.log();
  line("A call that need not wait", "wall", "CPU");
  row("take() and end()", bare);
  row("a call without a throttle", callWithout);
  row("  what the throttle adds", added);
  row("Bottleneck.schedule(no-op)", bottleneck);
  row("p-throttle(no-op)", pThrottle);
}

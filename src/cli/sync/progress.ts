import type { FleetSyncCounts, FleetSyncProgress, FleetSyncStatus } from "../../lessor/sync/types.js";
import type { Terminal } from "../command.js";
import { formatDuration, plural } from "../help.js";

interface ProgressDisplay {
  /** Called about every second. */
  show(progress: FleetSyncProgress): void;
  /** Writes a line. */
  note(text: string): void;
  /** Called once, when the run has ended. */
  end(): void;
}

/** Creates a progress bar on a terminal, and lines elsewhere. */
export function createProgressDisplay({ screen, err }: Pick<Terminal, "screen" | "err">): ProgressDisplay {
  return screen === undefined ? createLines(err) : createBar(screen, err);
}

function createBar(screen: NodeJS.WriteStream, err: Terminal["err"]): ProgressDisplay {
  let isShown = false;
  const end = () => {
    if (isShown) screen.write("\n");
    isShown = false;
  };
  return {
    show(progress) {
      const text = [...describeBar(shareOf(progress)), describeProgress(progress)].join(" ");
      // It is cut off at the width of the terminal: a line that wraps cannot be replaced.
      screen.write(`\r${text.slice(0, screen.columns - 1)}${clearToEndOfLine}`);
      isShown = true;
    },
    note(text) {
      // The bar continues in the next line.
      end();
      err(`reg: ${text}\n`);
    },
    end,
  };
}

const clearToEndOfLine = "\x1b[K";

function describeBar(share: number | undefined): string[] {
  if (share === undefined) return [];
  const complete = Math.floor(share * 12);
  return ["█".repeat(complete) + "░".repeat(12 - complete)];
}

/** The least time between two lines in milliseconds, so that there are at most 10 seconds between them. */
const lineIntervalMs = 9000;

function createLines(err: Terminal["err"]): ProgressDisplay {
  let last: FleetSyncProgress | undefined;
  let shownAt = 0;
  const write = (progress: FleetSyncProgress) => {
    err(`${describeProgress(progress)}\n`);
    shownAt = progress.elapsedMs;
  };
  return {
    show(progress) {
      last = progress;
      if (progress.elapsedMs - shownAt >= lineIntervalMs) write(progress);
    },
    note: (text) => err(`reg: ${text}\n`),
    end() {
      if (last !== undefined && last.items > 0 && last.elapsedMs !== shownAt) write(last);
    },
  };
}

function shareOf({ items, total }: FleetSyncProgress): number | undefined {
  if (total === undefined) return undefined;
  return total === 0 ? 1 : Math.min(1, items / total);
}

/** Describes a progress, the most important first, because a terminal may be narrow. */
function describeProgress(progress: FleetSyncProgress): string {
  const { items, total, counts, itemsPerSecond, remainingMs } = progress;
  const share = shareOf(progress);
  const facts = [
    share === undefined ? plural(items, "item") : `${Math.floor(share * 100)} %, ${items}/${total} items`,
    `${Math.round(itemsPerSecond)}/s`,
    ...(remainingMs === undefined || remainingMs === 0 ? [] : [`${formatDuration(remainingMs)} left`]),
  ];
  return [facts.join(", "), ...describeThrottle(progress), describeCounts(counts) ?? "nothing sent yet"].join("; ");
}

function describeThrottle({ throttle }: FleetSyncProgress): string[] {
  if (throttle === undefined) return [];
  const { pausedForMs, waiting } = throttle;
  if (pausedForMs > 0) return [`paused for ${formatDuration(pausedForMs)} after a 429 or 503`];
  return waiting > 0 ? [`${plural(waiting, "request")} in the queue`] : [];
}

const statusTexts: Readonly<Record<FleetSyncStatus, string>> = {
  sent: "sent",
  planned: "would be sent",
  failed: "failed",
  unknown: "unknown",
  skipped: "skipped",
  unchanged: "unchanged",
};

/** Lists the results that there are, such as `12 resources sent, 8388 unchanged`; undefined without any. */
export function describeCounts(counts: FleetSyncCounts): string | undefined {
  const statuses = Object.keys(statusTexts) as FleetSyncStatus[];
  const found = statuses.filter((status) => counts[status] > 0);
  // A failure may be that of a whole item.
  const first = found.find((status) => status !== "failed");
  const texts = found.map((status) => {
    const count = status === first ? plural(counts[status], "resource") : counts[status];
    return `${count} ${statusTexts[status]}`;
  });
  return texts.length === 0 ? undefined : texts.join(", ");
}

import { numberIn, textIn } from "../bench/child.js";
import { refusedByFault } from "./faults.js";
import { countsIn, type Ending, textsIn } from "./report.js";
import { limit } from "./settings.js";

/** The most that may be held more at the end than after the warm-up, in bytes. */
const mostGrowth = 2 * 2 ** 20;

/** The least share of the calls that must be fulfilled, whatever befalls the others. */
const leastFulfilled = 0.5;

/** The longest that a call may take without a deadline, in milliseconds: four attempts, each in its turn, and their pauses. */
const mostMs = 30_000;

/** Calls that must have been fulfilled at least once: else the rest says little. */
const mustHappen = [
  "serviceRequests.create",
  "serviceRequests.patch",
  "damageServiceRequests.attachments.upload",
  "damageServiceRequests.attachments.get (stream)",
  "damageServiceRequests.invoices.create",
  "damageServiceRequests.invoices.pdf.get",
  "vehicles.get",
];

/** What does not hold; empty if all is well. */
export function shortcomings(ending: Ending): string[] {
  return [...ofCalls(ending), ...ofService(ending), ...ofProcess(ending)];
}

function ofCalls({ accounts, closed, watch }: Ending): string[] {
  const { begun, underWay, fulfilled, ended, longest } = accounts;
  const share = (ended["fulfilled"] ?? 0) / begun;
  return [
    ...accounts.foreign.map((each) => `rejected with something else: ${each}`),
    ...accounts.late.map((each) => `ended long after its deadline or abort: ${each}`),
    ...(longest.ms < mostMs ? [] : [`a call took ${longest.ms} ms: ${longest.name}`]),
    ...(closed ? [] : ["the clients could not be closed in time"]),
    ...(underWay === 0 ? [] : [`${underWay} of ${begun} calls have not ended`]),
    ...(share < leastFulfilled ? [`only ${(share * 100).toFixed()} % of the calls were fulfilled`] : []),
    ...mustHappen.filter((name) => fulfilled[name] === undefined).map((name) => `never succeeded: ${name}`),
    ...unequal("attempts and their answers", watch.events("attempt"), watch.events("answer")),
    ...unequal(
      "calls and their ends, as events",
      watch.events("request"),
      watch.events("response") + watch.events("error"),
    ),
  ];
}

function ofService({ seen, throttle }: Ending): string[] {
  const most = numberIn(seen, "mostInAnyWindow");
  const refused = throttle?.refused ?? 0;
  const byFault = refusedByFault(countsIn(seen, "faults"));
  return [
    ...["duplicates", "tooMany"].map((name) => textIn(seen, name)).filter((text) => text !== ""),
    ...textsIn(seen, "defects").map((defect) => `the sandbox itself: ${defect}`),
    ...(most > limit ? [`${most} requests in a window of ${limit}`] : []),
    ...(refused > byFault ? [`${refused} times 429, of which only ${byFault} were faults`] : []),
  ];
}

function ofProcess({ watch, throttle, listeners, leftOver, accounts }: Ending): string[] {
  const growth = watch.heap.growth();
  return [
    ...(growth < mostGrowth ? [] : [`the heap has grown by ${growth} bytes after the warm-up`]),
    ...(watch.mostListeners <= 1 ? [] : [`up to ${watch.mostListeners} listeners on a shared signal`]),
    ...(listeners === 0 ? [] : [`${listeners} listeners on a shared signal at the end`]),
    ...[...accounts.leaks].map((name) => `a listener is left on a call's own signal: ${name}`),
    ...unequal("calls that wait for the throttle", throttle?.waiting, 0),
    ...unequal("units in flight", throttle?.inFlight, 0),
    ...leftOver.map((what) => `still there after close(): ${what}`),
    ...watch.unhandled.map((reason) => `unhandled rejection: ${reason}`),
    ...watch.warnings.map((warning) => `warning: ${warning}`),
  ];
}

function unequal(what: string, actual: number | undefined, expected: number): string[] {
  return actual === expected ? [] : [`${what}: ${actual} and ${expected}`];
}

const time = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const hour = 60 * 60 * 1000;

/** The first full hour after an instant at which the clocks of Amsterdam show midnight. */
export function nextMidnight(now: number): number {
  let instant = (Math.floor(now / hour) + 1) * hour;
  while (time.format(instant) !== "00:00") instant += hour;
  return instant;
}

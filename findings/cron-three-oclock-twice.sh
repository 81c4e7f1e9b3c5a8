#!/usr/bin/env bash
# Tool: cron 4.4.0, which @nestjs/schedule uses too, compared with croner 11.0.1.
# Expected: a daily job at three o'clock in Europe/Amsterdam runs once a day. In the night in which summer time ends, the
#   hour from two to three comes twice, and three o'clock comes once.
# Instead: with cron, the job runs in that night at two o'clock of winter time, and an hour later again. So does one at a
#   quarter past three. Jobs at two and at four run once.
# Seen: "0 3: cron 10-25T01:00 10-25T02:00 10-26T02:00, croner 10-25T02:00 10-26T02:00", in UTC
# Why it matters: a nightly job that is chosen to be after the change of the clock is the one that runs twice. What it sends
#   is sent twice, or the second run meets the first one.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund cron@4.4.0 croner@11.0.1 @sinonjs/fake-timers@15.5.0

cat >"$dir/run.cjs" <<'EOF'
const { install } = require("@sinonjs/fake-timers");
const { CronJob } = require("cron");
const { Cron } = require("croner");

const timeZone = "Europe/Amsterdam";
const schedulers = {
  cron: (cronTime, onTick) => CronJob.from({ cronTime, onTick, timeZone, start: true }),
  croner: (pattern, onTick) => new Cron(pattern, { timezone: timeZone }, onTick),
};

/** The instants at which a job runs in the two nights after 24 October 2026. */
async function runsOf(schedule, pattern) {
  const clock = install({ now: new Date("2026-10-24T12:00:00Z") });
  const runs = [];
  const job = schedule(pattern, () => runs.push(new Date().toISOString().slice("2026-".length, "2026-10-25T01:00".length)));
  await clock.tickAsync(48 * 3_600_000);
  job.stop();
  clock.uninstall();
  return runs.join(" ");
}

(async () => {
  for (const time of ["0 2", "0 3", "15 3", "0 4"]) {
    const seen = [];
    for (const [name, schedule] of Object.entries(schedulers))
      seen.push(`${name} ${await runsOf(schedule, `${time} * * *`)}`);
    console.log(`${time}: ${seen.join(", ")}`);
  }
})();
EOF
seen=$(timeout 60 node "$dir/run.cjs")
printf '%s\n' "$seen"

expected='0 2: cron 10-25T00:00 10-26T01:00, croner 10-25T00:00 10-26T01:00
0 3: cron 10-25T01:00 10-25T02:00 10-26T02:00, croner 10-25T02:00 10-26T02:00
15 3: cron 10-25T01:15 10-25T02:15 10-26T02:15, croner 10-25T02:15 10-26T02:15
0 4: cron 10-25T03:00 10-26T03:00, croner 10-25T03:00 10-26T03:00'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }

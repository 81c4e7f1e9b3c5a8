import { useEffect, useState } from "preact/hooks";
import type { ClockView } from "../sandbox/control/views.js";
import { call } from "./api.js";
import { Field, Form, inUtc, Pending, Table, useAction, useView } from "./parts.js";

const amsterdam = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "medium",
});

/** The time of the sandbox; it goes on between two changes if the clock runs. */
export function ClockFace() {
  const { value: clock } = useView<ClockView>("/clock/overview");
  const [readAt, setReadAt] = useState(performance.now());
  const [, setTicks] = useState(0);
  useEffect(() => setReadAt(performance.now()), [clock]);
  useEffect(() => {
    const timer = setInterval(() => setTicks((last) => last + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (clock === undefined) return <p class="now">…</p>;
  const elapsed = clock.mode === "running" ? Math.max(0, performance.now() - readAt) : 0;
  const now = new Date(Date.parse(clock.now) + elapsed);
  return (
    <p class="now">
      <time dateTime={now.toISOString()}>{amsterdam.format(now)}</time> in Amsterdam, clock {clock.mode}
    </p>
  );
}

const steps = [
  ["+1 hour", "/clock/advance", { hours: 1 }],
  ["+1 day", "/clock/advance", { days: 1 }],
  ["To midnight in Amsterdam", "/clock/midnight", {}],
] as const;

/** Moves the clock, and says what will happen. */
export function Clock() {
  const { value: clock, problem } = useView<ClockView>("/clock/overview");
  const [act, notice] = useAction();
  if (clock === undefined) return <Pending problem={problem} />;
  const move = (path: string, body: object) =>
    act("The clock was moved.", () => call<{ now: string }>("POST", path, body));
  return (
    <>
      <h2>Clock</h2>
      <p>
        {inUtc(clock.now)} UTC, {clock.amsterdam} in Amsterdam. It only goes forward.
      </p>
      <div class="actions">
        {steps.map(([label, path, body]) => (
          <button key={label} type="button" onClick={() => move(path, body)}>
            {label}
          </button>
        ))}
      </div>
      <Form label="To a date" onSubmit={(field) => move("/clock/midnight", { day: field("day") })}>
        <Field label="Date, which begins at midnight in Amsterdam">
          <input type="date" name="day" required />
        </Field>
        <button type="submit" class="primary">
          Move to the date
        </button>
      </Form>
      {notice}
      <h3>What will happen next</h3>
      <Table
        label="What will happen next"
        heads={["When (UTC)", "What"]}
        none="Nothing is due: no archiving, no decision, no expiry."
      >
        {clock.upcoming.map(({ at, what }) => (
          <tr key={`${at} ${what}`}>
            <td>{inUtc(at)}</td>
            <td>{what}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

import { useEffect, useState } from "preact/hooks";
import type { ClockView } from "../sandbox/control/views.js";
import type { TimeStep } from "../sandbox/index.js";
import { call } from "./api.js";
import { inAmsterdam, zone } from "./formats.js";
import { Field, Form, Pending, Table, useAction, useView } from "./parts.js";

/** The time of the sandbox; it goes on between two changes if the clock runs. */
export function ClockFace() {
  const { value: clock } = useView<ClockView>("/clock");
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
      <time dateTime={now.toISOString()}>{inAmsterdam(now)}</time> in {zone}, clock {clock.mode}
    </p>
  );
}

/** The instant at which a day begins in Amsterdam, which changes its clocks at no midnight. */
const midnightOf = (day: string) =>
  ["+01:00", "+02:00"]
    .map((offset) => `${day}T00:00:00${offset}`)
    .find((instant) => inAmsterdam(instant) === `${day} 00:00:00`) ?? day;

/** Moves the clock, and says what will happen. */
export function Clock() {
  const { value: clock, problem } = useView<ClockView>("/clock");
  const [act, notice] = useAction();
  if (clock === undefined) return <Pending problem={problem} />;
  const advance = (step: TimeStep) => act("The clock was moved.", () => call("clock.advance", step));
  const moveTo = (instant: string) => act("The clock was moved.", () => call("clock.set", instant));
  return (
    <>
      <h2>Clock</h2>
      <p>
        {inAmsterdam(clock.now)} in {zone}. It only goes forward.
      </p>
      <div class="actions">
        <button type="button" onClick={() => advance({ hours: 1 })}>
          +1 hour
        </button>
        <button type="button" onClick={() => advance({ days: 1 })}>
          +1 day
        </button>
        <button type="button" onClick={() => moveTo(clock.midnight)}>
          To midnight in Amsterdam
        </button>
      </div>
      <Form label="To a date" onSubmit={(field) => moveTo(midnightOf(field("day")))}>
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
        heads={[`When (${zone})`, "What"]}
        none="Nothing is due: no archiving, no decision, no expiry."
      >
        {clock.upcoming.map(({ at, what }) => (
          <tr key={`${at} ${what}`}>
            <td class="number">{inAmsterdam(at)}</td>
            <td>{what}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

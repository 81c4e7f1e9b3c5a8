import type { Choices } from "../sandbox/control/views.js";
import type { ScenarioName } from "../sandbox/index.js";
import { call } from "./api.js";
import { Field, Form, Options, Pending, useAction, useView } from "./parts.js";

/** Saves and restores the state, resets it, and adds scenarios. */
export function Snapshots() {
  const { value: names, problem } = useView<string[]>("/snapshots");
  const { value: choices } = useView<Choices>("/choices");
  const [act, notice] = useAction();
  if (names === undefined) return <Pending problem={problem} />;
  return (
    <>
      <h2>Snapshots</h2>
      <p class="quiet">
        A snapshot has requests, vehicles, contracts and tokens; the clock, the journal and the faults are not part of
        it.
      </p>
      <Form label="Save a snapshot" onSubmit={(field) => act("Saved.", () => call("snapshot", field("name")))}>
        <Field label="Name">
          <input name="name" required />
        </Field>
        <button type="submit" class="primary">
          Save
        </button>
      </Form>
      <ul class="rows" aria-label="Snapshots">
        {names.map((name) => (
          <li key={name}>
            <span>{name}</span>
            <button
              type="button"
              aria-label={`Restore ${name}`}
              onClick={() => act(`${name} is restored.`, () => call("restore", name))}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      <h3>Scenario</h3>
      <Form
        label="Add a scenario"
        onSubmit={(field) => act("The requests are added.", () => call("seed", field("scenario") as ScenarioName))}
      >
        <Field label="Scenario">
          <select name="scenario">
            <Options values={choices?.scenarios ?? []} />
          </select>
        </Field>
        <button type="submit" class="primary">
          Add its requests
        </button>
      </Form>
      <details>
        <summary>Reset</summary>
        <p>This removes requests, registered vehicles, faults, the journal and what lessors have changed.</p>
        <button type="button" class="danger" onClick={() => act("The sandbox is reset.", () => call("reset"))}>
          Reset the sandbox
        </button>
      </details>
      {notice}
    </>
  );
}

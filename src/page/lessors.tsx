import { useState } from "preact/hooks";
import type { LessorView, PolicyView } from "../sandbox/control/views.js";
import type { LineDecision } from "../sandbox/index.js";
import { call, pathTo } from "./api.js";
import { decisions } from "./decisions.js";
import { Field, FoldedJson, Form, Options, Pending, Table, useAction, useView } from "./parts.js";

/** The lessors, their contracts and notifications, and how they decide. */
export function Lessors() {
  const { value: lessors, problem } = useView<LessorView[]>("/lessors");
  const [act, notice] = useAction();
  if (lessors === undefined) return <Pending problem={problem} />;
  return (
    <>
      <h2>Lessors</h2>
      <Table label="Lessors" heads={["Number", "Name", "State", "Change", "Notifications"]}>
        {lessors.map(({ number, name, isActive, notifications }) => (
          <tr key={number}>
            <td>{number}</td>
            <td>{name}</td>
            <td>{isActive ? "active" : "inactive"}</td>
            <td>
              {isActive ? (
                <button
                  type="button"
                  aria-label={`Deactivate ${name}`}
                  onClick={() => act(`${name} is inactive.`, () => call("lessor.deactivate", number))}
                >
                  Deactivate
                </button>
              ) : (
                <button
                  type="button"
                  aria-label={`Activate ${name}`}
                  onClick={() => act(`${name} is active.`, () => call("lessor.activate", number))}
                >
                  Activate
                </button>
              )}
            </td>
            <td>{notifications.map(({ title, validUntil }) => `${title} (until ${validUntil})`).join("; ")}</td>
          </tr>
        ))}
      </Table>
      {notice}
      <Policy />
      <Contract licensePlates={lessors.flatMap(({ licensePlates }) => licensePlates)} />
      <Notification lessors={lessors} />
    </>
  );
}

function Policy() {
  const [act, notice] = useAction();
  const { value: policy } = useView<PolicyView | null>("/lessor/policy");
  const decideBy = (decide: string) =>
    call("lessor.decideBy", decide === "" ? undefined : { decide: decide as LineDecision });
  return (
    <>
      <h3>Automatic decision</h3>
      <Form
        label="Automatic decision"
        onSubmit={(field) => act("The lessor decides like this from now on.", () => decideBy(field("decide")))}
      >
        <p>
          Now: {policy?.decide ?? "none"} {policy?.after !== undefined && `after ${JSON.stringify(policy.after)}`}
        </p>
        <Field label="Decision about every request that is submitted">
          <select name="decide">
            <option value="">none: a person decides</option>
            <Options values={Object.keys(decisions)} />
          </select>
        </Field>
        <button type="submit" class="primary">
          Decide like this
        </button>
      </Form>
      {notice}
    </>
  );
}

function Contract({ licensePlates }: { readonly licensePlates: readonly string[] }) {
  const [licensePlate, setLicensePlate] = useState(licensePlates[0] ?? "");
  const [act, notice] = useAction();
  const { value: contract } = useView<unknown>(pathTo(["contracts", licensePlate]));
  const change = async (changes: string) => call("lessor.changeContract", licensePlate, JSON.parse(changes));
  return (
    <>
      <h3>Contract of a vehicle</h3>
      <Form
        label="Change a contract"
        onSubmit={(field) => act("The contract is changed.", () => change(field("changes")))}
      >
        <Field label="License plate">
          <select value={licensePlate} onChange={(event) => setLicensePlate(event.currentTarget.value)}>
            <Options values={licensePlates} />
          </select>
        </Field>
        <Field label="Changes as JSON; other fields stay">
          <textarea name="changes" rows={3} required>
            {'{ "componentsWithDamageAllowed": false }'}
          </textarea>
        </Field>
        <button type="submit" class="primary">
          Change the contract
        </button>
      </Form>
      {notice}
      <FoldedJson label="Contract as it is now" value={contract} />
    </>
  );
}

function Notification({ lessors }: { readonly lessors: readonly LessorView[] }) {
  const [act, notice] = useAction();
  const publish = (field: (name: string) => string) =>
    call("lessor.notify", {
      lessorId: Number(field("lessorId")),
      title: field("title"),
      validFrom: field("validFrom"),
      validUntil: field("validUntil"),
    });
  return (
    <>
      <h3>Notification</h3>
      <Form
        label="Publish a notification"
        onSubmit={(field) => act("The notification is published.", () => publish(field))}
      >
        <Field label="Lessor">
          <select name="lessorId">
            {lessors.map(({ number, name }) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Title">
          <input name="title" required />
        </Field>
        <Field label="Valid from">
          <input type="date" name="validFrom" required />
        </Field>
        <Field label="Valid until">
          <input type="date" name="validUntil" required />
        </Field>
        <button type="submit" class="primary">
          Publish
        </button>
      </Form>
      {notice}
    </>
  );
}

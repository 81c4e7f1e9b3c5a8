import { useState } from "preact/hooks";
import type { Choices, FaultView } from "../sandbox/control/views.js";
import type { Fault, FaultKind } from "../sandbox/index.js";
import { call } from "./api.js";
import { Field, Form, Options, Pending, Table, useAction, useView } from "./parts.js";

/** The faults with a detail: its label and a first value. A number is sent as one. */
const details: Readonly<Record<string, readonly [label: string, value: string | number]>> = {
  status: ["Status", 503],
  delay: ["Delay in ms", 5000],
  drip: ["Delay before each byte in ms", 10],
  oversized: ["Bytes", 20_000_000],
  redirect: ["Location", "https://example.com/"],
  contentType: ["Content type", "text/plain"],
};

/** Plans faults, and lists the planned ones. */
export function Faults() {
  const { value: planned, problem } = useView<{ readonly faults: readonly FaultView[] }>("/faults");
  const { value: choices } = useView<Choices>("/choices");
  const [kind, setKind] = useState("reset");
  const [act, notice] = useAction();
  if (planned === undefined || choices === undefined) return <Pending problem={problem} />;
  const plan = (field: (name: string) => string) =>
    act("The fault is planned.", () =>
      call("fail", {
        operation: field("operation") as Fault["operation"],
        with: faultOf(kind, field("detail")),
        when: field("when") === "" ? undefined : (field("when") as Fault["when"]),
        times: field("always") === "on" ? "Infinity" : Number(field("times")),
        skip: Number(field("skip")),
        probability: Number(field("probability")),
      }),
    );
  return (
    <>
      <h2>Faults</h2>
      <Form label="Plan a fault" onSubmit={plan}>
        <Field label="Operation">
          <select name="operation">
            <option value="*">all operations</option>
            <Options values={choices.operations} />
          </select>
        </Field>
        <Field label="Fault">
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            <Options values={[...choices.faults, "code", ...Object.keys(details)]} />
          </select>
        </Field>
        <Detail kind={kind} codes={choices.codes} />
        <Field label="When">
          <select name="when">
            <option value="">as usual for the fault</option>
            <option value="before-commit">before the service acts</option>
            <option value="after-commit">after the service has acted</option>
          </select>
        </Field>
        <Field label="How often">
          <input type="number" name="times" min="1" defaultValue="1" required />
        </Field>
        <label class="check">
          <input type="checkbox" name="always" /> Always
        </label>
        <Field label="Matching requests before it">
          <input type="number" name="skip" min="0" defaultValue="0" required />
        </Field>
        <Field label="Probability">
          <input type="number" name="probability" min="0" max="1" step="any" defaultValue="1" required />
        </Field>
        <button type="submit" class="primary">
          Plan the fault
        </button>
      </Form>
      {notice}
      <h3>Planned faults</h3>
      <Table label="Planned faults" heads={["Operation", "Fault", "Remaining", "Happened", "Cancel"]} none="none">
        {planned.faults.map(({ id, fault, remaining, happened }) => (
          <tr key={id}>
            <td>{[fault.operation].flat().join(", ")}</td>
            <td>
              {typeof fault.with === "string" ? fault.with : JSON.stringify(fault.with)} {fault.when}
            </td>
            <td class="number">{remaining === "Infinity" ? "always" : remaining}</td>
            <td class="number">{happened}</td>
            <td>
              <button
                type="button"
                aria-label={`Cancel fault ${id}`}
                onClick={() => act("The fault is cancelled.", () => call("fault.cancel", id))}
              >
                Cancel
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Detail({ kind, codes }: { readonly kind: string; readonly codes: readonly string[] }) {
  if (kind === "code")
    return (
      <Field label="Code">
        <select name="detail">
          <Options values={codes} />
        </select>
      </Field>
    );
  const [label, value] = details[kind] ?? [];
  if (label === undefined) return null;
  return (
    <Field key={kind} label={label}>
      {typeof value === "number" ? (
        <input type="number" name="detail" defaultValue={value} required />
      ) : (
        <input name="detail" defaultValue={value} required />
      )}
    </Field>
  );
}

/** The choices of the form are those of the sandbox, which also checks the result. */
function faultOf(kind: string, detail: string): FaultKind {
  if (kind === "code") return { code: detail } as FaultKind;
  const [, value] = details[kind] ?? [];
  return (value === undefined ? kind : { [kind]: typeof value === "number" ? Number(detail) : detail }) as FaultKind;
}

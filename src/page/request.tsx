import { useState } from "preact/hooks";
import type { Component } from "../generated/supplier/models.js";
import type { Possibility, RequestDetail } from "../sandbox/control/views.js";
import type { LineDecision } from "../sandbox/index.js";
import { call, pathTo } from "./api.js";
import { decisions } from "./decisions.js";
import { inAmsterdam, inEuros, zone } from "./formats.js";
import { Dialog, Facts, Field, FoldedJson, Form, Pending, Table, useAction, useView } from "./parts.js";

/** A request with everything that belongs to it, and the lessor's decision about it. */
export function RequestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { value: detail, problem } = useView<RequestDetail>(pathTo(["requests", id]));
  const title = detail === undefined ? "Request" : `Request for ${detail.request.licensePlate}`;
  return (
    <Dialog title={title} onClose={onClose}>
      {detail === undefined ? <Pending problem={problem} /> : <Detail detail={detail} />}
    </Dialog>
  );
}

function Detail({ detail }: { readonly detail: RequestDetail }) {
  const { request, kind, phase, lessorName, supplierNumber, archiveAt, contract, notInvoiced } = detail;
  const { invoicing, appointment } = request;
  return (
    <>
      <Facts
        facts={{
          Phase: phase,
          Status: request.status,
          Kind: kind,
          "Work order number": appointment?.workOrderNumber,
          "Workshop date": appointment?.workshopDate,
          [`Checkout date (${zone})`]: appointment?.checkoutDate && inAmsterdam(appointment.checkoutDate),
          "Partial VIN": request.vehicle?.partialVin,
          Lessor: lessorName === undefined ? request.lessorId : `${lessorName} (${request.lessorId})`,
          Supplier: supplierNumber,
          "Amount approved": inEuros(invoicing?.totalAmountApproved),
          "Amount to invoice": inEuros(invoicing?.totalAmountToInvoice),
          "Amount invoiced": inEuros(invoicing?.totalAmountInvoiced),
          "Invoicing status": invoicing?.status,
          [`Archived at (${zone})`]: archiveAt && inAmsterdam(archiveAt),
          Id: request.id,
        }}
      />
      <Lines detail={detail} />
      <h3>What is possible now</h3>
      <Possibilities label="Workflows of the supplier" possibilities={detail.workflows} />
      <details>
        <summary>Operations of the supplier API</summary>
        <Possibilities label="Operations of the supplier API" possibilities={detail.operations} />
      </details>
      <Files detail={detail} />
      {notInvoiced !== undefined && <FoldedJson label="Why nothing is invoiced" value={notInvoiced} />}
      <FoldedJson label="Contract" value={contract} />
      <FoldedJson label="Request as JSON" value={request} />
    </>
  );
}

function Lines({ detail: { request, decisions: decision, lines: operations } }: { readonly detail: RequestDetail }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [act, notice] = useAction();
  const lines = request.components ?? [];
  const isDecidable = decision.reasons.length === 0;
  const toggle = (id: string) =>
    setChosen((last) => new Set(last.has(id) ? [...last].filter((each) => each !== id) : [...last, id]));
  const decide = ({ method, done }: (typeof decisions)[LineDecision]) => {
    const ids = lines.map(({ id }) => id).filter((id) => chosen.has(id));
    void act(done, () => call(method, request.id, ids.length > 0 ? { lines: ids } : undefined));
  };
  return (
    <>
      <h3>Lines</h3>
      <Table label="Lines" heads={["Decide", "Component", "Status", "Price", "Value", "Possible on the line"]}>
        {lines.map((line, index) => (
          <tr key={line.id}>
            <td>
              <input
                type="checkbox"
                aria-label={`Line ${index + 1}: ${nameOf(line)}`}
                checked={chosen.has(line.id)}
                disabled={!isDecidable}
                onChange={() => toggle(line.id)}
              />
            </td>
            <td>{nameOf(line)}</td>
            <td>{line.status?.code}</td>
            <td class="number">{inEuros(line.price)}</td>
            <td class="number">{line.value}</td>
            <td>{(operations[line.id] ?? []).map((name) => name.split(".").at(-1)).join(", ") || "nothing"}</td>
          </tr>
        ))}
      </Table>
      <h3>Decision of the lessor</h3>
      <p class="quiet">
        {isDecidable
          ? "About all lines, or about the selected ones: then Approve denies the others, and each other decision approves them."
          : decision.reasons.map(({ description }) => description).join(" ")}
      </p>
      <div class="actions">
        {Object.values(decisions).map((each) => (
          <button
            key={each.method}
            type="button"
            class={each === decisions.Approved ? "primary" : undefined}
            disabled={!isDecidable}
            onClick={() => decide(each)}
          >
            {each.label}
          </button>
        ))}
      </div>
      <Parking request={request} act={act} />
      {notice}
    </>
  );
}

type Act = ReturnType<typeof useAction>[0];

function Parking({ request: { id, parking }, act }: Pick<RequestDetail, "request"> & { readonly act: Act }) {
  if (parking?.isParked === true)
    return (
      <p class="actions">
        <span>Parked. {parking.remark}</span>
        <button type="button" onClick={() => act("No longer parked.", () => call("lessor.unpark", id))}>
          End the parking
        </button>
      </p>
    );
  const park = (remark: string) => call("lessor.park", id, remark === "" ? undefined : remark);
  return (
    <Form label="Park the request" onSubmit={(field) => act("Parked.", () => park(field("remark")))}>
      <Field label="Remark (optional)">
        <input name="remark" />
      </Field>
      <button type="submit">Park</button>
    </Form>
  );
}

const nameOf = ({ reg }: Component) => [reg?.description, reg?.code].filter(Boolean).join(", ") || "no component";

function Possibilities({
  label,
  possibilities,
}: {
  readonly label: string;
  readonly possibilities: readonly Possibility[];
}) {
  return (
    <ul class="possibilities" aria-label={label}>
      {possibilities.map(({ name, reasons }) => (
        <li key={name} class={reasons.length === 0 ? "possible" : "impossible"}>
          <strong>{name}</strong>: {reasons.length === 0 ? "possible" : "not possible"}
          {reasons.length > 0 && (
            <ul>
              {reasons.map(({ code, description, field }) => (
                <li key={`${code} ${field} ${description}`}>
                  {description} {code !== undefined && <code>{code}</code>}{" "}
                  {field !== undefined && <code>{field}</code>}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Files({ detail: { attachments, invoices } }: { readonly detail: RequestDetail }) {
  return (
    <>
      <h3>Attachments</h3>
      <Table label="Attachments" heads={["Name", "Type", "Bytes"]} none="none">
        {attachments.map(({ id, name, type, bytes }) => (
          <tr key={id}>
            <td>{name ?? "without a name"}</td>
            <td>{type}</td>
            <td class="number">{bytes}</td>
          </tr>
        ))}
      </Table>
      <h3>Invoices</h3>
      {invoices.length === 0 && <p class="quiet">none</p>}
      {invoices.map(({ id, kind, date, total, body, pdf }) => (
        <section key={id} aria-label={`Invoice ${id}`}>
          <Facts
            facts={{
              Invoice: id,
              Kind: kind,
              Date: date,
              Total: inEuros(total),
              PDF: pdf === undefined ? "none" : `${pdf.name}, ${pdf.bytes} bytes`,
            }}
          />
          <FoldedJson label={`Invoice ${id} as JSON`} value={body} />
        </section>
      ))}
    </>
  );
}

import { useState } from "preact/hooks";
import type { Choices, JournalDetail, JournalPage, JournalRow } from "../sandbox/control/views.js";
import { pathTo } from "./api.js";
import { inAmsterdam, zone } from "./formats.js";
import { Dialog, Facts, Field, Json, Options, Pending, Scroll, Table, useView } from "./parts.js";

const statuses = ["2xx", "4xx", "5xx", "400", "401", "404", "409", "410", "429", "none"];

/** The requests that the sandbox received, the latest first. */
export function Journal() {
  const [operation, setOperation] = useState("");
  const [status, setStatus] = useState("");
  const [opened, setOpened] = useState<number>();
  const { value: choices } = useView<Choices>("/choices");
  const [hidesReads, setHidesReads] = useState(false);
  // The number below which each page begins but the first, which shows the latest entries as they come.
  const [begins, setBegins] = useState<readonly number[]>([]);
  const before = begins.at(-1);
  const query = { operation, status, reads: String(!hidesReads), ...(before === undefined ? {} : { before }) };
  const { value: page, problem } = useView<JournalPage>(pathTo(["journal", "entries"], query));
  if (page === undefined) return <Pending problem={problem} />;
  const { count, newer, rows } = page;
  const last = newer + rows.length;
  const showOlder = () => {
    const next = rows.at(-1)?.number;
    // These are still the rows of the last page if the button was pressed twice.
    if (next !== undefined && next !== before) setBegins([...begins, next]);
  };
  const filter = (change: () => void) => {
    change();
    setBegins([]);
  };
  return (
    <>
      <div class="bar">
        <h2>Journal</h2>
        <Field label="Operation">
          <select value={operation} onChange={({ currentTarget }) => filter(() => setOperation(currentTarget.value))}>
            <option value="">all</option>
            <Options values={choices?.operations ?? []} />
          </select>
        </Field>
        <Field label="Status">
          <select value={status} onChange={({ currentTarget }) => filter(() => setStatus(currentTarget.value))}>
            <option value="">all</option>
            <Options values={statuses} />
          </select>
        </Field>
        <label class="check">
          <input type="checkbox" checked={hidesReads} onChange={() => filter(() => setHidesReads(!hidesReads))} /> Hide
          reads
        </label>
        <button type="button" disabled={begins.length === 0} onClick={() => setBegins(begins.slice(0, -1))}>
          Newer
        </button>
        <button type="button" disabled={last >= count} onClick={showOlder}>
          Older
        </button>
        <p class="quiet">
          {rows.length === 0 ? 0 : `${newer + 1} to ${last}`} of {count}
        </p>
      </div>
      <Table
        label="Journal"
        heads={["Request", "Path", "Status", "Codes", "Duration", `Time (${zone})`]}
        none="No request is shown."
      >
        {rows.map((row) => showRow(row, setOpened))}
      </Table>
      {opened !== undefined && <EntryDialog key={opened} number={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function showRow(row: JournalRow, onOpen: (number: number) => void) {
  const { number, at, method, path, status, durationMs, codes, fault, duplicate } = row;
  return (
    <tr key={number}>
      <td>
        <button type="button" class="link" onClick={() => onOpen(number)}>
          #{number} {method}
        </button>
      </td>
      <td class="path">{path}</td>
      <td>
        <Status status={status} />
        {fault !== undefined && <span class="badge">fault: {fault}</span>}
        {duplicate !== undefined && <span class="badge bad">duplicate: {duplicate}</span>}
      </td>
      <td class="codes">{codes.join("\n")}</td>
      <td class="number">{durationMs === undefined ? "" : `${durationMs} ms`}</td>
      <td class="number">{inAmsterdam(at)}</td>
    </tr>
  );
}

function Status({ status }: { readonly status: number | string }) {
  return <span class={`badge ${typeof status === "number" && status < 400 ? "good" : "bad"}`}>{status}</span>;
}

function EntryDialog({ number, onClose }: { readonly number: number; readonly onClose: () => void }) {
  const { value: entry, problem } = useView<JournalDetail>(pathTo(["journal", "entries", String(number)]));
  return (
    <Dialog title={`Request #${number}`} onClose={onClose}>
      {entry === undefined ? <Pending problem={problem} /> : <Entry entry={entry} />}
    </Dialog>
  );
}

function Entry({ entry }: { readonly entry: JournalDetail }) {
  const { row, explanations, responseStatus } = entry;
  return (
    <>
      <p class="path">
        {row.method} {row.path}
      </p>
      <Facts
        facts={{
          Operation: row.operationId,
          Status: row.status,
          Duration: row.durationMs === undefined ? undefined : `${row.durationMs} ms`,
          Codes: row.codes.join(", "),
          Fault: row.fault,
          Duplicate: row.duplicate,
          Caller: entry.caller,
          Created: entry.created,
          "Trace id": entry.traceId,
          [`Time (${zone})`]: inAmsterdam(row.at),
        }}
      />
      {explanations.map(({ code, meaning, cause, action, source }) => (
        <section key={code} aria-label={code}>
          <h3>{code}</h3>
          <Facts facts={{ Meaning: meaning, Cause: cause, "What to do": action, Source: source }} />
        </section>
      ))}
      <h3>Request</h3>
      {Object.keys(entry.query).length > 0 && <Json label="Query" value={entry.query} />}
      <Json label="Body of the request" value={entry.requestBody} />
      <h3>
        Response
        {responseStatus === undefined || responseStatus === row.status ? "" : ` of the service: ${responseStatus}`}
      </h3>
      <Json label="Body of the response" value={entry.responseBody} />
      <h3>Send it again</h3>
      <Scroll label="curl command">
        <pre>{entry.curl}</pre>
      </Scroll>
    </>
  );
}

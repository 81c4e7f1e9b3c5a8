import { useState } from "preact/hooks";
import type { Choices, JournalDetail, JournalPage, JournalRow } from "../sandbox/control/views.js";
import { pathTo } from "./api.js";
import { Dialog, Facts, Field, inUtc, Json, Options, Pending, Scroll, Table, useView } from "./parts.js";

const statuses = ["2xx", "4xx", "5xx", "400", "401", "404", "409", "410", "429", "none"];

/** The requests that the sandbox received, the latest first. */
export function Journal() {
  const [operation, setOperation] = useState("");
  const [status, setStatus] = useState("");
  const [opened, setOpened] = useState<number>();
  const { value: choices } = useView<Choices>("/choices");
  const { value: page, problem } = useView<JournalPage>(pathTo(["journal", "entries"], { operation, status }));
  if (page === undefined) return <Pending problem={problem} />;
  return (
    <>
      <div class="bar">
        <h2>Journal</h2>
        <Field label="Operation">
          <select value={operation} onChange={(event) => setOperation(event.currentTarget.value)}>
            <option value="">all</option>
            <Options values={choices?.operations ?? []} />
          </select>
        </Field>
        <Field label="Status">
          <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            <option value="">all</option>
            <Options values={statuses} />
          </select>
        </Field>
        <p class="quiet">
          {page.rows.length} of {page.count}
        </p>
      </div>
      <Table label="Journal" heads={["Request", "Path", "Status", "Codes", "Duration", "Time (UTC)"]}>
        {page.rows.map((row) => (
          <Row key={row.number} row={row} onOpen={setOpened} />
        ))}
      </Table>
      {opened !== undefined && <EntryDialog key={opened} number={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Row({ row, onOpen }: { readonly row: JournalRow; readonly onOpen: (number: number) => void }) {
  const { number, at, method, path, status, durationMs, codes, fault, duplicate } = row;
  return (
    <tr>
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
      <td class="number">{inUtc(at)}</td>
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
          "Time (UTC)": inUtc(row.at),
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

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardColumn, BoardRequest } from "../sandbox/control/views.js";
import { pathTo } from "./api.js";
import { inEuros } from "./formats.js";
import { Field, Pending, useView } from "./parts.js";
import { RequestDialog } from "./request.js";

const step = 50;
const most = 1000;

/** The requests by phase. */
export function Board() {
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(step);
  const [opened, setOpened] = useState<string>();
  const { value: columns, problem } = useView<BoardColumn[]>(pathTo(["requests"], { search, limit }));
  if (columns === undefined) return <Pending problem={problem} />;
  const close = (id: string) => {
    setOpened(undefined);
    // The dialog gives the focus back to a card that a decision may have moved.
    document.getElementById(id)?.focus();
  };
  const more = () => setLimit((last) => Math.min(most, last + step * 4));
  return (
    <>
      <div class="bar">
        <h2>Requests</h2>
        <Field label="Search for a license plate, work order number or id">
          <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </Field>
      </div>
      <div class="board">
        {columns.map((column) => (
          <Column key={column.phase} column={column} onOpen={setOpened} onMore={limit < most ? more : undefined} />
        ))}
      </div>
      {opened !== undefined && <RequestDialog key={opened} id={opened} onClose={() => close(opened)} />}
    </>
  );
}

interface ColumnParts {
  readonly column: BoardColumn;
  readonly onOpen: (id: string) => void;
  readonly onMore: (() => void) | undefined;
}

function Column({ column: { phase, count, requests }, onOpen, onMore }: ColumnParts) {
  return (
    <section aria-label={phase}>
      <h3>
        {phase} <span class="count">{count}</span>
      </h3>
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <Card request={request} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {requests.length === 0 && <p class="quiet">none</p>}
      {count > requests.length && onMore !== undefined && (
        <button type="button" onClick={onMore}>
          Show more in {phase}
        </button>
      )}
      {count > requests.length && <p class="quiet">The latest {requests.length} are shown.</p>}
    </section>
  );
}

function Card({ request, onOpen }: { readonly request: BoardRequest; readonly onOpen: (id: string) => void }) {
  const { id, kind, licensePlate, workOrderNumber, status, lessorName, invoicing, isParked } = request;
  const element = useRef<HTMLButtonElement>(null);
  // A request that moves to another column becomes another element there: the focus follows it.
  useLayoutEffect(() => {
    const own = element.current;
    return () => void (document.activeElement === own && queueMicrotask(() => document.getElementById(id)?.focus()));
  }, [id]);
  return (
    <button ref={element} type="button" id={id} class="card" onClick={() => onOpen(id)}>
      <span class="plate">{licensePlate}</span>
      <span class={`badge ${kind}`}>{kind}</span>
      {isParked && <span class="badge">parked</span>}
      <span class="line">{status}</span>
      <span class="line">{workOrderNumber ?? "no work order number"}</span>
      <span class="line quiet">{lessorName}</span>
      <span class="line quiet">{describeAmounts(invoicing)}</span>
    </button>
  );
}

/** The amounts that are not zero. */
function describeAmounts(invoicing: BoardRequest["invoicing"]): string {
  const amounts = [
    ["approved", invoicing?.totalAmountApproved],
    ["to invoice", invoicing?.totalAmountToInvoice],
    ["invoiced", invoicing?.totalAmountInvoiced],
  ] as const;
  return amounts.flatMap(([name, amount]) => (amount ? [`${name} ${inEuros(amount)}`] : [])).join(", ");
}

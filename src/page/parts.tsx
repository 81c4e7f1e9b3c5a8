import { type ComponentChildren, cloneElement, createContext, toChildArray, type VNode } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { read } from "./api.js";

/** The number of changes so far: what is on the screen is read again when it grows. */
export const Revision = createContext(0);

/** The latest content of a path of the control server. */
interface View<Json> {
  readonly value?: Json | undefined;
  readonly problem?: string | undefined;
}

/** Reads a path now and after each change. One request is under way at a time; the last content stays until then. */
export function useView<Json>(path: string): View<Json> {
  const revision = useContext(Revision);
  const [view, setView] = useState<View<Json>>({});
  const reading = useRef({ path, isBusy: false, isDue: false, isGone: false });
  useEffect(() => {
    const state = reading.current;
    state.path = path;
    state.isDue = true;
    if (!state.isBusy) void readAll();

    async function readAll() {
      state.isBusy = true;
      while (state.isDue && !state.isGone) {
        state.isDue = false;
        const found = await read<Json>(state.path).then(
          (value): View<Json> => ({ value }),
          // A lost connection is reported at the top of the page, and what was typed must not be lost with it.
          (error: Error): View<Json> | undefined =>
            error instanceof TypeError ? undefined : { problem: error.message },
        );
        if (!state.isGone && found !== undefined) setView(found);
      }
      state.isBusy = false;
    }
  }, [path, revision]);
  useEffect(() => {
    const state = reading.current;
    state.isGone = false;
    return () => {
      state.isGone = true;
    };
  }, []);
  return view;
}

interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
}

/** A function that runs an action, and the element that says how it ended. */
export function useAction(): [
  act: (done: string, task: () => Promise<unknown>) => Promise<void>,
  notice: ComponentChildren,
] {
  const [notice, setNotice] = useState<Notice>();
  const act = async (done: string, task: () => Promise<unknown>) => {
    setNotice(undefined);
    try {
      await task();
      setNotice({ text: done, isProblem: false });
    } catch (error) {
      setNotice({ text: error instanceof Error ? error.message : String(error), isProblem: true });
    }
  };
  const className = notice === undefined ? "notice" : notice.isProblem ? "notice bad" : "notice good";
  return [
    act,
    <p key="notice" class={className} role="status">
      {notice?.text}
    </p>,
  ];
}

/** A view that is being read, or that cannot be read. */
export function Pending({ problem }: { readonly problem: string | undefined }) {
  return <p class={problem === undefined ? "quiet" : "notice bad"}>{problem ?? "Loading…"}</p>;
}

/** A form whose fields are read by name. It is emptied by its user, not by a submission. */
export function Form({
  label,
  onSubmit,
  children,
}: {
  readonly label: string;
  readonly onSubmit: (fields: (name: string) => string) => void;
  readonly children: ComponentChildren;
}) {
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSubmit((name) => String(data.get(name) ?? ""));
      }}
    >
      {children}
    </form>
  );
}

/** A control with its label. */
export function Field({ label, children }: { readonly label: string; readonly children: VNode<{ id?: string }> }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, { id })}
    </div>
  );
}

/** The options of a choice. */
export function Options({ values }: { readonly values: readonly string[] }) {
  return values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));
}

/** A dialog above the page, which Escape closes. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => element.current?.showModal(), []);
  const close = () => {
    onClose();
    // What had the focus before can be gone: a decision moves a request to another column.
    if (document.activeElement === document.body) document.querySelector("main")?.focus();
  };
  return (
    <dialog ref={element} aria-labelledby={id} onClose={close}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={() => element.current?.close()}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** Facts with their names; those without a value are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Content that scrolls in itself, so that the page does not. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A value as JSON text. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <Scroll label={label}>
      <pre>{value === undefined ? "none" : JSON.stringify(value, undefined, 2)}</pre>
    </Scroll>
  );
}

/** JSON that is shown when its name is pressed. */
export function FoldedJson({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <details>
      <summary>{label}</summary>
      <Json label={label} value={value} />
    </details>
  );
}

/** A table that scrolls sideways. On a narrow screen each cell is a line that begins with the head of its column. */
export function Table({
  label,
  heads,
  none,
  children,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  /** Is shown instead of a table without rows. */
  readonly none?: string;
  /** The rows. */
  readonly children: readonly VNode<Row>[];
}) {
  if (none !== undefined && children.length === 0) return <p class="quiet">{none}</p>;
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children.map((row) => withHeads(row, heads))}</tbody>
      </table>
    </Scroll>
  );
}

interface Row {
  readonly children?: ComponentChildren;
}

function withHeads(row: VNode<Row>, heads: readonly string[]): VNode<Row> {
  const cells = toChildArray(row.props.children);
  return cloneElement(
    row,
    {},
    cells.map((cell, index) => (typeof cell === "object" ? cloneElement(cell, { "data-head": heads[index] }) : cell)),
  );
}

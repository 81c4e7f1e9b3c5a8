import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hasKey } from "./api.js";
import { Board } from "./board.js";
import { Clock, ClockFace } from "./clock.js";
import { Faults } from "./faults.js";
import { Fleet } from "./fleet.js";
import { Journal } from "./journal.js";
import { Lessors } from "./lessors.js";
import { type Connection, follow } from "./live.js";
import { Revision } from "./parts.js";
import { Snapshots } from "./snapshots.js";

const views: Readonly<Record<string, ComponentType>> = {
  Requests: Board,
  Journal,
  Clock,
  Faults,
  Lessors,
  Fleet,
  Snapshots,
};

const connectionTexts: Readonly<Record<Connection, string>> = {
  connecting: "Connecting…",
  connected: "Live",
  rejected: "The key in the address is wrong. Open the address that npx @reg/sdk sandbox printed at its start.",
  lost: "The sandbox does not answer: it has ended, or was started again. Trying again…",
};

function App() {
  const [revision, setRevision] = useState(0);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [chosen, setChosen] = useState(firstView);
  useEffect(() => {
    const stop = new AbortController();
    void follow({ onChange: () => setRevision((last) => last + 1), onConnection: setConnection }, stop.signal);
    return () => stop.abort();
  }, []);
  const choose = (name: string) => {
    setChosen(name);
    history.replaceState(null, "", `?view=${name}${location.hash}`);
  };
  const Chosen = views[chosen] ?? Board;
  return (
    <Revision.Provider value={revision}>
      <header class="top">
        <h1>Sandbox</h1>
        <p class={`connection ${connection}`} role="status">
          {connectionTexts[connection]}
        </p>
        <ClockFace />
      </header>
      <nav aria-label="Views">
        {Object.keys(views).map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === chosen ? "page" : undefined}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </nav>
      <main tabIndex={-1}>
        <Chosen key={chosen} />
      </main>
    </Revision.Provider>
  );
}

function firstView(): string {
  const wanted = new URLSearchParams(location.search).get("view") ?? "";
  return Object.hasOwn(views, wanted) ? wanted : "Requests";
}

function WithoutKey() {
  return (
    <main>
      <h1>Sandbox</h1>
      <p>
        The address has no key. Open the address that npx @reg/sdk sandbox printed at its start, with the part after the
        #.
      </p>
    </main>
  );
}

const root = document.getElementById("app");
if (root !== null) {
  root.textContent = "";
  render(hasKey ? <App /> : <WithoutKey />, root);
}
// Another key in the same tab only changes the fragment, which loads nothing.
addEventListener("hashchange", () => location.reload());

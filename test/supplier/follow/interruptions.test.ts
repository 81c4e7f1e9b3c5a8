import type { FollowedEvent, NotificationEvent } from "@reg/sdk";
import { expect, test } from "vitest";
import { json } from "../../support/fetch.js";
import { ListedService, ownError, setUpListed } from "./support.js";

interface Snapshot {
  readonly entries: ReadonlyMap<string, string>;
  /** What was handled before, as `subject id type`. */
  readonly handled: readonly string[];
}

/** A Map that keeps what it had after each change, as if the process had been killed then. */
class RecordedMap extends Map<string, string> {
  readonly snapshots: Snapshot[] = [];
  handled: readonly string[] = [];

  override set(key: string, text: string): this {
    super.set(key, text);
    this.#record();
    return this;
  }

  override delete(key: string): boolean {
    const isKnown = super.delete(key);
    this.#record();
    return isKnown;
  }

  #record(): void {
    const entries = new Map([...this].filter(([key]) => key.includes("&")));
    this.snapshots.push({ entries, handled: [...this.handled] });
  }
}

/** Follows a service, and returns what was handled, with a handler that fails for one request. */
async function followAll(service: ListedService, state: Map<string, string>) {
  const { pass, follow } = setUpListed({ service });
  const handled: string[] = [];
  const note = ({ id, type, request }: FollowedEvent) => void handled.push(`${request.id} ${id} ${type}`);
  const created = (event: FollowedEvent) => {
    if (event.request.id === "R-failing") throw new Error("no printer");
    note(event);
  };
  const notification = ({ id, notification }: NotificationEvent) =>
    void handled.push(`${Reflect.get(Object(notification), "title")} ${id} notification`);
  const types = ["submitted", "approved", "ready-to-invoice", "archived", "draft-deleted", "changed", "parked"];
  const { following, end } = await follow({
    state,
    attempts: 1,
    on: { ...Object.fromEntries(types.map((type) => [type, note])), created, notification },
  });
  return { handled, following, end, pass };
}

/** What has happened to each subject, without repetitions of an event, which have the same id. */
function sequences(handled: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const ids = new Set<string>();
  for (const [subject = "", id = "", type = ""] of handled.map((each) => each.split(" "))) {
    if (ids.has(id)) continue;
    ids.add(id);
    found[subject] = [...(found[subject] ?? []), type];
  }
  return found;
}

/** The keys of the entries that no later process would find, because the index does not name them. */
function unnamed(state: ReadonlyMap<string, string>): string[] {
  const [[, text] = ["", "{}"]] = [...state].filter(([key]) => key.endsWith("&notes"));
  const { requests, notifications, setAside } = JSON.parse(text);
  const named = new Set<string>(["index", ...requests.map(([key]: [string]) => key)]);
  for (const [key, isPending] of notifications) if (isPending) named.add(`notification/${key}`);
  for (const id of setAside) named.add(`set-aside/${id}`);
  const keys = [...state.keys()].map((key) => decodeURIComponent(key.split("&entry=")[1] ?? "index"));
  return keys.filter((key) => !named.has(key));
}

test("a process that is killed after any change of its state leaves no event out, and handles none as another one", async () => {
  const notifications: object[] = [{ title: "first" }];
  const listNotifications = json({ notifications });
  const reply = () => json({ notifications })({} as Parameters<typeof listNotifications>[0]);
  const service = new ListedService();
  service.replies.set("notifications", reply);
  const store = new RecordedMap();
  service.put("R-existing", "ApprovalRequested");
  service.put("R-archived", "Approved");
  service.replies.set("R-existing", ownError(503));
  const whole = await followAll(service, store);
  store.handled = whole.handled;
  service.replies.delete("R-existing");
  const approved = { fields: { invoicing: { status: "ReadyForInvoicing" } } };
  service.put("R-existing", "Approved", approved);
  service.put("R-new", "Draft");
  service.put("R-failing", "Draft");
  service.put("R-draft", "Draft");
  notifications.push({ title: "second" });
  await whole.pass();
  await whole.pass();
  service.put("R-new", "Approved", approved);
  service.remove("R-draft");
  service.unlist("R-archived");
  service.replies.set("R-archived", ownError(410));
  notifications.push({ title: "third" });
  await whole.pass();
  await whole.pass();
  await whole.end();
  const expected = {
    "R-existing": ["approved", "ready-to-invoice"],
    "R-archived": ["archived"],
    "R-new": ["created", "submitted", "approved", "ready-to-invoice"],
    "R-draft": ["created", "draft-deleted"],
    second: ["notification"],
    third: ["notification"],
  };
  expect(sequences(whole.handled)).toEqual(expected);
  const hasBegun = ({ entries }: Snapshot) =>
    [...entries].some(([key, text]) => key.endsWith("&notes") && /damage/.test(text) && /"notification"/.test(text));
  const snapshots = store.snapshots.filter(hasBegun);
  expect(snapshots.length).toBeGreaterThan(40);
  for (const { entries, handled } of snapshots) {
    const state = new Map(entries);
    const again = await followAll(service, state);
    await again.pass();
    const found = sequences([...handled, ...again.handled]);
    // Nobody has seen that the draft existed if it was deleted before.
    const { "R-draft": draft = expected["R-draft"], ...others } = found;
    // A request that was archived before it was read once has no event, because an event has the request.
    expect({ "R-archived": expected["R-archived"], "R-draft": draft, ...others }).toEqual(expected);
    const isSetAside = again.following
      .setAside()
      .some(({ event }) => "request" in event && event.request.id === "R-failing");
    expect(isSetAside).toBe(true);
    await again.end();
    expect(unnamed(state)).toEqual([]);
  }
});

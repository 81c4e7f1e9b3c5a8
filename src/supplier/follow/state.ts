import { toSortedJson } from "../../base/json.js";
import type { RequestKind } from "../../base/kinds.js";
import { RegStateError } from "../../errors/errors.js";
import { accessState, notesKey, type StateEntries } from "../../state/entries.js";
import { RunLock } from "../../state/lock.js";
import { createEntries } from "../../state/open.js";
import {
  type HandlerFailure,
  type IndexedRequest,
  parseEntry,
  parseIndex,
  type RequestKey,
  stateIndexOf,
} from "./state-index.js";
import {
  type FollowedRequest,
  type FollowStateContext,
  markKey,
  notificationKey,
  type PendingNotification,
  prefixes,
  readEntry,
  readSureIndexText,
  stateKindOf,
} from "./stored.js";
import type { SetAsideEvent } from "./types.js";
import type { StatePreview } from "./unlocked.js";

/** How a state is opened. */
interface OpenContext extends FollowStateContext {
  /** What the state must still be when it is locked. */
  readonly preview?: StatePreview | undefined;
}

/** The state of `follow`: an entry for each request, notification and event that was set aside, and an index of them. */
export class FollowState {
  readonly #entries: StateEntries;
  readonly #lock: RunLock;
  #supplierId: string | undefined;
  readonly #begun = new Set<string>();
  readonly #requests = new Map<RequestKey, IndexedRequest>();
  readonly #notifications = new Map<string, PendingNotification | undefined>();
  readonly #setAside = new Map<string, SetAsideEvent>();
  readonly #outdated = new Set<string>();
  readonly #failures = new Map<string, HandlerFailure>();
  readonly #lists = new Map<RequestKind, string>();
  /** Set when another process has taken the state over: what it has written must stay. */
  #loss: RegStateError | undefined;
  #isIndexChanged = false;
  #isMarked = false;
  /** The last write of the index, and the one that has not begun, if there is one. */
  #indexing: Promise<void> = Promise.resolve();
  #nextIndexing: Promise<void> | undefined;
  #tidying: Promise<void> | undefined;

  private constructor(entries: StateEntries, lock: RunLock) {
    this.#entries = entries;
    this.#lock = lock;
  }

  /**
   * Opens and reads the state.
   *
   * @param onLost called when another process has taken the state over, which only happens if this one stood still
   * @throws RegInputError for neither a path nor a store; RegStateError if another process uses it, or has used it since
   *   the preview
   */
  static async open(
    option: unknown,
    context: OpenContext,
    onLost: (error: RegStateError) => void,
  ): Promise<FollowState> {
    const entries = await createEntries(option, stateKindOf(context, false));
    const noteLoss = (error: RegStateError) => {
      state.#loss = error;
      onLost(error);
    };
    const lock = new RunLock(entries.lock, { clock: context.clock, onLost: noteLoss, settlesAlways: true });
    const state = new FollowState(entries, lock);
    await lock.acquire();
    try {
      await accessState("cannot be read", async () => {
        await entries.open(() => lock.assertHeld());
        await state.#load(context.preview);
      });
    } catch (error) {
      await entries.close().catch(() => {});
      await lock.release();
      throw error;
    }
    return state;
  }

  async #load(preview: StatePreview | undefined): Promise<void> {
    const indexText = await readSureIndexText(this.#entries, this.#lock);
    if (preview !== undefined && preview.indexText !== indexText) throw usedMeanwhile();
    const { supplierId, begun, requests, notifications, setAside, outdated, failures, lists } = parseIndex(indexText);
    this.#supplierId = supplierId;
    for (const list of begun) this.#begun.add(list);
    for (const [key, request] of requests) this.#requests.set(key, request);
    for (const [key, failure] of failures) this.#failures.set(key, failure);
    for (const [kind, hash] of lists) this.#lists.set(kind, hash);
    for (const [key, isPending] of notifications) {
      const event = isPending ? await readEntry(this.#entries, notificationKey(key)) : undefined;
      this.#notifications.set(key, event as PendingNotification | undefined);
    }
    for (const id of setAside)
      this.#setAside.set(id, (await readEntry(this.#entries, prefixes.setAside + id)) as SetAsideEvent);
    for (const key of outdated) await this.#entries.delete(key);
    if (outdated.length > 0) this.#isIndexChanged = true;
  }

  /** The supplier to whom the state belongs; undefined until a list had an entry. */
  get supplierId(): string | undefined {
    return this.#supplierId;
  }

  noteSupplier(supplierId: string): void {
    if (supplierId === this.#supplierId) return;
    this.#supplierId = supplierId;
    this.#isIndexChanged = true;
  }

  /** The requests that the state knows. */
  get requests(): ReadonlyMap<RequestKey, IndexedRequest> {
    return this.#requests;
  }

  /** Notes in the index what is known of a request. Undefined: nothing, because it is gone. */
  index(key: RequestKey, request: IndexedRequest | undefined): void {
    if (toSortedJson(request) === toSortedJson(this.#requests.get(key))) return;
    if (request === undefined) {
      this.#requests.delete(key);
      this.#failures.delete(key);
    } else this.#requests.set(key, request);
    // A list with a noted hash is not compared, so none of its requests may be due. A round notes both lists at its end.
    this.#lists.clear();
    this.#isIndexChanged = true;
  }

  /** Notes the hash of a list that shows exactly what the index has of its kind; until a request changes. */
  noteList(kind: RequestKind, hash: string): void {
    if (this.#lists.get(kind) === hash) return;
    this.#lists.set(kind, hash);
    this.#isIndexChanged = true;
  }

  /** Notes, before an event of a request is handed to a handler, that it has an entry. */
  async noteEntry(key: RequestKey): Promise<void> {
    const { progress = "unread", listedStatus } = this.#requests.get(key) ?? {};
    if (progress !== "unread") return;
    this.index(key, { progress: "changed", listedStatus });
    await this.writeIndex();
  }

  /** The hash of the text of each list that shows exactly what the index has of its kind. */
  get lists(): ReadonlyMap<RequestKind, string> {
    return this.#lists;
  }

  /** Whether the state knows which requests of a kind, or which notifications, existed before it. */
  hasBegun(list: RequestKind | "notification"): boolean {
    return this.#begun.has(list);
  }

  begin(list: RequestKind | "notification"): void {
    this.#begun.add(list);
    this.#isIndexChanged = true;
  }

  /**
   * Writes the index if it has changed. What was handled may be missing in it: the request is read again then, and its
   * entry says what was handled. What is to be handled must not be missing. After a failure, all later writes fail.
   */
  writeIndex(): Promise<void> {
    // A write that waits for another one has what is changed meanwhile, too.
    this.#nextIndexing ??= this.#indexing.then(() => {
      this.#nextIndexing = undefined;
      return this.#writeIndexNow();
    });
    this.#indexing = this.#nextIndexing;
    return this.#nextIndexing;
  }

  async #writeIndexNow(): Promise<void> {
    if (!this.#isIndexChanged) return;
    this.#isIndexChanged = false;
    const index = stateIndexOf({
      supplierId: this.#supplierId,
      begun: this.#begun,
      requests: this.#requests,
      notifications: new Map([...this.#notifications].map(([key, event]) => [key, event !== undefined])),
      setAside: [...this.#setAside.keys()],
      outdated: [...this.#outdated],
      failures: this.#failures,
      lists: this.#lists,
    });
    await this.#write(notesKey, index);
    if (!this.#isMarked) await this.#write(markKey, {});
    this.#isMarked = true;
  }

  /** @throws RegStateError if another process has taken the state over */
  assertHeld(): Promise<void> {
    return this.#lock.assertHeld();
  }

  /** Undefined for a request of which no event was handed to a handler. */
  async read(key: RequestKey): Promise<FollowedRequest | undefined> {
    const { progress = "unread" } = this.#requests.get(key) ?? {};
    return accessState("cannot be read", async () => {
      if (progress !== "unread") return (await readEntry(this.#entries, key)) as FollowedRequest;
      const text = await this.#entries.get(key);
      return text == null ? undefined : (parseEntry(text, key) as FollowedRequest);
    });
  }

  write(key: RequestKey, request: FollowedRequest): Promise<void> {
    return this.#write(key, request);
  }

  /** Forgets a request that is gone. */
  async forget(key: RequestKey): Promise<void> {
    this.index(key, undefined);
    await this.#delete(key);
  }

  /** The events of the notifications that are known, by their keys; undefined for those that were handled. */
  get notifications(): ReadonlyMap<string, PendingNotification | undefined> {
    return this.#notifications;
  }

  /** @param event undefined: it was handled, or is none */
  async noteNotification(key: string, event?: PendingNotification): Promise<void> {
    const isPending = this.#notifications.get(key) !== undefined;
    if (event !== undefined) await this.#write(notificationKey(key), event);
    this.#notifications.set(key, event);
    this.#isIndexChanged = true;
    if (event === undefined) this.#failures.delete(notificationKey(key));
    if (event === undefined && isPending) await this.#delete(notificationKey(key));
  }

  /** Forgets a notification that was handled. */
  forgetNotification(key: string): void {
    this.#notifications.delete(key);
    this.#isIndexChanged = true;
  }

  /** What a single round has noted of an event; undefined if it did not fail. */
  failureOf(entryKey: string, eventId: string): HandlerFailure | undefined {
    const failure = this.#failures.get(entryKey);
    // An earlier version may have handled the event, and be at the next one of the request.
    return failure?.eventId === eventId ? failure : undefined;
  }

  async noteFailure(entryKey: string, failure: HandlerFailure): Promise<void> {
    this.#failures.set(entryKey, failure);
    this.#isIndexChanged = true;
    await this.writeIndex();
  }

  /** Forgets the failure of an event that was handled or set aside. */
  forgetFailure(entryKey: string): void {
    if (this.#failures.delete(entryKey)) this.#isIndexChanged = true;
  }

  get setAside(): readonly SetAsideEvent[] {
    return [...this.#setAside.values()];
  }

  async putAside(setAside: SetAsideEvent): Promise<void> {
    const { id } = setAside.event;
    await this.#write(prefixes.setAside + id, setAside);
    this.#setAside.set(id, setAside);
    this.#isIndexChanged = true;
    await this.writeIndex();
  }

  async takeBack(eventId: string): Promise<void> {
    this.#setAside.delete(eventId);
    await this.#delete(prefixes.setAside + eventId);
  }

  /** Deletes an entry, after an index that no longer needs it: an entry that is needed but missing is a failure. */
  async #delete(key: string): Promise<void> {
    this.#outdated.add(key);
    this.#isIndexChanged = true;
    await this.writeIndex();
    await this.#write(key, undefined);
    this.#outdated.delete(key);
  }

  async #write(key: string, content: object | undefined): Promise<void> {
    if (this.#loss !== undefined) throw this.#loss;
    await this.#lock.assertHeld();
    while (this.#tidying !== undefined) await this.#tidying;
    await accessState("cannot be written", () =>
      content === undefined ? this.#entries.delete(key) : this.#entries.set(key, JSON.stringify(content)),
    );
    // Everything that is written meanwhile waits.
    this.#tidying ??= accessState("cannot be written", () => this.#entries.tidy(() => this.assertHeld())).finally(
      () => {
        this.#tidying = undefined;
      },
    );
    await this.#tidying;
  }

  async close(): Promise<void> {
    try {
      // A failure only means that some requests are read again.
      await this.writeIndex().catch(() => {});
      await accessState("cannot be written", () => this.#entries.close());
    } finally {
      await this.#lock.release();
    }
  }
}

function usedMeanwhile(): RegStateError {
  return new RegStateError("another process has used the state meanwhile", { reason: "locked" });
}

import type { RequestKind } from "../../base/kinds.js";
import type { RequestEvent, RequestEventType } from "../../domain/events.js";
import type { AnyRegError } from "../../errors/errors.js";
import type { NotificationList } from "../../generated/supplier/models.js";
import type { StateStore } from "../../state/entries.js";

/** What each event has when a handler receives it. */
interface HandledEvent {
  /** Identifies the event: the same text when it is handled again, and another one for each other event. */
  readonly id: string;
  /** When it was noticed, as ISO 8601. */
  readonly timestamp: string;
  /**
   * How often this event was handed to a handler since the last call of `onStart`, from 1; by `followOnce`, since it was
   * noticed or given back.
   */
  readonly attempt: number;
  /**
   * Aborted at once when `follow` or the round ends during this call, also by `close({ timeout })`: if the handler rejects
   * then, the event is handed over again later. Each call has its own.
   */
  readonly signal: AbortSignal;
}

/** An event of a request as a handler receives it. */
export interface FollowedEvent<Type extends RequestEventType = RequestEventType> extends RequestEvent, HandledEvent {
  readonly type: Type;
  /** The kind of the request: of `supplier.serviceRequests`, or of `supplier.damageServiceRequests`. */
  readonly kind: RequestKind;
}

/** A notification of a lessor that is new, or has changed, as a handler receives it. */
export interface NotificationEvent extends HandledEvent {
  readonly type: "notification";
  /**
   * As `lessors.notifications` lists it. The reference shows no fields: declare `NotificationListBody` in `OpenTypes`.
   */
  readonly notification: EntryOf<NotificationList>;
}

/** The entries of a list, or of each list in an object. */
type EntryOf<Body> = Body extends readonly (infer Entry)[]
  ? Entry
  : { [Name in keyof Body]-?: Body[Name] extends readonly (infer Entry)[] | undefined ? Entry : never }[keyof Body];

/** Handles an event. One that fails is handled again later. */
export type FollowHandler<Type extends RequestEventType> = (event: FollowedEvent<Type>) => unknown;

/**
 * The handlers by event; an event without a handler is passed over. The notifications of lessors are only read if there
 * is a handler for them.
 */
export type FollowHandlers = { readonly [Type in RequestEventType]?: FollowHandler<Type> | undefined } & {
  readonly notification?: ((event: NotificationEvent) => unknown) | undefined;
};

/** An event whose handler has failed too often. */
export interface SetAsideEvent {
  readonly event: Omit<FollowedEvent, "attempt" | "signal"> | Omit<NotificationEvent, "attempt" | "signal">;
  /** The message of the last error of the handler. */
  readonly error: string;
}

/** The options of `follow`. */
export interface FollowOptions {
  /** The function for each event: see docs/events.md. An event without one is passed over. */
  readonly on: FollowHandlers;
  /**
   * Keeps what was handled: the path of a file, or a store with `get`, `set` and `delete`, such as Keyv. One state
   * belongs to one service and one supplier: it is rejected if the service lists requests of another one. It contains
   * the requests.
   */
  readonly state: string | StateStore;
  /**
   * Your name for the supplier's account, such as its number, if several accounts share one store: it is part of the
   * keys. Without it, the store is for one account. Keep it, because another name is another state.
   */
  readonly account?: string | undefined;
  /** The time from the end of a poll to the next one, in milliseconds, at least 1000. Default 60 000. */
  readonly every?: number | undefined;
  /** Ends following, once the handlers in progress have ended. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the requests that exist when a state is new are events, too: each is `created`, and what follows from its
   * status. So are the notifications that are found at the first reading. Default false: only what happens afterwards.
   */
  readonly existing?: boolean | undefined;
  /**
   * How often an event is handed to a handler that fails, before it is set aside and the next event of the request
   * follows. The delays grow from a second to five minutes. Default 10.
   */
  readonly attempts?: number | undefined;
  /** How many handlers run at a time. Those of one request run one after the other. Default 8. */
  readonly concurrency?: number | undefined;
  /** The priority of each request in the throttle's queue: 0 (first) to 9 (last). Default 9. */
  readonly priority?: number | undefined;
  /**
   * Called when this process begins to follow, because no other process uses the state; again after the store has failed.
   */
  readonly onStart?: (() => void) | undefined;
  /** Called after a request to the service, or to a store that keeps the state, has failed; following continues. */
  readonly onError?: ((error: AnyRegError) => void | PromiseLike<void>) | undefined;
  /** Called after a handler has failed. */
  readonly onHandlerError?: ((error: unknown, event: FollowedEvent | NotificationEvent) => void) | undefined;
  /** Called when an event is set aside. */
  readonly onSetAside?: ((setAside: SetAsideEvent) => void) | undefined;
}

/** What `follow` returns. */
export interface Following {
  /**
   * Resolves when the client is closed. Rejects with the reason of `signal`, with an error of a poll that is not
   * temporary, with what a function of the options other than a handler throws or rejects with, and with RegStateError
   * for a state that cannot be used. Always after the handlers in progress have ended.
   */
  readonly ended: Promise<void>;
  /** Lists the events that were set aside; none while another process follows. */
  setAside(): readonly SetAsideEvent[];
  /**
   * Hands an event that was set aside to its handler again, also while later events of the request are handled. False
   * if there is none with this id.
   */
  giveBack(eventId: string): boolean;
}

/** Options of `deleteFollowState`. */
export interface DeleteFollowStateOptions {
  /** The store of `follow` or `followOnce`. If the state is a file, delete the file, once following has ended. */
  readonly state: StateStore;
  /** The name under which the account was followed. Default: none. */
  readonly account?: string | undefined;
}

/** The options of `followOnce`: those of `follow`, of which `every` only decides on `nextAt`. */
export interface FollowOnceOptions extends Omit<FollowOptions, "onStart"> {
  /**
   * The longest time for the round, in milliseconds; Infinity: no bound. Then the signals of the handlers in progress are
   * aborted, no other one begins, and the round resolves when they have ended. A handler that then rejects has failed.
   * Default: no bound.
   */
  readonly deadline?: number | undefined;
  /** The ids of events that were set aside, to be handed over again; one that is not set aside is passed over. */
  readonly giveBack?: readonly string[] | undefined;
}

/** What one round of `followOnce` has done. */
export interface FollowRound {
  /** The events that were handled, as the state has noted, in the order in which their handlers ended. */
  readonly events: readonly SetAsideEvent["event"][];
  /** All events that are set aside. */
  readonly setAside: readonly SetAsideEvent[];
  /**
   * When the next round has something to do, in milliseconds since 1970: `every` after the poll, or earlier if something
   * that failed is then due again. Now, if the deadline has left something.
   */
  readonly nextAt: number;
  /**
   * Whether something is left for a later round, beside what is set aside: an event whose handler has failed or was not
   * called, a request that could not be read, or a list for which no time was left.
   */
  readonly left: boolean;
  /** Whether another process uses the state; then nothing was done, unless that process took it over during the round. */
  readonly locked: boolean;
}

import { CallCancellation } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import type { RequestKind } from "../../base/kinds.js";
import { groupOf } from "../../domain/vocabulary.js";
import type { SupplierMethods } from "../../generated/supplier/methods.js";
import type { ServiceRequestList } from "../../generated/supplier/models.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import type { RepeatedCallOptions } from "../../http/call/options.js";
import { namedMethod } from "../../http/client.js";
import type { Execute } from "../../http/execute.js";
import type { InFlightCalls } from "../../http/in-flight.js";
import type { ThrottleStatistics } from "../../http/throttle/types.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";

/** A list of open requests whose entries were not checked. */
export interface EntryList extends Pick<ServiceRequestList, "hasMore"> {
  readonly serviceRequests: readonly unknown[];
}

/** What runs a round; its own type would be an import in a circle. */
interface RoundModule {
  runRound(context: FollowContext, options: FollowOnceOptions): Promise<FollowRound>;
}

/** The parts of a client that `follow` uses. */
export interface FollowContext {
  readonly execute: Execute;
  readonly requests: Readonly<Record<RequestKind, Pick<SupplierMethods["serviceRequests"], "get">>>;
  readonly notifications: SupplierMethods["lessors"]["notifications"];
  /** The address of the service. */
  readonly baseUrl: string;
  /** Whether a function supplies the token, which may supply a valid one later. */
  readonly hasTokenFunction: boolean;
  readonly clock: Clock;
  readonly throttle: () => ThrottleStatistics | undefined;
  readonly inFlight: Pick<InFlightCalls, "onAbort" | "whenClosing">;
  /**
   * Most programs that use a client do not follow. The client has it, and not the module: what a client does must not
   * depend on what others in the process have done.
   */
  readonly loadRound: () => Promise<RoundModule>;
}

const entryLists = {
  service: entryList("service"),
  damage: entryList("damage"),
} satisfies Record<RequestKind, unknown>;

function entryList(kind: RequestKind) {
  return namedMethod({ ...supplierOperations[`${groupOf[kind]}.list`], content: { serviceRequests: [] } });
}

/** Lists the open requests of one kind, also if an entry is incomplete, so that it does not hide all others. */
export function listEntries(kind: RequestKind, execute: Execute, options: RepeatedCallOptions): Promise<EntryList> {
  return entryLists[kind](execute, [undefined, options]) as Promise<EntryList>;
}

/**
 * The end of following: by the caller's signal (then `byCaller`), or without an error by `close()` or the deadline of a
 * single round.
 */
export class FollowStop extends CallCancellation {
  #hasExpired = false;
  /** Created when it is needed: a round that finds nothing new takes no longer than its calls. */
  #calls: AbortController | undefined;

  /** For the calls: the caller's signal may live long, and each call would add a listener to it. */
  get signal(): AbortSignal {
    this.#calls ??= new AbortController();
    if (this.aborted) this.#calls.abort(this.reason);
    return this.#calls.signal;
  }

  /** Whether the deadline of a single round has ended it. */
  get hasExpired(): boolean {
    return this.#hasExpired;
  }

  /** Ends a single round, unless it has ended before. */
  expire(): void {
    if (this.aborted) return;
    this.#hasExpired = true;
    this.abort();
  }

  override abort(reason?: unknown, byCaller = false): void {
    super.abort(reason, byCaller);
    this.#calls?.abort(this.reason);
  }

  /** Ends with the signal or the client, whichever is first; returns a function that removes both listeners. */
  listenTo(signal: AbortSignal | undefined, { inFlight }: FollowContext): () => void {
    const forgetSignal = inFlight.onAbort(signal, (reason) => this.abort(reason, true));
    const forgetClosing = inFlight.whenClosing(() => this.abort());
    return () => {
      forgetSignal();
      forgetClosing();
    };
  }
}

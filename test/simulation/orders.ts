import { type Deployment, endingMs } from "./deployment.js";
import type { Process } from "./machine.js";

/** The next step of an order. */
export type Todo = "create" | "resubmit" | "invoice";

/** What a workshop does for a vehicle, and what its database knows of it. */
export interface Order {
  readonly kind: "repair" | "damage" | "rental" | "draft";
  readonly licensePlate: string;
  readonly workOrderNumber: string;
  /** When the work is planned, on the timeline. */
  readonly at: number;
  /** Whether several processes work on it at once. */
  readonly isContested: boolean;
  /** The day in the workshop, `yyyy-MM-dd`. */
  readonly workshopDate: string;
  /** The id of its request, when it is known. */
  requestId?: string;
  /** What is to be done next; undefined: to wait for an event. */
  todo: Todo | undefined;
  /** The price that was offered last, in euros. */
  price: number;
  /** How many times `todo` has changed: whoever has worked on an earlier one does not decide about this one. */
  changes: number;
  /** What an event has asked for while something else, or the same, was to be done. */
  next: Todo | undefined;
  isInvoiced: boolean;
  /** The process that works on it, if one does, and until when no other one does. On the timeline. */
  lease: { readonly process: Process | undefined; readonly until: number } | undefined;
}

/** The orders of a deployment, of which nothing is done yet. */
export function planOrders({ now, sessions, orders }: Deployment): Order[] {
  return orders.map(({ kind, session, after, days, isContested }, index) => {
    const earlier = sessions.slice(0, Math.min(session, sessions.length - 1));
    const beginsAt = earlier.reduce(
      (sum, { length, pause, isKilled }) => sum + length + pause + (isKilled ? 0 : endingMs),
      0,
    );
    const workshopAt = new Date(Date.parse(now) + days * 24 * 3_600_000);
    return {
      kind,
      // The service admits several damages of a vehicle, and a list of them must not be mistaken for another order.
      licensePlate: kind === "damage" ? "SI-100-D" : `SI-10${index}-M`,
      workOrderNumber: `WO-${index + 1}`,
      at: beginsAt + after,
      // The service admits several damages of a vehicle, and nothing else tells two programs that create one at once.
      isContested: isContested && (kind === "repair" || kind === "rental"),
      workshopDate: new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(workshopAt),
      todo: "create",
      price: 60,
      next: undefined,
      changes: 0,
      isInvoiced: false,
      lease: undefined,
    };
  });
}

/** Whether the workshop takes it for done; `findUnfinished` asks the service about drafts. */
export const isFinished = ({ kind, requestId, isInvoiced }: Order): boolean =>
  kind === "draft" ? requestId !== undefined : isInvoiced;

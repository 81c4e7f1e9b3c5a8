/** A queue of BullMQ for the events of `supplier.follow`, and the worker that does what they call for. */
import {
  type FollowedEvent,
  mayRepeat,
  possibleActions,
  RegError,
  type RequestKind,
  type SupplierClient,
} from "@reg/sdk";
import { type Job, Queue, Worker } from "bullmq";

/** What a job knows. It reads the rest when it runs, because the request may have changed since the event. */
interface EventJob {
  readonly kind: RequestKind;
  readonly requestId: string;
  readonly workOrderNumber: string;
}

/** When BullMQ repeats a job that has failed, in milliseconds; -1 if it does not. */
function delayBefore(attempts: number, _type?: string, error?: Error): number {
  const delay = Math.min(1000 * 2 ** attempts, 300_000);
  if (!RegError.is(error)) return delay;
  // The work finds what it has created, also what is still on its way: longer than `timeout`.
  if (error.outcome === "unknown") return Math.max(delay, 60_000);
  if (!mayRepeat(error)) return -1;
  if ("retryAfterMs" in error && error.retryAfterMs !== undefined) return error.retryAfterMs;
  // After a 429 that names no time, the client pauses for the window of its throttle.
  return error.kind === "rate-limit" || error.kind === "throttle" ? Math.max(delay, 60_000) : delay;
}

export function createEventQueue(supplier: SupplierClient, redisUrl: string) {
  const connection = { url: redisUrl };
  const queue = new Queue<EventJob>("reg-events", {
    connection,
    defaultJobOptions: {
      attempts: 300, // with these delays, about a day
      backoff: { type: "custom" },
      removeOnComplete: { age: 30 * 24 * 3600 }, // seconds: as long as a job is kept, its id is not added again
    },
  });
  const worker = new Worker<EventJob, string>(queue.name, work, {
    connection,
    concurrency: 4,
    settings: { backoffStrategy: delayBefore },
  });
  // BullMQ connects again by itself.
  queue.on("error", (error) => console.warn(error.message));
  worker.on("error", (error) => console.warn(error.message));

  /** Can be run again after any failure. */
  async function work({ name, data: { kind, requestId, workOrderNumber } }: Job<EventJob>): Promise<string> {
    const requests = kind === "damage" ? supplier.damageServiceRequests : supplier.serviceRequests;
    const deadline = 20_000; // a worker that stops waits for it
    if (name === "ready-to-invoice") {
      // Here, the work is done. If it is planned for later, add the job when a clerk reports that it is done.
      const number = `${workOrderNumber}-1`; // identifies the invoice: the same in each run
      const { invoiceId } = await requests.invoice(requestId, { number, vatLines: { percentage: 21 }, deadline });
      return `invoice ${invoiceId}`;
    }
    // After an earlier run has asked the lessor, this is no longer possible.
    if (!possibleActions(await requests.get(requestId)).workflows.includes("resubmit")) return "nothing to do";
    await requests.resubmit(requestId, { cancelDenied: true, deadline });
    return "resubmitted";
  }

  return {
    queue,
    worker,
    /** Adds a job for an event. If the event is handled again, BullMQ knows the id and adds no second job. */
    async add({ type, id, kind, request }: FollowedEvent): Promise<void> {
      const workOrderNumber = request.appointment?.workOrderNumber;
      // Approval requires it. If it is missing all the same, the event is set aside after some attempts.
      if (workOrderNumber === undefined) throw new Error(`the request ${request.id} has no work order number`);
      await queue.add(type, { kind, requestId: request.id, workOrderNumber }, { jobId: id });
    },
  };
}

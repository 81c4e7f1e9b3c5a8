/**
 * The backend of a vendor with many suppliers. A job for each account polls, and adds a job for each of its events. All
 * processes run the same.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createSupplierClient,
  type FollowedEvent,
  mayRepeat,
  RegError,
  type RequestKind,
  type SupplierClient,
} from "@reg/sdk";
import { type Job, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";

export interface AccountsOptions {
  readonly baseUrl: string;
  readonly redisUrl: string;
  /** The beginning of all keys in Redis. */
  readonly prefix: string;
  /** The time between two polls of an account, in milliseconds. */
  readonly every: number;
}

/** The longest time for a request, in milliseconds. */
const timeout = 10_000;

interface InvoiceJob {
  readonly account: string;
  readonly kind: RequestKind;
  readonly requestId: string;
  /** The same in each run: it identifies the invoice. */
  readonly number: string;
}

/** What an operator sees of an account whose last round failed, or could not read everything. */
export interface AccountFailure {
  readonly kind: string;
  readonly message: string;
  readonly since: string;
}

export async function createAccounts({ baseUrl, redisUrl, prefix, every }: AccountsOptions) {
  const connection = { url: redisUrl };
  // Otherwise it may send a command later whose failure it has reported, over what another process has written.
  const options = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false, commandTimeout: 5000 };
  const redis = new Redis(redisUrl, { ...options, keyPrefix: prefix });
  redis.on("error", (error) => console.warn(error.message)); // it connects again by itself
  await once(redis, "ready"); // until then, it fails at once
  const state = {
    get: (key: string) => redis.get(key),
    set: (key: string, value: string) => redis.set(key, value),
    delete: (key: string) => redis.del(key),
  };

  // The client from which the others are derived: they share its connections, and the code of its methods.
  const vendor = createSupplierClient({
    baseUrl,
    token: () => {
      throw new Error("use the client of an account");
    },
    timeout,
    // A longer pause is waited out in the queue, not in a worker: one that the service names, and the throttle's own.
    retry: { maxRetryAfter: 1000 },
    throttle: { maxWait: 1000 },
  });
  const clients = new Map<string, SupplierClient>();

  function clientOf(account: string): SupplierClient {
    const known = clients.get(account);
    if (known !== undefined) return known;
    // Your store of secrets: a token that is replaced there is used from the next request on.
    const token = async () => (await redis.hget("tokens", account)) ?? "";
    const client = vendor.withOptions({
      token,
      on: ({ type }) => {
        if (type === "pause") void redis.sadd("paused", account);
      },
    });
    clients.set(account, client);
    return client;
  }

  const rounds = new Queue<{ account: string }>("rounds", {
    connection,
    prefix,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  const events = new Queue<InvoiceJob>("events", {
    connection,
    prefix,
    defaultJobOptions: {
      attempts: 300,
      backoff: { type: "custom" },
      removeOnComplete: { age: 30 * 24 * 3600 }, // seconds: as long as a job is kept, its id is not added again
    },
  });

  /** Jobs of an account that has left may still be in a queue. */
  const hasLeft = async (account: string) => (await redis.hexists("tokens", account)) === 0;

  async function pollAccount({ data: { account } }: Job<{ account: string }>): Promise<void> {
    if (await hasLeft(account)) return;
    const note = async ({ type, id, request }: FollowedEvent) =>
      redis.rpush(`handled:${account}`, JSON.stringify({ id, type, requestId: request.id }));
    const addInvoice = async (event: FollowedEvent) => {
      const { id, kind, request } = event;
      const workOrderNumber = request.appointment?.workOrderNumber;
      // Approval requires it. If it is missing all the same, the event is set aside after some attempts.
      if (workOrderNumber === undefined) throw new Error(`the request ${request.id} has no work order number`);
      await note(event);
      // A job that is known is not added again, as when this event is handled once more.
      const job = { account, kind, requestId: request.id, number: `${workOrderNumber}-1` };
      await events.add("invoice", job, { jobId: id });
    };
    const problems: RegError[] = [];
    try {
      // Several rounds of one account at once do no harm: `locked` says that another one is at work.
      const { locked } = await clientOf(account).followOnce({
        state,
        account,
        existing: true, // for a new account, open requests are events, too: not if other software is to finish them
        on: { approved: note, "ready-to-invoice": addInvoice, invoiced: note },
        deadline: 20_000,
        onSetAside: ({ event, error }) => console.error(account, event.type, event.id, error), // a person has to look
        onError: (error) => void problems.push(error), // also of a round that resolves
      });
      const [problem] = problems;
      if (problem !== undefined) await noteFailure(account, problem);
      else if (!locked) await redis.hdel("failures", account);
    } catch (error) {
      if (await hasLeft(account)) return;
      if (RegError.is(error)) await noteFailure(account, error);
      throw error;
    }
  }

  async function noteFailure(account: string, { kind, message }: RegError): Promise<void> {
    if (await hasLeft(account)) return; // during the round
    const known = await redis.hget("failures", account);
    const since = known === null ? new Date().toISOString() : (JSON.parse(known) as AccountFailure).since;
    await redis.hset("failures", account, JSON.stringify({ kind, message, since } satisfies AccountFailure));
  }

  /** Can be run again after any failure: `invoice` finds the invoice that an earlier run has created. */
  async function invoice({ data: { account, kind, requestId, number } }: Job<InvoiceJob>): Promise<void> {
    if (await hasLeft(account)) return;
    const { serviceRequests, damageServiceRequests } = clientOf(account);
    const requests = kind === "damage" ? damageServiceRequests : serviceRequests;
    await requests.invoice(requestId, { number, vatLines: { percentage: 21 }, deadline: 20_000 });
  }

  /** Deletes the state of an account, as soon as no round uses it. */
  async function deleteState(account: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await vendor.deleteFollowState({ state, account });
        return;
      } catch (error) {
        const isLocked = RegError.is(error, "state") && error.reason === "locked";
        if (!isLocked || attempt === 30) throw error;
        await sleep(1000);
      }
    }
  }

  const settings = {
    connection,
    prefix,
    // How soon another worker notices that one has died, in milliseconds: shorter than BullMQ's 30 seconds.
    lockDuration: 6000,
    stalledInterval: 3000,
    maxStalledCount: 3,
  };
  const workers: readonly Worker[] = [
    new Worker(rounds.name, pollAccount, { ...settings, concurrency: 20 }),
    new Worker(events.name, invoice, { ...settings, concurrency: 10, settings: { backoffStrategy: delayBefore } }),
  ];
  // BullMQ connects again by itself.
  for (const queue of [rounds, events]) queue.on("error", (error) => console.warn(error.message));
  for (const worker of workers) worker.on("error", (error) => console.warn(error.message));

  return {
    /** Begins to poll an account; the rounds of all accounts are spread over the interval. */
    async add(account: string, position: number): Promise<void> {
      const offset = Math.floor((position * every) / 1000) % every;
      await rounds.upsertJobScheduler(account, { every, offset }, { name: "round", data: { account } });
    },

    /**
     * Ends an account that has left. Other processes keep its client until they end, without a token; if the account
     * comes back, they go on with it.
     */
    async remove(account: string): Promise<void> {
      await rounds.removeJobScheduler(account);
      await redis.hdel("tokens", account);
      await redis.hdel("failures", account);
      await deleteState(account);
      await clients.get(account)?.close({ timeout: 10_000 });
      clients.delete(account);
    },

    /** The accounts whose last round failed. */
    async failures(): Promise<Readonly<Record<string, AccountFailure>>> {
      const found = await redis.hgetall("failures");
      return Object.fromEntries(Object.entries(found).map(([account, text]) => [account, JSON.parse(text)]));
    },

    /** Ends the jobs in progress, then the connections. */
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
      await vendor.close({ timeout: 10_000 });
      await Promise.all([rounds.close(), events.close()]);
      redis.disconnect();
    },
  };
}

/** When BullMQ repeats a job that has failed, in milliseconds; -1 if it does not. */
function delayBefore(attempts: number, _type?: string, error?: Error): number {
  const delay = Math.min(1000 * 2 ** attempts, 300_000);
  if (!RegError.is(error)) return delay;
  // The work finds what it has created, also what is still on its way: longer than `timeout`.
  if (error.outcome === "unknown") return Math.max(delay, 2 * timeout);
  if (!mayRepeat(error)) return -1;
  if ("retryAfterMs" in error && error.retryAfterMs !== undefined) return error.retryAfterMs;
  // After a 429 that names no time, the client pauses for the window of its throttle.
  return error.kind === "rate-limit" || error.kind === "throttle" ? Math.max(delay, 60_000) : delay;
}

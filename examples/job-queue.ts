/**
 * `follow` puts each event into a queue of BullMQ, and a worker does the work. Shows an event that is handled twice, a
 * pause of the service that the queue waits out, and an invoice that a person has to look at.
 *
 *   npx tsx node_modules/@reg/sdk/examples/job-queue.ts
 *
 * Needs bullmq, ioredis, keyv and @keyv/redis. Uses the Redis of REDIS_URL, or otherwise starts redis-server, which must
 * be installed. Runs against its own sandbox.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createKeyv } from "@keyv/redis";
import { amsterdamDay, createSupplierClient, type FollowedEvent, lineFor, mileageReading } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { createEventQueue } from "./backend/event-queue.js";
import { show, step, today } from "./support/output.js";
import { openRedis } from "./support/redis.js";

const redis = await openRedis();
const sandbox = createSandbox();
const server = await sandbox.listen();
const supplier = createSupplierClient({
  baseUrl: server.supplier.baseUrl,
  token: () => sandbox.supplier.token(),
  // A longer pause is waited out in the queue, not in a worker: one that the service names, and the throttle's own.
  retry: { maxRetryAfter: 1000 },
  throttle: { maxWait: 1000 },
});

step("The lessor approves an oil service for today and one for a later day, and denies a third one");
const first = await submit("AB-123-C", "WO-1", today());
const later = await submit("DE-456-F", "WO-2", amsterdamDay(Date.now() + 48 * 3_600_000));
const denied = await submit("KL-012-M", "WO-3", today());
sandbox.lessor.approve(first);
sandbox.lessor.approve(later);
sandbox.lessor.deny(denied);

step("The process follows, and works on the jobs; at first, the service asks for a pause of 2 seconds");
sandbox.fail({ operation: "serviceRequests.invoices.list", with: { status: 503, headers: { "retry-after": "2" } } });
const events = createEventQueue(supplier, redis.url);
const ended: string[] = [];
events.worker.on("completed", ({ name, data, returnvalue }) => {
  show(name, returnvalue);
  ended.push(`${data.workOrderNumber} completed`);
});
events.worker.on("failed", (job, error) => {
  const isRepeated = job?.finishedOn === undefined;
  show(job?.name ?? "job", `${error.name}: ${isRepeated ? "is repeated later" : error.message}`);
  if (!isRepeated) ended.push(`${job.data.workOrderNumber} failed`);
});
const connection = { url: redis.url, disableOfflineQueue: true };
const state = createKeyv(connection, { namespace: "reg-follow", throwOnErrors: true });
let additions = 0;
const following = supplier.follow({
  state,
  every: 1000, // leave it out for a minute
  existing: true, // the requests above are events, too
  on: { "ready-to-invoice": addJob, denied: addJob, "partly-approved": addJob },
  onError: (error) => console.warn(error.message),
});
process.once("SIGTERM", () => void stop());

async function addJob(event: FollowedEvent): Promise<void> {
  await events.add(event);
  additions += 1;
  // As if the process was killed before it noted that the event was handled.
  if (event.request.id === first && event.attempt === 1) throw new Error("killed");
}

/** Ends the jobs in progress, then following and its handlers, then the connections. */
async function stop(): Promise<void> {
  await events.worker.close();
  await supplier.close({ timeout: 10_000 });
  await following.ended;
  await events.queue.close();
  await state.disconnect();
}

for (let waited = 0; ended.length < 3 || additions < 4; waited += 100) {
  assert.ok(waited < 60_000, "the jobs should have ended");
  await sleep(100);
}
await stop();
assert.deepEqual(ended.sort(), ["WO-1 completed", "WO-2 failed", "WO-3 completed"]);

step("What the service has received");
const invoices = sandbox.journal.of("serviceRequests.invoices.create").map(({ params }) => params["id"]);
show("invoices", invoices.length);
assert.deepEqual(invoices, [first]);
sandbox.journal.assertNoDuplicateCreates();
await server.close();
await redis.close();

/** Submits an oil service for approval. */
async function submit(licensePlate: string, workOrderNumber: string, workshopDate: string): Promise<string> {
  const { components: allowed } = await supplier.contracts.components(licensePlate);
  const contact = { name: "Robin de Vries", phone: "+31 30 123 45 67" };
  const { id } = await supplier.serviceRequests.createAndSubmit({
    vehicle: { licensePlate, partialVin: "JF123456" },
    appointment: { workshopDate, workOrderNumber, estimatedDurationInDays: 1, contact },
    components: [mileageReading(48210), lineFor(allowed, "1101", { operation: "01", price: 129.5 })],
  });
  return id;
}

/**
 * A vendor's backend with a thousand suppliers, in three processes. BullMQ runs a round for each account, one after the
 * other fails in a different way, and at the end each account has all of its events, in their order, and one invoice.
 *
 *   npx tsx node_modules/@reg/sdk/examples/cluster/accounts.ts
 *
 * Needs bullmq and ioredis. Uses the Redis of REDIS_URL, or otherwise starts redis-server, which must be installed. One
 * sandbox is the service for all accounts.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createSandbox, type OperationId } from "@reg/sdk/sandbox";
import { Redis } from "ioredis";
import { type AccountsOptions, createAccounts } from "../backend/accounts.js";
import { show, step } from "../support/output.js";
import { openRedis } from "../support/redis.js";

const count = Number(process.env["ACCOUNTS"] ?? 1000);
const every = 10_000; // a minute in a real program
const downSeconds = Number(process.env["DOWN_SECONDS"] ?? 5); // 60 takes about a minute longer

/** A process of the backend, until SIGTERM. */
async function runReplica(options: AccountsOptions): Promise<void> {
  const accounts = await createAccounts(options);
  await once(process, "SIGTERM");
  await accounts.close();
}

async function runVendor(): Promise<void> {
  const { url: redisUrl, close: closeRedis } = await openRedis();
  const prefix = `accounts-${Date.now()}:`; // nothing of an earlier run
  const redis = new Redis(redisUrl, { keyPrefix: prefix });

  step(`${count} accounts, each with a request, and three processes`);
  const numbers = Array.from({ length: count }, (_, index) => 5001 + index);
  // The limit of the sandbox is one for all suppliers, and that of each account is not what this example is about.
  const sandbox = createSandbox({ suppliers: numbers, rateLimit: false });
  const { journal } = sandbox;
  const requestIds: string[] = [];
  const tokens = new Map<string, string>();
  for (const supplierNumber of numbers) {
    requestIds.push((await sandbox.seed("lessor", { supplierNumber })).lessor);
    tokens.set(`account-${supplierNumber}`, await sandbox.supplier.token({ supplierNumber }));
  }
  const server = await sandbox.listen();
  const options: AccountsOptions = { baseUrl: server.supplier.baseUrl, redisUrl, prefix, every };
  const names = [...tokens.keys()];
  const [expired = "", busy = ""] = names;
  const [supplierOfExpired, supplierOfBusy] = numbers;
  await redis.hset("tokens", Object.fromEntries(tokens));
  const accounts = await createAccounts(options); // this process also takes part
  for (const [position, account] of names.entries()) await accounts.add(account, position);
  const replicas = ["replica 1", "replica 2"].map((name) => startReplica(name, options));
  const callersOf = (operation: OperationId, wanted: number) =>
    new Set(journal.of(operation).flatMap(({ caller, status }) => (status === wanted ? [caller] : [])));
  await until("every account was polled", () => callersOf("damageServiceRequests.list", 200).size === count);

  step("The lessors approve a request of each account; a token expires, one account gets 429, a process is killed");
  const expiredToken = await sandbox.supplier.token({ supplierNumber: supplierOfExpired, expiresInMs: -1000 });
  await redis.hset("tokens", expired, expiredToken);
  const approvedAt = performance.now();
  for (const id of requestIds) sandbox.lessor.approve(id);
  const tooMany = { status: 429, headers: { "retry-after": "5" } };
  sandbox.fail({ operation: "serviceRequests.list", supplierNumber: supplierOfBusy, with: tooMany, times: 3 });
  await until("a third of the invoices", () => callersOf("serviceRequests.invoices.create", 201).size >= count / 3);
  replicas[0]?.kill("SIGKILL");
  replicas[0] = startReplica("replica 3", options);
  await until("a failure of the expired token", async () => expired in (await accounts.failures()));
  show(expired, (await accounts.failures())[expired]);
  await until("a pause", async () => (await redis.scard("paused")) > 0);
  assert.deepEqual(await redis.smembers("paused"), [busy]);
  show("paused", busy);
  // Each account has its own throttle: while that of this one pauses, the rounds of all others succeed.
  const polls = () => journal.of("damageServiceRequests.list").filter(({ status }) => status === 200).length;
  const pollsBefore = polls();
  await until("more polls", () => polls() > pollsBefore + 10);
  const failing = Object.keys(await accounts.failures());
  assert.deepEqual(
    failing.filter((account) => account !== busy),
    [expired],
  );

  step(`The service is down for ${downSeconds} s`);
  const outage = sandbox.fail({ operation: "*", with: { status: 503 }, times: Number.POSITIVE_INFINITY });
  await sleep(downSeconds * 1000);
  show("failures", Object.keys(await accounts.failures()).length);
  outage.cancel();

  step("The token of the first account is replaced, and the processes are restarted one after the other");
  await redis.hset("tokens", expired, tokens.get(expired) ?? "");
  for (const [index, name] of ["replica 4", "replica 5"].entries()) {
    const before = replicas[index];
    replicas[index] = startReplica(name, options);
    if (before !== undefined) await stop(before);
  }
  await until("all events", async () => (await handledOf(redis, names)).every(isComplete));
  show("after the approval", `${Math.round((performance.now() - approvedAt) / 1000)} s`);

  step("What the service has received, and the handlers");
  const failures = await accounts.failures();
  await Promise.all(replicas.map(stop));
  await accounts.close();
  journal.assertNoDuplicateCreates();
  journal.assertCalls({ "serviceRequests.create": 0, "damageServiceRequests.create": 0 });
  const invoices = journal.of("serviceRequests.invoices.create").filter(({ status }) => status === 201);
  assert.deepEqual(
    invoices.map(({ caller }) => Number(caller)).sort((one, other) => one - other),
    numbers,
  );
  show("invoices", `${invoices.length}, one for each account`);
  const handled = await handledOf(redis, names);
  for (const types of handled) assert.deepEqual(types, eventTypes);
  show("events", `${handled.flat().length}, all in their order`);
  assert.deepEqual(failures, {});
  show("failures", failures);
  redis.disconnect();
  await server.close();
  await closeRedis();
}

/** The events of the request of each account. */
const eventTypes = ["approved", "ready-to-invoice", "invoiced"];

const isComplete = (types: readonly string[]) => types.length >= eventTypes.length;

/** The types of the events that the handlers of each account have received, without repetitions. */
async function handledOf(redis: Redis, accounts: Iterable<string>): Promise<string[][]> {
  return Promise.all(
    Array.from(accounts, async (account) => {
      const texts = await redis.lrange(`handled:${account}`, 0, -1);
      const events = texts.map((text): { id: string; type: string } => JSON.parse(text));
      return [...new Map(events.map(({ id, type }) => [id, type])).values()];
    }),
  );
}

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const endsAt = performance.now() + 240_000; !(await isDone()); await sleep(200))
    assert.ok(performance.now() < endsAt, `there should have been ${what}`);
  show("done", what);
}

function startReplica(name: string, options: AccountsOptions): ChildProcess {
  const env = { ...process.env, ACCOUNTS_OPTIONS: JSON.stringify(options) };
  const replica = fork(fileURLToPath(import.meta.url), { env });
  process.once("exit", () => replica.kill("SIGKILL")); // also if the example fails
  show(name, `process ${replica.pid}`);
  return replica;
}

async function stop(replica: ChildProcess): Promise<void> {
  replica.kill("SIGTERM");
  assert.deepEqual(await once(replica, "exit"), [0, null]);
}

if (process.env["ACCOUNTS_OPTIONS"] === undefined) await runVendor();
else await runReplica(JSON.parse(process.env["ACCOUNTS_OPTIONS"]));

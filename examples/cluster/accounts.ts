/**
 * A vendor's backend with a thousand suppliers, in three processes. BullMQ runs a round for each account, one after the
 * other fails in a different way, and at the end each account has all of its events, in their order, and one invoice.
 *
 *   npx tsx node_modules/@reg/sdk/examples/cluster/accounts.ts
 *
 * Needs bullmq, ioredis, keyv and @keyv/redis. Uses the Redis of REDIS_URL, or otherwise starts redis-server, which must
 * be installed. Each account has its own sandbox.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
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

  step(`${count} accounts, each with nine requests, and three processes`);
  const service = await openService(count);
  const options: AccountsOptions = { baseUrl: service.baseUrl, redisUrl, prefix, every };
  const [expired = "", busy = ""] = service.accounts.keys();
  await redis.hset("tokens", Object.fromEntries(service.tokens));
  const accounts = await createAccounts(options); // this process also takes part
  for (const [position, account] of [...service.accounts.keys()].entries()) await accounts.add(account, position);
  const replicas = ["replica 1", "replica 2"].map((name) => startReplica(name, options));
  await until("every account was polled", () => service.polled() === count);

  step("The lessors approve a request of each account; a token expires, one account gets 429, a process is killed");
  await redis.hset("tokens", expired, await createSandbox().supplier.token({ expiresInMs: -1000 }));
  const approvedAt = performance.now();
  for (const sandbox of service.accounts.values()) sandbox.lessor.approve(service.requestId);
  service.accounts
    .get(busy)
    ?.fail({ operation: "serviceRequests.list", with: { status: 429, headers: { "retry-after": "5" } }, times: 3 });
  await until("a third of the invoices", () => service.invoiced() >= count / 3);
  replicas[0]?.kill("SIGKILL");
  replicas[0] = startReplica("replica 3", options);
  await until("a failure of the expired token", async () => expired in (await accounts.failures()));
  show(expired, (await accounts.failures())[expired]);
  // Each account has its own throttle: the 429 pauses no other one.
  await until("a pause", async () => (await redis.scard("paused")) > 0);
  assert.deepEqual(await redis.smembers("paused"), [busy]);
  show("paused", busy);

  step(`The service is down for ${downSeconds} s`);
  service.isDown = true;
  await sleep(downSeconds * 1000);
  show("failures", Object.keys(await accounts.failures()).length);
  service.isDown = false;

  step("The token of the first account is replaced, and the processes are restarted one after the other");
  await redis.hset("tokens", expired, service.tokens.get(expired) ?? "");
  for (const [index, name] of ["replica 4", "replica 5"].entries()) {
    const before = replicas[index];
    replicas[index] = startReplica(name, options);
    if (before !== undefined) await stop(before);
  }
  await until("all events", async () => (await handledOf(redis, service.accounts.keys())).every(isComplete));
  show("after the approval", `${Math.round((performance.now() - approvedAt) / 1000)} s`);

  step("What the services have received, and the handlers");
  const failures = await accounts.failures();
  await Promise.all(replicas.map(stop));
  await accounts.close();
  for (const sandbox of service.accounts.values()) {
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.journal.assertCalls({ "serviceRequests.create": 0, "damageServiceRequests.create": 0 });
    assert.equal(invoicesOf(sandbox), 1);
  }
  show("invoices", `${service.invoiced()}, one for each account`);
  const handled = await handledOf(redis, service.accounts.keys());
  for (const types of handled) assert.deepEqual(types, eventTypes);
  show("events", `${handled.flat().length}, all in their order`);
  assert.deepEqual(failures, {});
  show("failures", failures);
  redis.disconnect();
  await service.close();
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

const invoicesOf = ({ journal }: Sandbox) =>
  journal.of("serviceRequests.invoices.create").filter(({ status }) => status === 201).length;

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

/** Serves the sandboxes of all accounts at one address: the token of a request says whose it is. */
async function openService(size: number) {
  const first = createSandbox();
  const { lessor: requestId } = await first.seed("every-phase");
  const snapshot = first.snapshot();
  const accounts = new Map<string, Sandbox>();
  const tokens = new Map<string, string>();
  const byToken = new Map<string | undefined, Sandbox>();
  for (let index = 0; index < size; index += 1) {
    const sandbox = createSandbox();
    sandbox.restore(snapshot);
    const token = await sandbox.supplier.token();
    const account = `account-${index}`;
    accounts.set(account, sandbox);
    tokens.set(account, token);
    byToken.set(`Bearer ${token}`, sandbox);
  }
  const service = {
    baseUrl: "",
    accounts,
    tokens,
    requestId,
    isDown: false,
    polled: () => [...accounts.values()].filter(({ journal }) => journal.calls()["damageServiceRequests.list"]).length,
    invoiced: () => [...accounts.values()].reduce((sum, sandbox) => sum + invoicesOf(sandbox), 0),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    const sandbox = byToken.get(request.headers.authorization) ?? first;
    if (service.isDown) response.writeHead(503, { "content-type": "text/html" }).end("<h1>Service Unavailable</h1>");
    else await respond(sandbox, request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  service.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

async function respond(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = method === "GET" ? null : await buffer(request);
  const result = await sandbox.fetch(`${sandbox.supplier.baseUrl}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body,
  });
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(Buffer.from(await result.arrayBuffer()));
}

if (process.env["ACCOUNTS_OPTIONS"] === undefined) await runVendor();
else await runReplica(JSON.parse(process.env["ACCOUNTS_OPTIONS"]));

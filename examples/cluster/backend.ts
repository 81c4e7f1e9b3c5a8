/**
 * A backend with Fastify that runs twice. Both replicas serve HTTP, and one of them follows the requests. When it is
 * killed, the other one takes over.
 *
 *   npx tsx node_modules/@reg/sdk/examples/cluster/backend.ts
 *
 * Needs fastify. Runs against its own sandbox.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import fastify from "fastify";
import { show, step } from "../support/output.js";

/** Runs a replica of your backend. */
async function serve(): Promise<void> {
  const { REG_BASE_URL: baseUrl = "", REG_TOKEN: token = "", STATE: state = "" } = process.env;
  const supplier = createSupplierClient({ baseUrl, token: () => token });
  const app = fastify();

  let failure: unknown;
  const following = supplier.follow({
    state, // the same for all replicas: a file on a shared disk, or a store such as Keyv with Redis
    every: 1000, // leave it out for a minute
    existing: true, // what has happened before the first start, too
    on: { "ready-to-invoice": ({ request }) => tell({ handled: request.id }) },
    onError: (error) => app.log.warn(error),
  });
  following.ended.catch((error: unknown) => {
    failure = error;
  });

  // After a failure that stays, such as a 403, following has ended: the orchestrator restarts the replica and reports
  // it.
  app.get("/health", (_, reply) => reply.code(failure === undefined ? 200 : 503).send({ ok: failure === undefined }));
  app.get<{ Params: { id: string } }>("/requests/:id", async ({ params }) => {
    const { id, status } = await supplier.serviceRequests.get(params.id);
    return { id, status };
  });

  // Fastify calls this when all responses were sent. The handlers of events that are in progress end, too.
  app.addHook("onClose", async () => {
    await supplier.close({ timeout: 10_000 });
    await following.ended.catch(() => {});
  });
  process.once("SIGTERM", () => void app.close().then(() => process.disconnect()));
  tell({ address: await app.listen({ host: "127.0.0.1", port: 0 }) });
}

/** Reports to the process that has started the replica. */
function tell(message: Partial<Message>): void {
  process.send?.(message);
}

interface Message {
  readonly address: string;
  /** The id of a request whose event was handled. */
  readonly handled: string;
}

interface Replica {
  readonly name: string;
  readonly process: ChildProcess;
  readonly address: string;
}

/** Starts a replica, and resolves when it serves HTTP. */
async function startReplica(name: string, variables: Readonly<Record<string, string>>): Promise<Replica> {
  const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, ...variables, REPLICA: name } });
  process.once("exit", () => child.kill("SIGKILL")); // also if the example fails
  const [{ address }] = await once(child, "message");
  show(name, address);
  return { name, process: child, address };
}

/** Waits until a replica has handled the event of a request, and returns that replica. */
async function handlerOf(request: string, replicas: readonly Replica[]): Promise<Replica> {
  const signal = AbortSignal.timeout(60_000);
  const waiting = replicas.map(async (replica) => {
    for await (const [{ handled }] of on(replica.process, "message", { signal })) if (handled === request) break;
    return replica;
  });
  return Promise.race(waiting);
}

async function startBackend(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reg-backend-"));
  const sandbox = createSandbox();
  const { lessor: first, rental: second } = await sandbox.seed("every-phase");
  const server = await sandbox.listen();

  step("Two replicas with the same state");
  const variables = {
    REG_BASE_URL: server.supplier.baseUrl,
    REG_TOKEN: await sandbox.supplier.token(),
    STATE: join(folder, "requests.state"),
  };
  const replicas = await Promise.all(["replica 1", "replica 2"].map((name) => startReplica(name, variables)));

  step("The lessor approves a request: one replica handles the event, and both serve HTTP");
  sandbox.lessor.approve(first);
  const follower = await handlerOf(first, replicas);
  show("handled by", follower.name);
  for (const { name, address } of replicas) {
    const health = await fetch(`${address}/health`);
    const request = await fetch(`${address}/requests/${first}`);
    show(name, `health ${health.status}, request ${request.status}`);
    assert.deepEqual([health.status, request.status], [200, 200]);
  }

  step("That replica is killed, and the lessor approves another request");
  const killedAt = performance.now();
  follower.process.kill("SIGKILL");
  sandbox.lessor.approve(second);
  const others = replicas.filter((replica) => replica !== follower);
  const successor = await handlerOf(second, others);
  show("handled by", `${successor.name}, after ${Math.round((performance.now() - killedAt) / 1000)} s`);

  step("SIGTERM: the other one ends by itself");
  successor.process.kill("SIGTERM");
  const [code] = await once(successor.process, "exit");
  show("exit code", code);
  assert.equal(code, 0);
  await server.close();
  await rm(folder, { recursive: true });
}

if (process.env["REPLICA"] === undefined) await startBackend();
else await serve();

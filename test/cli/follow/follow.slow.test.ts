import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import type { ServiceRequestCreate } from "@reg/sdk/supplier";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Terminal } from "../../../src/cli/command.js";
import { commands, run } from "../../../src/cli/run.js";
import { reading, repair, work } from "../../domain/rules/content.js";
import { temporaryFolder } from "../../support/folder.js";
import { spawnReg } from "../support.js";

const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
const patience = { timeout: 30_000, interval: 20 };

/** An event as it is written and sent. */
interface Written {
  readonly type: string;
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly request: { readonly id: string };
  readonly lines: readonly object[];
}

async function setUp() {
  const plates = Array.from({ length: 20 }, (_, index) => `KT-${100 + index}-F`);
  const sandbox = createSandbox({ vehicles: plates.map((licensePlate) => ({ licensePlate })) });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  const state = join(folder, "requests.state");
  const { baseUrl } = server.supplier;
  const token = await sandbox.supplier.token();
  const env: Terminal["env"] = { REG_BASE_URL: baseUrl, REG_TOKEN: token, REG_WEBHOOK_SECRET: secret };
  const { serviceRequests } = createSupplierClient({ baseUrl, token });
  const args = ["follow", "--state", state, "--every", "1"];
  /** Whether the state says that what these lists contained at the start was noted. */
  const hasBegun = (lists: readonly string[]) => {
    const begun = [...readFileSync(state, "utf8").matchAll(/"begun\\":\[([^\]]*)/g)].at(-1)?.[1] ?? "";
    return lists.every((list) => begun.includes(list));
  };
  /** Runs the command in this process, until it has begun to follow. */
  const follow = async (...more: readonly string[]) => {
    const stop = new AbortController();
    const written = { out: "", err: "" };
    const code = run([...args, ...more], commands, {
      out: (text) => {
        written.out += text;
      },
      write: async (text) => {
        written.out += text;
      },
      err: (text) => {
        written.err += text;
      },
      interrupted: stop.signal,
      abandoned: stop.signal,
      env,
      input: Readable.from([]),
      screen: undefined,
    });
    const interrupt = () => {
      stop.abort();
      return code;
    };
    onTestFinished(async () => void (await interrupt()));
    let isOver = false;
    void code.finally(() => {
      isOver = true;
    });
    await vi.waitFor(() => expect(isOver || written.err.includes("following\n")).toBe(true), patience);
    const lists = ["service", "damage", ...(more.includes("--notifications") ? ["notification"] : [])];
    if (!isOver) await vi.waitFor(() => expect(hasBegun(lists)).toBe(true), patience);
    return { written, code, interrupt, events: () => linesOf(written.out) };
  };
  const create = async (index: number) => {
    const vehicle = { licensePlate: plates[index] ?? "", partialVin: "JF123456" };
    const content = { ...repair({ vehicle, components: [reading(), work()] }), status: "ApprovalRequested" };
    return (await serviceRequests.create(content as ServiceRequestCreate)).id;
  };
  return { sandbox, serviceRequests, follow, hasBegun, create, args, env, folder };
}

function linesOf(text: string): Written[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The events of each request in their order, without repetitions. */
function typesByRequest(events: readonly Written[]): string[][] {
  const byRequest = new Map<string, Set<string>>();
  for (const { request, type } of events) byRequest.set(request.id, (byRequest.get(request.id) ?? new Set()).add(type));
  return [...byRequest.values()].map((types) => [...types]);
}

/** A receiver that can be closed, and opened again on the same port. */
async function openReceiver(listener: RequestListener) {
  let server: Server;
  let port = 0;
  const open = async () => {
    server = createServer(listener);
    await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  await open();
  onTestFinished(async () => void (await close()));
  return { url: `http://127.0.0.1:${port}/T0-secret-path`, open, close };
}

test("each event is one line, and after a restart only new ones are written", { timeout: 60_000 }, async () => {
  const { sandbox, follow, create } = await setUp();
  const first = await follow();
  const id = await create(0);
  await vi.waitFor(() => expect(first.events()).toHaveLength(2), patience);
  expect(first.events()).toMatchObject([
    { type: "created", kind: "service", request: { id, status: "ApprovalRequested" }, lines: [] },
    { type: "submitted", kind: "service", request: { id }, lines: [] },
  ]);
  expect(Object.keys(first.events()[0] ?? {})).toEqual(["type", "id", "timestamp", "kind", "request", "lines"]);
  expect(await first.interrupt()).toBe(0);
  sandbox.lessor.approve(id);
  const second = await follow();
  await vi.waitFor(() => expect(second.events()).toHaveLength(2), patience);
  expect(second.events().map(({ type, lines }) => [type, lines.length])).toEqual([
    ["approved", 2],
    ["ready-to-invoice", 0],
  ]);
  sandbox.supplier.revokeTokens();
  expect(await second.code).toBe(4);
  expect(second.written.err).toContain("reg: follow");
});

test("the notifications of lessors are written on demand, also after a restart", { timeout: 60_000 }, async () => {
  const { sandbox, follow } = await setUp();
  const publish = (title: string) =>
    sandbox.lessor.notify({ lessorId: 1001, title, validFrom: "2026-01-01", validUntil: "2099-12-31" });
  const first = await follow("--notifications");
  publish("Closed on Monday");
  await vi.waitFor(() => expect(first.events()).toHaveLength(1), patience);
  expect(await first.interrupt()).toBe(0);
  publish("Open again");
  const receiver = await openReceiver((_, response) => void response.writeHead(500).end());
  const second = await follow("--notifications", "--attempts", "1", "--post", receiver.url);
  await vi.waitFor(
    () => expect(second.written.err).toMatch(/^notification [\da-f-]{36}: the receiver .* was set/m),
    patience,
  );
  await second.interrupt();
  const listed = await follow("--list");
  expect([first, listed].map(({ events }) => Object.keys(events()[0] ?? {}))).toEqual([
    ["type", "id", "timestamp", "notification"],
    ["type", "id", "timestamp", "notification", "error"],
  ]);
  expect([...first.events(), ...listed.events()]).toMatchObject([
    { type: "notification", notification: { title: "Closed on Monday", lessorId: 1001 } },
    { type: "notification", notification: { title: "Open again" } },
  ]);
});

test("a token in a file can be replaced at any time", { timeout: 60_000 }, async () => {
  const { sandbox, folder, follow, env } = await setUp();
  const file = join(folder, "token");
  writeFileSync(file, `${env["REG_TOKEN"]}\n`);
  Object.assign(env, { REG_TOKEN: undefined, REG_TOKEN_FILE: file });
  const { written, events, interrupt } = await follow();
  sandbox.supplier.revokeTokens();
  await vi.waitFor(() => expect(written.err).toContain("; it is tried again"), patience);
  writeFileSync(file, "");
  await vi.waitFor(() => expect(written.err).toContain("the token is empty"), patience);
  const token = await sandbox.supplier.token();
  writeFileSync(file, token);
  const vehicle = { licensePlate: "KT-100-F", partialVin: "JF123456" };
  const client = createSupplierClient({ baseUrl: env["REG_BASE_URL"] ?? "", token });
  await client.serviceRequests.create({ status: "Draft", vehicle });
  await vi.waitFor(() => expect(events().map(({ type }) => type)).toEqual(["created"]), patience);
  expect(await interrupt()).toBe(0);
  expect(written.err).not.toContain(token);
});

test("nothing is lost if the reader of the output ends", { timeout: 60_000 }, async () => {
  const { create, follow, hasBegun, args, env } = await setUp();
  const child = spawnReg(args, env);
  await vi.waitFor(() => expect(child.written()).toContain("following"), patience);
  await vi.waitFor(() => expect(hasBegun(["service", "damage"])).toBe(true), patience);
  await create(0);
  expect(JSON.parse(await child.readLine())).toMatchObject({ type: "created" });
  child.child.stdout.destroy();
  const others = [await create(1), await create(2)];
  expect((await child.waitForEnd())[0]).toBe(0);
  const rest = await follow();
  const found = () => rest.events().filter(({ request }) => others.includes(request.id));
  await vi.waitFor(() => expect(found()).toHaveLength(4), patience);
  expect(typesByRequest(found())).toEqual([
    ["created", "submitted"],
    ["created", "submitted"],
  ]);
});

test("no message is lost to a receiver that verifies it, fails at random, and restarts", {
  timeout: 120_000,
}, async () => {
  const { follow, create } = await setUp();
  const webhook = new Webhook(secret);
  const [accepted, problems]: [Written[], unknown[]] = [[], []];
  let attempts = 0;
  const receiver = await openReceiver(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    attempts += 1;
    try {
      const event = webhook.verify(body, request.headers as Record<string, string>) as Written;
      expect(request.headers["webhook-id"]).toBe(event.id);
      if (Math.random() < 0.3) return void response.writeHead(503).end();
      accepted.push(event);
      // A response that is lost is a repetition.
      if (Math.random() < 0.1) return void request.socket.destroy();
      response.writeHead(204).end();
    } catch (error) {
      problems.push(error);
    }
  });
  let reg = await follow("--post", receiver.url);
  const outputs = [reg.written];
  for (let index = 0; index < 20; index += 1) {
    await create(index);
    const before = accepted.length;
    // The messages of seven requests wait for the receiver.
    if (index < 6 || index > 12) await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(before), patience);
    if (index === 6) await receiver.close();
    if (index === 12) await receiver.open();
    if (index !== 15) continue;
    expect(await reg.interrupt()).toBe(0);
    reg = await follow("--post", receiver.url);
    outputs.push(reg.written);
  }
  await vi.waitFor(
    () => {
      expect(new Set(accepted.map(({ id }) => id)).size).toBe(40);
    },
    { ...patience, timeout: 80_000 },
  );
  expect(problems).toEqual([]);
  expect(typesByRequest(accepted)).toEqual(Array.from({ length: 20 }, () => ["created", "submitted"]));
  expect(outputs.map(({ err, out }) => err + out).join("")).not.toMatch(/whsec|T0-secret/);
  console.log(`${attempts} attempts, ${accepted.length} accepted for 40 events`);
});

test("an event that was set aside is listed, and given back after a restart", { timeout: 60_000 }, async () => {
  const { follow, create } = await setUp();
  let status = 500;
  const bodies: string[] = [];
  const receiver = await openReceiver(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    if (status === 204) bodies.push(body);
    response.writeHead(status).end();
  });
  const first = await follow("--post", receiver.url, "--attempts", "1");
  const id = await create(0);
  await vi.waitFor(() => expect(first.written.err.match(/was set aside/g)).toHaveLength(2), patience);
  const listed = await follow("--list");
  expect(listed.events()).toMatchObject([
    { type: "created", request: id, error: "the receiver responded with 500" },
    { type: "submitted", request: id },
  ]);
  expect(await listed.code).toBe(0);
  await first.interrupt();
  status = 204;
  const [created] = listed.events();
  const second = await follow("--post", receiver.url, "--give-back", created?.id ?? "", "--give-back", "none");
  await vi.waitFor(() => expect(bodies.map((body) => JSON.parse(body).type)).toEqual(["created"]), patience);
  expect(second.written.err).toContain("no event with the id none was set aside");
  await second.interrupt();
  const third = await follow("--post", receiver.url, "--give-back", "all");
  await vi.waitFor(() => expect(bodies.map((body) => JSON.parse(body).id)).toEqual(listed.events().map((e) => e.id)));
  await third.interrupt();
  expect((await follow("--list")).written.out).toBe("");
});

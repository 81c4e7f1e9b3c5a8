import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import type { ServiceRequestCreate } from "@reg/sdk/supplier";
import { expect, onTestFinished, test, vi } from "vitest";
import { reading, repair, work } from "../../domain/rules/content.js";
import { temporaryFolder } from "../../support/folder.js";
import { closeAfterTest, startReg } from "../support.js";

const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;

async function setUp() {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  closeAfterTest(() => server.close());
  const state = join(temporaryFolder(), "requests.state");
  const { baseUrl } = server.supplier;
  const token = await sandbox.supplier.token();
  const { serviceRequests } = createSupplierClient({ baseUrl, token });
  const run = (...more: readonly string[]) => runOnce(state, { baseUrl, token }, ...more);
  const create = async () => {
    const content = { ...repair({ components: [reading(), work()] }), status: "ApprovalRequested" };
    return (await serviceRequests.create(content as ServiceRequestCreate)).id;
  };
  return { sandbox, state, run, create };
}

/** Runs the command to its end. */
async function runOnce(
  state: string,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  ...more: readonly string[]
) {
  const env = { REG_BASE_URL: baseUrl, REG_TOKEN: token, REG_WEBHOOK_SECRET: secret };
  const { code, written } = await startReg(["follow", "--once", "--state", state, ...more], undefined, { env });
  const exitCode = await code;
  const events: { readonly type: string; readonly id: string }[] = written.out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { exitCode, events, types: events.map(({ type }) => type), err: written.err };
}

/** A service that lists these entries as service requests, and returns each as a draft. */
async function openService(entries: readonly object[]) {
  const server = createServer(({ url = "" }, response) => {
    const [, , path, id] = url.split(/[/?]/);
    const serviceRequests = path === "servicerequests" ? entries : [];
    const body = id ? { data: { id, status: "Draft", components: [] } } : { serviceRequests, hasMore: false };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return listen(server);
}

/** Returns the address of a server that is closed after the test. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A receiver that responds with the status that the test sets. */
async function openReceiver() {
  const control = { status: 204, accepted: 0, delay: 0, onMessage: () => {} };
  const server = createServer((_, response) => {
    if (control.status === 204) control.accepted += 1;
    control.onMessage();
    setTimeout(() => response.writeHead(control.status).end(), control.delay);
  });
  return { control, url: `${await listen(server)}/` };
}

test("the command follow --once writes what has happened since the last round, and ends with 0", async () => {
  const { sandbox, run, create } = await setUp();
  expect(await run()).toMatchObject({ exitCode: 0, events: [], err: "" });
  const id = await create();
  expect(await run()).toMatchObject({ exitCode: 0, types: ["created", "submitted"], err: "" });
  sandbox.lessor.approve(id);
  expect(await run()).toMatchObject({ exitCode: 0, types: ["approved", "ready-to-invoice"] });
  expect(await run()).toMatchObject({ exitCode: 0, types: [] });
});

test("the command follow --once ends with 1 if the receiver of an event fails, and a later round sends it again", async () => {
  const { run, create } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await create();
  control.status = 500;
  const failed = await run("--post", url);
  expect(failed).toMatchObject({ exitCode: 1 });
  expect(failed.err).toMatch(/^created .*: the receiver responded with 500; a later round tries it again\n$/);
  control.status = 204;
  await vi.waitFor(async () => {
    expect(await run("--post", url)).toMatchObject({ exitCode: 0, err: "" });
    expect(control.accepted).toBe(2);
  }, 10_000);
});

test("the command follow --once ends with 1 if it sets an event aside, which it gives back on demand", async () => {
  const { run, create } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await create();
  control.status = 500;
  const failed = await run("--post", url, "--attempts", "1");
  expect(failed).toMatchObject({ exitCode: 1 });
  const ids = [...failed.err.matchAll(/set aside: --give-back (\S+)/g)].map(([, id = ""]) => id);
  expect(ids).toHaveLength(2);
  expect(await run("--give-back", ids[0] ?? "", "--give-back", "none")).toMatchObject({
    exitCode: 1,
    types: ["created"],
    err: expect.stringMatching(/^no event with the id none was set aside\n1 event set aside: .* --give-back [^\n]*\n$/),
  });
  const again = await run("--post", url, "--give-back", "all");
  expect([again.exitCode, again.err]).toEqual([1, expect.stringMatching(/^submitted [^\n]* was set aside: [^\n]*\n$/)]);
  expect(await run("--give-back", "all")).toMatchObject({ exitCode: 0, types: ["submitted"] });
});

test.each([
  ["listed", "serviceRequests.list" as const, /^followOnce: serviceRequests\.list: [^\n]*503[^\n]*\n$/],
  ["read", "serviceRequests.get" as const, /^followOnce: serviceRequests\.get: [^\n]*503[^\n]*\n$/],
])(
  "the command follow --once ends with 1, and says it once, if a request cannot be %s",
  async (_, operation, message) => {
    const { sandbox, run, create } = await setUp();
    await run();
    await create();
    sandbox.fail({ operation, times: 1, with: { status: 503, headers: { "retry-after": "200" } } });
    const { exitCode, err } = await run();
    expect([exitCode, err]).toEqual([1, expect.stringMatching(message)]);
  },
);

test("the command follow --once writes one line about an outage, which says what happens next", async () => {
  const { sandbox, run } = await setUp();
  await run();
  sandbox.fail({ operation: "*", times: Number.POSITIVE_INFINITY, with: { status: 502 } });
  const down = await run();
  expect([down.exitCode, down.err]).toEqual([
    1,
    expect.stringMatching(/^followOnce: [^\n]*502[^\n]*; the next round tries it again[^\n]*\n$/),
  ]);
  expect(sandbox.journal.calls()).toMatchObject({ "damageServiceRequests.list": 5 });
});

test("the command follow --once writes one line for each cause of what it could not do", async () => {
  const { sandbox, run } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await sandbox.seed("every-phase");
  control.status = 500;
  const failed = await run("--post", url);
  expect([failed.exitCode, failed.err]).toEqual([
    1,
    expect.stringMatching(/^created [^\n]*; a later round tries it again \(7 more failed for the same reason\)\n$/),
  ]);
});

test("the command follow --once ends with 0 if the account may list one kind of requests only", async () => {
  const { sandbox, run, create } = await setUp();
  sandbox.fail({ operation: "damageServiceRequests.list", times: 2, with: { status: 403 } });
  await run();
  await create();
  const { exitCode, types, err } = await run();
  expect([exitCode, types, err]).toEqual([0, ["created", "submitted"], expect.stringContaining("403")]);
});

test("the command follow --once ends with 4 if its token is not accepted or has expired", async () => {
  const { sandbox, state, run } = await setUp();
  const expired = await sandbox.supplier.token({ expiresInMs: -1000 });
  expect(await runOnce(state, { baseUrl: "http://127.0.0.1:9", token: expired })).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining("the token expired"),
  });
  sandbox.supplier.revokeTokens();
  const { exitCode, err } = await run();
  expect([exitCode, err]).toEqual([4, expect.stringContaining("401")]);
});

test("the command follow --once ends with 1, not with 4, if a page has the status 401", async () => {
  const { sandbox, run } = await setUp();
  const headers = { "content-type": "text/html" };
  const page = { status: 401, headers, body: "<html>Sign in</html>" };
  for (const kind of ["serviceRequests", "damageServiceRequests"] as const)
    sandbox.fail({ operation: `${kind}.list`, times: 9, with: page });
  const { exitCode, err } = await run();
  expect([exitCode, err]).toEqual([1, expect.stringContaining("401")]);
});

test("the command follow --once ends with 3 if another process uses the state", async () => {
  const { state, run } = await setUp();
  let renewals = 0;
  const renew = () => writeFileSync(`${state}.lock`, `other ${renewals++}`.padEnd(60));
  renew();
  const timer = setInterval(renew, 100);
  onTestFinished(() => clearInterval(timer));
  expect(await run()).toMatchObject({ exitCode: 3, err: "another process uses the state; nothing was done\n" });
});

test("the command follow --once ends with 2 for a state that is none", async () => {
  const { state, run } = await setUp();
  writeFileSync(state, "something else\n");
  const { exitCode, err } = await run();
  expect([exitCode, err]).toEqual([2, expect.stringContaining("is not a state")]);
});

test.each([
  ["a request", "serviceRequests.get" as const, []],
  ["the notifications", "lessors.notifications" as const, ["--notifications"]],
])("the command follow --once ends with 1 if the account may not read %s", async (_, operation, more) => {
  const { sandbox, run, create } = await setUp();
  await run(...more);
  await create();
  sandbox.fail({ operation, times: 1, with: { status: 403 } });
  const { exitCode, err } = await run(...more);
  expect([exitCode, err]).toEqual([1, expect.stringContaining("403")]);
});

test("the command follow --once ends with 1 while an event is left that is not due", async () => {
  const { run, create } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await create();
  control.status = 500;
  await run("--post", url);
  await vi.waitFor(async () => expect((await run("--post", url)).err).toContain("500"), 10_000);
  // The next attempt is due after 2 seconds.
  const { exitCode, err } = await run("--post", url);
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/^something is left for a later round.* --give-back\n$/)]);
});

test("the command follow --once ends with 1 while an event is set aside", async () => {
  const { run, create } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await create();
  control.status = 500;
  await run("--post", url, "--attempts", "1");
  const { exitCode, err } = await run("--post", url);
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/^2 events set aside: .*--give-back all[^\n]*\n$/)]);
});

test("the command follow --once ends with 0 if all was handled but an entry of a list that has no id", async () => {
  const entry = { status: "Draft", supplierId: 1, lastModifiedUtc: 1 };
  const entries: object[] = [{ ...entry, id: "R-0" }];
  const service = { baseUrl: await openService(entries), token: "t0ken" };
  const state = join(temporaryFolder(), "requests.state");
  await runOnce(state, service);
  entries.push({ ...entry, id: "R-1" }, entry);
  const { exitCode, types, err } = await runOnce(state, service);
  expect([exitCode, types, err]).toEqual([0, ["created"], expect.stringContaining("no id in serviceRequests[2]")]);
});

test("the command follow --once ends with 3 if another process takes the state over meanwhile", async () => {
  const { state, run, create } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await create();
  control.delay = 3000;
  control.onMessage = () => writeFileSync(`${state}.lock`, "other 1".padEnd(60));
  const { exitCode, err } = await run("--post", url);
  expect([exitCode, err]).toEqual([3, expect.stringContaining("took the state over")]);
});

test("the command follow --once begins nothing more after --deadline", async () => {
  const { run, create } = await setUp();
  const { control, url } = await openReceiver();
  await run();
  await create();
  control.delay = 1500;
  const { exitCode, err } = await run("--post", url, "--deadline", "1");
  expect([exitCode, err]).toEqual([1, expect.stringContaining("something is left")]);
  expect(control.accepted).toBe(1);
});

test("the command follow --once says how many existing requests a new state has noted", async () => {
  const { run, create } = await setUp();
  await create();
  const { exitCode, types, err } = await run();
  expect([exitCode, types, err]).toEqual([0, [], expect.stringMatching(/: 1 existing request noted; --existing /)]);
  expect(await run()).toMatchObject({ exitCode: 0, err: "" });
});

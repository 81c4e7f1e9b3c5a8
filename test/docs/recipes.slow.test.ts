import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../support/certificate.js";
import { temporaryFolder } from "../support/folder.js";
import { describeWithRedis, startRedis } from "../support/redis.js";
import { listen } from "../support/server.js";
import { findSnippet } from "./snippets.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A recipe as a program of a user, in a folder and a process of its own. */
interface Program {
  readonly folder: string;
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: () => string;
  /** Resolves when it has written a text. */
  readonly prints: (text: string | RegExp) => Promise<unknown>;
  /** Resolves to its exit code, or to the signal that has ended it. */
  readonly ended: Promise<number | string>;
}

function start(code: string, env: Readonly<Record<string, string>>): Program {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compilerOptions = { experimentalDecorators: true };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: ["*.ts"] }),
  );
  writeFileSync(join(folder, "main.ts"), code);
  const child = spawn(process.execPath, ["--import", "tsx", "main.ts"], {
    cwd: folder,
    env: { ...process.env, HTTPS_PROXY: undefined, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      written += chunk;
    });
  const ended = once(child, "close").then(([exitCode, signal]) => exitCode ?? signal);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const prints = (text: string | RegExp) => expect.poll(() => written).toMatch(text);
  return { folder, child, output: () => written, prints, ended };
}

/** Runs a program that ends by itself, and returns the lines that it has written. */
async function run(code: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const { output, ended } = start(code, env);
  expect({ ended: await ended, output: output() }).toMatchObject({ ended: 0 });
  return output().trimEnd().split("\n");
}

/** A sandbox on a loopback port, with the variables of a client for it. */
async function serveSandbox() {
  const sandbox = createSandbox();
  const ids = await sandbox.seed("every-phase");
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, ids, env: { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() } };
}

describe("logs with pino", () => {
  it.each([
    ["info", ["response", "error"]],
    ["debug", ["request", "attempt", "attempt-end", "response", "error"]],
  ])("at the level %s, the lines have the fields of the child logger, and no id or token", async (level, types) => {
    const { env } = await serveSandbox();
    const use = `await current.run(log.child({ requestId: "b-1" }), () => supplier.lessors.list());`;
    const lines = await run(`${findSnippet("AsyncLocalStorage<Logger>")}${use}`, { ...env, LOG_LEVEL: level });
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.every(({ requestId }) => ["a-17", "b-1"].includes(requestId))).toBe(true);
    expect(new Set(entries.flatMap(({ reg }) => reg?.type ?? []))).toEqual(new Set(types));
    expect(entries).toContainEqual(
      expect.objectContaining({ level: 40, supplier: 4711, msg: "serviceRequests.get error" }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ level: 50, kind: "not-found", requestId: "a-17" }));
    expect(lines.join()).not.toMatch(RegExp(`0b9f1c1e|Bearer|${env.REG_TOKEN.slice(0, 20)}`));
  });
});

describe("shutting down with an HTTP server", () => {
  const program = findSnippet("server.closeAllConnections").replace("signal: stop", "every: 1000,\n  signal: stop");

  async function serve(code: string) {
    const { sandbox, ids, env } = await serveSandbox();
    const server = start(code, { ...env, PORT: "0" });
    await server.prints("listening on");
    const [, port] = /port: (\d+)/.exec(server.output()) ?? [];
    return { sandbox, ids, server, url: `http://127.0.0.1:${port}` };
  }

  /** Whether no connection is accepted. It makes a new one each time: one that is kept alive would end after 10 s. */
  const isRefused = (address: string) =>
    new Promise<boolean>((resolve) => {
      const request = get(address, { agent: false }, (response) => {
        response.resume();
        resolve(false);
      });
      request.on("error", () => resolve(true));
    });

  it("sends the response in progress, accepts no other connection, and exits", async () => {
    const { sandbox, ids, server, url } = await serve(program);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await expect.poll(() => readdirSync(server.folder)).toContain("requests.state");
    await expect.poll(() => sandbox.journal.of("serviceRequests.list").length).toBeGreaterThan(1);
    sandbox.lessor.deny(ids.lessor);
    await server.prints(`${ids.lessor} was denied`);
    const slow = sandbox.fail({ operation: "serviceRequests.list", times: Infinity, with: { delay: 1500 } });
    const response = fetch(url);
    await expect.poll(() => slow.happened).toBeGreaterThan(1);
    server.child.kill("SIGTERM");
    await expect.poll(() => isRefused(`${url}/health`)).toBe(true);
    expect(server.child.exitCode).toBeNull();
    expect((await response).status).toBe(200);
    expect(await server.ended).toBe(0);
  });

  it("aborts what takes longer than both limits, and exits", async () => {
    const { sandbox, server, url } = await serve(program.replace("10_000", "300").replace("5_000", "300"));
    const stalled = sandbox.fail({ operation: "serviceRequests.list", times: Infinity, with: "stall" });
    const response = fetch(url).then(
      ({ status }) => status,
      () => "cut off",
    );
    await expect.poll(() => stalled.happened).toBeGreaterThan(1);
    const begin = performance.now();
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(performance.now() - begin).toBeLessThan(15_000);
    expect([503, "cut off"]).toContain(await response);
  });
});

describe("a proxy and client certificates", () => {
  const program = findSnippet("requestTls: tls");

  /** Writes the certificate and the key that the program presents. */
  function present(folder: string, { cert, key }: ReturnType<typeof selfSigned>): void {
    writeFileSync(join(folder, "client.pem"), cert);
    writeFileSync(join(folder, "client-key.pem"), key);
  }

  /** A sandbox behind TLS that only answers clients with a certificate, and a proxy. */
  async function serveTls() {
    const { sandbox, env } = await serveSandbox();
    const [own, client, stranger] = [selfSigned("localhost"), selfSigned("client"), selfSigned("stranger")];
    let served = 0;
    const options = { ...own, ca: client.cert, requestCert: true, rejectUnauthorized: true };
    const server = createTlsServer(options, async ({ url, headers: { authorization = "" } }, response) => {
      served += 1;
      const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}${url}`, { headers: { authorization } });
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on("connect", ({ url = "" }, socket) => {
      tunnels.push(url);
      const upstream = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const each of [upstream, socket]) each.on("error", () => {});
    });
    const folder = temporaryFolder();
    onTestFinished(() => {
      for (const each of [server, proxy]) {
        each.closeAllConnections();
        each.close();
      }
    });
    present(folder, client);
    writeFileSync(join(folder, "ca.pem"), own.cert);
    const REG_BASE_URL = (await listen(server)).replace("http://127.0.0.1", "https://localhost");
    return {
      env: { ...env, REG_BASE_URL, TLS_FOLDER: folder },
      proxyUrl: await listen(proxy),
      tunnels,
      served: () => served,
      stranger,
      folder,
    };
  }

  it("calls over TLS with a client certificate, without and with a proxy", async () => {
    const { env, proxyUrl, tunnels, served } = await serveTls();
    expect(await run(program, env)).toEqual(["6"]);
    expect(tunnels).toEqual([]);
    expect(await run(program, { ...env, HTTPS_PROXY: proxyUrl })).toEqual(["6"]);
    expect(tunnels).toEqual([new URL(env.REG_BASE_URL).host]);
    expect(served()).toBe(2);
  });

  it.each([
    ["a client certificate that the service rejects", "client", "sent: true"],
    ["a certificate of the service that no authority has signed", "service", "sent: false"],
  ])("%s is a connection error that says whether the request was sent", async (_, rejects, sent) => {
    const { env, served, stranger, folder } = await serveTls();
    if (rejects === "client") present(folder, stranger);
    else writeFileSync(join(folder, "ca.pem"), stranger.cert);
    const { output, ended } = start(program, env);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^RegConnectionError/m);
    expect(output()).toContain(sent);
    expect(served()).toBe(0);
  });
});

it("NestJS follows from its start, and ends following and the client after SIGTERM", async () => {
  const { sandbox, ids, env } = await serveSandbox();
  const use = `
    import { NestFactory } from "@nestjs/core";

    @Injectable()
    class Repairs {
      constructor(@Inject(SUPPLIER) supplier: SupplierClient) {
        this.list = () => supplier.serviceRequests.list();
      }
      list: SupplierClient["serviceRequests"]["list"];
    }

    @Module({ imports: [RegModule], providers: [Repairs] })
    class AppModule {}

    const app = await NestFactory.createApplicationContext(AppModule);
    app.enableShutdownHooks();
    console.log("requests:", (await app.get(Repairs).list()).serviceRequests.length);`;
  const program = findSnippet("class RegModule").replace("on: {", "every: 1000,\n      on: {");
  const { child, folder, prints, ended } = start(`${program}${use}`, env);
  await prints("requests: 6");
  const polls = () => sandbox.journal.of("serviceRequests.list").length;
  await expect.poll(polls).toBeGreaterThan(2);
  sandbox.lessor.deny(ids.lessor);
  await prints(`${ids.lessor} was denied`);
  expect(readdirSync(folder)).toContain("requests.state.lock");
  child.kill("SIGTERM");
  // Nest sends itself the signal again, when all has ended.
  expect(await ended).toBe("SIGTERM");
  expect(readdirSync(folder)).not.toContain("requests.state.lock");
});

describe("AWS Lambda", () => {
  const handlerCode = findSnippet("batchItemFailures");

  /** Invokes the handler once for each list of requests to invoice, in one environment. */
  function invoke(invocations: readonly (readonly string[])[], remaining: number): string {
    const events = invocations.map((ids) => ({
      Records: ids.map((id) => ({ messageId: id, body: JSON.stringify({ id, number: "2026-0001", vatLines: [] }) })),
    }));
    return `${handlerCode}
      for (const event of ${JSON.stringify(events)}) {
        const end = Date.now() + ${remaining};
        const { batchItemFailures } = await handler(event, { getRemainingTimeInMillis: () => end - Date.now() });
        console.log(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), end > Date.now());
      }`;
  }

  it("invoices a message that is delivered twice only once, and reports a broken rule", async () => {
    const { sandbox, ids, env } = await serveSandbox();
    const lines = await run(invoke([[ids.invoicing, ids.draft], [ids.invoicing]], 30_000), env);
    expect(lines.join("\n")).toContain(`${ids.draft} precondition [`);
    expect(lines.filter((line) => line.endsWith(" true"))).toEqual(["[] true", "[] true"]);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1 });
  });

  it("reports a message whose invoice takes too long before the function ends, and finds its invoice later", async () => {
    const { sandbox, ids, env } = await serveSandbox();
    sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "stall" });
    const lines = await run(invoke([[ids.invoicing], [ids.invoicing]], 3000), env);
    expect(lines).toEqual([`[ '${ids.invoicing}' ] true`, "[] true"]);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1 });
    sandbox.journal.assertNoDuplicateCreates();
  });
});

describeWithRedis("AWS Lambda with a schedule", () => {
  it("polls once when a schedule calls it, and has nothing to do the second time", async () => {
    const { sandbox, ids, env } = await serveSandbox();
    const redis = await startRedis();
    const given = `const notifyClerk = (id: string) => console.log(id, "was denied");`;
    const context = "{ getRemainingTimeInMillis: () => 30_000 }";
    const invocation = `console.log(JSON.stringify(await poll({}, ${context})));`;
    const code = `${given}${findSnippet("poll(_event")}${invocation}await state.disconnect();`;
    const variables = { ...env, REDIS_URL: redis.url };
    expect(await run(code, variables)).toEqual(['{"handled":0,"locked":false}']);
    sandbox.lessor.deny(ids.lessor);
    expect(await run(code, variables)).toEqual([`${ids.lessor} was denied`, '{"handled":1,"locked":false}']);
    expect(await run(code, variables)).toEqual(['{"handled":0,"locked":false}']);
  });
});

it("texts in Dutch are shown with their fields", async () => {
  const { ids, env } = await serveSandbox();
  const given = `
    import { createSupplierClient } from "@reg/sdk";
    const supplier = createSupplierClient();
    const id = "${ids.invoicing}";
    const show = (field: string, text: string) => console.log(field + ": " + text);`;
  const lines = await run(`${given}${findSnippet('language: "nl" })) show(field')}`, env);
  expect(lines).toEqual([
    "status: De aanvraag is in de fase facturering. Dit kan alleen in de fase concept of reactie. Factureer wat nog openstaat, of wijzig de aanvraag eerst.",
  ]);
});

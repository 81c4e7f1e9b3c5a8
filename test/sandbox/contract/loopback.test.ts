import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { monday } from "../support.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening() {
  const sandbox = createSandbox({ now: monday });
  const server = await sandbox.listen();
  closing.push(() => server.close());
  return { sandbox, url: server.supplier.baseUrl, token: await sandbox.supplier.token() };
}

interface Answer {
  readonly status: number | undefined;
  readonly reused: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request below fetch, which hides connections and sets the Host itself. */
function send(url: string, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({
        status: answer.statusCode,
        reused: outgoing.reusedSocket,
        headers: answer.headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    outgoing.on("error", reject).end();
  });
}

it("keeps a connection for the next request, also after a refusal", async () => {
  const { url, token } = await listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(() => agent.destroy());
  const ask = (authorization: string) => send(`${url}/v2/lessors`, { agent, headers: { authorization } });
  const answers = [await ask(`Bearer ${token}`), await ask("Bearer guess"), await ask(`Bearer ${token}`)];
  expect(answers.map(({ status, reused }) => [status, reused])).toEqual([
    [200, false],
    [401, true],
    [200, true],
  ]);
});

it.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example"])(
  "answers 421 to the host %s, and lets nothing through",
  async (host) => {
    const { url, token, sandbox } = await listening();
    const headers = { host, authorization: `Bearer ${token}` };
    const { status, text } = await send(`${url}/v2/lessors`, { headers });
    expect([status, text]).toEqual([421, "This sandbox answers to 127.0.0.1 and localhost only."]);
    expect(sandbox.journal.entries).toEqual([]);
  },
);

it("answers to localhost as well", async () => {
  const { url, token } = await listening();
  const headers = { host: `localhost:${new URL(url).port}`, authorization: `Bearer ${token}` };
  expect((await send(`${url}/v2/lessors`, { headers })).status).toBe(200);
});

it("sends no body after HEAD, and keeps the connection in order", async () => {
  const { url, token } = await listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(() => agent.destroy());
  const headers = { authorization: `Bearer ${token}` };
  const head = await send(`${url}/v2/lessors`, { agent, headers, method: "HEAD" });
  expect([head.status, head.text, head.headers.connection]).toEqual([404, "", "keep-alive"]);
  expect((await send(`${url}/v2/lessors`, { agent, headers })).status).toBe(200);
});

it("closes every connection when it is closed", async () => {
  const sandbox = createSandbox({ now: monday });
  const server = await sandbox.listen();
  const agent = new Agent({ keepAlive: true });
  closing.push(() => agent.destroy());
  const url = `${server.supplier.baseUrl}/v2/lessors`;
  expect((await send(url, { agent })).status).toBe(401);
  await server.close();
  await expect(send(url, {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

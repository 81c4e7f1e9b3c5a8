import { writeFileSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { createSandbox } from "@reg/sdk/sandbox";
import { type Dispatcher, EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../../src/cli/command.js";
import { commands } from "../../../src/cli/run.js";
import { temporaryFolder } from "../../support/folder.js";
import { jwt } from "../../support/jwt.js";
import { tunnelProxy } from "../../support/proxy.js";
import { selfSignedServer } from "../../support/self-signed-server.js";
import { closedPort, httpServer } from "../../support/server.js";
import { closeAfterTest, startReg } from "../support.js";

async function runDoctor(args: readonly string[], env: Terminal["env"]) {
  const { written, code } = await startReg(["doctor", ...args], commands, { env });
  return { code: await code, ...written };
}

/** The facts and problems that `doctor --json` prints. */
async function diagnose(env: Terminal["env"], ...args: readonly string[]) {
  const { code, out } = await runDoctor([...args, "--json"], env);
  const { problems, ...facts } = JSON.parse(out);
  expect(code).toBe(problems.length === 0 ? 0 : 1);
  return { ...facts, problems, found: problems.map((each: { problem: string }) => each.problem) };
}

/** Serves a sandbox, and returns the variables for it. */
async function serveSandbox() {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  closeAfterTest(() => server.close());
  const env = {
    REG_BASE_URL: server.supplier.baseUrl,
    REG_TOKEN: await sandbox.supplier.token(),
    REG_LESSOR_BASE_URL: server.lessor.baseUrl,
    REG_CLIENT_ID: sandbox.lessor.clientId,
    REG_CLIENT_SECRET: sandbox.lessor.clientSecret,
  };
  return { sandbox, env, sent: () => sandbox.journal.entries.map(({ operationId }) => operationId) };
}

/** Serves one response for every request, and returns the variables of the supplier API for it. */
async function serve(
  status: number,
  headers: OutgoingHttpHeaders = {},
  body: (from: IncomingMessage) => string = () => "{}",
) {
  const { url } = await httpServer((request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body(request));
  });
  return { REG_BASE_URL: url, REG_TOKEN: "opaque" };
}

/** Makes the global fetch use a dispatcher during a test. */
function useDispatcher(dispatcher: Dispatcher): void {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(dispatcher);
  closeAfterTest(() => {
    setGlobalDispatcher(before);
    return dispatcher.destroy();
  });
}

describe("the command doctor", () => {
  it("finds nothing wrong with the right settings, and sends one request to each service", async () => {
    const { env, sent } = await serveSandbox();
    const { program, supplier, lessor, peers, problems } = await diagnose(env);
    expect(program).toMatchObject({
      "@reg/sdk": expect.stringMatching(/^\d+\.\d+\.\d+$/),
      Node: expect.stringMatching(/^\d+/),
    });
    expect(supplier).toMatchObject({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ and a path, from REG_BASE_URL$/),
      REG_TOKEN: "set",
      token: expect.stringMatching(/^expiry \d{4}-\d\d-\d\dT.*Z, in \d+ days$/),
      request: "GET /v2/lessors: 200",
    });
    expect(lessor).toMatchObject({
      token: "valid for 1 h 0 min",
      request: "POST /token: 200",
      clock: expect.stringMatching(/^as that of/),
    });
    expect(peers).toMatchObject({ undici: expect.stringMatching(/^7\./) });
    expect(problems).toEqual([]);
    expect(sent()).toEqual(["lessors.list", "token.create"]);
  });

  it("prints the facts of the JSON as text, in the same order", async () => {
    const { env } = await serveSandbox();
    const { problems, found: _, ...sections } = await diagnose(env, "--offline");
    expect(problems).toEqual([]);
    const { code, out, err } = await runDoctor(["--offline"], env);
    expect([code, err]).toEqual([0, ""]);
    const lines = Object.entries(sections).flatMap(([title, facts]) => [
      title,
      ...Object.entries(facts as object).map(([name, fact]) => `${name} ${fact}`),
    ]);
    const printed = out.split("\n").map((line) => line.trim().replace(/ +/g, " "));
    expect(printed.filter((line) => line !== "")).toEqual([...lines, "No problems."]);
  });

  it("finds credentials that are not accepted", async () => {
    const { env } = await serveSandbox();
    const { supplier, lessor, problems } = await diagnose({ ...env, REG_CLIENT_SECRET: "wrong" });
    expect(supplier).toMatchObject({ REG_TOKEN: "set", request: "GET /v2/lessors: 200" });
    expect(lessor).toMatchObject({ REG_CLIENT_ID: "set", request: "POST /token: 401" });
    expect(problems).toEqual([
      {
        in: "lessor",
        problem: "POST /token: the credentials are not accepted (invalid_client).",
        next: "Check REG_CLIENT_ID and REG_CLIENT_SECRET.",
      },
    ]);
  });

  it.each<[name: string, args: readonly string[], change: Terminal["env"]]>([
    ["with --offline", ["--offline"], {}],
    ["without credentials", [], { REG_TOKEN: "", REG_CLIENT_SECRET: undefined }],
    ["without addresses", [], { REG_BASE_URL: "", REG_LESSOR_BASE_URL: "" }],
    ["with an expired token", ["supplier"], { REG_TOKEN: jwt({ exp: 1_700_000_000 }) }],
  ])("sends nothing %s", async (_, args, change) => {
    const { env, sent } = await serveSandbox();
    const { supplier, problems } = await diagnose({ ...env, ...change }, ...args);
    expect(supplier.request).toMatch(/^none, because of /);
    expect(problems.length === 0).toBe(args.includes("--offline"));
    expect(sent()).toEqual([]);
  });

  it.each<[name: string, change: Terminal["env"], problems: readonly string[], next: RegExp]>([
    [
      "a missing token",
      { REG_TOKEN: undefined },
      ["REG_TOKEN is not set; set it, or REG_TOKEN_FILE to the path of a file with the token."],
      /^Set REG_TOKEN to what the operator of the service has issued, or REG_TOKEN_FILE to the path of a file with it\.$/,
    ],
    [
      "two tokens",
      { REG_TOKEN_FILE: "x" },
      ["REG_TOKEN and REG_TOKEN_FILE are both set; unset one of them."],
      /^Set REG_TOKEN_FILE to the path of a file/,
    ],
    [
      "a file that is missing",
      { REG_TOKEN: "", REG_TOKEN_FILE: "/nowhere/x" },
      ["REG_TOKEN_FILE cannot be read (ENOENT)."],
      /^Set REG_TOKEN_FILE to the path of a file that contains the token\.$/,
    ],
    [
      "a wrong token",
      { REG_TOKEN: "wrong" },
      ["GET /v2/lessors: the credentials are not accepted (401)."],
      /^Check REG_TOKEN\.$/,
    ],
    [
      "an expired token",
      { REG_TOKEN: jwt({ exp: 1_700_000_000 }) },
      ["the token expired at 2023-11-14T22:13:20.000Z; nothing was sent. Supply a new one."],
      /new token/,
    ],
    [
      "a token with a blank",
      { REG_TOKEN: "a b" },
      ["the token contains a character that no bearer token can contain (RFC 6750 §2.1)."],
      /REG_TOKEN/,
    ],
    [
      "headers that are no JSON",
      { REG_HEADERS: "x-api-key: k" },
      ['REG_HEADERS must be a JSON object of headers, such as {"x-api-key": "…"}.'],
      /REG_HEADERS/,
    ],
    [
      "headers that cannot be sent",
      { REG_HEADERS: '{"x-api-key": "k\\n"}' },
      ["headers.x-api-key contains a line break or another character that a header cannot contain."],
      /^Correct REG_HEADERS/,
    ],
    [
      "an address with http",
      { REG_BASE_URL: "http://reg.example" },
      ["baseUrl must use https; http is for loopback addresses only."],
      /REG_BASE_URL/,
    ],
    [
      "an address with the version",
      { REG_BASE_URL: "https://reg.example/v2" },
      ["baseUrl must not end with /v2: the paths of the operations begin with it."],
      /REG_BASE_URL/,
    ],
  ])("finds %s", async (_, change, found, next) => {
    const { env } = await serveSandbox();
    const diagnosis = await diagnose({ ...env, ...change }, "supplier");
    expect(diagnosis.found).toEqual(found);
    expect(diagnosis.problems[0]).toMatchObject({ in: "supplier", next: expect.stringMatching(next) });
    expect(diagnosis.lessor).toBeUndefined();
  });

  it("asks for settings if there are none, and diagnoses only the service that has some", async () => {
    const none = await diagnose({});
    expect(none.problems).toEqual([
      {
        in: "services",
        problem: "No setting of a service is given.",
        next: "Set REG_BASE_URL, REG_TOKEN; or REG_LESSOR_BASE_URL, REG_CLIENT_ID, REG_CLIENT_SECRET.",
      },
    ]);
    const one = await diagnose({ REG_CLIENT_ID: "fleet-job" });
    expect([one.supplier, one.problems.length]).toEqual([undefined, 2]);
  });

  it("reads the token from a file, and the address from --base-url", async () => {
    const { env } = await serveSandbox();
    const file = join(temporaryFolder(), "token");
    writeFileSync(file, `${env.REG_TOKEN}\n`);
    const { supplier, problems } = await diagnose({ REG_TOKEN_FILE: file }, "supplier", "--base-url", env.REG_BASE_URL);
    expect(problems).toEqual([]);
    expect(supplier).toMatchObject({ REG_TOKEN_FILE: "set", address: expect.stringMatching(/, from --base-url$/) });
  });

  it.each([
    [["both"], "npx @reg/sdk doctor takes one of supplier, lessor, or neither for both."],
    [["supplier", "lessor"], "npx @reg/sdk doctor takes one of supplier, lessor, or neither for both."],
    [["--base-url", "https://reg.example"], "--base-url is only for one API: name supplier or lessor."],
    [["--adapter", "nowhere.mjs"], "the adapter nowhere.mjs cannot be loaded"],
  ])("exits with 2 for the arguments %j", async (args, message) => {
    const { code, out, err } = await runDoctor(args, {});
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  it("prints each problem with what to do next", async () => {
    const { out } = await runDoctor(["supplier"], { REG_BASE_URL: "https://reg.example", REG_TOKEN: "a b" });
    expect(out.split(/\n\s*/).slice(-4)).toEqual([
      "1 problem:",
      "supplier: the token contains a character that no bearer token can contain (RFC 6750 §2.1).",
      expect.stringMatching(/^Set REG_TOKEN to what the operator of the service has issued/),
      "",
    ]);
  });

  it.each<[status: number, problem: string | undefined]>([
    [400, "GET /v2/lessors: the response (400) is not that of the service."],
    [403, undefined],
    [404, "GET /v2/lessors: the response (404) is not that of the service."],
    [429, "GET /v2/lessors: the rate is limited (429)."],
    [500, "GET /v2/lessors: the service fails (500)."],
    [503, "GET /v2/lessors: the service fails (503)."],
  ])("takes a %s as an answer, and names the problem", async (status, problem) => {
    const { supplier, found } = await diagnose(await serve(status));
    expect(supplier).toMatchObject({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+, from REG_BASE_URL$/),
      token: "expiry unknown",
      request: `GET /v2/lessors: ${status}`,
      "rate limit": "the response has no header about it",
    });
    expect(found).toEqual(problem === undefined ? [] : [problem]);
  });

  it.each([400, 401, 403])(
    "takes a %s without a code of OAuth for credentials that are not accepted",
    async (status) => {
      const { REG_BASE_URL } = await serve(status);
      const env = { REG_LESSOR_BASE_URL: REG_BASE_URL, REG_CLIENT_ID: "fleet-job", REG_CLIENT_SECRET: "opaque" };
      const { found } = await diagnose(env, "lessor");
      expect(found).toEqual([`POST /token: the credentials are not accepted (${status}).`]);
    },
  );

  it("shows how long ago a token has expired", async () => {
    const { supplier } = await diagnose({ REG_TOKEN: jwt({ exp: Date.now() / 1000 - 7200 }) }, "supplier");
    expect(supplier.token).toMatch(/^expiry \S+Z, 2 h 0 min ago$/);
  });

  it("does not guess the clock of a service whose date cannot be read", async () => {
    const { supplier } = await diagnose(await serve(403, { date: "soon" }));
    expect(supplier.clock).toBe("unknown, because the response has no date");
  });

  it.each([403, 404])("takes a page with the status %i for that of a gateway", async (status) => {
    const { REG_BASE_URL } = await serve(status, { "content-type": "text/html" }, () => "<p>Blocked</p>");
    const credentials = { REG_TOKEN: "opaque", REG_CLIENT_ID: "fleet-job", REG_CLIENT_SECRET: "opaque" };
    const { problems } = await diagnose({ REG_BASE_URL, REG_LESSOR_BASE_URL: REG_BASE_URL, ...credentials });
    const problem = `the response (${status}) is an HTML page, perhaps of a gateway and not of the service.`;
    const next = expect.stringContaining("REG_HEADERS");
    expect(problems).toEqual([
      { in: "supplier", problem: `GET /v2/lessors: ${problem}`, next },
      { in: "lessor", problem: `POST /token: ${problem}`, next },
    ]);
  });

  it("reports nothing about the connection if it is interrupted while it waits", async () => {
    const { url, requests } = await httpServer(() => {});
    const credentials = { REG_TOKEN: "opaque", REG_CLIENT_ID: "fleet-job", REG_CLIENT_SECRET: "opaque" };
    const env = { REG_BASE_URL: url, REG_LESSOR_BASE_URL: url, ...credentials };
    const args = ["doctor", "--json"];
    const stop = new AbortController();
    const running = startReg(args, commands, { env, abandoned: stop.signal });
    await expect.poll(() => requests.length).toBe(1);
    stop.abort();
    const { written, code } = await running;
    expect(await code).toBe(1);
    expect(JSON.parse(written.out).problems).toEqual([
      { in: "supplier", problem: "GET /v2/lessors: interrupted before the service responded.", next: "Run it again." },
      { in: "lessor", problem: "POST /token: interrupted before the service responded.", next: "Run it again." },
    ]);
    expect(requests).toHaveLength(1);
  });

  it("finds that another server responds", async () => {
    const { REG_BASE_URL } = await serve(200, { "content-type": "text/html" }, () => "<p>Welcome</p>");
    const credentials = { REG_TOKEN: "opaque", REG_CLIENT_ID: "fleet-job", REG_CLIENT_SECRET: "opaque" };
    const { found } = await diagnose({ REG_BASE_URL, REG_LESSOR_BASE_URL: REG_BASE_URL, ...credentials });
    expect(found).toEqual([
      "GET /v2/lessors: the response (200) is not that of the service.",
      "POST /token: the response (200) is not that of the service.",
    ]);
    const noToken = await serve(200);
    const { found: lessor } = await diagnose({ ...credentials, REG_LESSOR_BASE_URL: noToken.REG_BASE_URL }, "lessor");
    expect(lessor).toEqual(["POST /token: the response is not that of the service."]);
  });

  it.each<[seconds: number, clock: string, problems: number]>([
    [300, "300 s behind that of the service", 1],
    [-300, "300 s ahead of that of the service", 1],
    [20, "20 s behind that of the service", 0],
  ])("compares the clock with a service that is %s s ahead", async (seconds, clock, problems) => {
    // 500 ms are the middle of what the date leaves out.
    const date = new Date(Date.now() + seconds * 1000 - 500).toUTCString();
    const { supplier, found } = await diagnose(await serve(403, { date }));
    const shown = Number.parseInt(supplier.clock, 10);
    expect(supplier.clock.replace(/^\d+/, "")).toBe(clock.replace(/^\d+/, ""));
    expect(Math.abs(shown - Math.abs(seconds))).toBeLessThanOrEqual(1);
    expect(found).toHaveLength(problems);
    if (problems > 0) expect(found[0]).toMatch(/^The clock of this machine and that of the service differ/);
  });

  it("shows what headers say about the rate limit", async () => {
    const headers = {
      "x-ratelimit-limit": "5000",
      ratelimit: '"default";r=50;t=30',
      "retry-after": "secretvalue",
      "x-ratelimit-remaining": "50, secretvalue",
      "x-ratelimit-used": "4711secret",
    };
    const { supplier } = await diagnose(await serve(403, headers));
    const known = 'ratelimit: "default";r=50;t=30, retry-after: (not shown), x-ratelimit-limit: 5000';
    expect(supplier["rate limit"]).toBe(`${known}, x-ratelimit-remaining: (not shown), x-ratelimit-used: (not shown)`);
  });

  it("gives the reason for a rejected certificate", async () => {
    const server = await selfSignedServer();
    const { found, supplier } = await diagnose({ REG_BASE_URL: server.url, REG_TOKEN: "opaque" });
    expect(supplier.request).toBe("GET /v2/lessors: no response");
    expect(found[0]).toMatch(
      /^GET \/v2\/lessors: the certificate of https:\/\/127.* was rejected \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(server.requests).toBe(0);
  });

  describe("with a proxy", () => {
    /** Makes fetch use a proxy as Node does with NODE_USE_ENV_PROXY, which not every Node knows. */
    function useProxy(httpProxy: string, noProxy = "") {
      useDispatcher(new EnvHttpProxyAgent({ httpProxy, noProxy, proxyTunnel: true }));
      return { HTTP_PROXY: httpProxy, NO_PROXY: noProxy };
    }

    it("finds that the connection was made through it", async () => {
      const { url, tunnels } = await tunnelProxy();
      const { supplier, found } = await diagnose({ ...(await serve(403)), ...useProxy(url) });
      expect([found, tunnels.length]).toEqual([[], 1]);
      expect(supplier).toMatchObject({ request: "GET /v2/lessors: 403", proxy: "used" });
    });

    it("finds that NO_PROXY excludes the address, and then does not advise on the proxy", async () => {
      const { url, tunnels } = await tunnelProxy();
      const settings = { REG_BASE_URL: await closedPort(), REG_TOKEN: "opaque" };
      const { supplier, problems } = await diagnose({ ...settings, ...useProxy(url, "127.0.0.1") });
      expect(tunnels).toEqual([]);
      expect(supplier.proxy).toBeUndefined();
      expect(problems[0].next).toBe("Check the address, and whether this machine may connect to it.");
    });

    it("advises to check it if it does not respond", async () => {
      const { supplier, problems } = await diagnose({ ...(await serve(403)), ...useProxy(await closedPort()) });
      expect(supplier).toMatchObject({ request: "GET /v2/lessors: no response", proxy: "used" });
      expect(problems[0].next).toMatch(/connects through the proxy of the environment: check it, too\.$/);
    });

    it.each([
      [
        "407 Proxy Authentication Required",
        "the proxy does not accept the credentials, or needs some (407)",
        /user:password@/,
      ],
      ["403 Forbidden", "the proxy refuses the connection (403)", /^Ask its operator/],
      ["502 Bad Gateway", "the proxy refuses the connection (502)", /^Ask its operator/],
    ])("names a refusal with %s", async (status, problem, next) => {
      const { url } = await tunnelProxy(status);
      const { supplier, problems } = await diagnose({ ...(await serve(200)), ...useProxy(url) });
      expect(supplier.request).toBe("GET /v2/lessors: no response");
      expect(problems).toEqual([
        {
          in: "supplier",
          problem: `GET /v2/lessors: ${problem}; nothing reached the service.`,
          next: expect.stringMatching(next),
        },
      ]);
    });

    it("takes a 407 without a tunnel for that of the proxy", async () => {
      const { problems } = await diagnose(await serve(407));
      expect(problems).toEqual([expect.objectContaining({ problem: expect.stringContaining("needs some (407)") })]);
    });
  });

  it("names the proxy that is ignored if there is no connection", async () => {
    const settings = { REG_BASE_URL: await closedPort(), REG_TOKEN: "opaque", NODE_EXTRA_CA_CERTS: "authority.pem" };
    const { environment, problems } = await diagnose({ ...settings, http_proxy: "http://proxy.example:8080" });
    expect(environment).toMatchObject({
      HTTP_PROXY: "proxy.example:8080",
      HTTPS_PROXY: "not set",
      NODE_EXTRA_CA_CERTS: "set",
    });
    expect(environment["use of the proxy"]).toMatch(/^Node's fetch ignores it; .*NODE_USE_ENV_PROXY=1/);
    expect(problems[0]).toMatchObject({
      problem: expect.stringMatching(/\(ECONNREFUSED\); nothing was sent\.$/),
      next: expect.stringMatching(/ignores the proxy/),
    });
  });

  it("finds that certificates are not verified", async () => {
    const { found } = await diagnose({ ...(await serve(403)), NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(found).toEqual([expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED is 0: /)]);
  });
});

/** Each is a secret, or a part of one. */
const canaries = {
  token: "Tq7xZ0vBn3KpLw9R",
  clientId: "Cq7xZ0vBn3KpLw9R",
  clientSecret: "Sq7xZ0vBn3KpLw9R",
  password: "Pq7xZ0vBn3KpLw9R",
  header: "Hq7xZ0vBn3KpLw9R",
  path: "Gq7xZ0vBn3KpLw9R",
};

describe("the output of doctor contains no secret", () => {
  const { token, clientId, clientSecret, password, header, path } = canaries;
  const settings = (url: string): Terminal["env"] => ({
    REG_BASE_URL: `${url}/${path}`,
    REG_TOKEN: token,
    REG_LESSOR_BASE_URL: `${url}/${path}`,
    REG_CLIENT_ID: clientId,
    REG_CLIENT_SECRET: clientSecret,
    REG_HEADERS: JSON.stringify({ "x-api-key": header }),
    HTTPS_PROXY: `http://user:${password}@proxy.example:8080`,
    HTTP_PROXY: `http://user:1/${password}@proxy.example`,
    NO_PROXY: password,
    NODE_EXTRA_CA_CERTS: `/home/${password}`,
  });
  /** A service that repeats in every place what it receives. */
  const serveEcho = async (status: number, type = "application/json") => {
    const { url } = await httpServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        const echo = `${request.url} ${JSON.stringify(request.headers)} ${body}`.replaceAll(/[^\x20-\x7e]/g, "");
        const problem = {
          title: echo,
          detail: echo,
          traceId: echo,
          error: token,
          error_description: echo,
          errors: [{ code: echo, description: echo }],
        };
        const headers = {
          "content-type": type,
          "x-ratelimit-limit": token,
          "retry-after": clientSecret,
          date: echo,
          "x-echo": echo,
        };
        response.writeHead(status, token, headers).end(JSON.stringify({ ...problem, [echo]: echo }));
      });
    });
    return settings(url);
  };
  const outcomes: readonly (readonly [name: string, env: () => Terminal["env"] | Promise<Terminal["env"]>])[] = [
    ["with right settings", async () => serveEcho(200)],
    ...[400, 401, 403, 404, 429, 500].map((status) => [`after a ${status}`, () => serveEcho(status)] as const),
    ["after a page", () => serveEcho(200, `text/html; a=${token}`)],
    ["without a connection", async () => settings(await closedPort())],
    ["with a rejected certificate", async () => settings((await selfSignedServer()).url)],
    ["with credentials in the address", () => settings(`https://user:${password}@reg.example`)],
    ["with addresses that are none", () => ({ ...settings(""), REG_BASE_URL: password, REG_LESSOR_BASE_URL: token })],
    [
      "with a token that cannot be sent",
      async () => ({ ...(await serveEcho(200)), REG_TOKEN: `${token} ${password}` }),
    ],
    [
      "with a token in the place of a path",
      async () => ({ ...(await serveEcho(200)), REG_TOKEN: "", REG_TOKEN_FILE: token }),
    ],
    [
      "with headers that cannot be sent",
      async () => ({ ...(await serveEcho(200)), REG_HEADERS: `{"x-api-key": "${header}\\n"}` }),
    ],
    ["with headers that are no JSON", async () => ({ ...(await serveEcho(200)), REG_HEADERS: `x-api-key: ${header}` })],
  ];

  it.each(outcomes)("%s", async (_, createEnv) => {
    const env = await createEnv();
    for (const args of [[], ["--json"], ["--offline"], ["--offline", "--json"]]) {
      const { code, out, err } = await runDoctor(args, env);
      expect([0, 1]).toContain(code);
      expect(out).toContain("lessor");
      for (const secret of Object.values(canaries)) expect(out + err).not.toContain(secret);
    }
  });

  it("if an adapter fails with one", async () => {
    const file = join(temporaryFolder(), "adapter.mjs");
    const fail = `(message) => { throw new Error(JSON.stringify(message)); }`;
    writeFileSync(
      file,
      `export default { supplier: { "lessors.list": { request: ${fail} } }, lessor: { "token.create": { request: ${fail} } } };`,
    );
    const { code, out, err } = await runDoctor(["--adapter", file], await serveEcho(200));
    expect(code).toBe(1);
    expect(out.match(/the standard error output shows why an adapter failed/g)).toHaveLength(2);
    for (const operation of ["lessors.list", "token.create"])
      expect(err).toContain(`reg: the adapter failed on the request of ${operation}`);
    for (const secret of [token, clientId, clientSecret, header]) expect(out + err).not.toContain(secret);
  });
});

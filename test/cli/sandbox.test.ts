import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { StartReport } from "../../src/cli/sandbox/serve.js";
import { monday } from "../sandbox/support.js";
import { bodyOf, later, reg, start } from "./support.js";

const anyPorts = ["sandbox", "--port", "0", "--control-port", "0"];
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A sandbox that has been started, with what its line of JSON says. */
async function started(...args: readonly string[]) {
  const { written, code, interrupt } = await start([...anyPorts, "--json", ...args]);
  const report: StartReport = JSON.parse(written.out);
  return { report, written, code, interrupt };
}

async function listed({ supplier }: StartReport): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${supplier.baseUrl}/v2/servicerequests`, bearer(supplier.token));
  expect(answer.status).toBe(200);
  return (await bodyOf(answer)).serviceRequests;
}

/** Sends what a line for curl says, as a shell and curl would read it; curl itself need not be there. */
async function asCurlWould(line: string, variables: Readonly<Record<string, string>>) {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) =>
    (single ?? double ?? plain ?? "").replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? ""),
  );
  const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
  const headers = new Headers(after("-H").map(splitHeader));
  const [body] = after("-d");
  const init = body === undefined ? { headers } : { method: "POST", headers, body };
  const answer = await fetch(words.at(-1) ?? "", init);
  expect(answer.status).toBe(200);
  return bodyOf(answer);
}

function splitHeader(header: string): [string, string] {
  const [name = "", ...value] = header.split(": ");
  return [name, value.join(": ")];
}

/** A port on loopback that something listens on. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  later(() => server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

describe("reg sandbox", () => {
  it("serves both APIs and the control surface, until it is interrupted", async () => {
    const { report, code, interrupt, written } = await started("--now", monday);
    expect(written.out.trimEnd()).not.toContain("\n");
    const { supplier, lessor, control } = report;
    expect(report.now).toBe("2026-06-15T09:00:00.000Z");
    expect(await listed(report)).toEqual([]);
    const form = { grant_type: "client_credentials", client_id: lessor.clientId };
    const body = new URLSearchParams({ ...form, client_secret: lessor.clientSecret });
    expect((await fetch(`${lessor.baseUrl}/token`, { method: "POST", body })).status).toBe(200);
    expect((await fetch(`${control.url}/clock`, bearer(control.key))).status).toBe(200);
    for (const url of [supplier.baseUrl, lessor.baseUrl, control.url])
      expect(new URL(url).hostname).toBe("127.0.0.1");
    interrupt();
    expect([await code, written.err]).toEqual([0, ""]);
    await expect(fetch(supplier.baseUrl)).rejects.toThrow();
    await expect(fetch(control.url)).rejects.toThrow();
  });

  it("prints in line, with lines for a shell that work as they are", async () => {
    const { written } = await start([...anyPorts, "--now", monday, "--scenario", "every-phase"]);
    const column = (name: string) => new RegExp(`^ *${name} {2,}`, "m").exec(written.out)?.[0].length;
    const names = ["Supplier API", "Lessor API", "client id", "client secret", "Clock"];
    expect(new Set(names.map(column))).toEqual(new Set([column("Control surface")]));
    expect(written.out).toMatch(/^ {2}Archived {3}archived {6}[\da-f-]{36}$/m);
    const curls = written.out.split("\n").filter((line) => line.startsWith("  curl "));
    const variables = Object.fromEntries(
      [...written.out.matchAll(/^ {2}([A-Z]+)='(.*)'$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    const answers = [];
    for (const line of curls) answers.push(await asCurlWould(line, variables));
    const [list, about, advance] = answers;
    expect(list.serviceRequests).not.toEqual([]);
    expect(JSON.stringify(about)).toContain("/lessor/approve");
    expect(advance).toEqual({ now: "2026-06-16T09:00:00.000Z" });
  });

  it("seeds a scenario, and says the phase that each request is in", async () => {
    const { report } = await started("--now", monday, "--scenario", "every-phase");
    const status = async (path: string) => {
      const answer = await fetch(`${report.supplier.baseUrl}/v2/${path}`, bearer(report.supplier.token));
      return answer.status === 200 ? (await bodyOf(answer)).data.status : answer.status;
    };
    const seen: Record<string, unknown> = {};
    for (const { name, id, phase } of report.requests) {
      const kind = name.startsWith("damage") ? "damageservicerequests" : "servicerequests";
      seen[name] = [phase, await status(`${kind}/${id}`)];
    }
    expect(seen).toEqual({
      draft: ["Draft", "Draft"],
      lessor: ["Lessor", "ApprovalRequested"],
      response: ["Response", "Denied"],
      invoicing: ["Invoicing", "Approved"],
      invoiced: ["Invoicing", expect.any(String)],
      archived: ["Archived", 410],
      rental: ["Lessor", "ApprovalRequested"],
      damage: ["Invoicing", "Approved"],
      "damage-draft": ["Draft", "Draft"],
    });
  });

  it("has the lessor decide by itself", async () => {
    const { report } = await started("--now", monday, "--scenario", "lessor", "--decide", "Denied");
    expect(await listed(report)).toMatchObject([{ status: "Denied" }]);
  });

  it("gives the same for the same seed", async () => {
    const args = ["--now", monday, "--seed", "7", "--scenario", "draft", "--control-key", "my-own-key"];
    const [one, other] = [await started(...args), await started(...args)];
    expect(one.report.supplier.token).toBe(other.report.supplier.token);
    expect(one.report.requests).toEqual(other.report.requests);
    expect(one.report.control.key).toBe("my-own-key");
  });

  it("has a control key of its own at every start", async () => {
    const [one, other] = [await started(), await started()];
    expect(one.report.control.key).toMatch(/^[\w-]{32}$/);
    expect(one.report.control.key).not.toBe(other.report.control.key);
  });

  it("goes by the machine's clock unless it is told an instant", async () => {
    const { report } = await started();
    expect(Math.abs(Date.parse(report.now) - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    [
      ["--rate-limit", "2", "--rate-window", "1000", "--counting", "fixed-window"],
      [200, 200, 429],
    ],
    [
      ["--counting", "token-bucket"],
      [200, 200, 200],
    ],
    [
      ["--rate-limit", "none"],
      [200, 200, 200],
    ],
  ])("limits requests with %j", async (args, expected) => {
    const { report } = await started("--now", monday, "--clock", "standing", ...args);
    const { baseUrl, token } = report.supplier;
    const statuses: number[] = [];
    for (const _ of expected) statuses.push((await fetch(`${baseUrl}/v2/lessors`, bearer(token))).status);
    expect(statuses).toEqual(expected);
  });

  it.each([
    ["--port", "65536", 'must be a whole number from 0 to 65535, not "65536"'],
    ["--port", "http", 'must be a whole number from 0 to 65535, not "http"'],
    ["--control-port", "--json", 'must be a whole number from 0 to 65535, not "--json"'],
    ["--seed", "1.5", 'must be a whole number, not "1.5"'],
    ["--rate-limit", "0", 'must be a whole number from 1, not "0"'],
    ["--rate-window", "x", 'must be a whole number from 1, not "x"'],
    ["--counting", "x", 'must be one of rolling-window, fixed-window, token-bucket, not "x"'],
    ["--clock", "x", 'must be one of standing, running, jumping, not "x"'],
    ["--now", "yesterday", "must be a date-time such as 2026-06-15T09:00:00Z"],
    [
      "--scenario",
      "x",
      'must be one of draft, lessor, response, invoicing, invoiced, archived, every-phase, not "x"',
    ],
    [
      "--decide",
      "Yes",
      'must be one of Approved, ProvisionallyApproved, Denied, CallLessor, LessorWillCall, not "Yes"',
    ],
    ["--control-key", "short", "must be 8 to 200 letters, digits, dots, dashes, underscores or tildes"],
    [
      "--control-key",
      "with ' a quote",
      "must be 8 to 200 letters, digits, dots, dashes, underscores or tildes",
    ],
  ])("refuses %s %s", async (option, value, problem) => {
    expect(await reg("sandbox", option, value)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${option} ${problem}.\nreg sandbox --help shows what there is.\n`,
    });
  });

  it.each(["port", "control-port"])("says that the %s is in use", async (option) => {
    const port = await takenPort();
    expect(await reg(...anyPorts, `--${option}`, String(port))).toEqual({
      code: 1,
      out: "",
      err: `reg: port ${port} is in use by another program. Choose another one with --${option}; 0 is any free port.\n`,
    });
  });

  it("leaves no port open where it cannot have both", async () => {
    const { report, interrupt, code } = await started();
    interrupt();
    await code;
    const { port } = new URL(report.supplier.baseUrl);
    const taken = String(await takenPort());
    expect((await reg("sandbox", "--port", port, "--control-port", taken)).code).toBe(1);
    await expect(fetch(report.supplier.baseUrl)).rejects.toThrow();
  });
});

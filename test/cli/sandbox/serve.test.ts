import { execFile, execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLessorClient } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import type { StartReport } from "../../../src/cli/sandbox/serve.js";
import { learn } from "../../document/shapes/support.js";
import { draftOf } from "../../sandbox/service/supplier/support.js";
import { monday, work } from "../../sandbox/support.js";
import { temporaryFolder } from "../../support/folder.js";
import { closeAfterTest, readJson, runReg, startReg } from "../support.js";

const freePorts = ["sandbox", "--port", "0", "--control-port", "0"];
const authorize = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Starts a sandbox and parses the JSON that it prints. */
async function startSandbox(...args: readonly string[]) {
  const { written, code, interrupt } = await startReg([...freePorts, "--json", ...args]);
  const report: StartReport = JSON.parse(written.out);
  return { report, written, code, interrupt };
}

async function listRequests({ supplier }: StartReport): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${supplier.baseUrl}/v2/servicerequests`, authorize(supplier.token));
  expect(response.status).toBe(200);
  return (await readJson(response)).serviceRequests;
}

/** Sends the request of a curl command as a shell and curl would, so that the test does not need curl. */
async function runCurlCommand(line: string, variables: Readonly<Record<string, string>>) {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) =>
    (single ?? double ?? plain ?? "").replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? ""),
  );
  const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
  const headers = new Headers(after("-H").map(splitHeader));
  const [body] = after("-d");
  const init = body === undefined ? { headers } : { method: "POST", headers, body };
  return fetch(words.at(-1) ?? "", init);
}

function splitHeader(header: string): [string, string] {
  const [name = "", ...value] = header.split(": ");
  return [name, value.join(": ")];
}

/** Writes a file and returns its path. */
async function writeTemporaryFile(content: string): Promise<string> {
  const file = join(temporaryFolder(), "verify.json");
  await writeFile(file, content);
  return file;
}

/** Listens on a free loopback port and returns it. */
async function occupyPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeAfterTest(() => server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

describe("the command sandbox", () => {
  it("serves both APIs and the control surface until it is interrupted", async () => {
    const { report, code, interrupt, written } = await startSandbox("--now", monday);
    expect(written.out.trimEnd()).not.toContain("\n");
    const { supplier, lessor, control } = report;
    expect(report.now).toBe("2026-06-15T09:00:00.000Z");
    expect(report.page).toBe(`${control.url}/page/#${control.key}`);
    expect((await fetch(report.page)).status).toBe(200);
    expect(report.env).toMatchObject({ REG_BASE_URL: supplier.baseUrl, REG_CONTROL_KEY: control.key });
    expect(await listRequests(report)).toEqual([]);
    const form = { grant_type: "client_credentials", client_id: lessor.clientId };
    const body = new URLSearchParams({ ...form, client_secret: lessor.clientSecret });
    expect((await fetch(`${lessor.baseUrl}/token`, { method: "POST", body })).status).toBe(200);
    expect((await fetch(`${control.url}/clock`, authorize(control.key))).status).toBe(200);
    for (const url of [supplier.baseUrl, lessor.baseUrl, control.url]) expect(new URL(url).hostname).toBe("127.0.0.1");
    interrupt();
    expect([await code, written.err]).toEqual([0, ""]);
    await expect(fetch(supplier.baseUrl)).rejects.toThrow();
    await expect(fetch(control.url)).rejects.toThrow();
  });

  it("adds the fields of each --shapes to its responses", async () => {
    const vehicles = learn({ "vehicles.get": [{ licensePlate: "ZX-987-Y", seats: 5 }] });
    const lists = learn({ "dealerships.list": [[{ city: "Utrecht" }]] });
    // Some editors write a byte order mark.
    const files = [`\uFEFF${JSON.stringify({ shapes: vehicles, assumptions: [] })}`, JSON.stringify(lists)];
    const options = (await Promise.all(files.map(writeTemporaryFile))).flatMap((file) => ["--shapes", file]);
    const { report } = await startSandbox(...options);
    const { clientId, clientSecret, baseUrl } = report.lessor;
    const lessor = createLessorClient({ baseUrl, clientId, clientSecret, retry: false });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", seat: 4 });
    expect(await lessor.vehicles.get("ZX-987-Y")).toEqual({ licensePlate: "ZX-987-Y", seat: 4, seats: 1 });
    const { supplier } = report;
    const response = await fetch(`${supplier.baseUrl}/v2/dealerships`, authorize(supplier.token));
    expect(await readJson(response)).toEqual([{ city: "text" }]);
  });

  it("says at its start how many open bodies have the shapes of --shapes", async () => {
    const shapes = learn({ "vehicles.get": [{ seats: 5 }], "dealerships.list": [[{ city: "Utrecht" }]] });
    const file = await writeTemporaryFile(JSON.stringify({ shapes, assumptions: [] }));
    const { written } = await startReg([...freePorts, "--shapes", file, "--shapes", file]);
    const line = "It adds the fields of --shapes to its responses; open bodies with a known shape: 2.";
    expect(written.out.split("\n")[1]).toBe(line);
    expect((await startSandbox("--shapes", file)).report.learnedBodies).toBe(2);
    expect((await startReg(freePorts)).written.out).not.toContain("--shapes");
  });

  it.each([
    ["is missing", undefined, /cannot be read: ENOENT/],
    ["is not JSON", "seats: five", /verify\.json is not JSON\.$/m],
    ["is no result of verify", "[]", /verify\.json must be a report of npx @reg\/sdk verify --json/],
    ["is of another version", '{"bodies":{},"version":2}', /verify\.json has shapes of version 2/],
  ])("rejects a file of --shapes that %s", async (_, content, message) => {
    const file = content === undefined ? "verify.json" : await writeTemporaryFile(content);
    const { code, err } = await runReg(...freePorts, "--shapes", file);
    expect(err).toMatch(message);
    expect(err).not.toContain("five");
    expect(code).toBe(2);
  });

  it("prints the variables also for PowerShell, and in a form that node --env-file reads", async () => {
    const { written } = await startReg(freePorts);
    const lines = written.out.split("\n");
    const exported = lines.filter((line) => line.startsWith("  export "));
    const shown = lines.filter((line) => line.startsWith("  $env:"));
    expect(shown).toEqual(exported.map((line) => line.replace("export ", "$env:").replace("=", " = ")));
    const file = await writeTemporaryFile(exported.join("\n"));
    const program = "console.log(JSON.stringify([process.env.REG_BASE_URL, process.env.REG_CONTROL_KEY]))";
    const printed = execFileSync(process.execPath, [`--env-file=${file}`, "--eval", program], {
      env: {},
      encoding: "utf8",
    });
    const variable = (name: string) => exported.find((line) => line.includes(name))?.split("'")[1];
    expect(JSON.parse(printed)).toEqual([variable("REG_BASE_URL"), variable("REG_CONTROL_KEY")]);
  });

  it("prints variables and curl commands that work unchanged", async () => {
    const { written } = await startReg([...freePorts, "--now", monday, "--scenario", "every-phase"]);
    expect(written.out).toContain("Its clock shows 2026-06-15T09:00:00.000Z.");
    expect(written.out).toMatch(/^ *Archived +archived +[\da-f-]{36}$/m);
    const curls = written.out.split("\n").filter((line) => line.startsWith("  curl "));
    const variables = Object.fromEntries(
      [...written.out.matchAll(/^ {2}export ([A-Z_]+)='(.*)'$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    expect(Object.keys(variables)).toEqual([
      "REG_BASE_URL",
      "REG_TOKEN",
      "REG_LESSOR_BASE_URL",
      "REG_CLIENT_ID",
      "REG_CLIENT_SECRET",
      "REG_CONTROL_URL",
      "REG_CONTROL_KEY",
    ]);
    const responses: Response[] = [];
    for (const line of curls) responses.push(await runCurlCommand(line, variables));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 204]);
    const [list, controls] = await Promise.all(responses.slice(0, 2).map(readJson));
    expect(list.serviceRequests).not.toEqual([]);
    expect(controls.methods["lessor.approve"]).toEqual(["id", "options"]);
    expect(written.out).toContain(`  ${variables["REG_CONTROL_URL"]}/page/#${variables["REG_CONTROL_KEY"]}\n`);
    const clock = await fetch(`${variables["REG_CONTROL_URL"]}/clock`, authorize(variables["REG_CONTROL_KEY"] ?? ""));
    expect((await readJson(clock)).now).toBe("2026-06-16T09:00:00.000Z");
  });

  it("seeds a scenario and reports the phase of each request", async () => {
    const { report } = await startSandbox("--now", monday, "--scenario", "every-phase");
    const readStatus = async (path: string) => {
      const response = await fetch(`${report.supplier.baseUrl}/v2/${path}`, authorize(report.supplier.token));
      return response.status === 200 ? (await readJson(response)).data.status : response.status;
    };
    const seen: Record<string, unknown> = {};
    for (const { name, id, phase } of report.requests) {
      const kind = name.startsWith("damage") ? "damageservicerequests" : "servicerequests";
      seen[name] = [phase, await readStatus(`${kind}/${id}`)];
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

  it("makes the lessor decide automatically with --decide", async () => {
    const { report } = await startSandbox("--now", monday, "--scenario", "lessor", "--decide", "Denied");
    expect(await listRequests(report)).toMatchObject([{ status: "Denied" }]);
  });

  it("reports the phase after the decision of --decide", async () => {
    const { report } = await startSandbox("--now", monday, "--scenario", "every-phase", "--decide", "Denied");
    const phases = Object.fromEntries(report.requests.map(({ name, phase }) => [name, phase]));
    expect(phases).toMatchObject({ draft: "Draft", lessor: "Response", rental: "Response", invoicing: "Invoicing" });
  });

  it("creates the same ids and tokens for the same seed", async () => {
    const args = ["--now", monday, "--seed", "7", "--scenario", "draft", "--control-key", "my-own-key"];
    const [one, other] = [await startSandbox(...args), await startSandbox(...args)];
    expect(one.report.supplier.token).toBe(other.report.supplier.token);
    expect(one.report.requests).toEqual(other.report.requests);
    expect(one.report.control.key).toBe("my-own-key");
  });

  it("generates a new control key at every start", async () => {
    const [one, other] = [await startSandbox(), await startSandbox()];
    expect(one.report.control.key).toMatch(/^[\w-]{32}$/);
    expect(one.report.control.key).not.toBe(other.report.control.key);
  });

  it("uses the time of the machine if --now is missing", async () => {
    const { report } = await startSandbox();
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
    const { report } = await startSandbox("--now", monday, "--clock", "standing", ...args);
    const { baseUrl, token } = report.supplier;
    const statuses: number[] = [];
    for (const _ of expected) statuses.push((await fetch(`${baseUrl}/v2/lessors`, authorize(token))).status);
    expect(statuses).toEqual(expected);
  });

  it("archives an invoiced request at once with --archive at-once", async () => {
    const { report } = await startSandbox("--now", monday, "--scenario", "invoiced", "--archive", "at-once");
    const [request] = report.requests;
    const { baseUrl, token } = report.supplier;
    expect((await fetch(`${baseUrl}/v2/servicerequests/${request?.id}`, authorize(token))).status).toBe(410);
    expect(request?.phase).toBe("Archived");
  });

  it("rejects values of warranty and leniency that are not permitted", async () => {
    const permitted = ["--warranty", "Factory,Dealer", "--leniency", "Lessor"];
    const { report } = await startSandbox("--now", monday, "--clock", "standing", ...permitted);
    const { baseUrl, token } = report.supplier;
    const create = async (fields: object) => {
      const body = JSON.stringify({ ...draftOf(), components: [work({ ...fields })] });
      const headers = { ...authorize(token).headers, "content-type": "application/json" };
      const response = await fetch(`${baseUrl}/v2/servicerequests`, { method: "POST", headers, body });
      return [response.status, (await readJson(response)).errors?.[0].code];
    };
    expect(await create({ warranty: "Lessor" })).toEqual([400, "REG-SVC000175"]);
    expect(await create({ leniency: "Dealer" })).toEqual([400, "REG-SVC000176"]);
    expect(await create({ warranty: "Dealer", leniency: "Lessor" })).toEqual([201, undefined]);
  });

  it.each([
    ["--port", "65536", 'must be a whole number from 0 to 65535, not "65536"'],
    ["--port", "http", 'must be a whole number from 0 to 65535, not "http"'],
    ["--control-port", "json", 'must be a whole number from 0 to 65535, not "json"'],
    ["--seed", "1.5", 'must be a whole number, not "1.5"'],
    ["--rate-limit", "0", 'must be a whole number from 1, not "0"'],
    ["--rate-window", "x", 'must be a whole number from 1, not "x"'],
    ["--counting", "x", 'must be one of rolling-window, fixed-window, token-bucket, not "x"'],
    ["--archive", "x", 'must be one of midnight, at-once, not "x"'],
    ["--clock", "x", 'must be one of standing, running, jumping, not "x"'],
    ["--warranty", "Factory,,Dealer", 'must be values separated by commas, not "Factory,,Dealer"'],
    ["--now", "yesterday", "must be a date-time such as 2026-06-15T09:00:00Z"],
    ["--scenario", "x", 'must be one of draft, lessor, response, invoicing, invoiced, archived, every-phase, not "x"'],
    [
      "--decide",
      "Yes",
      'must be one of Approved, ProvisionallyApproved, Denied, CallLessor, LessorWillCall, not "Yes"',
    ],
    ["--control-key", "short", "must be 8 to 200 letters, digits, dots, dashes, underscores or tildes"],
    ["--control-key", "with ' a quote", "must be 8 to 200 letters, digits, dots, dashes, underscores or tildes"],
  ])("rejects %s %s and names the allowed values", async (option, value, problem) => {
    expect(await runReg("sandbox", option, value)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${option} ${problem}.\nnpx @reg/sdk sandbox --help lists the options.\n`,
    });
  });

  it.each(["port", "control-port"])("explains that the port of --%s is in use", async (option) => {
    const port = await occupyPort();
    expect(await runReg(...freePorts, `--${option}`, String(port))).toEqual({
      code: 1,
      out: "",
      err: `reg: port ${port} is in use, perhaps by another sandbox. Choose another one with --${option}, or any free ones with --port 0 --control-port 0.\n`,
    });
  });

  it("closes the first port if the second one is in use", async () => {
    const { report, interrupt, code } = await startSandbox();
    interrupt();
    await code;
    const { port } = new URL(report.supplier.baseUrl);
    const occupied = String(await occupyPort());
    expect((await runReg("sandbox", "--port", port, "--control-port", occupied)).code).toBe(1);
    await expect(fetch(report.supplier.baseUrl)).rejects.toThrow();
  });
});

it("the shell lines of docs/sandbox.md invoice without this package", async () => {
  const { report } = await startSandbox();
  const page = await readFile(new URL("../../../docs/sandbox.md", import.meta.url), "utf8");
  const [, lines = ""] = /### Without this package.*?^```sh\n(.*?)^```$/ms.exec(page) ?? [];
  const env = { ...process.env, ...report.env };
  const { stdout } = await promisify(execFile)("sh", ["-eu", "-c", lines], { env });
  expect(stdout).toMatch(/"regCode":"1101".*"amount":129\.5.*The response was lost\..*"invoiceNumber":"2026-1"/s);
});

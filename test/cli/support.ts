import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { SandboxOptions } from "@reg/sdk/sandbox";
import { onTestFinished } from "vitest";
import type { Command, Terminal } from "../../src/cli/command.js";
import { commands, run } from "../../src/cli/run.js";
import { serveControl } from "../../src/sandbox/control/control-server.js";
import { openSandbox } from "../../src/sandbox/sandbox.js";
import { lessorOf, monday, supplierOf } from "../sandbox/support.js";

/** Calls `close` after the test. */
export const closeAfterTest = (close: () => unknown) => onTestFinished(async () => void (await close()));

/** The parts of the terminal that a test gives; by default there is no input, no variable and no screen. */
type GivenTerminal = Partial<Pick<Terminal, "env" | "input" | "screen" | "interrupted" | "abandoned">>;

/** Runs `reg` in this process until it has printed something or has ended. */
export async function startReg(
  args: readonly string[],
  table: readonly Command[] = commands,
  given: GivenTerminal = {},
) {
  const written = { out: "", err: "" };
  const stop = new AbortController();
  const { promise: printed, resolve: print } = withResolvers();
  const code = run(args, table, {
    out: (text) => {
      written.out += text;
      print();
    },
    write: async (text) => {
      written.out += text;
      print();
    },
    err: (text) => {
      written.err += text;
    },
    interrupted: stop.signal,
    abandoned: stop.signal,
    env: {},
    input: Readable.from([]),
    screen: undefined,
    ...given,
  });
  closeAfterTest(async () => {
    stop.abort();
    await code.catch(() => {});
  });
  await Promise.race([printed, code]);
  return { written, code, interrupt: () => stop.abort() };
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

/** Runs `reg` to its end and returns its output and its exit code. */
export async function runReg(...args: readonly string[]) {
  const { written, code } = await startReg(args);
  return { code: await code, ...written };
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs `reg` in a child process, with variables in addition to those of this process. */
export function spawnReg(args: readonly string[], env: Terminal["env"] = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  closeAfterTest(() => child.kill("SIGKILL"));
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  return {
    child,
    /** The error output so far. */
    written: () => err,
    readLine: async () => String((await Promise.race([once(lines, "line"), ended]))[0]),
    /** The exit code, the signal that ended the process, and its error output. */
    waitForEnd: async () => [...(await ended), err],
  };
}

export const key = "the-key-of-the-test";

/** Opens a control surface on loopback for a sandbox whose clock does not run, and clients in this process. */
export async function openControl(options: SandboxOptions = {}) {
  const { sandbox, interior } = openSandbox({ now: monday, ...options });
  const opened = { sandbox, supplier: await supplierOf(sandbox), lessor: lessorOf(sandbox) };
  const defects: unknown[] = [];
  const { url, page, close } = await serveControl({
    sandbox,
    interior,
    key,
    port: 0,
    onDefect: (error) => defects.push(error),
  });
  closeAfterTest(close);
  const call = async (method: string, path: string, body?: unknown): Promise<ControlResponse> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: response.status, text, json: isJson ? JSON.parse(text) : undefined };
  };
  const post = (path: string, body?: unknown) => call("POST", path, body);
  const get = (path: string) => call("GET", path);
  /** Calls a method of the sandbox, also with arguments that it must reject. */
  const invoke = (method: string, ...args: readonly unknown[]) => post("/call", { method, args });
  return { ...opened, url, page, defects, call, post, get, invoke };
}

/** Parses the JSON of a response. */
// biome-ignore lint/suspicious/noExplicitAny: the tests assert its content
export const readJson = (response: Response): Promise<any> => response.json();

interface ControlResponse {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert its content
  readonly json: any;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { closedPort } from "../support/server.js";

/** What a configuration can name. */
export interface Place {
  /** The host and the port on which it must listen, such as `127.0.0.1:8080`. */
  readonly address: string;
  /** A folder of its own, which has its configuration and its log. */
  readonly folder: string;
}

/** A real gateway or proxy, which runs until the end of the test. */
export interface Gateway extends Place {
  /**
   * Lists the requests that nginx, HAProxy or Squid has logged so far, such as `PUT /path 413`. They log a request after
   * its response.
   */
  readRequests(): readonly string[];
}

/** How a program is started with a configuration, so that it stays in the foreground. */
interface Program {
  readonly command: string;
  /** The package of Debian and Ubuntu that has it. */
  readonly package: string;
  /** Default: SIGTERM. */
  readonly stopsOn?: NodeJS.Signals;
  /** The arguments, with the path of its configuration. */
  args(file: string, place: Place): readonly string[];
  /** The whole configuration around the lines of a test. */
  configure(lines: string, place: Place): string;
}

const nginx: Program = {
  command: "nginx",
  package: "nginx",
  args: (file, { folder }) => ["-c", file, "-p", folder, "-e", "stderr"],
  configure: (lines, { folder }) => {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    return `
daemon off;
pid nginx.pid;
worker_processes 1;
events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n  ")}
  log_format line 'REQUEST $request_method $request_uri $status';
  access_log output.log line;
  ${lines}
}
`;
  },
};

const haproxy: Program = {
  command: "haproxy",
  package: "haproxy",
  args: (file) => ["-db", "-f", file],
  configure: (lines) => `
global
  log stderr format raw local0
defaults
  mode http
  log global
  log-format "REQUEST %HM %HU %ST"
  timeout connect 5s
  timeout client 30s
  timeout server 30s
${lines}
`,
};

const squid: Program = {
  command: "squid",
  package: "squid",
  // It is one process, and needs two seconds to end by itself.
  stopsOn: "SIGKILL",
  args: (file) => ["-N", "-f", file],
  configure: (lines, { address, folder }) => `
http_port ${address}
pid_filename none
pinger_enable off
netdb_filename none
shutdown_lifetime 0 seconds
cache deny all
coredump_dir ${folder}
cache_log ${join(folder, "cache.log")}
logformat line REQUEST %rm %ru %>Hs
access_log stdio:${join(folder, "output.log")} logformat=line
buffered_logs off
${lines}
`,
};

const caddy: Program = {
  command: "caddy",
  package: "caddy",
  args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  configure: (lines, { address }) => `
{
  admin off
  auto_https off
}
http://${address} {
  bind 127.0.0.1
  ${lines}
}
`,
};

const varnish: Program = {
  command: "varnishd",
  package: "varnish",
  args: (file, { address, folder }) => [
    ...["-F", "-f", file, "-a", address, "-n", join(folder, "work"), "-T", "none"],
    ...["-j", "none", "-s", "malloc,16m", "-p", "thread_pool_min=10"],
  ],
  configure: (lines) => `
vcl 4.1;
${lines}
`,
};

const programs = { nginx, haproxy, squid, caddy, varnish };

export type ProgramName = keyof typeof programs;

/** An unprivileged user, as whom a program runs if the tests run as root: no program then has more rights than here. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/**
 * Starts a gateway. It is ended after the test.
 *
 * @param configure the lines of its configuration that matter
 * @throws Error that says how to install the program if it is missing, or what it has written if it does not start
 */
export async function startGateway(name: ProgramName, configure: (place: Place) => string): Promise<Gateway> {
  const program = programs[name];
  const folder = temporaryFolder();
  const { host: address, port } = new URL(await closedPort());
  const place = { address, folder };
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, program.configure(configure(place), place));
  const logFile = join(folder, "output.log");
  const log = openSync(logFile, "a");
  if (isRoot) for (const path of [folder, file, logFile]) chownSync(path, nobody, nobody);
  const child = spawn(program.command, program.args(file, place), {
    cwd: folder,
    // Debian keeps these programs where only root looks for them.
    env: { PATH: [process.env["PATH"], "/usr/sbin"].join(delimiter), HOME: folder },
    stdio: ["ignore", log, log],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  closeSync(log);
  const readLog = () => readFileSync(logFile, "utf8");
  await requireProgram(child, program);
  onTestFinished(() => stop(child, program));
  await waitUntilOpen(child, port, () => `${name} has not started: ${readLog()}`);
  const readRequests = () => [...readLog().matchAll(/^REQUEST ([A-Z]+ .*)$/gm)].map(([, text = ""]) => text);
  return { address, folder, readRequests };
}

async function requireProgram(child: ChildProcess, { command, package: name }: Program): Promise<void> {
  await once(child, "spawn").catch((cause: unknown) => {
    const hint = `run \`apt-get update && apt-get install -y --no-install-recommends ${name}\`, or .ci/run`;
    throw new Error(`${command} is missing: ${hint}.`, { cause });
  });
}

async function stop(child: ChildProcess, { stopsOn = "SIGTERM" }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(stopsOn);
  await ended;
}

async function waitUntilOpen(child: ChildProcess, port: string, describe: () => string): Promise<void> {
  while (!(await canConnect(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(describe());
    await sleep(20);
  }
}

function canConnect(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

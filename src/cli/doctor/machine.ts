import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isObject, parseJson } from "../../base/json.js";
import { explainUntested, installCommand, type PeerName, testedPeers } from "../../base/peers.js";
import type { Terminal } from "../command.js";
import type { Findings, Problem } from "./findings.js";

/** The folders of packages in which this module would find a package. */
const foldersOf = (name: string): readonly string[] => createRequire(import.meta.url).resolve.paths(name) ?? [];

/**
 * Finds the versions of the optional peers.
 *
 * @param folders of packages. Default: those in which this package finds its peers
 */
export function findPeers(folders?: readonly string[]): Findings {
  const facts: Record<string, string> = {};
  const problems: Problem[] = [];
  // Yarn PnP has no folders of packages.
  const missing = "pnp" in process.versions ? "unknown, because of Yarn PnP" : "not installed";
  for (const name of Object.keys(testedPeers) as PeerName[]) {
    const version = (folders ?? foldersOf(name)).map((folder) => readVersion(join(folder, name))).find(Boolean);
    const reason = version === undefined ? undefined : explainUntested(name, version);
    facts[name] = `${version ?? missing}${reason === undefined ? "" : ", not tested"}`;
    if (reason !== undefined)
      problems.push({
        in: "peers",
        problem: `${name} ${version} is installed, and ${reason}.`,
        next: `If you use it with this package: ${installCommand(name)}.`,
      });
  }
  return { facts, problems };
}

// Not with require.resolve: packages may hide their package.json.
function readVersion(folder: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(join(folder, "package.json"), "utf8"));
    const version = isObject(manifest) ? manifest["version"] : undefined;
    return typeof version === "string" && /^\d[\w.+-]{0,40}$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** The variables that Node reads for proxies. */
const proxyVariables = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"] as const;

/** Node prefers the names in lower case, also if their values are empty. */
const readProxyVariable = (env: Terminal["env"], name: (typeof proxyVariables)[number]): string =>
  (env[name.toLowerCase()] ?? env[name] ?? "").trim();

/** Describes the environment variables that decide how Node connects, without values that may contain a secret. */
export function describeEnvironment(env: Terminal["env"]): Findings {
  const values = proxyVariables.map((name) => [name, readProxyVariable(env, name)] as const);
  const described = values.map(([name, value]) => [name, value === "" ? "not set" : describeProxy(name, value)]);
  const proxies = values.filter(([name, value]) => name !== "NO_PROXY" && value !== "");
  const facts = {
    ...Object.fromEntries(described),
    ...(proxies.length > 0 && { "use of the proxy": describeUse(env) }),
    NODE_EXTRA_CA_CERTS: env["NODE_EXTRA_CA_CERTS"] ? "set" : "not set",
  };
  // A Node that uses the proxy has accepted its address: it would not have started otherwise.
  const unusable = usesProxy(env) ? [] : proxies.filter(([, value]) => !value.includes("://"));
  const problems = unusable.map(([name]) => ({
    in: "environment",
    problem: `${name} has no scheme, such as http://, so that Node does not start if it is to use it.`,
    next: "Write it as http://host:port.",
  }));
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    problems.push({
      in: "environment",
      problem:
        "NODE_TLS_REJECT_UNAUTHORIZED is 0: anyone between this machine and the service can read the credentials.",
      next: "Remove it, and name the file of your certificate authority in NODE_EXTRA_CA_CERTS.",
    });
  return { facts, problems };
}

/**
 * Says what a failed connection may have to do with a proxy: a sentence after a blank, or nothing.
 *
 * @param isProxied whether the connection was made through a proxy
 */
export function adviseOnProxy(env: Terminal["env"], baseUrl: string, isProxied: boolean): string {
  if (isProxied) return " Node's fetch connects through the proxy of the environment: check it, too.";
  return ignoresProxy(env, baseUrl)
    ? " Node's fetch ignores the proxy of the environment: see docs/transports.md."
    : "";
}

/** Whether a proxy is set for an address, and Node's fetch does not use it. */
export function ignoresProxy(env: Terminal["env"], baseUrl = ""): boolean {
  if (usesProxy(env) || !URL.canParse(baseUrl)) return false;
  const url = new URL(baseUrl);
  const forHttps = url.protocol === "https:" && readProxyVariable(env, "HTTPS_PROXY");
  const proxy = forHttps || readProxyVariable(env, "HTTP_PROXY");
  return proxy !== "" && !isExcluded(url, readProxyVariable(env, "NO_PROXY"));
}

/** Whether NO_PROXY names a host, as Node 26 reads it; in Node 22.21 and 24.5, `host` does not exclude its subdomains. */
function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return (
    list === "*" ||
    list.split(/[,\s]+/).some((entry) => {
      const [, name = "", onlyPort = ownPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      return name !== "" && onlyPort === ownPort && `.${hostname}`.endsWith(`.${name}`);
    })
  );
}

const proxyFlag = /^--(no-)?use[-_]env[-_]proxy$/;

/** Node 24.0 to 24.4 have the variable without the flag. */
const hasVariableOnly = () => /^24\.[0-4]\./.test(process.versions.node);

const canUseProxy = () => process.allowedNodeEnvironmentFlags.has("--use-env-proxy") || hasVariableOnly();

function usesProxy(env: Terminal["env"]): boolean {
  const variable = env["NODE_USE_ENV_PROXY"] ?? "";
  if (hasVariableOnly()) return variable !== "";
  const flags = [...(env["NODE_OPTIONS"] ?? "").split(/\s+/), ...process.execArgv];
  const flag = flags.findLast((each) => proxyFlag.test(each));
  return canUseProxy() && (flag === undefined ? variable === "1" : !flag.startsWith("--no"));
}

function describeUse(env: Terminal["env"]): string {
  const byFetch = usesProxy(env)
    ? "Node's fetch uses it, except for the hosts in NO_PROXY"
    : `Node's fetch ignores it; ${canUseProxy() ? "NODE_USE_ENV_PROXY=1 changes that" : "Node 22.21 and 24 can use it, with NODE_USE_ENV_PROXY=1"}`;
  return `${byFetch}; the transport of @reg/sdk/undici uses one only with its option dispatcher`;
}

/** Shows the host of a proxy. A password with an unusual character could move into another part of the URL. */
function describeProxy(name: string, value: string): string {
  if (name === "NO_PROXY" || !URL.canParse(value)) return "set";
  const { protocol, host, pathname, search, hash } = new URL(value);
  const isPlain = /^https?:$/.test(protocol) && `${pathname}${search}${hash}` === "/";
  return isPlain ? host : "set";
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isObject, parseJson } from "../../values/json.js";
import { explainUntested, installCommand, type PeerName, testedPeers } from "../../values/peers.js";
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

/** The variables that Node reads for proxies; it prefers their names in lower case. */
const proxyVariables = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"] as const;

/** Describes the environment variables that decide how Node connects, without values that may contain a secret. */
export function describeEnvironment(env: Terminal["env"]): Findings {
  const proxies = proxyVariables.map((name) => [name, env[name.toLowerCase()] || env[name]] as const);
  const described = proxies.map(([name, value]) => [name, value ? describeProxy(name, value) : "not set"]);
  const facts = {
    ...Object.fromEntries(described),
    ...(hasProxy(env) && { "use of the proxy": describeUse(env) }),
    NODE_EXTRA_CA_CERTS: env["NODE_EXTRA_CA_CERTS"] ? "set" : "not set",
  };
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return { facts, problems: [] };
  const problem = {
    in: "environment",
    problem: "NODE_TLS_REJECT_UNAUTHORIZED is 0: anyone between this machine and the service can read the credentials.",
    next: "Remove it, and name the file of your certificate authority in NODE_EXTRA_CA_CERTS.",
  };
  return { facts, problems: [problem] };
}

/** Says what a failed connection may have to do with a proxy: a sentence after a blank, or nothing. */
export function adviseOnProxy(env: Terminal["env"]): string {
  if (ignoresProxy(env)) return " Node's fetch ignores the proxy of the environment: see docs/transports.md.";
  return hasProxy(env) ? " Node's fetch connects through the proxy of the environment: check it, too." : "";
}

/** Whether a proxy is set that Node's fetch does not use. */
export const ignoresProxy = (env: Terminal["env"]): boolean => hasProxy(env) && !usesProxy(env);

const hasProxy = (env: Terminal["env"]) =>
  ["HTTP_PROXY", "HTTPS_PROXY"].some((name) => env[name.toLowerCase()] || env[name]);

const proxyFlag = "--use-env-proxy";

const canUseProxy = () => process.allowedNodeEnvironmentFlags.has(proxyFlag);

function usesProxy(env: Terminal["env"]): boolean {
  const isFlagged = process.execArgv.includes(proxyFlag) || env["NODE_OPTIONS"]?.includes(proxyFlag) === true;
  return canUseProxy() && (isFlagged || env["NODE_USE_ENV_PROXY"] === "1");
}

function describeUse(env: Terminal["env"]): string {
  const byFetch = usesProxy(env)
    ? "Node's fetch uses it"
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

import diagnosticsChannel from "node:diagnostics_channel";
import { TLSSocket } from "node:tls";
import { systemClock } from "../../base/clock.js";
import type { ServiceAdapter } from "../../document/adapter.js";
import { readAdapters } from "../../document/adapter.js";
import { type ApiName, operationTables } from "../../document/apis.js";
import { checkHeaders } from "../../document/serialize.js";
import { lessorVariables, supplierVariables } from "../../errors/environment.js";
import { RegApiError, RegError, RegTokenError } from "../../errors/errors.js";
import { messageWithoutOperation } from "../../errors/messages.js";
import { summarize } from "../../errors/summary.js";
import { parseBearerToken, timesOf, tokenChecker } from "../../http/authorization/bearer-token.js";
import { createExecute } from "../../http/execute.js";
import { InFlightCalls } from "../../http/in-flight.js";
import { checkBaseUrl } from "../../http/request.js";
import { resolveOptions } from "../../http/settings.js";
import { createFetchTransport } from "../../http/transport/fetch-transport.js";
import type { Transport, TransportResponse } from "../../http/transport/types.js";
import { requestToken } from "../../lessor/token-request.js";
import { createSupplierClient } from "../../supplier/client.js";
import { readVariable } from "../args.js";
import { type Terminal, UsageError } from "../command.js";
import { formatDuration, withoutFullStop } from "../help.js";
import { readHeaders, readToken } from "../service-options.js";
import { rateLimitHeader } from "../verify/connection.js";
import type { Findings, Problem } from "./findings.js";
import { adviseOnProxy } from "./machine.js";

/** The APIs, with the version in their paths, their variables, and the request that the doctor sends. */
export const services = {
  supplier: {
    version: "v2",
    address: supplierVariables.baseUrl,
    credentials: [supplierVariables.token],
    request: "GET /v2/lessors",
  },
  lessor: {
    version: "v1",
    address: lessorVariables.baseUrl,
    credentials: [lessorVariables.clientId, lessorVariables.clientSecret],
    // The reference shows no read without a license plate.
    request: "POST /token",
  },
} as const satisfies Readonly<Record<ApiName, unknown>>;

interface ServiceParts {
  /** The address on the command line. */
  readonly baseUrl: string | undefined;
  readonly env: Terminal["env"];
  readonly adapter: ServiceAdapter | undefined;
  readonly signal: AbortSignal;
  /** Whether nothing is sent. */
  readonly isOffline: boolean;
}

/** Whether any setting of a service is given. */
export function isConfigured(api: ApiName, { baseUrl, env }: Pick<ServiceParts, "baseUrl" | "env">): boolean {
  const names = [services[api].address, ...namesOfCredentials(api, env)];
  return baseUrl !== undefined || names.some((name) => env[name]?.trim());
}

const namesOfCredentials = (api: ApiName, env: Terminal["env"]): readonly string[] =>
  api === "supplier" && env[tokenFile]?.trim() ? [tokenFile] : services[api].credentials;

const tokenFile = "REG_TOKEN_FILE";

/** Checks the settings of a service and, unless that finds a problem, sends one request. */
export async function examineService(api: ApiName, parts: ServiceParts): Promise<Findings> {
  const facts: Record<string, string> = {};
  const problems: Problem[] = [];
  const add = (problem: string, next: string) => problems.push({ in: api, problem, next });
  const access = readAccess(api, parts, { facts, add });
  if (parts.isOffline || access === undefined || problems.length > 0) {
    facts["request"] = parts.isOffline ? "none, because of --offline" : "none, because of the problems below";
    return { facts, problems };
  }
  const { request } = services[api];
  const seen = observe(access.baseUrl, parts.signal);
  try {
    const lifetimeMs = await send(access, parts.adapter, seen.transport);
    if (lifetimeMs !== undefined) facts["token"] = describeLifetime(lifetimeMs);
  } catch (error) {
    const advice = adviseOnProxy(parts.env, access.baseUrl, seen.isProxied());
    const found = parts.signal.aborted
      ? interrupted
      : (describeRefusal(seen.proxyStatus()) ?? describeFailure(error, api, { env: parts.env, advice }));
    if (found !== undefined) add(`${request}: ${found[0]}`, found[1]);
  } finally {
    seen.stop();
  }
  Object.assign(facts, seen.facts(request));
  if (Math.abs(seen.skewMs() ?? 0) > maxSkewMs)
    add(
      "The clock of this machine and that of the service differ, so that a token can expire early or late.",
      "Synchronise the clock of this machine, for example with NTP.",
    );
  return { facts, problems };
}

const interrupted = ["interrupted before the service responded.", "Run it again."] as const;

/** How a service is reached: with a token, or with the credentials for one. */
interface Access {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly credentials: readonly [token: string] | readonly [clientId: string, clientSecret: string];
}

interface Notes {
  readonly facts: Record<string, string>;
  readonly add: (problem: string, next: string) => void;
}

/** Notes what is given and what is wrong with it. Undefined if something is missing. */
function readAccess(api: ApiName, { baseUrl: given, env }: ServiceParts, { facts, add }: Notes): Access | undefined {
  const { address, version } = services[api];
  const attempt = <Value>(read: () => Value, next: string): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UsageError || RegError.is(error))) throw error;
      add(`${withoutFullStop(error.message)}.`, next);
      return undefined;
    }
  };

  const source = given === undefined ? address : "--base-url";
  const nextForAddress = `Set ${source} to an address such as https://api.example.com.`;
  const baseUrl = attempt(() => checkBaseUrl(given ?? env[address], version), nextForAddress);
  facts["address"] = baseUrl === undefined ? unusable : `${withoutPath(baseUrl)}, from ${source}`;

  const credentials = namesOfCredentials(api, env).map((name) => {
    const read = () => (api === "supplier" ? readSupplierToken(env) : readVariable(env, name));
    const value = attempt(read, `Set ${name} to ${describeCredential(name)}.`);
    facts[name] = value === undefined ? unusable : "set";
    return value;
  });
  const [first, second] = credentials;
  if (api === "supplier" && first !== undefined) {
    facts["token"] = describeExpiry(timesOf(first).expiresAt);
    attempt(() => tokenChecker(systemClock, true)(first), "Supply a new token.");
  }
  const headers = attempt(() => checkHeaders(readHeaders(env)), "Correct REG_HEADERS, or remove it.");
  if (baseUrl === undefined || first === undefined) return undefined;
  return { baseUrl, headers, credentials: second === undefined ? [first] : [first, second] };
}

const unusable = "missing or not usable";

function describeCredential(name: string): string {
  if (name === tokenFile) return "the path of a file that contains the token";
  const issued = "what the operator of the service has issued";
  return name === supplierVariables.token ? `${issued}, or ${tokenFile} to the path of a file with it` : issued;
}

/** The path can contain the key of a gateway. */
function withoutPath(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname === "/" ? "" : " and a path"}`;
}

/** Sends one request as a client does. Returns the lifetime of the token that it requested. */
async function send(
  { credentials: [first, clientSecret], ...access }: Access,
  adapter: ServiceAdapter | undefined,
  transport: Transport,
): Promise<number | undefined> {
  const options = { ...access, transport, timeout: timeoutMs, retry: false } as const;
  if (clientSecret === undefined) {
    await createSupplierClient({ ...options, adapter, token: first }).lessors.list();
    return undefined;
  }
  // A lessor client would only request a token together with another request.
  const adapters = readAdapters(adapter, "lessor", operationTables.lessor);
  const settings = resolveOptions(options, { version: services.lessor.version, adapters });
  const execute = createExecute({ settings, inFlight: new InFlightCalls(systemClock) });
  return (await requestToken(execute, { clientId: first, clientSecret })).lifetimeMs;
}

const timeoutMs = 15_000;

/** Beyond it, expired tokens are sent, or valid ones are not. */
const maxSkewMs = 60_000;

const noExpiry = "expiry unknown";

function readSupplierToken(env: Terminal["env"]): string {
  const token = readToken(env);
  return parseBearerToken(typeof token === "function" ? token() : token);
}

function describeExpiry(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return noExpiry;
  const leftMs = expiresAt - Date.now();
  const left = leftMs > 0 ? `in ${formatDuration(leftMs)}` : `${formatDuration(-leftMs)} ago`;
  return `expiry ${new Date(expiresAt).toISOString()}, ${left}`;
}

const describeLifetime = (ms: number) =>
  ms === Number.POSITIVE_INFINITY ? noExpiry : `valid for ${formatDuration(ms)}`;

/** What undici reports of a connection. The one to a proxy is reported on its own. */
interface ConnectMessage {
  readonly connectParams: { readonly host: string };
  readonly socket?: unknown;
}

/** Creates the transport of every client, and observes its connections and its response. */
function observe(baseUrl: string, signal: AbortSignal) {
  const inner = createFetchTransport();
  const { host } = new URL(baseUrl);
  let sentAt = 0;
  let receivedAt = 0;
  let response: TransportResponse | undefined;
  let proxyStatus: string | undefined;
  let isProxied = false;
  let certificate: string | undefined;
  const onConnection = (message: unknown) => {
    const { connectParams, socket } = message as ConnectMessage;
    if (connectParams.host !== host) isProxied = true;
    else if (socket instanceof TLSSocket) certificate = socket.getPeerCertificate().valid_to;
  };
  // Fetch rejects after a 407, without a reason.
  const onHeaders = (message: unknown) => {
    const { statusCode } = (message as { readonly response: { readonly statusCode: number } }).response;
    if (statusCode === 407) proxyStatus = "407";
  };
  const subscriptions = [
    ["undici:client:beforeConnect", onConnection],
    ["undici:client:connected", onConnection],
    ["undici:request:headers", onHeaders],
  ] as const;
  for (const [channel, listener] of subscriptions) diagnosticsChannel.subscribe(channel, listener);
  const transport: Transport = {
    async send(request) {
      sentAt = Date.now();
      try {
        response = await inner.send({ ...request, signal: AbortSignal.any([request.signal, signal]) });
      } catch (error) {
        proxyStatus ??= readTunnelStatus(error);
        throw error;
      }
      receivedAt = Date.now();
      return response;
    },
  };
  const skewMs = () => {
    // The date is cut to seconds.
    const date = Date.parse(response?.headers.get("date") ?? "") + 500;
    return Number.isNaN(date) ? undefined : date - (sentAt + receivedAt) / 2;
  };
  return {
    transport,
    skewMs,
    isProxied: () => isProxied,
    proxyStatus: () => proxyStatus,
    stop() {
      for (const [channel, listener] of subscriptions) diagnosticsChannel.unsubscribe(channel, listener);
    },
    facts(request: string): Record<string, string> {
      const proxy = isProxied && { proxy: "used" };
      if (response === undefined) return { request: `${request}: no response`, ...proxy };
      const expiry = new Date(certificate ?? "");
      return {
        request: `${request}: ${response.status}`,
        ...proxy,
        clock: describeSkew(skewMs()),
        ...(!Number.isNaN(expiry.getTime()) && { certificate: `expiry ${expiry.toISOString()}` }),
        "rate limit": describeRateLimit(response.headers),
      };
    },
  };
}

/** The status with which a proxy has refused a tunnel, which undici only tells in the message of an inner cause. */
function readTunnelStatus(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] ?? readTunnelStatus(error.cause);
}

function describeRefusal(status: string | undefined): [problem: string, next: string] | undefined {
  if (status === undefined) return undefined;
  if (status === "407")
    return [
      "the proxy does not accept the credentials, or needs some (407); nothing reached the service.",
      "Write them into the address of the proxy: http://user:password@host:port, with @ as %40, and so on.",
    ];
  const why = status.startsWith("5")
    ? "why it does not reach the address"
    : "whether this machine may connect to the address";
  return [
    `the proxy refuses the connection (${status}); nothing reached the service.`,
    `Ask its operator ${why}, or name the host in NO_PROXY.`,
  ];
}

function describeSkew(skewMs: number | undefined): string {
  if (skewMs === undefined) return "unknown, because the response has no date";
  const seconds = Math.round(skewMs / 1000);
  if (Math.abs(seconds) <= 1) return "as that of the service";
  return `${Math.abs(seconds)} s ${seconds > 0 ? "behind" : "ahead of"} that of the service`;
}

/** Numbers and the parameters of RFC drafts: another value could be anything. */
const rateLimitValue = /^(\d{1,10}|limit|remaining|reset|policy|default|[a-z])$/i;

function describeRateLimit(headers: Headers): string {
  const found = [...headers].filter(([name]) => rateLimitHeader.test(name));
  const texts = found.map(([name, value]) => {
    const isShown = value.split(/[\s;,="]+/).every((part) => part === "" || rateLimitValue.test(part));
    return `${name}: ${isShown ? value : "(not shown)"}`;
  });
  return texts.join(", ") || "the response has no header about it";
}

/** Describes an error without a text of the service; undefined if the service responds as it may. */
function describeFailure(
  error: unknown,
  api: ApiName,
  { env, advice }: { readonly env: Terminal["env"]; readonly advice: string },
): [problem: string, next: string] | undefined {
  const cause = error instanceof RegTokenError && RegError.is(error.cause) ? error.cause : error;
  if (!RegError.is(cause)) throw error;
  const { kind, status = 0 } = summarize(cause);
  if (kind === "connection" || kind === "timeout") {
    const next = `Check the address, and whether this machine may connect to it.${advice}`;
    return [`${withoutFullStop(messageWithoutOperation(cause))}.`, next];
  }
  if (kind === "input")
    return [
      `${withoutFullStop(messageWithoutOperation(cause))}.`,
      "Correct what it names; the standard error output shows why an adapter failed.",
    ];
  // From here on, the messages contain texts of the service.
  const answer = cause.cause instanceof RegApiError ? cause.cause : cause;
  const isPage = answer instanceof RegApiError && answer.isHtml === true;
  if (status === 403 && api === "supplier" && !isPage) return undefined;
  if (status === 401 || (api === "lessor" && (status === 400 || status === 403) && !isPage)) {
    const { oauthError = status } = summarize(error);
    const next = `Check ${namesOfCredentials(api, env).join(" and ")}.`;
    return [`the credentials are not accepted (${oauthError}).`, next];
  }
  if (status === 429)
    return ["the rate is limited (429).", "Give the programs of an account a common limit: see docs/throttle.md."];
  if (status >= 500) return [`the service fails (${status}).`, "Try again later, or ask the operator of the service."];
  if (isPage)
    return [
      `the response (${status}) is an HTML page, perhaps of a gateway and not of the service.`,
      "Check the address, also its path, and whether a gateway needs a key, which REG_HEADERS can contain.",
    ];
  return [
    `the response${status === 0 ? "" : ` (${status})`} is not that of the service.`,
    `Check the address, also its path; npx @reg/sdk verify ${api} shows what differs.`,
  ];
}

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject, parseJson } from "../base/json.js";
import type { AdapterRequest, ServiceAdapter } from "../document/adapter.js";
import type { ApiName } from "../document/apis.js";
import { type AnyRegError, RegApiError } from "../errors/errors.js";
import { lessorTokenOperations } from "../generated/lessor/operations.js";
import { redactor } from "../http/diagnostics/redact.js";
import { readVariable } from "./args.js";
import { CommandError, type OptionTable, type Terminal, UsageError } from "./command.js";
import { ignoresProxy } from "./doctor/machine.js";
import { withoutFullStop } from "./help.js";
import { parseJson as parseFile, readText } from "./input-file.js";

/** The option of all commands that know a service. */
export const adapterOption = {
  adapter: {
    value: "file",
    about:
      "How the service differs: JSON that verify --out has written, or a module such as adapter.mjs with a default export: see docs/adapters.md.",
  },
} as const satisfies OptionTable;

/**
 * Returns the token of the supplier API: the text in REG_TOKEN, or a function that reads the file in REG_TOKEN_FILE,
 * which another program may replace at any time.
 *
 * @throws UsageError if there is none, or both are set, or the file cannot be read now
 */
export function readToken(env: Terminal["env"]): string | (() => string) {
  const path = env["REG_TOKEN_FILE"]?.trim();
  if (!path) return readVariable(env, "REG_TOKEN", "set it, or REG_TOKEN_FILE to the path of a file with the token");
  if (env["REG_TOKEN"]?.trim()) throw new UsageError("REG_TOKEN and REG_TOKEN_FILE are both set; unset one of them.");
  const read = () => readFileSync(path, "utf8").trim();
  try {
    if (read() !== "") return read;
  } catch (error) {
    // Not its message, which contains the path: the token may be there by mistake.
    throw new UsageError(`REG_TOKEN_FILE cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  throw new UsageError("REG_TOKEN_FILE names an empty file.");
}

/**
 * Reads the headers for every request, such as the key of a gateway, from the environment: the command line could be
 * seen by other users of the machine.
 *
 * @throws UsageError that does not show their values
 */
export function readHeaders(env: Terminal["env"]): Readonly<Record<string, string>> | undefined {
  const text = env["REG_HEADERS"]?.trim();
  if (!text) return undefined;
  const headers = parseJson(text);
  if (isObject(headers) && Object.values(headers).every((value) => typeof value === "string"))
    return headers as Readonly<Record<string, string>>;
  throw new UsageError('REG_HEADERS must be a JSON object of headers, such as {"x-api-key": "…"}.');
}

/** The exit code of a command that ends because the service does not accept the credentials, unlike after an outage. */
export const rejectedExitCode = 4;

/** Whether an error says that the service does not accept the credentials, or that there is no valid token to send. */
export function rejectsCredentials(error: AnyRegError, api: ApiName): boolean {
  if (error.kind === "token" && api === "supplier") return true;
  const response: unknown = error.kind === "token" ? error.cause : error;
  // What issues the tokens may also be down; a page may be that of a gateway.
  if (!(response instanceof RegApiError) || response.isHtml) return false;
  return error.kind === "authentication" || (error.kind === "token" && [400, 401, 403].includes(response.status));
}

/** A function of an adapter that threw. */
interface AdapterFailure {
  readonly direction: "request" | "response" | "error";
  readonly error: unknown;
  /** What failed, without the secrets of the message. */
  readonly description: string;
}

/**
 * Loads the adapter of a file; undefined without one. The client or the sandbox checks it.
 *
 * @param onFailure is called instead of an error of its functions; if it returns, the message stays as it was
 * @throws CommandError with exit code 2 if there is no such module, or it has no default export
 */
export async function loadAdapter(
  path: string | undefined,
  onFailure: (failure: AdapterFailure) => void,
): Promise<ServiceAdapter | undefined> {
  if (path === undefined) return undefined;
  // The client or the sandbox checks it.
  if (path.endsWith(".json")) return parseFile(await readText(path), path) as ServiceAdapter;
  const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(path)).href).catch((error) => {
    throw new CommandError(`the adapter ${path} cannot be loaded: ${withoutFullStop(describeError(error))}.`, 2);
  });
  if (module.default === undefined)
    throw new CommandError(`the adapter ${path} has no default export, such as { supplier: {}, lessor: {} }.`, 2);
  // Other values stay as they are, so that the check of the client names them.
  return mapObject(module.default, (operations) =>
    mapObject(operations, (adapter) =>
      mapObject(adapter, (convert, direction) => {
        if (typeof convert !== "function") return convert;
        return async (message: AdapterRequest) => {
          // An error may show what the function received, such as the token, and the function may change it.
          const secrets = secretsOf(message);
          try {
            return await convert(message);
          } catch (error) {
            return onFailure({
              direction: direction as AdapterFailure["direction"],
              error,
              description: `${direction} of ${message.operationId}: ${redactor(secrets)(describeError(error))}`,
            });
          }
        };
      }),
    ),
  ) as ServiceAdapter;
}

/** Does what `loadAdapter` does. A function that throws is printed, because the error of the call hides its cause. */
export function loadPrintedAdapter(path: string | undefined, terminal: Terminal): Promise<ServiceAdapter | undefined> {
  const printed = new Set<string>();
  return loadAdapter(path, ({ error, description }) => {
    // Not for each vehicle.
    if (!printed.has(description)) terminal.err(`reg: the adapter failed on the ${description}\n`);
    printed.add(description);
    throw error;
  });
}

/** Prints a warning if a proxy is set for an address, and the requests will not use it. */
export function warnOfProxy({ env, err }: Pick<Terminal, "env" | "err">, baseUrl: string | undefined): void {
  // A module of --import may have set a dispatcher that uses the proxy.
  if (ignoresProxy(env, baseUrl) && Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1")) === undefined)
    err("reg: warning: Node's fetch ignores the proxy of the environment: see docs/reg-sync.md.\n");
}

/** The headers of a message, and the fields of its form, which may be a client secret. */
function secretsOf({ operationId, headers, body }: AdapterRequest): Parameters<typeof redactor>[0] {
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  const fields = operationId === "token.create" && isObject(body) ? (body as Record<string, string>) : {};
  const operation = { ...lessorTokenOperations["token.create"], id: operationId };
  return { operation, headers: Object.fromEntries(given), body: new URLSearchParams(fields).toString() };
}

const describeError = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : `${error}`);

function mapObject(value: unknown, map: (each: unknown, name: string) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each, name)]));
}

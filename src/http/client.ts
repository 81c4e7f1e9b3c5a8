import createFetchClient from "openapi-fetch";
import { RegInputError } from "../errors/client-errors.js";
import { type Answer, type Call, type CallBody, startProgress } from "./call.js";
import { emitter } from "./diagnostics/diagnostics.js";
import { checkBaseUrl } from "./input/base-url.js";
import { checkOptions, optionalObject, optionSchemas } from "./input/check-options.js";
import { packUpload, type Upload, type UploadSettings } from "./input/files.js";
import { checkHeaders } from "./input/headers.js";
import { writeJson } from "./input/json.js";
import { checkUrl, fillPath } from "./input/path.js";
import { writeQuery } from "./input/query.js";
import type { Operation } from "./operation.js";
import type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
import { buildPipeline } from "./pipeline.js";
import type { RetrySettings } from "./retry/retry.js";
import { createThrottle, type Throttle } from "./throttle/throttle.js";
import { type Clock, systemClock } from "./time/clock.js";
import { unlessAborted } from "./time/waiting.js";
import type { TokenSource } from "./tokens/token-source.js";

/** What a call sends. */
export interface CallInput {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Every option that a call of any kind knows. */
export type AnyCallOptions = CallOptions & UploadSettings & { readonly as?: "blob" | "stream" | undefined };

/** Carries out one operation. */
export type Invoke = (operation: Operation, input: CallInput, options?: AnyCallOptions) => Promise<Answer>;

/** What openapi-fetch is given in place of a `Request`, which would cost a third of the call. */
class RequestDraft {
  readonly url: string;
  readonly headers: Headers;
  readonly body: CallBody | undefined;
  constructor(url: string, init: { headers: Headers; body?: CallBody }) {
    this.url = url;
    this.headers = init.headers;
    this.body = init.body;
  }
}

/** The part of a call that openapi-fetch hands through untouched. */
type CallSettings = Pick<Call, "operation" | "signal" | "timeout" | "deadline" | "priority" | "stream"> & {
  readonly path: string;
};

/** openapi-fetch, as far as it is used here, without its types: ours are generated and need less checking. */
interface FetchClient {
  request(method: string, path: string, init: object): Promise<{ data?: unknown; response: unknown }>;
}

const defaults = { timeout: 30_000, priority: 5, maxResponseBytes: 32 * 1024 * 1024 };

/** What every client is made of: options that `checkClientOptions` let pass, the layers, and openapi-fetch in front of them. */
export function createCaller(options: ClientOptions, tokens: TokenSource | undefined): Invoke {
  const baseUrl = checkBaseUrl(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const send = buildPipeline({
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock,
    random: options.random ?? Math.random,
    emit: emitter(options.on),
    retry: retrySettings(options.retry),
    throttle: throttleOf(options.throttle, clock),
    tokens,
    maxBytes: options.maxResponseBytes ?? defaults.maxResponseBytes,
  });
  const client = createFetchClient({
    baseUrl,
    headers: checkHeaders(options.headers),
    Request: RequestDraft,
    fetch: sendDraft(send),
  } as object) as unknown as FetchClient;
  return (operation, input, callOptions = {}) => invoke(client, options, operation, input, callOptions);
}

/** How a call ended: as a value, because openapi-fetch loses a rejection with null or another falsy abort reason. */
type Ending = { readonly answer: Answer } | { readonly failure: unknown };

async function endingOf(sending: Promise<Answer>): Promise<Ending> {
  try {
    return { answer: await sending };
  } catch (failure) {
    return { failure };
  }
}

/** Hands what openapi-fetch has put together to the layers, and their answer back in the shape that it expects. */
function sendDraft(send: (call: Call) => Promise<Answer>) {
  return async (draft: RequestDraft & { settings: CallSettings }) => {
    const { url, headers, body, settings } = draft;
    checkUrl(url, settings.path, settings.operation.id);
    const ending = await endingOf(send({ ...settings, url, headers, body, progress: startProgress() }));
    // The body has been read and parsed: as a "stream" it passes through openapi-fetch untouched.
    return { ok: true, status: 200, headers: { get: () => null }, body: undefined, ending };
  };
}

async function invoke(
  client: FetchClient,
  defaultsOfClient: ClientOptions,
  operation: Operation,
  input: CallInput,
  options: AnyCallOptions,
): Promise<Answer> {
  const { id } = operation;
  checkOptions(optionSchemas.call, options, id);
  options.signal?.throwIfAborted();
  const path = optionalObject("path", input.path, id);
  const query = optionalObject("query", input.query, id);
  const filled = fillPath(operation.path, path, id);
  const search = writeQuery(query, id);
  const headers = checkHeaders(options.headers, id);
  const uploadEncoding = options.uploadEncoding ?? defaultsOfClient.uploadEncoding;
  const packed = await packBody(operation, input.body, { ...options, uploadEncoding });
  const settings: CallSettings = {
    operation,
    path: filled,
    signal: options.signal,
    timeout: options.timeout ?? defaultsOfClient.timeout ?? defaults.timeout,
    deadline: options.deadline ?? defaultsOfClient.deadline,
    priority: options.priority ?? defaults.priority,
    stream: options.as === "stream",
  };
  const { response } = await client.request(operation.method, operation.path, {
    params: { path, query },
    pathSerializer: (template: string) => template.replace(operation.path, () => filled),
    querySerializer: () => search,
    body: packed.body,
    bodySerializer: (content: unknown) => content,
    headers: { accept: acceptOf(operation), ...packed.headers, ...headers },
    parseAs: "stream",
    settings,
  });
  const { ending } = response as { ending: Ending };
  if ("failure" in ending) throw ending.failure;
  return ending.answer;
}

async function packBody(operation: Operation, body: unknown, settings: AnyCallOptions) {
  switch (operation.input) {
    case "json":
      return { body: writeJson(body, operation.id), headers: {} };
    case "form":
      return { body: new URLSearchParams(body as Record<string, string>).toString(), headers: formHeaders };
    case "binary":
      return unlessAborted(packUpload(body as Upload, settings, operation), settings.signal);
    default:
      if (body !== undefined)
        throw new RegInputError("body", "is not part of this operation", { operationId: operation.id });
      return { body: undefined, headers: {} };
  }
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

const acceptOf = ({ output }: Operation) => (output === "binary" ? "*/*" : "application/json");

function retrySettings(retry: RetryOptions | false | undefined): RetrySettings {
  const { retries = 3, minTimeout = 500, maxTimeout = 30_000, maxRetryAfter = 120_000 } = retry || {};
  return { retries: retry === false ? 0 : retries, minTimeout, maxTimeout, maxRetryAfter };
}

function throttleOf(throttle: ClientOptions["throttle"], clock: Clock): Throttle | undefined {
  if (throttle === undefined || throttle === false) return undefined;
  return "take" in throttle ? throttle : createThrottle({ ...throttle, clock });
}

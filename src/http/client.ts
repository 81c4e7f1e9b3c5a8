import createFetchClient from "openapi-fetch";
import { RegInputError } from "../errors/client-errors.js";
import { checkBaseUrl } from "./base-url.js";
import { type Answer, type Call, type CallBody, startProgress } from "./call.js";
import { checkOptions, optionSchemas } from "./check-options.js";
import { type Clock, systemClock } from "./clock.js";
import { emitter } from "./diagnostics.js";
import { packUpload, type Upload, type UploadSettings } from "./files.js";
import { checkHeaders } from "./headers.js";
import { writeJson } from "./json.js";
import type { Operation } from "./operation.js";
import type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
import { checkUrl, fillPath } from "./path.js";
import { buildPipeline } from "./pipeline.js";
import { writeQuery } from "./query.js";
import type { RetrySettings } from "./retry.js";
import { createThrottle, type Throttle } from "./throttle.js";
import type { TokenSource } from "./token-source.js";

/** What a call sends. */
export interface CallInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
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

/** What every client is made of: checked options, the layers, and openapi-fetch in front of them. */
export function createCaller(options: ClientOptions, tokens: TokenSource | undefined): Invoke {
  const baseUrl = checkBaseUrl(options.baseUrl);
  checkOptions(optionSchemas.client, options);
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

/** Hands what openapi-fetch has put together to the layers, and their answer back in the shape that it expects. */
function sendDraft(send: (call: Call) => Promise<Answer>) {
  return async (draft: RequestDraft & { settings: CallSettings }) => {
    const { url, headers, body, settings } = draft;
    checkUrl(url, settings.path, settings.operation.id);
    const answer = await send({ ...settings, url, headers, body, progress: startProgress() });
    // The body has been read and parsed: as a "stream" it passes through openapi-fetch untouched.
    return { ok: true, status: 200, headers: { get: () => null }, body: answer.data, answer };
  };
}

async function invoke(
  client: FetchClient,
  defaultsOfClient: ClientOptions,
  operation: Operation,
  { path = {}, query = {}, body }: CallInput,
  options: AnyCallOptions,
): Promise<Answer> {
  const { id } = operation;
  checkOptions(optionSchemas.call, options, id);
  options.signal?.throwIfAborted();
  const filled = fillPath(operation.path, path, id);
  const search = writeQuery(query);
  const packed = await packBody(operation, body, {
    uploadEncoding: defaultsOfClient.uploadEncoding,
    ...options,
  });
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
    pathSerializer: () => filled,
    querySerializer: () => search,
    body: packed.body,
    bodySerializer: (content: unknown) => content,
    headers: { accept: acceptOf(operation), ...packed.headers, ...checkHeaders(options.headers) },
    parseAs: "stream",
    settings,
  });
  return (response as { answer: Answer }).answer;
}

async function packBody(operation: Operation, body: unknown, settings: UploadSettings) {
  switch (operation.input) {
    case "json":
      return { body: writeJson(body, operation.id), headers: {} };
    case "form":
      return { body: new URLSearchParams(body as Record<string, string>).toString(), headers: formHeaders };
    case "binary":
      return packUpload(body as Upload, settings, operation.uploadType ?? "application/octet-stream");
    default:
      if (body !== undefined)
        throw new RegInputError("body", "is not part of this operation", { operationId: operation.id });
      return { body: undefined, headers: {} };
  }
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

const acceptOf = ({ output }: Operation) => (output === "binary" ? "*/*" : "application/json");

function retrySettings(retry: RetryOptions | false | undefined): RetrySettings {
  const settings = { retries: 3, minTimeout: 500, maxTimeout: 30_000, maxRetryAfter: 120_000 };
  return retry === false ? { ...settings, retries: 0 } : { ...settings, ...retry };
}

function throttleOf(throttle: ClientOptions["throttle"], clock: Clock): Throttle | undefined {
  if (throttle === undefined || throttle === false) return undefined;
  return "take" in throttle ? throttle : createThrottle({ ...throttle, clock });
}

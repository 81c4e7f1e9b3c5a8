import { unlessSignalled } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { isRedirect, isSuccess, isTransientStatus } from "../../base/status.js";
import type { OperationAdapters } from "../../document/adapter.js";
import { findUnusable, htmlType, jsonType } from "../../document/content.js";
import {
  type Conversion,
  type ConvertibleRequest,
  conversionOf,
  convertRequest,
  convertResponse,
  convertsResponses,
  parseBody,
} from "../../document/conversion.js";
import type { ResponseValidator } from "../../document/difference.js";
import { checkHeaders } from "../../document/serialize.js";
import { RegConnectionError, RegError, RegInputError, RegTimeoutError } from "../../errors/errors.js";
import { messageWithoutOperation } from "../../errors/messages.js";
import {
  type Attempt,
  type AttemptFailure,
  type CreatedResource,
  isOwnError,
  notSent,
  outcomeIfSent,
  type ParsedResponse,
  type ResponseHead,
  type SendAttempt,
  whenFinished,
} from "../call/call.js";
import { type AttemptLimit, limitAttempt } from "../call/timeouts.js";
import type { Emit } from "../diagnostics/diagnostics.js";
import { redactor, sanitizeCause } from "../diagnostics/redact.js";
import { createResponseValidation, type ValidateResponse } from "../diagnostics/response-validation.js";
import {
  announcedLength,
  BodyTooLargeError,
  decodeText,
  EmptyFileError,
  readAhead,
  readBytes,
  readerOf,
} from "./body.js";
import {
  ConnectionWatch,
  connectionError,
  isResponse,
  notAResponseError,
  readApiError,
  readErrorText,
  readRetryAfter,
  stopsRendering,
  unreadableResponseError,
  uploadError,
} from "./failures.js";
import { bodyForFetch, fileOf, openFile, type UploadStream, uploadStream } from "./files.js";
import { type JudgedResponse, judgeResponse, type ParsedText } from "./own-response.js";
import type { Transport, TransportResponse } from "./types.js";

/** How requests are sent and responses read. */
export interface TransportSettings {
  readonly transport: Transport;
  /** Undefined: the service has the form of the document. */
  readonly adapters?: OperationAdapters | undefined;
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
  /** The next step for each of the service's error codes, for messages. */
  readonly errorActions?: Readonly<Record<string, string>> | undefined;
  /** Receive each response before it is checked here. */
  readonly validators?: readonly ResponseValidator[];
  readonly emit?: Emit | undefined;
}

/**
 * Sends the request of an attempt, reads its response within bounds, and parses it. Every response other than a success
 * is a failure. When the attempt is aborted, it settles at once, even if `fetch` does not.
 */
export function transport(settings: TransportSettings): SendAttempt {
  const connections = new ConnectionWatch();
  const parts = { ...settings, connections, validate: createResponseValidation(settings) };
  return limitAttempt(settings.clock, async (attempt, limit) => {
    const exchange = new Exchange(attempt, limit, parts);
    connections.begin(attempt.url);
    try {
      const response = await unlessSignalled(exchange.run(), limit.signal);
      whenFinished(response, () => exchange.end());
      return response;
    } catch (error) {
      return exchange.fail(error);
    } finally {
      connections.end();
    }
  });
}

/** A response of the service, or what an adapter has made of one. */
interface ReceivedResponse extends TransportResponse {
  /** The JSON that an adapter has converted, and the text as it was received. */
  readonly parsed?: ParsedText;
}

/** The parts that all attempts of a client share. */
interface ExchangeParts extends TransportSettings {
  readonly connections: ConnectionWatch;
  readonly validate: ValidateResponse | undefined;
}

class Exchange {
  #attempt: Attempt;
  readonly #limit: AttemptLimit;
  readonly #parts: ExchangeParts;
  #upload: UploadStream | undefined;
  /** Set as soon as the head of the response has arrived: first as the service wrote it, then as an adapter did. */
  #received: ResponseHead | undefined;
  #retryAfterMs: number | undefined;
  #isReadingJson = false;
  /** From then on the service may have received the request. */
  #isSending = false;

  constructor(attempt: Attempt, limit: AttemptLimit, parts: ExchangeParts) {
    this.#attempt = attempt;
    this.#limit = limit;
    this.#parts = parts;
  }

  async run(): Promise<ParsedResponse> {
    const { operation, url, headers: ownHeaders, body } = this.#attempt;
    const { adapters } = this.#parts;
    const request = { method: operation.method, url, headers: ownHeaders, body };
    const conversion = adapters && conversionOf(adapters, operation);
    const response = await (conversion === undefined ? this.#send(request) : this.#sendConverted(request, conversion));
    const { status, headers } = response;
    // The response of an aborted attempt is too late: its status must not be reported, nor pause the throttle.
    if (!this.#limit.signal.aborted) this.#received = { status, headers };
    if (isSuccess(status)) return this.#readSuccess(response);
    if (!isRedirect(status)) throw await this.#readError(response);
    discard(response);
    this.#parts.validate?.(this.#attempt, { status, headers });
    return new SuccessResponse(response, this.#judge({ status, headers }));
  }

  /** @throws RegResponseError for a response that is not the service's own */
  #judge(response: JudgedResponse): Pick<ParsedResponse, "data" | "created"> {
    const { status } = response;
    const judgement = judgeResponse(this.#attempt, response);
    if (judgement.problem === undefined) return judgement;
    const { problem, isTransient } = judgement;
    throw unreadableResponseError(this.#attempt, { status, problem, transient: isTransient });
  }

  /** Stops an upload that is still being sent after the whole response has arrived. */
  end(): void {
    this.#upload?.stop(new Error("the service responded before the end of the upload"));
  }

  fail(error: unknown): AttemptFailure {
    // Fetch would go on sending the upload, although the attempt is over.
    this.#upload?.stop(error);
    if (this.#isReadingJson && this.#received !== undefined)
      this.#parts.validate?.(this.#attempt, { ...this.#received, isIncomplete: true });
    const failure = this.#isSending
      ? failureOf(error, this.#attempt, this.#limit.signal.aborted)
      : unsentFailure(error, this.#attempt);
    const { started = false, finished = false } = this.#upload ?? {};
    if (started && !finished && failure.outcome === "unknown" && isOwnError(error, this.#attempt.cancellation))
      error.partlyUploaded = true;
    return { ...failure, received: this.#received, retryAfterMs: this.#retryAfterMs };
  }

  async #send({ method, url, headers, body: given }: ConvertibleRequest): Promise<TransportResponse> {
    const { signal } = this.#limit;
    const body = typeof given === "object" ? await bodyForFetch(given) : given;
    const { transport, connections } = this.#parts;
    const { id: operationId } = this.#attempt.operation;
    const file = transport.streamsFiles ? asBlob(body) : undefined;
    if (file !== undefined) this.#upload = uploadStream(file.stream(), { signal, operationId });
    if (body instanceof ReadableStream) await this.#beginUpload(body);
    try {
      const request = { method, url, body: this.#upload?.body ?? body, signal };
      const length = file && { "content-length": String(file.size) };
      this.#isSending = true;
      const response = await transport.send({ ...request, headers: length ? { ...headers, ...length } : headers });
      if (isResponse(response)) return response;
    } catch (error) {
      if (stopsRendering(error)) {
        this.#isSending = false;
        throw error;
      }
      if (this.#upload?.failed) throw uploadError(error, this.#attempt);
      const isSent = this.#upload?.started || (connections.hasFailed(error) ? false : undefined);
      throw connectionError(error, this.#attempt, { isSent, body });
    }
    throw notAResponseError(this.#attempt);
  }

  /** @throws RegInputError if there is nothing to send */
  async #beginUpload(source: ReadableStream<Uint8Array>): Promise<void> {
    const { id: operationId } = this.#attempt.operation;
    try {
      this.#upload = uploadStream(source, { signal: this.#limit.signal, operationId });
      await this.#upload.begin();
    } catch (error) {
      if (error instanceof RegInputError || this.#limit.signal.aborted) throw error;
      const cause = sanitizeCause(error, redactor(this.#attempt));
      const problem = `could not be read; nothing was sent: ${cause instanceof Error ? cause.message : cause}`;
      throw new RegInputError("file", problem, { operationId, cause });
    }
  }

  /** Sends a request in the form of the service, and returns the response in the form of the document. */
  async #sendConverted(request: ConvertibleRequest, conversion: Conversion): Promise<ReceivedResponse> {
    const converted = await this.#convertRequest(request, conversion);
    // Errors must not repeat what the adapter has added either, such as a key.
    this.#attempt = { ...this.#attempt, headers: { ...this.#attempt.headers, ...converted.headers } };
    const response = await this.#send(converted);
    const { status, headers } = response;
    const hasSucceeded = isSuccess(status);
    const type = headers.get("content-type");
    const isFile = hasSucceeded && this.#attempt.operation.output === "binary" && !jsonType.test(type ?? "");
    if (isFile || !convertsResponses(conversion)) return response;
    // If the adapter fails, these are known.
    if (!this.#limit.signal.aborted) this.#received = { status, headers };
    return hasSucceeded ? this.#convertSuccess(response, conversion) : this.#convertError(response, conversion);
  }

  async #convertRequest(request: ConvertibleRequest, conversion: Conversion): Promise<ConvertibleRequest> {
    const { operationId } = conversion;
    try {
      const converted = await convertRequest(conversion, request);
      // An adapter may have taken so long that the attempt is over.
      this.#limit.signal.throwIfAborted();
      return { ...converted, headers: checkHeaders(converted.headers, { operationId, mayHaveToken: true }) };
    } catch (error) {
      // An error of another call, which the adapter has made, says nothing of this one.
      const isInput = error instanceof RegInputError && error.field !== "adapter";
      if ((error instanceof RegInputError && !isInput) || this.#limit.signal.aborted) throw error;
      const clean = redactor(this.#attempt);
      const problem = isInput
        ? `gave a request that cannot be sent: ${clean(messageWithoutOperation(error))}`
        : "failed on the request, which was not sent; see the cause";
      throw new RegInputError("adapter", problem, { operationId, cause: sanitizeCause(error, clean) });
    }
  }

  async #convertSuccess(response: TransportResponse, conversion: Conversion): Promise<ReceivedResponse> {
    const type = response.headers.get("content-type");
    const bytes = await this.#readBytes(response);
    const { text, isExact } = decodeText(bytes, type);
    const body = parseBody(text, type);
    // What cannot be read, or would be rounded, is reported as without an adapter.
    const isUnreadable = typeof body === "string" && jsonType.test(type ?? "");
    if (!isExact || isUnreadable || isPage(type, text) || findUnusable(body, text) !== undefined)
      return { ...response, body: readerOf(new Response(bytes)) };
    return this.#convertResponse(response, { body, text }, conversion);
  }

  async #convertError(response: TransportResponse, conversion: Conversion): Promise<TransportResponse> {
    const { clock, maxBytes } = this.#parts;
    const type = response.headers.get("content-type");
    const parts = { call: this.#attempt, limit: this.#limit, response };
    let text: string;
    try {
      text = await readErrorText(parts, { clock, maxBytes });
    } catch (error) {
      // Whoever reads it next finds the same: it is not empty, but did not arrive.
      return { ...response, body: { ...response.body, read: () => Promise.reject(error) } };
    }
    if (isPage(type, text)) return { ...response, body: readerOf(new Response(text)) };
    return this.#convertResponse(response, { body: parseBody(text, type), text }, conversion);
  }

  async #convertResponse(
    { status, headers }: TransportResponse,
    { body, text }: { readonly body: unknown; readonly text: string },
    conversion: Conversion,
  ): Promise<ReceivedResponse> {
    try {
      const converted = await convertResponse(conversion, { status, headers, body });
      const { json } = converted;
      const head = { status: converted.status, headers: converted.headers };
      // A success with JSON is not written and parsed once more.
      const isRead = json !== undefined && isSuccess(head.status) && this.#attempt.operation.output !== "binary";
      if (isRead) return { ...head, body: readerOf(new Response(null)), parsed: { text, value: json.value } };
      return { ...head, body: readerOf(new Response(converted.serialize())) };
    } catch (error) {
      throw unreadableResponseError(this.#attempt, {
        status,
        problem: "could not be converted, because the adapter failed; see the cause",
        transient: isTransientStatus(status),
        cause: sanitizeCause(error, redactor(this.#attempt)),
      });
    }
  }

  #readError(response: TransportResponse): Promise<unknown> {
    const { clock, maxBytes, errorActions } = this.#parts;
    this.#retryAfterMs = readRetryAfter(response.headers, clock);
    return readApiError(
      { call: this.#attempt, limit: this.#limit, response, retryAfterMs: this.#retryAfterMs },
      { clock, maxBytes, actions: errorActions, validate: this.#parts.validate },
    );
  }

  async #readSuccess(response: ReceivedResponse): Promise<ParsedResponse> {
    const isFile = this.#attempt.operation.output === "binary";
    const parsed = await (isFile ? this.#readFile(response) : this.#readJson(response));
    const isUnread = this.#upload?.started === true && !this.#upload.finished;
    if (!isUnread || parsed.finished !== undefined) return parsed;
    const problem = "arrived before the upload was read to its end, so the service may have a part of it only";
    throw unreadableResponseError(this.#attempt, { status: response.status, problem });
  }

  async #readFile(received: TransportResponse): Promise<ParsedResponse> {
    const { status, headers } = received;
    let response = received;
    try {
      this.#parts.validate?.(this.#attempt, { status, headers });
      const problem = problemOfFile(response);
      if (problem !== undefined) throw unreadableResponseError(this.#attempt, { status, problem });
      if (headers.has("content-type")) this.#judge({ status, headers });
      else {
        const { first, whole } = await this.#readAhead(response);
        response = { ...response, body: whole };
        this.#judge({ status, headers, decoded: decodeText(first, null) });
      }
    } catch (error) {
      discard(response);
      throw error;
    }
    if (!this.#attempt.stream) {
      const bytes = await this.#readBytes(response);
      if (bytes.byteLength === 0) throw this.#readingError(new EmptyFileError(), status);
      return new SuccessResponse(response, { data: fileOf(headers, bytes) });
    }
    const { clock, maxBytes } = this.#parts;
    const asError = (error: unknown) => this.#readingError(error, status);
    const { signal } = this.#limit;
    return new SuccessResponse(response, openFile(response, { call: this.#attempt, signal, clock, maxBytes, asError }));
  }

  async #readJson(response: ReceivedResponse): Promise<ParsedResponse> {
    const { status, headers, parsed } = response;
    if (parsed !== undefined) {
      const { value } = parsed;
      this.#parts.validate?.(this.#attempt, {
        status,
        headers,
        text: value === undefined ? "" : JSON.stringify(value),
      });
      return new SuccessResponse(response, this.#judge({ status, headers, parsed }));
    }
    this.#isReadingJson = true;
    const decoded = decodeText(await this.#readBytes(response), headers.get("content-type"));
    this.#isReadingJson = false;
    this.#parts.validate?.(this.#attempt, { status, headers, text: decoded.text });
    return new SuccessResponse(response, this.#judge({ status, headers, decoded }));
  }

  async #readAhead({ status, body }: TransportResponse) {
    try {
      return await readAhead(body);
    } catch (error) {
      throw this.#readingError(error, status);
    }
  }

  async #readBytes({ status, headers, body }: TransportResponse) {
    try {
      return await readBytes(body, this.#parts.maxBytes, announcedLength(headers));
    } catch (error) {
      throw this.#readingError(error, status);
    }
  }

  #readingError(error: unknown, status: number): unknown {
    const { signal } = this.#limit;
    if (signal.aborted) return signal.reason;
    if (error instanceof RegTimeoutError) return error;
    if (error instanceof BodyTooLargeError) {
      const problem = `is too large: ${error.message}; see maxResponseBytes`;
      return unreadableResponseError(this.#attempt, { status, problem });
    }
    if (error instanceof EmptyFileError) return unreadableResponseError(this.#attempt, { status, problem: emptyFile });
    return connectionError(error, this.#attempt, { isSent: true });
  }
}

/** An adapter receives no page of HTML. What is empty is none, whatever its type is. */
const isPage = (type: string | null, text: string) => text !== "" && htmlType.test(type ?? "");

function asBlob(body: Attempt["body"]): Blob | undefined {
  if (body instanceof Uint8Array) return new Blob([body]);
  return body instanceof Blob ? body : undefined;
}

const emptyFile = "is empty where a file is expected";

/** What the head of a response says against its file. */
function problemOfFile({ status, headers, mayBeCutOff }: TransportResponse): string | undefined {
  if (status === 204 || status === 205 || announcedLength(headers) === 0) return emptyFile;
  if (status === 206)
    return "is only a part of the file; partial requests are not supported, so leave out headers such as range";
  return mayBeCutOff
    ? "is compressed, so that a file that was cut off would look complete; use createUndiciTransport, which checks the end"
    : undefined;
}

/** The failure of an attempt that ended before its request was sent: an adapter failed, or took too long. */
function unsentFailure(error: unknown, { cancellation }: Attempt): AttemptFailure {
  // The error of the timeout does not know that.
  if (isOwnError(error, cancellation)) error.outcome = undefined;
  return notSent(error);
}

function failureOf(error: unknown, call: Attempt, isAborted: boolean): AttemptFailure {
  const wasSent = !(error instanceof RegInputError || (error instanceof RegConnectionError && !error.sent));
  if (!isAborted && error instanceof RegError) return { error, wasSent, outcome: error.outcome };
  // An aborted attempt may still be processed.
  const outcome = outcomeIfSent(call.operation);
  if (isOwnError(error, call.cancellation)) error.outcome = outcome;
  return { error, wasSent: true, outcome };
}

/** A class, because an object with a getter takes longer to create. */
class SuccessResponse implements ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly created: CreatedResource | undefined;
  readonly finished?: Promise<void>;
  readonly #response: Response | undefined;

  constructor(
    { status, headers, response }: TransportResponse,
    { data, created, finished }: Pick<ParsedResponse, "data" | "created" | "finished">,
  ) {
    this.status = status;
    this.headers = headers;
    this.data = data;
    this.created = created;
    if (finished !== undefined) this.finished = finished;
    this.#response = response;
  }

  /** Not created before a caller reads it, because that takes time. */
  get response(): Response {
    return this.#response ?? new Response(null, { status: this.status, headers: this.headers });
  }
}

/** Cancels an unread body. Never awaited, because a body may be broken, or cancelling it can hang. */
function discard({ body }: TransportResponse): void {
  body.cancel().catch(() => {});
}

import { unlessSignalled } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { importedOnce } from "../../base/lazily.js";
import { isRedirect, isSuccess } from "../../base/status.js";
import { isAdapted, type OperationAdapters } from "../../document/adapter.js";
import type { ConvertibleRequest } from "../../document/conversion.js";
import type { ResponseValidator } from "../../document/difference.js";
import { RegConnectionError, RegError, RegInputError, RegTimeoutError } from "../../errors/errors.js";
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
import {
  createResponseValidation,
  type ResponseToValidate,
  type ValidateResponse,
} from "../diagnostics/response-validation.js";
import type { ReadableResponse } from "./adapted.js";
import { announcedLength, BodyTooLargeError, decodeText, EmptyFileError, readAhead, readBytes } from "./body.js";
import { ConnectionWatch } from "./connection-watch.js";
import {
  connectionError,
  isResponse,
  notAResponseError,
  readApiError,
  stopsRendering,
  unreadableResponseError,
  uploadError,
} from "./failures.js";
import { bodyForFetch, fileOf, openFile, type UploadStream, uploadStream } from "./files.js";
import { type JudgedResponse, judgeResponse } from "./own-response.js";
import { readRetryAfter } from "./retry-after.js";
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
export function sendAndRead(settings: TransportSettings): SendAttempt {
  const connections = new ConnectionWatch();
  // Most programs have no adapter.
  const loadAdapted = importedOnce(() => import("./adapted.js"));
  // In advance: otherwise, the first call would take longer.
  if (settings.adapters !== undefined) loadAdapted().catch(() => {});
  const parts = { ...settings, connections, loadAdapted, validate: createResponseValidation(settings) };
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

/** The parts that all attempts of a client share. */
interface ExchangeParts extends TransportSettings {
  readonly connections: ConnectionWatch;
  readonly loadAdapted: () => Promise<typeof import("./adapted.js")>;
  readonly validate: ValidateResponse | undefined;
}

class Exchange {
  readonly #attempt: Attempt;
  readonly #limit: AttemptLimit;
  readonly #parts: ExchangeParts;
  #upload: UploadStream | undefined;
  /** From `sending` on, the service may have received the request. */
  #stage: "preparing" | "sending" | "reading JSON" = "preparing";
  /** The head of the response: first as the service wrote it, then as an adapter did. */
  #received: ResponseHead | undefined;
  #retryAfterMs: number | undefined;

  constructor(attempt: Attempt, limit: AttemptLimit, parts: ExchangeParts) {
    this.#attempt = attempt;
    this.#limit = limit;
    this.#parts = parts;
  }

  async run(): Promise<ParsedResponse> {
    const response = await this.#respond();
    const { status, headers } = response;
    if (isSuccess(status)) return this.#readSuccess(response);
    if (!isRedirect(status)) throw await this.#readError(response);
    discard(response);
    this.#validate({ status, headers });
    return new SuccessResponse(response, this.#judge({ status, headers }));
  }

  /** Sends the request, through the adapter if there is one. */
  #respond(): Promise<ReadableResponse> {
    const { operation, url, headers, body } = this.#attempt;
    const { adapters } = this.#parts;
    const request = { method: operation.method, url, headers, body };
    return adapters && isAdapted(adapters, operation) ? this.#sendAdapted(request, adapters) : this.#send(request);
  }

  async #sendAdapted(request: ConvertibleRequest, adapters: OperationAdapters): Promise<ReadableResponse> {
    const { adapted } = await this.#parts.loadAdapted().catch((cause: unknown) => {
      const problem =
        "cannot be used, because a file of this package could not be loaded; nothing was sent; see the cause";
      throw new RegInputError("adapter", problem, { operationId: this.#attempt.operation.id, cause });
    });
    // The attempt may have ended meanwhile.
    this.#limit.signal.throwIfAborted();
    const { clock, maxBytes } = this.#parts;
    const send = adapted((converted) => this.#send(converted), {
      adapters,
      attempt: this.#attempt,
      limit: this.#limit,
      clock,
      maxBytes,
      readBytes: (response) => this.#readBytes(response),
    });
    return this.#receive(await send(request));
  }

  #receive(response: ReadableResponse): ReadableResponse {
    const { status, headers } = response;
    // The response of an aborted attempt is too late: its status must not be reported, nor pause the throttle.
    if (!this.#limit.signal.aborted) this.#received = { status, headers };
    return response;
  }

  /** Not for an aborted attempt: it has ended, so that its events would come after those of its end. */
  #validate(response: ResponseToValidate): unknown {
    return this.#limit.signal.aborted ? undefined : this.#parts.validate?.(this.#attempt, response);
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
    if (this.#stage === "reading JSON" && this.#received !== undefined)
      this.#parts.validate?.(this.#attempt, { ...this.#received, isIncomplete: true });
    const failure =
      this.#stage === "preparing" ? notSent(error) : failureOf(error, this.#attempt, this.#limit.signal.aborted);
    const { started = false, finished = false } = this.#upload ?? {};
    if (started && !finished && failure.outcome === "unknown" && isOwnError(error, this.#attempt.cancellation))
      error.partlyUploaded = true;
    return { ...failure, received: this.#received, retryAfterMs: this.#retryAfterMs };
  }

  async #send({ method, url, headers, body: given }: ConvertibleRequest): Promise<ReadableResponse> {
    const { signal } = this.#limit;
    const body = typeof given === "object" ? await bodyForFetch(given) : given;
    const { transport, connections } = this.#parts;
    const { id: operationId } = this.#attempt.operation;
    const file = transport.streamsFiles ? asBlob(body) : undefined;
    if (file !== undefined) this.#upload = uploadStream(file.stream(), { signal, operationId });
    if (body instanceof ReadableStream) await this.#beginUpload(body);
    try {
      const sent = this.#upload?.body ?? body;
      const length = file && { "content-length": String(file.size) };
      this.#stage = "sending";
      const response = await transport.send({
        method,
        url,
        headers: length ? { ...headers, ...length } : headers,
        body: sent,
        signal,
      });
      if (isResponse(response)) return this.#receive(response);
    } catch (error) {
      if (stopsRendering(error)) {
        this.#stage = "preparing";
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

  #readError(response: TransportResponse): Promise<unknown> {
    const { clock, maxBytes, errorActions } = this.#parts;
    this.#retryAfterMs = readRetryAfter(response.headers, clock);
    return readApiError(
      { call: this.#attempt, limit: this.#limit, response, retryAfterMs: this.#retryAfterMs },
      { clock, maxBytes, actions: errorActions, validate: this.#parts.validate },
    );
  }

  async #readSuccess(response: ReadableResponse): Promise<ParsedResponse> {
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
      this.#validate({ status, headers });
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

  async #readJson(response: ReadableResponse): Promise<ParsedResponse> {
    const { status, headers, parsed } = response;
    if (parsed !== undefined) {
      const { value } = parsed;
      this.#validate({
        status,
        headers,
        text: value === undefined ? "" : JSON.stringify(value),
      });
      return new SuccessResponse(response, this.#judge({ status, headers, parsed }));
    }
    this.#stage = "reading JSON";
    const type = headers.get("content-type");
    const decoded = decodeText(await this.#readBytes(response), type);
    this.#stage = "sending";
    const { text, isExact } = decoded;
    const value = this.#validate({ status, headers, text });
    const { repeated } = this.#attempt;
    const known = repeated?.known;
    if (repeated !== undefined && isExact && known?.text === text && known.type === type && known.status === status) {
      repeated.read = known;
      return new SuccessResponse(response, { data: known.data });
    }
    const compared = value === undefined ? undefined : { text, value };
    const judged = this.#judge({ status, headers, decoded, parsed: compared });
    if (repeated !== undefined) repeated.read = { status, type, text, data: judged.data };
    return new SuccessResponse(response, judged);
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

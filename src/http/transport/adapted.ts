import type { Clock } from "../../base/clock.js";
import { isSuccess, isTransientStatus } from "../../base/status.js";
import type { OperationAdapters } from "../../document/adapter.js";
import { findUnusable, htmlType, jsonType } from "../../document/content.js";
import {
  type ConvertibleRequest,
  conversionOf,
  convertRequest,
  convertResponse,
  convertsResponses,
  parseBody,
} from "../../document/conversion.js";
import { checkHeaders } from "../../document/serialize.js";
import { RegInputError } from "../../errors/errors.js";
import { messageWithoutOperation } from "../../errors/messages.js";
import type { Attempt } from "../call/call.js";
import type { AttemptLimit } from "../call/timeouts.js";
import { redactor, sanitizeCause } from "../diagnostics/redact.js";
import { decodeText, readerOf } from "./body.js";
import { readErrorText, unreadableResponseError } from "./failures.js";
import type { ParsedText } from "./own-response.js";
import type { TransportResponse } from "./types.js";

/** A response of the service, or what an adapter has made of one. */
export interface ReadableResponse extends TransportResponse {
  /** The JSON that an adapter has converted, and the text as it was received. */
  readonly parsed?: ParsedText;
}

/** Sends a request, and resolves as soon as its response can be read. */
export type SendRequest = (request: ConvertibleRequest) => Promise<ReadableResponse>;

/** What an adapter needs of the attempt that it belongs to. */
export interface AdaptedParts {
  readonly adapters: OperationAdapters;
  readonly attempt: Attempt;
  readonly limit: AttemptLimit;
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
  /** Reads the body of a success; rejects with the error of the attempt. */
  readonly readBytes: (response: TransportResponse) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Sends a request in the form of the service, and returns its response in the form of the document. */
export function adapted(send: SendRequest, parts: AdaptedParts): SendRequest {
  const { adapters, attempt, limit, clock, maxBytes, readBytes } = parts;
  const conversion = conversionOf(adapters, attempt.operation);
  return async (request) => {
    const converted = await toService(request);
    // Errors must not repeat what the adapter has added either, such as a key.
    Object.assign(attempt.headers, converted.headers);
    const response = await send(converted);
    if (!convertsResponses(conversion)) return response;
    const type = response.headers.get("content-type");
    if (!isSuccess(response.status)) return toDocumentError(response, type);
    const isFile = attempt.operation.output === "binary" && !jsonType.test(type ?? "");
    return isFile ? response : toDocumentSuccess(response, type);
  };

  async function toService(request: ConvertibleRequest): Promise<ConvertibleRequest> {
    const { operationId } = conversion;
    try {
      const converted = await convertRequest(conversion, request);
      // An adapter may have taken so long that the attempt is over.
      limit.signal.throwIfAborted();
      return { ...converted, headers: checkHeaders(converted.headers, { operationId, mayHaveToken: true }) };
    } catch (error) {
      // An error of another call, which the adapter has made, says nothing of this one.
      const isInput = error instanceof RegInputError && error.field !== "adapter";
      if ((error instanceof RegInputError && !isInput) || limit.signal.aborted) throw error;
      const clean = redactor(attempt);
      const problem = isInput
        ? `gave a request that cannot be sent: ${clean(messageWithoutOperation(error))}`
        : "failed on the request, which was not sent; see the cause";
      throw new RegInputError("adapter", problem, { operationId, cause: sanitizeCause(error, clean) });
    }
  }

  async function toDocumentSuccess(response: TransportResponse, type: string | null): Promise<ReadableResponse> {
    const bytes = await readBytes(response);
    const { text, isExact } = decodeText(bytes, type);
    const body = parseBody(text, type);
    // What cannot be read, or would be rounded, is reported as without an adapter.
    const isUnreadable = typeof body === "string" && jsonType.test(type ?? "");
    if (!isExact || isUnreadable || isPage(type, text) || findUnusable(body, text) !== undefined)
      return { ...response, body: readerOf(new Response(bytes)) };
    return toDocument(response, { body, text });
  }

  async function toDocumentError(response: TransportResponse, type: string | null): Promise<ReadableResponse> {
    let text: string;
    try {
      text = await readErrorText({ call: attempt, limit, response }, { clock, maxBytes });
    } catch (error) {
      // Whoever reads it next finds the same: it is not empty, but did not arrive.
      return { ...response, body: { ...response.body, read: () => Promise.reject(error) } };
    }
    if (isPage(type, text)) return { ...response, body: readerOf(new Response(text)) };
    return toDocument(response, { body: parseBody(text, type), text });
  }

  async function toDocument(
    { status, headers }: TransportResponse,
    { body, text }: { readonly body: unknown; readonly text: string },
  ): Promise<ReadableResponse> {
    try {
      const { json, serialize, ...head } = await convertResponse(conversion, { status, headers, body });
      // A success with JSON is not written and parsed once more.
      const isRead = json !== undefined && isSuccess(head.status) && attempt.operation.output !== "binary";
      if (isRead) return { ...head, body: readerOf(new Response(null)), parsed: { text, value: json.value } };
      return { ...head, body: readerOf(new Response(serialize())) };
    } catch (error) {
      throw unreadableResponseError(attempt, {
        status,
        problem: "could not be converted, because the adapter failed; see the cause",
        transient: isTransientStatus(status),
        cause: sanitizeCause(error, redactor(attempt)),
      });
    }
  }
}

/** An adapter receives no page of HTML. What is empty is none, whatever its type is. */
const isPage = (type: string | null, text: string) => text !== "" && htmlType.test(type ?? "");

import { RegConnectionError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";
import type { Failures } from "../failures/load-failures.js";
import type { FileHandling } from "../file-handling.js";
import { connectionError, uploadError } from "./connection-error.js";
import type { UploadStream } from "./upload-stream.js";

/** What carries requests: the shape of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer, of which the headers have come. */
export interface Arrival {
  readonly response: Response;
  /** Stops an upload that is still being sent; undefined if none is streamed. */
  readonly stopUpload: ((reason: unknown) => void) | undefined;
}

/**
 * Sends one attempt. Redirects are never followed, because a followed one would carry the body elsewhere.
 *
 * @param files undefined: no operation takes a file
 */
export function transport(
  fetch: Fetch,
  files: Pick<FileHandling, "upload"> | undefined,
  failures: Failures,
): (call: Call) => Promise<Arrival> {
  return async (call) => {
    const init: RequestInit = { method: call.operation.method, headers: call.headers, redirect: "manual" };
    if (call.signal !== undefined) init.signal = call.signal;
    call.progress.sent = true;
    call.progress.inFlight = true;
    let upload: UploadStream | undefined;
    let response: Response;
    try {
      if (files !== undefined && call.body instanceof ReadableStream) {
        upload = files.upload(call.body, call.signal);
        init.body = upload.body;
        init.duplex = "half";
      } else if (call.body !== undefined) init.body = call.body;
      response = await fetch(call.url, init);
    } catch (error) {
      upload?.stop(error);
      if (upload?.failed) throw await uploadError(error, call, failures);
      throw await connectionError(error, call, failures, upload?.started);
    }
    if (!isResponse(response)) {
      const error = noResponse(call);
      upload?.stop(error);
      throw error;
    }
    return { response, stopUpload: upload?.stop };
  };
}

/** By its members: a fetch of another package brings a Response of its own. */
function isResponse(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { status, headers } = value as Partial<Response>;
  return typeof status === "number" && typeof headers?.get === "function";
}

function noResponse({ operation }: Call): RegConnectionError {
  return new RegConnectionError("the fetch option did not resolve to a Response; look into that function", {
    operationId: operation.id,
    sent: true,
    transient: false,
    outcome: doubtOnceSent(operation),
  });
}

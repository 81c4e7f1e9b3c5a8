import type { CallBody } from "../../base/files.js";

/** Sends the requests of a client: `createUndiciTransport` of `@reg/sdk/undici` creates one. */
export interface Transport {
  /**
   * Sends a request once, and resolves as soon as the status and the headers of its response have arrived. Follows no
   * redirect. Rejects if the connection fails, with the code of the system in the error or its `cause`.
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Receive a file as a stream with a `content-length`, because the transport reads a stream only as fast as it sends
   * it: a success that arrives before the end of the file is an error then. Node's fetch reads ahead. Default false.
   */
  readonly streamsFiles?: boolean | undefined;
  /**
   * Whether the transport may send a read again by itself after a lost connection, which takes no unit of the throttle:
   * the event `attempt` says so. The fetch of Bun and that of Deno do. Default false.
   */
  readonly repeatsReads?: boolean | undefined;
}

/** A request as a transport receives it. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name. A form has no `content-type` yet, because it contains the boundary between the parts. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CallBody | undefined;
  /** Ends the request, or the reading of its response, and closes the connection. */
  readonly signal: AbortSignal;
}

/** A response whose body has not been read yet. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body after decompression. */
  readonly body: BodyReader;
  /** Whether a body that was cut off may look complete: fetch does not check the end of compressed data. */
  readonly mayBeCutOff?: boolean | undefined;
  /** The `response` of the call's result. Default: a Response with the status and the headers. */
  readonly response?: Response | undefined;
}

/** Reads the body of a response, as the reader of a web stream does. */
export interface BodyReader {
  /** Returns the next chunk. Rejects if the body has no proper end. */
  read(): Promise<BodyChunk>;
  /** Discards the rest of the body, also while a chunk is awaited. */
  cancel(reason?: unknown): Promise<void>;
}

/** A part of a body, or its end. */
export type BodyChunk =
  | { readonly done: false; readonly value: Uint8Array<ArrayBuffer> }
  | { readonly done: true; readonly value?: undefined };

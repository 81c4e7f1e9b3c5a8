import type { FileHandling } from "./file-handling.js";

/** What only some of the APIs need of a client: it is handed in, so that the others need not load it. */
export interface Features {
  /** Undefined: no operation takes a file or answers with one. */
  readonly files?: FileHandling | undefined;
  /** What to do about each of the service's error codes, for messages. Undefined: none is known. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
}

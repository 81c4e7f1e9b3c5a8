import type { NetworkFaultKind } from "../faults/network-fault.js";
import type { OperationId } from "../server/router.js";
import type { Api } from "../tokens.js";

/**
 * One request that the sandbox was sent, and how it ended. It holds no header, no token, no file, and of a JSON body
 * only the values that the OpenAPI document declares, that fit its schema and that it does not mark as sensitive. License
 * plates and ids stay, since tests tell vehicles and requests apart by them: who may not see those may not see a journal.
 */
export interface JournalEntry {
  /** 1, 2, 3 and so on, in the order in which the requests arrived, whichever was answered first. */
  readonly number: number;
  /** When it arrived, in UTC with milliseconds, by the sandbox's clock. */
  readonly at: string;
  /** Undefined if the path belongs to neither API. */
  readonly api: Api | undefined;
  /** Undefined if no operation stands under the path. */
  readonly operationId: OperationId | undefined;
  /** `(other)` if it is none of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS. */
  readonly method: string;
  /** The path template; `(unknown)` if no operation stands under the path. */
  readonly path: string;
  /** The values in the path, ids and license plates included; `[redacted]` if one is not what the document says. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * The query parameters that the document declares, each with its values, `[redacted]` in place of those that do not
   * fit; others are left out, names included.
   */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The supplier's number or the client id that the token belongs to; undefined if it is not known. */
  readonly caller: string | undefined;
  /**
   * The status of the answer, or what a network fault did in place of one. `broken-upload`: the body of the
   * request failed while it was sent. `defect`: the sandbox itself failed, and
   * the caller got a `SandboxDefect`.
   */
  readonly status: number | NetworkFaultKind | "broken-upload" | "defect";
  /** The REG- and SANDBOX- codes of an error answer, each once. */
  readonly codes: readonly string[];
  /** The id of what was made, from `Location`, also where a fault kept that answer from the caller. */
  readonly created: string | undefined;
  /**
   * The JSON body with `[redacted]` in place of what is not kept, or `[unreadable]` if it was none; of the token
   * endpoint's form only `grant_type`; a `RecordedFile` for anything else; undefined if there was no body, or one that
   * was too long to be read.
   */
  readonly body: unknown;
  /** What a fault did and when, such as `after-commit reset` or `before-commit 503`. */
  readonly fault: string | undefined;
  /** The trace id of an error answer. */
  readonly traceId: string | undefined;
}

/** What is noted of a body that is not JSON. */
export interface RecordedFile {
  /** The length of the body as it was sent, with the rest of the form where there is one. */
  readonly bytes: number;
  /** Without its parameters; undefined if none was sent. */
  readonly contentType: string | undefined;
}

/** An entry as the message of an assertion names it. */
export type EntryLabel = Pick<JournalEntry, "number" | "at" | "operationId">;

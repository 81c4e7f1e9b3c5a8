import type { ApiName } from "../../../document/apis.js";
import type { NetworkFaultKind } from "../../faults/network-fault.js";
import type { OperationId } from "../../messages/router.js";

/**
 * A request to the sandbox and how it ended. It contains no header, no token and no file, and of a JSON body only the
 * values that the OpenAPI document declares, that fit its schema and that it does not mark as sensitive. License plates
 * and ids stay, because tests identify vehicles and requests by them: do not show a journal to a person who must not
 * see these.
 */
export interface JournalEntry {
  /** 1, 2, 3 and so on, in the order in which the requests arrived, not in the order of the responses. */
  readonly number: number;
  /** When the request arrived, in UTC with milliseconds, by the sandbox's clock. */
  readonly at: string;
  /** Undefined if the path belongs to neither API. */
  readonly api: ApiName | undefined;
  /** Undefined if no operation has the path. */
  readonly operationId: OperationId | undefined;
  /** `(other)` if it is not one of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS. */
  readonly method: string;
  /** The path template; `(unknown)` if no operation has the path. */
  readonly path: string;
  /** The path parameters, ids and license plates included; `[redacted]` for a value that does not fit the document. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * The query parameters that the document declares, each with its values, `[redacted]` for values that do not fit.
   * Other parameters are omitted, names included.
   */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The supplier's number or the client id of the token's owner; undefined if it is not known. */
  readonly caller: string | undefined;
  /**
   * The status of the response, or the kind of a network fault that prevented it. `broken-upload`: the body of the
   * request failed while it was sent. `defect`: the sandbox itself failed, and the caller got a `SandboxDefect`.
   */
  readonly status: number | NetworkFaultKind | "broken-upload" | "defect";
  /** The REG- and SANDBOX- codes of an error response, without duplicates. */
  readonly codes: readonly string[];
  /** The id of the created resource, from `Location`, even if a fault kept the response from the caller. */
  readonly created: string | undefined;
  /**
   * The JSON body with `[redacted]` for values that are not recorded, or `[unreadable]` if it was not JSON or nested
   * deeper than 64 levels; of the token endpoint's form only `grant_type`; a `RecordedFile` for any other body;
   * undefined without a body, and for a body that was too long to be read.
   */
  readonly body: unknown;
  /** The kind and time of a fault, such as `after-commit reset` or `before-commit 503`. */
  readonly fault: string | undefined;
  /** The trace id of an error response. */
  readonly traceId: string | undefined;
}

/** The record of a body that is not JSON. */
export interface RecordedFile {
  /** The length of the body as it was sent; for a form, the length of the whole form. */
  readonly bytes: number;
  /** Without parameters; undefined if none was sent. */
  readonly contentType: string | undefined;
}

/** The parts of an entry that the message of an assertion contains. */
export type EntryLabel = Pick<JournalEntry, "number" | "at" | "operationId">;

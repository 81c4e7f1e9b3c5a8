import {
  keyOf,
  type ReceivedResponse,
  type ResponseDifference,
  type ResponseValidator,
} from "../../document/difference.js";
import type { Operation } from "../../document/operation.js";
import type { ShapeRecorder } from "../../document/shapes/recorder.js";
import { findDifferences } from "../../document/validator.js";
import { RegResponseError } from "../../errors/errors.js";
import type { Description } from "../apis.js";
import { fieldOf } from "./body.js";
import { FoundBridges } from "./bridges.js";
import { describeMediaType, Evidence, isSuccess, lacksJson, toVerdict } from "./evidence.js";
import { StatementEvidence } from "./statements.js";
import type { CallParameters, IdSource } from "./steps.js";
import type { Finding, VerifyReport } from "./types.js";

/** A call that has ended, with its latest response; undefined if there was none. */
type ObservedCall<Result> = { readonly response: ReceivedResponse | undefined } & (
  | { readonly result: Result; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: unknown }
);

/** What a run knows of a call. */
export interface CallFacts {
  /** Where the ids in its parameters come from. Default: from the options. */
  readonly ids?: IdSource;
  /** Whether it tries what the document does not have. */
  readonly isProbe?: boolean;
}

interface ObserverParts extends Description {
  readonly recorder: ShapeRecorder;
  /** Texts that are values, also as names of fields. Receives the parameters of all calls and the tokens. */
  readonly values: Set<string>;
}

/**
 * Receives every response of a client, as its option `validateResponses`, and collects what the report says of them.
 * `call` brackets one call, in whose course the client calls `inspect`.
 */
export class Observer implements ResponseValidator {
  /** Nothing is reported here: `inspect` returns no differences, and the report of the run shows them. */
  readonly mode = "report";
  readonly #parts: ObserverParts;
  readonly #evidence: Evidence;
  readonly #statements: StatementEvidence;
  readonly #differences = new Map<
    string,
    { readonly difference: ResponseDifference; readonly statuses: Set<number> }
  >();
  /** The parameters and the latest response of the call in progress: calls are made one after the other. */
  #parameters: CallParameters = {};
  #about: CallFacts = {};
  #latest: ReceivedResponse | undefined;
  /** A success whose body did not arrive or was not read. */
  #unread: ReceivedResponse | undefined;
  readonly #bridges: FoundBridges;
  readonly #successes = { usable: 0, without: 0 };
  /** The lifetime that the token endpoint has named. */
  tokenLifetimeMs: number | undefined;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
    this.#bridges = new FoundBridges(parts, (pointer) => this.#withoutValues(pointer, true) !== pointer);
    this.#evidence = new Evidence(parts.assumptions);
    this.#statements = new StatementEvidence(parts.assumptions.rules);
  }

  /** Whether a request other than one for a token has succeeded, with JSON where the document promises it. */
  get hasSucceeded(): boolean {
    return this.#successes.usable > 0;
  }

  /** Whether there were success responses without the JSON that the document promises. */
  get lacksJson(): boolean {
    return this.#successes.without > 0;
  }

  /** What brings the responses into the form of the document, as far as bridges can. */
  get bridges(): FoundBridges {
    for (const { operationId, bridge } of this.#evidence.bridges) this.#bridges.add(operationId, bridge);
    return this.#bridges;
  }

  get operations(): VerifyReport["operations"] {
    return this.#evidence.operations;
  }

  /**
   * Makes a call with these parameters. Its error is a result, because its response shows something, too.
   */
  async call<Result>(
    parameters: CallParameters,
    send: () => Promise<Result>,
    about: CallFacts = {},
  ): Promise<ObservedCall<Result>> {
    for (const value of Object.values(parameters)) this.#parts.values.add(String(value));
    this.#parameters = parameters;
    this.#about = about;
    this.#latest = undefined;
    this.#unread = undefined;
    try {
      return { result: await send(), response: this.#latest };
    } catch (error) {
      return { error, response: this.#latest ?? this.#noteTooLong(error) };
    }
  }

  /** Adds a difference for a body that was not read because of its length; one that did not arrive may do so later. */
  #noteTooLong(error: unknown): ReceivedResponse | undefined {
    const response = error instanceof RegResponseError && !error.transient ? this.#unread : undefined;
    if (response !== undefined) this.#add(tooLongBody(response), response.status);
    return response;
  }

  inspect(response: ReceivedResponse): readonly ResponseDifference[] {
    const { operationId, status, body, unreadable } = response;
    const isToken = operationId === "token.create";
    // A success without the end of its body leads nowhere, and a service that sends no body at all does not respond.
    const isUnread = isSuccess(status) && unreadable === "incomplete";
    if (!isToken) this.#unread = isUnread ? response : undefined;
    if (isToken) this.#readToken(body);
    const operation = this.#parts.operations[operationId];
    const found = operation === undefined ? [] : [...findDifferences(response), ...findFileInJson(response, operation)];
    // What is searched and recorded has the form of the document, as far as bridges can give it that form.
    const documented = this.#bridges.apply(response, found);
    if (!(isToken || isUnread)) this.#latest = { ...response, body: documented };
    // A probe tries what the document does not have. Its failure is no difference.
    if (!(this.#about.isProbe === true && !isSuccess(status))) for (const each of found) this.#add(each, status);
    const redact = (name: string) => (this.#hasSecret(name) ? "*" : (response.redact?.(name) ?? name));
    this.#parts.recorder.inspect({ ...response, body: documented, redact });
    if (operation !== undefined) {
      const seen = { ...response, operation, parameters: isToken ? {} : this.#parameters, ids: this.#about.ids };
      if (isSuccess(status) && !isToken) this.#successes[lacksJson(seen) ? "without" : "usable"] += 1;
      this.#evidence.add(seen);
      this.#statements.add(seen);
    }
    return [];
  }

  /**
   * What the responses have shown so far.
   *
   * @param tried what was found out by writing, by the id of the assumption
   */
  findings(
    tried: ReadonlyMap<string, Finding>,
  ): Pick<VerifyReport, "differences" | "withoutSuccess" | "assumptions" | "operations" | "shapes"> {
    const all = [...this.#differences.values()].map(({ difference, statuses }) => ({ ...difference, statuses }));
    const withoutSuccess = this.#evidence.withoutSuccess(all);
    const failed = new Set(withoutSuccess.map(({ operationId }) => operationId));
    // Any server may have sent an error without JSON, also one that does not have the operation.
    const seen = all.filter(
      ({ operationId, pointer, kind }) =>
        !(failed.has(operationId) && pointer === "" && (kind === "missing" || kind === "media-type")),
    );
    const judged = [...this.#evidence.judge(seen), ...this.#statements.judge()];
    const ids = new Set(judged.map(({ id }) => id));
    const others = this.#parts.assumptions.rules.flatMap((statement) => {
      const finding = ids.has(statement.id) ? undefined : tried.get(statement.id);
      return finding === undefined ? [] : [toVerdict(statement, finding)];
    });
    return {
      differences: seen.map(({ statuses: _, ...difference }) => ({ direction: "response", ...difference })),
      withoutSuccess,
      assumptions: [...judged.map((each) => ({ ...each, ...tried.get(each.id) })), ...others],
      operations: this.operations,
      shapes: this.#parts.recorder.shapes(),
    };
  }

  #add(found: ResponseDifference, status: number): void {
    const { pointer, foundAt, kind } = found;
    const difference = {
      ...found,
      pointer: this.#withoutValues(pointer, kind === "new"),
      ...(foundAt !== undefined && { foundAt: this.#withoutValues(foundAt, true) }),
    };
    const known = this.#differences.get(keyOf(difference)) ?? { difference, statuses: new Set() };
    known.statuses.add(status);
    this.#differences.set(keyOf(difference), known);
  }

  /** Replaces the names of fields that are or contain values, such as a token that the service repeats. */
  #withoutValues(pointer: string, isOfService: boolean): string {
    const isHidden = (name: string) => this.#parts.values.has(name) || (isOfService && this.#hasSecret(name));
    return pointer
      .split("/")
      .map((name) => (isHidden(name) ? "*" : name))
      .join("/");
  }

  /** Whether a name that the service chose contains a value; a shorter one is part of many words. */
  #hasSecret(name: string): boolean {
    const text = name.toLowerCase();
    return [...this.#parts.values].some(
      (value) => value.length >= shortestSecret && text.includes(value.toLowerCase()),
    );
  }

  #readToken(body: unknown): void {
    const token = fieldOf(body, "access_token");
    if (typeof token === "string") this.#parts.values.add(token);
    const seconds = Number(fieldOf(body, "expires_in"));
    if (seconds > 0 && Number.isFinite(seconds)) this.tokenLifetimeMs = seconds * 1000;
  }
}

/**
 * Finds a file that is in JSON, such as base64. The document allows any type of an attachment, but JSON is more likely
 * to be around a file than a file.
 */
function findFileInJson(
  { operationId, status, headers }: ReceivedResponse,
  { output }: Operation,
): readonly ResponseDifference[] {
  const type = describeMediaType(headers);
  if (!isSuccess(status) || output !== "binary" || type !== "application/json") return [];
  return [{ operationId, pointer: "", kind: "media-type", expected: "a file", found: type, confidence: "inferred" }];
}

const tooLongBody = ({ operationId }: ReceivedResponse): ResponseDifference => ({
  operationId,
  pointer: "",
  kind: "value",
  // The default of the option `maxResponseBytes`.
  expected: "a body of at most 32 MiB",
  found: "a longer body",
  confidence: "inferred",
});

/** The fewest characters of a value that is found inside of a name. */
const shortestSecret = 6;

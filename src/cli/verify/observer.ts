import { isSuccess } from "../../base/status.js";
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
import { fieldIn } from "./body.js";
import { FoundBridges } from "./bridges.js";
import { Evidence, type EvidenceContext, toVerdict } from "./evidence.js";
import { describeMediaType, lacksJson } from "./response.js";
import type { CallParameters, IdSource } from "./steps.js";
import type { Judgement, VerifyReport } from "./types.js";

/** A call that has ended, with its latest response; undefined if there was none. */
export interface EndedCall<Result> {
  readonly response: ReceivedResponse | undefined;
  readonly result?: Result | undefined;
  readonly error?: unknown;
}

/** What a run knows of a call. */
export interface CallFacts {
  readonly parameters: CallParameters;
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
 * Makes the calls of a run, one after the other, and collects what the report says of their responses: also of those to
 * attempts that were repeated, and to requests for tokens.
 */
export class Observer {
  readonly #parts: ObserverParts;
  readonly #evidence: Evidence;
  readonly #bridges: FoundBridges;
  readonly #received: ReceivedResponse[] = [];
  readonly #differences = new Map<
    string,
    { readonly difference: ResponseDifference; readonly statuses: Set<number> }
  >();
  /** Receives the responses of the client. It returns no differences: the report of the run shows them. */
  readonly inspector: ResponseValidator = {
    mode: "report",
    inspect: (response) => {
      this.#received.push(response);
      return [];
    },
  };
  /** Whether there were success responses without the JSON that the document promises. */
  lacksJson = false;
  /** Whether a request other than one for a token has succeeded, with JSON where the document promises it. */
  hasSucceeded = false;
  /** The lifetime that the token endpoint has named. */
  tokenLifetimeMs: number | undefined;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
    this.#bridges = new FoundBridges(parts, (pointer) => this.#withoutValues(pointer, true) !== pointer);
    this.#evidence = new Evidence(parts.assumptions);
  }

  /** Returns what brings the responses of the run into the form of the document, as far as bridges can. */
  collectBridges(): FoundBridges {
    for (const { operationId, bridge } of this.#evidence.bridges) this.#bridges.add(operationId, bridge);
    return this.#bridges;
  }

  get operations(): VerifyReport["operations"] {
    return this.#evidence.operations;
  }

  /** Makes a call. Its error is a result, because its response shows something, too. */
  async call<Result>(about: CallFacts, send: () => Promise<Result>): Promise<EndedCall<Result>> {
    for (const value of Object.values(about.parameters)) this.#parts.values.add(String(value));
    const ended = await send().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    let response: ReceivedResponse | undefined;
    let unread: ReceivedResponse | undefined;
    for (const each of this.#received.splice(0)) {
      const documented = this.#tryToObserve(each, about);
      if (each.operationId === "token.create") continue;
      // A success without the end of its body leads nowhere, and a service that sends no body at all does not respond.
      unread = isSuccess(each.status) && each.unreadable === "incomplete" ? each : undefined;
      if (unread === undefined) response = documented;
    }
    // A body that did not arrive may do so later.
    const isTooLong = "error" in ended && ended.error instanceof RegResponseError && !ended.error.transient;
    if (response !== undefined || unread === undefined || !isTooLong) return { ...ended, response };
    // The default of the option `maxResponseBytes`.
    this.#add(otherBody(unread, ["a body of at most 32 MiB", "a longer body"]), unread.status);
    return { ...ended, response: unread };
  }

  /** A body can be nested more deeply than calls. */
  #tryToObserve(response: ReceivedResponse, about: CallFacts): ReceivedResponse {
    try {
      return this.#observe(response, about);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#add(otherBody(response, ["a body that can be compared", "a body with too many levels"]), response.status);
      return response;
    }
  }

  /** Returns a response in the form of the document, as far as bridges can give it that form. */
  #observe(response: ReceivedResponse, { parameters, ids, isProbe = false }: CallFacts): ReceivedResponse {
    const { operationId, status } = response;
    const isToken = operationId === "token.create";
    if (isToken) this.#readToken(response.body);
    const operation = this.#parts.operations[operationId];
    const found = operation === undefined ? [] : [...findDifferences(response), ...findFileInJson(response, operation)];
    const redact = (name: string) => (this.#hasSecret(name) ? "*" : (response.redact?.(name) ?? name));
    const documented = { ...response, body: this.#bridges.apply(response, found), redact };
    // A probe tries what the document does not have. Its failure is no difference.
    if (!isProbe || isSuccess(status)) for (const each of found) this.#add(each, status);
    this.#parts.recorder.inspect(documented);
    if (operation === undefined) return documented;
    const seen = { ...documented, operation, parameters: isToken ? {} : parameters, ids };
    if (isSuccess(status) && !isToken) {
      if (lacksJson(seen)) this.lacksJson = true;
      else this.hasSucceeded = true;
    }
    this.#evidence.add(seen);
    return documented;
  }

  /** What the responses have shown so far. */
  findings({
    judgements,
    ...context
  }: EvidenceContext & {
    /** What was found out by writing, by the id of the assumption. */
    readonly judgements: ReadonlyMap<string, Judgement>;
  }): Pick<VerifyReport, "differences" | "withoutSuccess" | "assumptions" | "operations" | "shapes"> {
    const all = [...this.#differences.values()].map(({ difference, statuses }) => ({ ...difference, statuses }));
    const withoutSuccess = this.#evidence.withoutSuccess(all);
    const failed = new Set(withoutSuccess.map(({ operationId }) => operationId));
    // Any server may have sent an error without JSON, also one that does not have the operation.
    const seen = all.filter(
      ({ operationId, pointer, kind }) =>
        !(failed.has(operationId) && pointer === "" && (kind === "missing" || kind === "media-type")),
    );
    const judged = this.#evidence.judge(seen, context);
    const ids = new Set(judged.map(({ id }) => id));
    const others = this.#parts.assumptions.rules.filter(({ id }) => !ids.has(id) && judgements.has(id));
    return {
      differences: seen.map(({ statuses: _, ...difference }) => difference),
      withoutSuccess,
      assumptions: [
        ...judged.map((each) => toVerdict(each, judgements.get(each.id) ?? each)),
        ...others.flatMap((each) => toVerdict(each, judgements.get(each.id) as Judgement)),
      ],
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
    const token = fieldIn(body, "access_token");
    if (typeof token === "string") this.#parts.values.add(token);
    const seconds = Number(fieldIn(body, "expires_in"));
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

const otherBody = (
  { operationId }: ReceivedResponse,
  [expected, found]: readonly [string, string],
): ResponseDifference => ({ operationId, pointer: "", kind: "value", expected, found, confidence: "inferred" });

/** The fewest characters of a value that is found inside of a name. */
const shortestSecret = 6;

import { isSuccess } from "../../base/status.js";
import type { OperationAdapters } from "../../document/adapter.js";
import { operationSchemas } from "../../document/apis.js";
import { toDocument } from "../../document/apply-bridges.js";
import { type Bridge, problemOfBridge, segmentsOf } from "../../document/bridge.js";
import { keyOf, type ReceivedResponse, type ResponseDifference } from "../../document/difference.js";
import { formsOf } from "../../document/schema.js";
import { findDifferences } from "../../document/validator.js";
import type { Description } from "../apis.js";

/** What a run has found in one documented body. */
interface FoundInBody {
  readonly bridges: Map<string, Bridge>;
  /** Places with values in a form that no bridge can read: it could read the others wrongly, such as 1.250 beside 95,50. */
  readonly unreadable: Set<string>;
}

/** Collects the bridges for what a run has found. All operations with the same documented body have the same ones. */
export class FoundBridges {
  readonly #description: Description;
  readonly #hasValue: (pointer: string) => boolean;
  /** By the body of a success, or `*` for errors. */
  readonly #found = new Map<unknown, FoundInBody>();

  /** @param hasValue whether a name in a pointer contains a value, such as a token, which no bridge may have */
  constructor(description: Description, hasValue: (pointer: string) => boolean) {
    this.#description = description;
    this.#hasValue = hasValue;
  }

  /**
   * Brings the body of a response into the form of the document as far as bridges can, and keeps those without which a
   * difference would remain.
   */
  apply(response: ReceivedResponse, differences: readonly ResponseDifference[]): unknown {
    const message = isSuccess(response.status) ? "response" : "error";
    const bridgesOf = (found: readonly ResponseDifference[]) =>
      found.flatMap((difference) => {
        const bridge = bridgeOf(difference, message);
        return bridge === undefined || this.#hasValue(bridge.is ?? "") ? [] : [{ bridge, difference }];
      });
    let body = response.body;
    let left = differences;
    const considered = new Set<string>();
    // A renamed field, or one in another wrapper, may have another form as well.
    for (let next = bridgesOf(left); next.length > 0; ) {
      const bridged = toDocument(inOrder(next.map(({ bridge }) => bridge)), message, structuredClone(body));
      left = findDifferences({ ...response, body: bridged });
      const keysLeft = new Set(left.map(keyOf));
      const kept = next.filter(({ difference }) => !keysLeft.has(keyOf(difference))).map(({ bridge }) => bridge);
      for (const each of kept) this.add(response.operationId, each);
      body = toDocument(inOrder(kept), message, structuredClone(body));
      if (kept.length < next.length) left = findDifferences({ ...response, body });
      for (const { difference } of next) considered.add(keyOf(difference));
      next = bridgesOf(left.filter((each) => !considered.has(keyOf(each))));
    }
    for (const { kind, pointer } of left)
      if (kind === "type") this.#foundIn(response.operationId, message).unreadable.add(pointer);
    return body;
  }

  /** Keeps a bridge of an operation. */
  add(operationId: string, bridge: Bridge): void {
    this.#foundIn(operationId, bridge.in).bridges.set(JSON.stringify(bridge), bridge);
  }

  /** An adapter of all that was found, on top of another one. */
  toAdapters(given: OperationAdapters = {}): OperationAdapters {
    const ids = Object.keys(this.#description.operations);
    const added = [...this.#found].flatMap(([group, { bridges, unreadable }]) => {
      const found = inOrder([...bridges.values()].filter(({ at, form }) => !(form && unreadable.has(at))));
      const concerned = group === "*" ? ["*"] : ids.filter((id) => this.#bodyOf(id) === group);
      return (found.length === 0 ? [] : concerned).map((id) => {
        const own = given[id];
        const earlier = own?.bridges ?? [];
        // Two responses may have shown two places of one value.
        const kept = found.filter((each, index) => !problemOfBridge(each, [...earlier, ...found.slice(0, index)]));
        return [id, { ...own, bridges: [...earlier, ...kept] }];
      });
    });
    return { ...given, ...Object.fromEntries(added) };
  }

  get isEmpty(): boolean {
    return Object.keys(this.toAdapters()).length === 0;
  }

  #foundIn(operationId: string, message: Bridge["in"]): FoundInBody {
    const group = message === "error" ? "*" : this.#bodyOf(operationId);
    const found = this.#found.get(group) ?? { bridges: new Map(), unreadable: new Set() };
    this.#found.set(group, found);
    return found;
  }

  /** The schema of the JSON of a success; the id of the operation if it has none. */
  #bodyOf(operationId: string): unknown {
    const responses = Object.entries(operationSchemas[operationId]?.responses ?? {});
    const schemas = responses.flatMap(([status, { content }]) => (status.startsWith("2") ? [content] : []));
    const schema = schemas.map((content) => content?.["application/json"]).find((each) => each !== undefined);
    return schema === undefined ? operationId : formsOf(schema)[0]?.schema;
  }
}

function bridgeOf(
  { pointer: at, foundAt: is, form }: ResponseDifference,
  message: "response" | "error",
): Bridge | undefined {
  const place = { ...(message === "error" && { in: message }), at };
  // The report leaves out names that may be values.
  const isNamed = is !== undefined && !/(^|\/)\*$/.test(is);
  const bridge = isNamed ? { ...place, is } : form && { ...place, form };
  return bridge === undefined || problemOfBridge(bridge) !== undefined ? undefined : bridge;
}

/** Other wrappers first, then the outer places before the inner ones, and what moves a value before its form. */
function inOrder<Each extends Bridge>(bridges: readonly Each[]): Each[] {
  const depthOf = (pointer = "") => segmentsOf(pointer).length;
  const rankOf = ({ at, is }: Bridge) => (is !== undefined && depthOf(is) !== depthOf(at) ? 0 : 1 + depthOf(at));
  return [...bridges].sort(
    (one, other) => rankOf(one) - rankOf(other) || Number(one.is === undefined) - Number(other.is === undefined),
  );
}

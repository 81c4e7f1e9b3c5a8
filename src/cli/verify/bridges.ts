import type { OperationAdapters } from "../../document/adapter.js";
import { type Bridge, type BridgeForm, problemOfBridge, segmentsOf, toDocument } from "../../document/bridge.js";
import { keyOf, type ReceivedResponse, type ResponseDifference } from "../../document/difference.js";
import { formsOf } from "../../document/schema.js";
import { findDifferences } from "../../document/validator.js";
import type { Description } from "../apis.js";
import { isSuccess } from "./response.js";

/** How a service writes a value, by what the document expects and what was found. */
const formOf: Readonly<Record<string, BridgeForm>> = {
  "number from text (decimal)": "decimal text",
  "integer from text (decimal)": "decimal text",
  "text (decimal) from integer": "number",
  "text (decimal) from number": "number",
  "text from integer": "number",
  "text from number": "number",
  "boolean from text": "boolean text",
  "text (date) from text": "date with time",
  "text (date) from text (date-time)": "date with time",
  "text (date) from text (date-time with offset)": "date with time",
  "text (date-time) from text (date-time with offset)": "time with offset",
};

/** Collects the bridges for what a run has found. All operations with the same documented body have the same ones. */
export class FoundBridges {
  readonly #description: Description;
  /** By the body of a success, or `*` for errors. */
  readonly #bridges = new Map<unknown, Map<string, Bridge>>();

  constructor(description: Description) {
    this.#description = description;
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
        return bridge === undefined ? [] : [{ bridge, difference }];
      });
    let body = response.body;
    const tried = new Set<string>();
    // A renamed field, or one in another wrapper, may have another form as well.
    for (let next = bridgesOf(differences); next.length > 0; ) {
      const bridged = toDocument(inOrder(next.map(({ bridge }) => bridge)), message, structuredClone(body));
      const left = findDifferences({ ...response, body: bridged });
      const kept = next.filter((each) => !remains(each.difference, left)).map(({ bridge }) => bridge);
      for (const each of kept) this.add(response.operationId, each);
      body = toDocument(inOrder(kept), message, structuredClone(body));
      for (const { difference } of next) tried.add(keyOf(difference));
      next = bridgesOf(left.filter((each) => !tried.has(keyOf(each))));
    }
    return body;
  }

  /** Keeps a bridge of an operation. */
  add(operationId: string, bridge: Bridge): void {
    const group = bridge.in === "error" ? "*" : this.#bodyOf(operationId);
    const known = this.#bridges.get(group) ?? new Map<string, Bridge>();
    this.#bridges.set(group, known.set(JSON.stringify(bridge), bridge));
  }

  /** An adapter of all that was found, on top of another one. */
  toAdapters(given: OperationAdapters = {}): OperationAdapters {
    const ids = Object.keys(this.#description.operations);
    const found = [...this.#bridges].flatMap(([group, bridges]) =>
      (group === "*" ? ["*"] : ids.filter((id) => this.#bodyOf(id) === group)).map(
        (id) => [id, inOrder([...bridges.values()])] as const,
      ),
    );
    const added = found.map(([id, bridges]) => {
      const own = given[id];
      return [id, { ...own, bridges: [...(own?.bridges ?? []), ...bridges] }];
    });
    return { ...given, ...Object.fromEntries(added) };
  }

  get isEmpty(): boolean {
    return this.#bridges.size === 0;
  }

  /** The schema of the JSON of a success; the id of the operation if it has none. */
  #bodyOf(operationId: string): unknown {
    const responses = Object.entries(this.#description.forms[operationId]?.responses ?? {});
    const schemas = responses.flatMap(([status, { content }]) => (status.startsWith("2") ? [content] : []));
    const schema = schemas.map((content) => content?.["application/json"]).find((each) => each !== undefined);
    return schema === undefined ? operationId : formsOf(schema)[0]?.schema;
  }
}

/** Whether a difference is still there; a field that was null may be missing instead. */
function remains(difference: ResponseDifference, left: readonly ResponseDifference[]): boolean {
  const { pointer, found } = difference;
  return left.some(
    (each) =>
      keyOf(each) === keyOf(difference) || (found === "null" && each.pointer === pointer && each.kind === "missing"),
  );
}

function bridgeOf(difference: ResponseDifference, message: "response" | "error"): Bridge | undefined {
  const { kind, pointer: at, foundAt: is, expected, found } = difference;
  const where = message === "error" && { in: message };
  // The report leaves out names that may be values.
  const isNamed = is !== undefined && !/(^|\/)\*$/.test(is);
  const form = kind === "type" ? formIn(expected, found) : undefined;
  const bridges: readonly Bridge[] = [
    ...((kind === "renamed" || kind === "envelope") && isNamed ? [{ ...where, at, is }] : []),
    ...(form === undefined ? [] : [{ ...where, at, form }]),
  ];
  return bridges.find((bridge) => problemOfBridge(bridge) === undefined);
}

function formIn(expected: string, found: string): BridgeForm | undefined {
  if (found === "null") return "null";
  const used = new Set(found.split(" or ").map((each) => formOf[`${expected} from ${each}`]));
  return used.size === 1 ? [...used][0] : undefined;
}

/** Other wrappers first, then the outer places before the inner ones, and what moves a value before its form. */
function inOrder<Each extends Bridge>(bridges: readonly Each[]): Each[] {
  const depthOf = (pointer = "") => segmentsOf(pointer).length;
  const rankOf = ({ at, is }: Bridge) => (is !== undefined && depthOf(is) !== depthOf(at) ? 0 : 1 + depthOf(at));
  return [...bridges].sort((one, other) => rankOf(one) - rankOf(other) || Number(!one.is) - Number(!other.is));
}

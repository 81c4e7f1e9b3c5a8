import type { Fetch } from "../../../src/http/call/options.js";
import type { ReceivedResponse, ResponseDifference } from "../../../src/http/call/response-validator.js";
import { findRoute } from "../../../src/sandbox/messages/router.js";
import type { Probe } from "./read-all.js";

/** A difference that a validator must report; the confidence is that of the document. */
export type ExpectedDifference = Omit<ResponseDifference, "confidence">;

/** Changes a response: its status, headers and JSON. It leaves the given ones unchanged. */
export type Change = (response: ReceivedResponse) => ReceivedResponse;

/** A response with a problem of the service. */
export interface Refusal {
  readonly status: number;
  readonly body?: unknown;
}

/** A way in which a service differs from the OpenAPI documents. */
export interface KnownDifference {
  readonly id: string;
  readonly description: string;
  /** The operations in which the service differs; left out: every operation. */
  readonly operationId?: string;
  /** The calls that show it. Default: the reads that succeed. */
  readonly probe?: Probe;
  /** Changes the responses of the sandbox. */
  readonly change?: Change;
  /** Responds without the sandbox, if it returns a refusal. It receives the media type of the request. */
  readonly refuse?: (contentType: string) => Refusal | undefined;
  readonly expected: readonly ExpectedDifference[];
  /** The ids of the assumptions that it refutes. Default: none. */
  readonly refutes?: readonly string[];
}

/** A fetch whose responses differ from the documents. */
export interface DifferingFetch extends Fetch {
  /** The ids of the differences that changed a response. */
  readonly shown: ReadonlySet<string>;
}

/** Creates a fetch over that of a sandbox whose responses have these differences. */
export function createDifferingFetch(fetch: Fetch, differences: readonly KnownDifference[]): DifferingFetch {
  const shown = new Set<string>();
  const differing: Fetch = async (url, init) => {
    const { id: operationId } = findRoute(init.method ?? "GET", new URL(url)).operation;
    const inOperation = differences.filter((each) => (each.operationId ?? operationId) === operationId);
    const contentType = typeOf(init);
    for (const { id, refuse } of inOperation) {
      const refusal = refuse?.(contentType);
      if (refusal === undefined) continue;
      shown.add(id);
      return Response.json(refusal.body ?? problem(refusal.status), { status: refusal.status });
    }
    const response = await fetch(url, init);
    const changes = inOperation.filter((each) => isShownBy(each, response, init.method ?? "GET"));
    if (changes.length === 0) return response;
    return changeResponse(response, { operationId, changes, shown });
  };
  return Object.assign(differing, { shown });
}

/** The media type of a request. That of a form is set by fetch itself. */
function typeOf({ headers, body }: RequestInit): string {
  return body instanceof FormData ? "multipart/form-data" : (new Headers(headers).get("content-type") ?? "");
}

/** A difference of the successful reads is not shown in errors, and the other way round. */
function isShownBy({ probe, change }: KnownDifference, { status }: Response, method: string): boolean {
  if (change === undefined) return false;
  if (probe === "unknown id") return status === 404;
  if (probe === "archived") return status === 410;
  return status < 300 && (method === "GET") === (probe === undefined);
}

interface Changes {
  readonly operationId: string;
  readonly changes: readonly KnownDifference[];
  readonly shown: Set<string>;
}

async function changeResponse(response: Response, { operationId, changes, shown }: Changes) {
  const bytes = await response.arrayBuffer();
  const isJson = response.headers.get("content-type") === "application/json";
  const body: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  const { status, headers } = response;
  let changed: ReceivedResponse = { operationId, status, headers: new Headers(headers), body };
  for (const { id, change } of changes) {
    const before = describe(changed);
    changed = change?.(changed) ?? changed;
    if (describe(changed) !== before) shown.add(id);
  }
  const content = isJson ? JSON.stringify(changed.body) : bytes.byteLength === 0 ? null : bytes;
  return new Response([204, 205].includes(changed.status) ? null : (content ?? null), changed);
}

const describe = ({ status, headers, body }: ReceivedResponse) => JSON.stringify([status, [...headers], body]);

/** A problem as the service would describe it. */
export const problem = (status: number, codes: readonly string[] = []) => ({
  type: "https://reg.example/problems",
  title: "Refused",
  status,
  detail: "The service refuses this.",
  traceId: "9f0c",
  errors: codes.map((code) => ({ code, description: "Not accepted.", context: {} })),
});

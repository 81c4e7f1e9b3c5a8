import type { Fault, FaultCall, FaultHandle, FaultKind, OperationId, Sandbox } from "@reg/sdk/sandbox";

/** A fault with its name in the report. */
export interface NamedFault {
  readonly name: string;
  readonly handle: FaultHandle;
}

const creates: readonly OperationId[] = [
  "serviceRequests.create",
  "serviceRequests.attachments.upload",
  "damageServiceRequests.create",
  "damageServiceRequests.attachments.upload",
  "damageServiceRequests.invoices.create",
];

/** Faults of any request, before or after the service has processed it. */
const beforeOrAfterCommit: Readonly<Record<string, FaultKind>> = {
  reset: "reset",
  stall: "stall",
  "stall-body": "stall-body",
  "cut-body": "cut-body",
  "bad-json": "bad-json",
  html: "html",
  empty: "empty",
  500: { status: 500 },
  502: { status: 502, body: "no gateway" },
  503: { status: 503, headers: { "retry-after": "1" } },
  504: { status: 504 },
  oversized: { oversized: 2_000_000 },
  "late reset": { delay: 200, with: "reset" },
};

/** Faults of any request for which the point in time makes no difference. */
const once: Readonly<Record<string, FaultKind>> = {
  400: { codes: ["REG-SVC000175", "REG-SVC000190"] },
  401: { status: 401 },
  403: { status: 403 },
  404: { status: 404 },
  409: { status: 409 },
  410: { status: 410 },
  418: { status: 418, body: { teapot: true } },
  redirect: { redirect: "http://127.0.0.1:9/elsewhere" },
  "redirect 307": { redirect: "http://127.0.0.1:9/elsewhere", status: 307 },
  "content type": { contentType: "text/plain" },
  drip: { drip: 2 },
  late: { delay: 400 },
};

/** Each of these faults pauses all calls of the supplier: they must be rare and the pauses short. */
const rateLimitFaults: Readonly<Record<string, FaultKind>> = {
  "429": { status: 429 },
  "429, retry-after 1": { status: 429, headers: { "retry-after": "1" } },
  "429, retry-after 3": { status: 429, headers: { "retry-after": "3" } },
};

/** The probability of each fault per request. */
const usualProbability = 0.003;
const createProbability = 0.02;
const rareProbability = 0.0002;

const isSupplier = ({ request }: FaultCall) => new URL(request.url).pathname.startsWith("/supplier");

/** Injects all faults at random for the entire run. */
export function addFaults(sandbox: Sandbox): NamedFault[] {
  const named: NamedFault[] = [];
  const add = (name: string, fault: Fault) =>
    named.push({ name, handle: sandbox.fail({ times: Number.POSITIVE_INFINITY, ...fault }) });
  for (const [name, kind] of Object.entries(rateLimitFaults)) {
    add(name, { operation: "*", matches: isSupplier, probability: rareProbability, with: kind });
  }
  for (const when of ["before-commit", "after-commit"] as const) {
    for (const name of ["reset", "stall", "cut-body", "504"]) {
      const kind = beforeOrAfterCommit[name];
      if (kind !== undefined)
        add(`create ${name} ${when}`, {
          operation: creates,
          probability: createProbability,
          when,
          with: kind,
        });
    }
    for (const [name, kind] of Object.entries(beforeOrAfterCommit)) {
      add(`${name} ${when}`, { operation: "*", probability: usualProbability, when, with: kind });
    }
  }
  for (const [name, kind] of Object.entries(once)) {
    add(name, { operation: "*", probability: usualProbability, with: kind });
  }
  return named;
}

/** Counts the 429 responses of the supplier API that come from faults and not from the limit. */
export const countRateLimitFaults = (happened: Readonly<Record<string, number>>): number =>
  Object.keys(rateLimitFaults).reduce((sum, name) => sum + (happened[name] ?? 0), 0);

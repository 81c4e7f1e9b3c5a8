import type { Fault, FaultCall, FaultHandle, FaultKind, OperationId, Sandbox } from "@reg/sdk/sandbox";

/** A fault under the name by which the report counts it. */
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

/** What befalls any request, before or after the service has acted. */
const either: Readonly<Record<string, FaultKind>> = {
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

/** What befalls any request, where it makes no difference or only one makes sense. */
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

/** Each of them closes the gate for every call of the supplier, so that they have to be rare, and ask for little. */
const refusals: Readonly<Record<string, FaultKind>> = {
  "429": { status: 429 },
  "429, retry-after 1": { status: 429, headers: { "retry-after": "1" } },
  "429, retry-after 3": { status: 429, headers: { "retry-after": "3" } },
};

/** How likely each one befalls a request. */
const usual = 0.003;
const onCreates = 0.02;
const rare = 0.0002;

const isSupplier = ({ request }: FaultCall) => new URL(request.url).pathname.startsWith("/supplier");

/** Has everything go wrong that can, at random and without end. */
export function addFaults(sandbox: Sandbox): NamedFault[] {
  const named: NamedFault[] = [];
  const add = (name: string, fault: Fault) =>
    named.push({ name, handle: sandbox.fail({ times: Number.POSITIVE_INFINITY, ...fault }) });
  for (const [name, kind] of Object.entries(refusals)) {
    add(name, { operation: "*", matches: isSupplier, probability: rare, with: kind });
  }
  for (const when of ["before-commit", "after-commit"] as const) {
    for (const name of ["reset", "stall", "cut-body", "504"]) {
      const kind = either[name];
      if (kind !== undefined)
        add(`create ${name} ${when}`, { operation: creates, probability: onCreates, when, with: kind });
    }
    for (const [name, kind] of Object.entries(either)) {
      add(`${name} ${when}`, { operation: "*", probability: usual, when, with: kind });
    }
  }
  for (const [name, kind] of Object.entries(once)) {
    add(name, { operation: "*", probability: usual, with: kind });
  }
  return named;
}

/** How many requests to the supplier API were refused by a fault, and not by the limit. */
export const refusedByFault = (happened: Readonly<Record<string, number>>): number =>
  Object.keys(refusals).reduce((sum, name) => sum + (happened[name] ?? 0), 0);

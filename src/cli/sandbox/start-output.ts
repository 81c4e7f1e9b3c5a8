import { columns } from "../columns.js";
import type { SeededRequest } from "./seeded.js";
import type { ServedSandbox } from "./serve.js";

/** What is printed once everything is served. The token, the secret and the key guard nothing but a sandbox. */
export interface StartReport {
  readonly supplier: { readonly baseUrl: string; readonly token: string };
  readonly lessor: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly control: { readonly url: string; readonly key: string };
  /** Where the clock stood at the start. */
  readonly now: string;
  readonly requests: readonly SeededRequest[];
}

/** What there is to tell about a sandbox that has just been served. */
export function startReport(served: ServedSandbox, requests: readonly SeededRequest[]): StartReport {
  const { sandbox, server, control, controlKey, supplierToken } = served;
  const { clientId, clientSecret } = sandbox.lessor;
  return {
    supplier: { baseUrl: server.supplier.baseUrl, token: supplierToken },
    lessor: { baseUrl: server.lessor.baseUrl, clientId, clientSecret },
    control: { url: control.url, key: controlKey },
    now: sandbox.clock.iso(),
    requests,
  };
}

/** As one line for programs. */
export const asJson = (report: StartReport): string => `${JSON.stringify(report)}\n`;

/** As a text for people. */
export function asText(report: StartReport): string {
  const { supplier, lessor, control, now } = report;
  const lines = [
    "The sandbox is ready, on this machine only. Ctrl-C ends it.",
    "",
    ...columns([
      ["Supplier API", supplier.baseUrl],
      ["Lessor API", lessor.baseUrl],
      ["  client id", lessor.clientId],
      ["  client secret", lessor.clientSecret],
      ["Control surface", control.url],
      ["Clock", now],
    ]),
    "",
    ...requestLines(report),
    "To copy: the supplier's requests, what the control surface can do, and the sandbox a day later:",
    ...curlLines(report).map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

function requestLines({ requests }: StartReport): string[] {
  if (requests.length === 0) return [];
  const phases = columns(requests.map(({ phase, name }) => [phase, name]));
  const rows = requests.map(({ id }, index): [string, string] => [phases[index] ?? "", id]);
  return ["Requests, with their phases, names and ids:", ...columns(rows, "  "), ""];
}

/** Calls to copy into a shell: a request, the list of what can be controlled, and a day that passes. */
function curlLines({ supplier, control }: StartReport): string[] {
  const as = (name: string) => `curl -H "Authorization: Bearer $${name}"`;
  return [
    `TOKEN='${supplier.token}'`,
    `KEY='${control.key}'`,
    `${as("TOKEN")} ${supplier.baseUrl}/v2/servicerequests`,
    `${as("KEY")} ${control.url}/`,
    `${as("KEY")} -H "Content-Type: application/json" -d '{"days":1}' ${control.url}/clock/advance`,
  ];
}

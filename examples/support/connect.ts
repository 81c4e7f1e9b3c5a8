/**
 * Connects the examples to the service that REG_BASE_URL or REG_LESSOR_BASE_URL names, or otherwise to their own
 * sandbox on a loopback port. `npx @reg/sdk sandbox` prints all of these variables; with REG_CONTROL_URL and
 * REG_CONTROL_KEY an example also decides for the lessor.
 */
import { setTimeout } from "node:timers/promises";
import {
  type ClientOptions,
  createLessorClient,
  createSupplierClient,
  type LessorClient,
  type RegEvent,
  type RequestKind,
  type SupplierClient,
} from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { show } from "./output.js";

export interface SupplierConnection {
  readonly supplier: SupplierClient;
  /** Waits for the decision of the lessor. In a sandbox, the example itself approves. */
  lessorDecides(id: string, kind?: RequestKind): Promise<void>;
  /** Advances the clock of a sandbox by a day; resolves to false for the real service. */
  nightPasses(): Promise<boolean>;
  close(): Promise<void>;
}

export async function connectSupplier(): Promise<SupplierConnection> {
  if (process.env["REG_BASE_URL"] !== undefined) {
    const supplier = createSupplierClient({ on: showRequests });
    const isSandbox = process.env["REG_CONTROL_URL"] !== undefined;
    return {
      supplier,
      lessorDecides: (id, kind) =>
        isSandbox ? controlSandbox("lessor.approve", id) : decision(supplier, { id, kind }),
      nightPasses: async () => {
        if (isSandbox) await controlSandbox("clock.advance", { days: 1 });
        return isSandbox;
      },
      close: () => supplier.close(),
    };
  }
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  show("sandbox", server.supplier.baseUrl);
  return {
    supplier: createSupplierClient({
      baseUrl: server.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      on: showRequests,
    }),
    lessorDecides: async (id) => sandbox.lessor.approve(id),
    nightPasses: async () => {
      sandbox.clock.advance({ days: 1 });
      return true;
    },
    close: () => server.close(),
  };
}

export interface LessorConnection {
  readonly lessor: LessorClient;
  close(): Promise<void>;
}

/** @param options the listeners of the client; by default, each request is printed */
export async function connectLessor({ on = showRequests }: Pick<ClientOptions, "on"> = {}): Promise<LessorConnection> {
  if (process.env["REG_LESSOR_BASE_URL"] !== undefined) {
    const lessor = createLessorClient({ on });
    return { lessor, close: () => lessor.close() };
  }
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  show("sandbox", server.lessor.baseUrl);
  const { clientId, clientSecret } = sandbox.lessor;
  return {
    lessor: createLessorClient({ baseUrl: server.lessor.baseUrl, clientId, clientSecret, on }),
    close: () => server.close(),
  };
}

/** Prints each request. An event contains the template of the path, and no id, token or body. */
function showRequests(event: RegEvent): void {
  if (event.type === "response") show("→ sent", `${event.method} ${event.urlTemplate} ${event.status}`);
}

/** Uses the control API of the command `sandbox`. */
async function controlSandbox(method: string, ...args: readonly unknown[]): Promise<void> {
  const { REG_CONTROL_URL: url, REG_CONTROL_KEY: key } = process.env;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${url}/call`, { method: "POST", headers, body: JSON.stringify({ method, args }) });
  if (!response.ok) throw new Error(`${method}: status ${response.status}: ${await response.text()}`);
}

async function decision(
  { serviceRequests, damageServiceRequests }: SupplierClient,
  { id, kind }: { readonly id: string; readonly kind: RequestKind | undefined },
): Promise<void> {
  show("waiting", "for the lessor's decision");
  const requests = kind === "damage" ? damageServiceRequests : serviceRequests;
  while ((await requests.get(id)).status === "ApprovalRequested") await setTimeout(60_000);
}

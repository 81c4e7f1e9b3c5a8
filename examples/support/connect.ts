/**
 * Connects the examples: to the service that REG_BASE_URL or REG_LESSOR_BASE_URL names, or else to a sandbox of
 * their own on a loopback port.
 */
import {
  createLessorClient,
  createSupplierClient,
  type LessorClient,
  type RegEvent,
  type SupplierClient,
} from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { tell } from "./journey.js";

export interface SupplierConnection {
  readonly supplier: SupplierClient;
  /** Waits until the lessor has decided. In the sandbox we are the lessor, and approve. */
  lessorDecides(id: string): Promise<void>;
  /** Lets the night pass in the sandbox; false where the clock is not ours to move. */
  nightPasses(): boolean;
  close(): Promise<void>;
}

export async function connectSupplier(): Promise<SupplierConnection> {
  const { REG_BASE_URL: baseUrl, REG_TOKEN: token } = process.env;
  if (baseUrl !== undefined) {
    if (token === undefined)
      throw new Error("REG_TOKEN is missing: the token page of the web application has it");
    const supplier = createSupplierClient({ baseUrl, token, on: tellRequests });
    return {
      supplier,
      lessorDecides: (id) => decision(supplier, id),
      nightPasses: () => false,
      close: () => supplier.close(),
    };
  }
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  tell("sandbox", server.supplier.baseUrl);
  return {
    supplier: createSupplierClient({
      baseUrl: server.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      on: tellRequests,
    }),
    lessorDecides: async (id) => sandbox.lessor.approve(id),
    nightPasses: () => {
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

export async function connectLessor(): Promise<LessorConnection> {
  const {
    REG_LESSOR_BASE_URL: baseUrl,
    REG_CLIENT_ID: clientId,
    REG_CLIENT_SECRET: clientSecret,
  } = process.env;
  if (baseUrl !== undefined) {
    if (!clientId || !clientSecret)
      throw new Error("REG_CLIENT_ID and REG_CLIENT_SECRET are missing: the operator hands them out");
    const lessor = createLessorClient({ baseUrl, clientId, clientSecret, on: tellRequests });
    return { lessor, close: () => lessor.close() };
  }
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  tell("sandbox", server.lessor.baseUrl);
  const { clientId: id, clientSecret: secret } = sandbox.lessor;
  return {
    lessor: createLessorClient({
      baseUrl: server.lessor.baseUrl,
      clientId: id,
      clientSecret: secret,
      on: tellRequests,
    }),
    close: () => server.close(),
  };
}

/** Shows what is sent; an event holds the path's template and never an id, a token or a body. */
function tellRequests(event: RegEvent): void {
  if (event.type === "response") tell("→ sent", `${event.method} ${event.urlTemplate} ${event.status}`);
}

async function decision(supplier: SupplierClient, id: string): Promise<void> {
  tell("waiting", "for the lessor's decision");
  for await (const { type, id: changed, request } of supplier.serviceRequests.watch()) {
    if (changed === id && (type === "gone" || request.status !== "ApprovalRequested")) return;
  }
}

import type { LessorClient, SupplierClient } from "@reg/sdk";
import type { Sandbox } from "@reg/sdk/sandbox";
import { createUndiciTransport } from "@reg/sdk/undici";
import { expect, onTestFinished } from "vitest";
import { reading, work } from "../sandbox/support.js";
import { type ServedSandbox, serveSandbox } from "../support/served-sandbox.js";
import { type Gateway, type Place, type ProgramName, startGateway } from "./support.js";

/** What the configuration of a gateway in front of a sandbox can name. */
interface Site extends Place {
  /** The host and the port on which the sandbox listens, such as `127.0.0.1:8080`; it answers to this name only. */
  readonly upstream: string;
}

/** A sandbox behind a gateway. The clients reach it only through the gateway. */
export interface Behind extends ServedSandbox {
  readonly gateway: Gateway;
}

/** The routes of each gateway that forward everything to the sandbox, after further lines. */
export const routes = {
  nginx: ({ upstream, address }: Site, lines = "") => `
    server {
      listen ${address};
      client_max_body_size 20m;
      location / {
        proxy_pass http://${upstream};
        proxy_next_upstream off;
        ${lines}
      }
    }`,
  haproxy: ({ upstream, address }: Site, lines = "") => `
    frontend gateway
      bind ${address}
      ${lines}
      default_backend sandbox
    backend sandbox
      http-request set-header Host ${upstream}
      server sandbox ${upstream}`,
  caddy: ({ upstream }: Site, lines = "") => `
    ${lines}
    handle {
      reverse_proxy ${upstream} {
        header_up Host {upstream_hostport}
      }
    }`,
  varnish: ({ upstream }: Site, lines = "") => `
    backend sandbox { .host = "127.0.0.1"; .port = "${upstream.split(":")[1]}"; }
    ${lines}
    sub vcl_recv {
      set req.http.Host = "${upstream}";
      return (pass);
    }`,
};

/** Serves a sandbox behind a gateway with these lines in its configuration. */
export async function serveBehind(
  name: Exclude<ProgramName, "squid">,
  configure: (site: Site) => string = routes[name],
): Promise<Behind> {
  const served = await serveSandbox();
  const { host: upstream } = new URL(served.origin);
  const gateway = await startGateway(name, (place) => configure({ ...place, upstream }));
  const origin = `http://${gateway.address}`;
  return {
    ...served,
    gateway,
    supplier: (options) => served.supplier({ baseUrl: `${origin}/supplier`, ...options }),
    lessor: (options) => served.lessor({ baseUrl: `${origin}/lessor`, ...options }),
  };
}

/** The ways in which a client sends requests. */
export const transports = {
  fetch: () => ({}),
  undici: () => {
    const transport = createUndiciTransport();
    onTestFinished(() => transport.close());
    return { transport };
  },
};

/** A repair that the lessor can approve. */
export const createRepair = () => ({
  vehicle: { licensePlate: "AB-123-C", partialVin: "JF123456" },
  appointment: {
    workshopDate: new Date().toISOString().slice(0, 10),
    workOrderNumber: "WO-1",
    estimatedDurationInDays: 1,
    contact: { name: "Robin" },
  },
  components: [reading(), work()],
});

/** Creates a request that the lessor approves. */
export async function createApproved(sandbox: Sandbox, supplier: SupplierClient): Promise<string> {
  const { id } = await supplier.serviceRequests.createAndSubmit(createRepair());
  sandbox.lessor.approve(id);
  return id;
}

/** Makes a repair from the draft to the invoice with its PDF, and checks that the service stored each part once. */
export async function expectInvoice(sandbox: Sandbox, supplier: SupplierClient): Promise<void> {
  const { serviceRequests } = supplier;
  const id = await createApproved(sandbox, supplier);
  const photo = new File(["a photo"], "engine.jpg", { type: "image/jpeg" });
  const { id: photoId = "" } = await serviceRequests.attachments.upload(id, photo);
  expect(await (await serviceRequests.attachments.get(id, photoId)).blob.text()).toBe("a photo");
  const pdf = new Blob(["%PDF-1.7 ", "x".repeat(2_000_000)], { type: "application/pdf" });
  const { invoiceId, created } = await serviceRequests.invoice(id, { number: "2026-1", vatLines: [], pdf });
  expect(created).toBe(true);
  const { type, blob } = await serviceRequests.invoices.pdf.get(id, invoiceId);
  expect([type, blob.size]).toEqual(["application/pdf", pdf.size]);
  sandbox.journal.assertCalls({
    "serviceRequests.create": 1,
    "serviceRequests.attachments.upload": 1,
    "serviceRequests.invoices.create": 1,
    "serviceRequests.invoices.pdf.upload": 1,
  });
}

/** A small fleet. */
export const fleet = ["AB-1", "AB-2", "AB-3"].map((plate) => ({ licensePlate: plate, vehicle: { make: "Volvo" } }));

/** Sends a small fleet, removes a vehicle of it, and checks what the service has afterwards. */
export async function expectFleet(sandbox: Sandbox, lessor: LessorClient): Promise<void> {
  const options = { state: new Map<string, string>(), removeMissing: true };
  expect(await lessor.sync(fleet, options)).toMatchObject({ ok: true, counts: { sent: 3 } });
  expect(await lessor.sync(fleet.slice(1), options)).toMatchObject({ ok: true, removedVehicles: 1 });
  expect(sandbox.journal.of("vehicles.delete")).toMatchObject([{ status: 204 }]);
  expect(await lessor.vehicles.get("AB-2")).toMatchObject({ make: "Volvo" });
}

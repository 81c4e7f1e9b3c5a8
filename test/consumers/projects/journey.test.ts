/**
 * Runs in Jest and in Vitest, and in Vitest's jsdom as well: what fetch, the file system and jsdom create comes from
 * another realm there.
 */
import { createSupplierClient, RegError } from "@reg/sdk";
import { createLessorClient } from "@reg/sdk/lessor";
import { createSandbox } from "@reg/sdk/sandbox";

declare const vi: typeof jest | undefined;

const text = "%PDF-1.7";
const bytes = new TextEncoder().encode(text);
const files = {
  bytes,
  "a buffer": bytes.buffer,
  "a Blob": new Blob([text]),
  "a File": new File([text], "a.pdf"),
};

async function connect() {
  const sandbox = createSandbox();
  const { baseUrl, token } = sandbox.supplier;
  return { sandbox, supplier: createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch }) };
}

test.each(Object.entries(files))("%s is stored in both encodings", async (_, file) => {
  const { sandbox, supplier } = await connect();
  const { draft } = await sandbox.seed("draft");
  const server = await sandbox.listen();
  const token = await sandbox.supplier.token();
  const overHttp = createSupplierClient({ baseUrl: server.supplier.baseUrl, token });
  for (const { serviceRequests } of [supplier, overHttp])
    for (const uploadEncoding of ["binary", "multipart"] as const) {
      const { id } = await serviceRequests.attachments.upload(draft, file, { uploadEncoding });
      const { blob } = await serviceRequests.attachments.get(draft, id as string);
      expect(await blob.text()).toBe(text);
    }
  await server.close();
});

test("a stream is stored, and an invoice gets its PDF", async () => {
  const { sandbox, supplier } = await connect();
  const { invoicing } = await sandbox.seed("invoicing");
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(bytes);
    controller.close();
  };
  const pdf = new ReadableStream({ start });
  const { invoiceId } = await supplier.serviceRequests.invoice(invoicing, { number: "2026-1", vatLines: [], pdf });
  const { blob } = await supplier.serviceRequests.invoices.pdf.get(invoicing, invoiceId);
  expect(await blob.text()).toBe(text);
});

test("a refused connection has sent nothing", async () => {
  const { sandbox } = await connect();
  const server = await sandbox.listen();
  await server.close();
  const supplier = createSupplierClient({ baseUrl: server.supplier.baseUrl, token: "opaque", retry: false });
  const body = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
  const error: unknown = await supplier.serviceRequests.create(body).catch((reason: unknown) => reason);
  expect(RegError.is(error, "connection") && [error.sent, error.code, error.outcome]).toEqual([
    false,
    "ECONNREFUSED",
    undefined,
  ]);
});

test("a state is kept in a file, and events are followed", async () => {
  const { sandbox, supplier } = await connect();
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const lessor = createLessorClient({ baseUrl, clientId, clientSecret, fetch: sandbox.fetch });
  const state = `fleet-${Date.now()}.state`;
  const fleet = [{ licensePlate: "ZX-987-Y", vehicle: { make: "Toyota" } }];
  expect((await lessor.sync(fleet, { state })).counts).toMatchObject({ sent: 1 });
  expect((await lessor.sync(fleet, { state })).counts).toMatchObject({ unchanged: 1 });
  const following = supplier.follow({ state: new Map(), on: { denied: () => {} } });
  await supplier.close();
  await following.ended;
});

test("fake timers stop neither the sandbox nor a call that has nothing to wait for", async () => {
  const timers = typeof vi === "undefined" ? jest : vi;
  timers.useFakeTimers();
  const { sandbox, supplier } = await connect();
  const { invoicing } = await sandbox.seed("invoicing");
  await supplier.serviceRequests.invoice(invoicing, { number: "2026-1", vatLines: [] });
  timers.useRealTimers();
  sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1 });
});

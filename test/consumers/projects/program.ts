/**
 * A program of a user. It is compiled and run as ESM, as CJS and for a bundler, each time with the packed tarball; its
 * first argument is the format.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  createLessorClient,
  createSupplierClient,
  createThrottle,
  explain,
  RegError,
  type SupplierClient,
} from "@reg/sdk";
import { RegError as lessorErrors, createLessorClient as lessorFromSubpath } from "@reg/sdk/lessor";
import { createLogger } from "@reg/sdk/logger";
import { openTelemetry } from "@reg/sdk/opentelemetry";
import { createRedisThrottle } from "@reg/sdk/redis";
import { createSandbox } from "@reg/sdk/sandbox";
import { createSupplierClient as supplierFromSubpath } from "@reg/sdk/supplier";
import { createUndiciTransport } from "@reg/sdk/undici";
import { createResponseValidator } from "@reg/sdk/validation";

declare module "@reg/sdk" {
  interface OpenTypes {
    VehicleInputFields: { make: string };
    LessorListBody: { name: string }[];
    ServiceRequestListQuery: { workOrderNumber?: string };
  }
}

// TypeScript names the types of these exports in the declaration file, also types that the main entry does not export.
export const tiresOf = (client: SupplierClient) => client.tires;
export const serviceLevelsOf = ({ serviceLevels }: SupplierClient) => serviceLevels;
export const lessorOf = async (client: SupplierClient) => (await client.contracts.get("AB-123-C")).lessor;
export const namesOf = async (client: SupplierClient) => (await client.lessors.list()).map(({ name }) => name);
export const findByWorkOrder = (client: SupplierClient, workOrderNumber: string) =>
  client.serviceRequests.list({ workOrderNumber });
export const describeFailure = (failure: unknown) => lessorErrors.is(failure) && failure.kind;

const format = process.argv[2];
const load = createRequire(join(process.cwd(), "program.js"));
const loaded = (part: string) => Object.keys(load.cache).some((file) => file.replaceAll("\\", "/").includes(part));

let failures = 0;
function check(what: string, ok: boolean): void {
  if (ok) return;
  failures += 1;
  console.log(`    ✗ ${what}`);
}

/** Responds as both services would to the requests of this program. */
async function stub(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(url instanceof Request ? url.url : url);
  sent.push(`${init?.method ?? "GET"} ${pathname} ${new Headers(init?.headers).get("authorization") ?? "-"}`);
  if (pathname === "/token") return Response.json({ access_token: "issued", token_type: "Bearer", expires_in: 3600 });
  if (pathname.startsWith("/v1/")) return new Response(null, { status: 204 });
  if (pathname.endsWith("/invoices"))
    return Response.json(
      { errors: [{ code: "REG-INV000105", description: "Duplicate.", context: {} }] },
      { status: 400 },
    );
  if (pathname.endsWith("/gone")) return Response.json({ traceId: "00-ab", errors: [] }, { status: 410 });
  return Response.json({ data: { id: pathname.split("/").at(-1), status: "SomethingNew", components: [] } });
}
const sent: string[] = [];

const baseUrl = "https://api.reg.invalid";

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
}

async function callsSupplier(): Promise<void> {
  const supplier: SupplierClient = createSupplierClient({ baseUrl, token: "opaque", fetch: stub });
  const { status } = await supplier.serviceRequests.get("r-1");
  check("a named call", status === "SomethingNew");
  const { data, response } = await supplier.GET("/v2/servicerequests/{id}", {
    params: { path: { id: "r-2" } },
  });
  check("a path-typed call", data.data.id === "r-2" && response.status === 200);
  check("the token is sent", sent.at(-1) === "GET /v2/servicerequests/r-2 Bearer opaque");
  const gone = await rejection(supplier.serviceRequests.get("gone"));
  check("an error by kind", RegError.is(gone, "archived") && gone.status === 410);
  const duplicate = await rejection(
    supplier.serviceRequests.invoices.create("r-1", { number: "1", date: "2026-06-15", total: 1 } as never),
  );
  check("an error by code", RegError.is(duplicate, "REG-INV000105") && explain("REG-INV000105")?.status === 400);
  const { create } = supplier.serviceRequests;
  // @ts-expect-error licencePlate
  const misspelled = () => create({ status: "Draft", vehicle: { licencePlate: "AB-123-C" } });
  check("a misspelled field does not compile", typeof misspelled === "function");
}

async function callsLessor(): Promise<void> {
  const lessor = createLessorClient({ baseUrl, clientId: "id", clientSecret: "secret", fetch: stub });
  await lessor.vehicles.put({ licensePlate: "AB-123-C", make: "Volvo" });
  check("a token is fetched and used", sent.at(-1) === "PUT /v1/vehicles Bearer issued");
  // @ts-expect-error VehicleInputFields requires make
  const withoutMake = () => lessor.vehicles.put({ licensePlate: "AB-123-C" });
  check("a declared field is type-checked", typeof withoutMake === "function");
}

async function queuesCalls(): Promise<void> {
  const throttle = createThrottle({ limit: 1, window: 50 });
  const supplier = createSupplierClient({ baseUrl, token: "opaque", fetch: stub, throttle });
  const ids = ["r-1", "r-2"];
  const requests = await Promise.all(ids.map((id) => supplier.serviceRequests.get(id)));
  check("a queued call is sent later", requests.map(({ id }) => id).join() === ids.join());
  check("a call that waits for the throttle is served", throttle.statistics().queued === 1);
}

async function retriesCalls(): Promise<void> {
  let attempts = 0;
  const failOnce: typeof stub = async (url, init) => {
    attempts += 1;
    return attempts === 1 ? new Response(null, { status: 503 }) : stub(url, init);
  };
  const retry = { minTimeout: 1 };
  const supplier = createSupplierClient({ baseUrl, token: "opaque", fetch: failOnce, retry });
  await supplier.serviceRequests.get("r-1");
  check("a failed attempt is retried", attempts === 2);
}

async function comparesResponses(): Promise<void> {
  const validateResponses = createResponseValidator({ mode: "throw" });
  const supplier = createSupplierClient({ baseUrl, token: "opaque", fetch: stub, validateResponses });
  const differing = await rejection(supplier.serviceRequests.get("r-1"));
  check("a response that differs is rejected", RegError.is(differing, "response"));
}

/** The Redis client is that of the user: here it gives one unit whenever it is asked. */
async function sharesItsLimit(): Promise<void> {
  const commands: string[] = [];
  const redis = {
    call: async (command: string) => {
      commands.push(command);
      return [1, 0, 9, 10, 0, 0];
    },
  };
  const throttle = createRedisThrottle({ redis, quota: "consumer", onStoreFailure: "reject" });
  const supplier = createSupplierClient({ baseUrl, token: "opaque", fetch: stub, throttle });
  await supplier.serviceRequests.get("r-1");
  check("a call uses a unit of the shared limit", commands[0] === "EVALSHA");
}

async function reportsCalls(): Promise<void> {
  const lines: string[] = [];
  const on = [createLogger({ write: (line) => lines.push(line), time: false }), openTelemetry()];
  await createSupplierClient({ baseUrl, token: "opaque", fetch: stub, on }).serviceRequests.get("r-1");
  const expected = /^#1 GET \/v2\/servicerequests\/\{id\} serviceRequests\.get 200 \d+ ms$/;
  check("a call is logged", lines.length === 1 && expected.test(lines[0] ?? ""));
}

async function recognizesErrorsOfOtherCopies(): Promise<void> {
  check("CJS is loaded by require and ESM by import", loaded("/@reg/sdk/dist/cjs/") === (format === "cjs"));
  check("entry points share their code", supplierFromSubpath === createSupplierClient);
  check("entry points share their code", lessorFromSubpath === createLessorClient);
  check("entry points share their errors", lessorErrors === RegError);
  const asModule = await import("@reg/sdk");
  const asCommonJs = load("@reg/sdk") as typeof asModule;
  check("there are two copies", asModule.RegError !== asCommonJs.RegError);
  const make = (copy: typeof asModule) =>
    rejection((async () => copy.createSupplierClient({ baseUrl: "", token: "opaque" }))());
  const [one, other] = [await make(asModule), await make(asCommonJs)];
  check(
    "an error is recognized across copies",
    asModule.RegError.is(other, "input") && asCommonJs.RegError.is(one, "input"),
  );
}

function resolvesDocuments(): void {
  for (const api of ["supplier", "lessor"]) {
    const text = readFileSync(load.resolve(`@reg/sdk/openapi/${api}.yaml`), "utf8");
    check(`openapi/${api}.yaml`, text.includes("openapi: 3.1"));
  }
  check("package.json", load("@reg/sdk/package.json").name === "@reg/sdk");
}

async function worksWithTheSandbox(): Promise<void> {
  const sandbox = createSandbox();
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    fetch: sandbox.fetch,
  });
  const { id } = await supplier.serviceRequests.create({
    status: "Draft",
    vehicle: { licensePlate: "AB-123-C" },
  });
  check("the sandbox stores a draft", (await supplier.serviceRequests.get(id)).status === "Draft");
  const { clientId, clientSecret } = sandbox.lessor;
  const lessor = createLessorClient({
    baseUrl: sandbox.lessor.baseUrl,
    clientId,
    clientSecret,
    fetch: sandbox.fetch,
  });
  await lessor.vehicles.put({ licensePlate: "ZX-987-Y", make: "Volvo" });
  check("the sandbox stores a vehicle", (await lessor.vehicles.get("ZX-987-Y")).make === "Volvo");
  check("the sandbox needs no msw", !loaded("/node_modules/msw/"));
}

/** Uses the transport of this format and that of CommonJS, which is another copy for an ES module. */
async function callsOverUndici(): Promise<void> {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const { baseUrl } = server.supplier;
  const token = await sandbox.supplier.token();
  const other: { createUndiciTransport: typeof createUndiciTransport } = load("@reg/sdk/undici");
  for (const transport of [createUndiciTransport({ connections: 1 }), other.createUndiciTransport()]) {
    const { lessors } = createSupplierClient({ baseUrl, token, transport, maxResponseBytes: 100_000 });
    check("a call succeeds with the undici transport", typeof (await lessors.list()) === "object");
    const small = createSupplierClient({ baseUrl, token, transport, maxResponseBytes: 1 });
    const error = await rejection(small.lessors.list());
    check("the undici transport respects maxResponseBytes", RegError.is(error, "response"));
    await transport.close();
  }
  await server.close();
}

async function main(): Promise<void> {
  await callsSupplier();
  await callsLessor();
  await queuesCalls();
  await retriesCalls();
  await comparesResponses();
  await sharesItsLimit();
  await reportsCalls();
  await recognizesErrorsOfOtherCopies();
  resolvesDocuments();
  await worksWithTheSandbox();
  await callsOverUndici();
  process.exitCode = failures === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

import { createLessorClient, createSupplierClient } from "@reg/sdk";

/**
 * A script that makes a few calls and prints the result, without `close()`. It must exit by itself. At its end it
 * prints the time in milliseconds that it was idle since the result.
 *
 * Usage: node one-call.mjs <name> <address of the service>
 */
const [name = "", url = ""] = process.argv.slice(2);
const token = process.env["REG_TOKEN"] ?? "";
const retry = { minTimeout: 1 };
const limits = { timeout: 60_000, deadline: 60_000 };
const { serviceRequests } = createSupplierClient({ baseUrl: url, token, retry });

const idOf = (body: unknown) => (body instanceof Object ? String(Reflect.get(body, "id")) : "none");
const kindOf = (error: unknown) => (error instanceof Error ? String(Reflect.get(error, "kind")) : String(error));

const programs: Readonly<Record<string, () => Promise<string>>> = {
  supplier: async () => idOf(await serviceRequests.get("R-1", limits)),
  async lessor() {
    const clientSecret = process.env["REG_SECRET"] ?? "";
    const lessor = createLessorClient({ baseUrl: url, clientId: "fleet-job", clientSecret });
    return idOf(await lessor.vehicles.get("AB-123-C"));
  },
  async failures() {
    const all = [failed(), queued(), aborted(), timedOut(), cancelled()];
    return (await Promise.all(all)).join(" ");
  },
};

const failed = () =>
  createSupplierClient({ baseUrl: "http://127.0.0.1:1", token, retry })
    .serviceRequests.get("R-1", limits)
    .then(idOf, kindOf);

async function queued(): Promise<string> {
  const throttle = { limit: 1, window: 100, maxWait: 60_000 };
  const slow = createSupplierClient({ baseUrl: url, token, throttle });
  const calls = ["R-1", "refused", "R-1"].map((id) => slow.serviceRequests.get(id));
  return (await Promise.all(calls)).map(idOf).join(" ");
}

function aborted(): Promise<string> {
  const controller = new AbortController();
  setTimeout(() => controller.abort("enough"), 100);
  return serviceRequests.get("stall", { ...limits, signal: controller.signal }).then(idOf, kindOf);
}

const timedOut = () => serviceRequests.delete("stall", { deadline: 150 }).then(idOf, kindOf);

async function cancelled(): Promise<string> {
  const { stream } = await serviceRequests.attachments.get("stall", "A-1", { ...limits, as: "stream" });
  await stream.cancel();
  return "cancelled";
}

console.log(await programs[name]?.());
const atResult = performance.eventLoopUtilization();
process.on("exit", () => console.log(performance.eventLoopUtilization(atResult).idle));

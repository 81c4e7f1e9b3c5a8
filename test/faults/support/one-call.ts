import { createLessorClient } from "../../../src/lessor/client.js";
import { createSupplierClient } from "../../../src/supplier/client.js";

/**
 * A program of one call or a few, as people write them: it tells the result and does nothing more, not even
 * `close()`. It must end by itself. At its end it tells for how long it was idle since the result, in milliseconds.
 *
 * Usage: node one-call.mjs <name> <address of the service>
 */
const [name = "", url = ""] = process.argv.slice(2);
const token = process.env["REG_TOKEN"] ?? "";
const retry = { minTimeout: 1 };
const patience = { timeout: 60_000, deadline: 60_000 };
const { serviceRequests } = createSupplierClient({ baseUrl: url, token, retry });

const idOf = (answer: unknown) => (answer instanceof Object ? String(Reflect.get(answer, "id")) : "none");
const kindOf = (error: unknown) =>
  error instanceof Error ? String(Reflect.get(error, "kind")) : String(error);

const programs: Readonly<Record<string, () => Promise<string>>> = {
  supplier: async () => idOf(await serviceRequests.get("R-1", patience)),
  async lessor() {
    const clientSecret = process.env["REG_SECRET"] ?? "";
    const lessor = createLessorClient({ baseUrl: url, clientId: "fleet-job", clientSecret });
    return idOf(await lessor.vehicles.get("AB-123-C"));
  },
  async hardships() {
    const all = [failed(), queued(), aborted(), timedOut(), cancelled()];
    return (await Promise.all(all)).join(" ");
  },
};

const failed = () =>
  createSupplierClient({ baseUrl: "http://127.0.0.1:1", token, retry })
    .serviceRequests.get("R-1", patience)
    .then(idOf, kindOf);

async function queued(): Promise<string> {
  const throttle = { limit: 1, window: 100, maxWait: 60_000 };
  const slow = createSupplierClient({ baseUrl: url, token, throttle });
  const answers = ["R-1", "refused", "R-1"].map((id) => slow.serviceRequests.get(id));
  return (await Promise.all(answers)).map(idOf).join(" ");
}

function aborted(): Promise<string> {
  const controller = new AbortController();
  setTimeout(() => controller.abort("enough"), 100);
  return serviceRequests.get("stall", { ...patience, signal: controller.signal }).then(idOf, kindOf);
}

const timedOut = () => serviceRequests.delete("stall", { deadline: 150 }).then(idOf, kindOf);

async function cancelled(): Promise<string> {
  const { stream } = await serviceRequests.attachments.get("stall", "A-1", { ...patience, as: "stream" });
  await stream.cancel();
  return "cancelled";
}

console.log(await programs[name]?.());
const told = performance.eventLoopUtilization();
process.on("exit", () => console.log(performance.eventLoopUtilization(told).idle));

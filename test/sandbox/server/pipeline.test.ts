import { createSandbox, SandboxDefect } from "@reg/sdk/sandbox";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSandboxTime } from "../../../src/sandbox/common/clock.js";
import { createWorld } from "../../../src/sandbox/data/world.js";
import { FaultPlan } from "../../../src/sandbox/faults/plan.js";
import { ok } from "../../../src/sandbox/messages/reply.js";
import { createJournal } from "../../../src/sandbox/server/journal/journal.js";
import { createPipeline } from "../../../src/sandbox/server/pipeline.js";
import { createHandlers, type Handlers } from "../../../src/sandbox/service/handlers.js";
import { AutomaticReviewer } from "../../../src/sandbox/service/lessor/automatic-reviewer.js";
import { withGenerators } from "../../../src/sandbox/service/state/context.js";
import { InvoiceLock } from "../../../src/sandbox/service/state/invoice-lock.js";
import { emptyState } from "../../../src/sandbox/service/state/state.js";
import { Tokens } from "../../../src/sandbox/service/state/tokens.js";
import { kindOf, monday, open, problemOf, repair, supplierOf, work } from "../support.js";
import { connections } from "./support.js";

/** Creates the pipeline of a sandbox in which some handlers are replaced. */
async function createPipelineWith(replaced: Partial<Handlers>, onDefect: (defect: SandboxDefect) => void) {
  const time = createSandboxTime("standing", Date.parse(monday));
  const { clock } = time;
  const { journal, beginRecord } = createJournal(clock, 10);
  const state = emptyState(createWorld({}), 1);
  const tokens = new Tokens({ clock, seed: 1, state: () => state });
  const services = { ...withGenerators(state), tokens, invoiceLock: new InvoiceLock(), now: clock.now };
  const handleRequest = createPipeline({
    services,
    time,
    handlers: { ...createHandlers(1000), ...replaced },
    reviewer: new AutomaticReviewer(),
    serviceLimit: undefined,
    faults: new FaultPlan(time.delayClock, 1),
    acceptsUnknownFields: false,
    learned: {},
    beginRecord,
    onDefect,
  });
  const headers = { authorization: `Bearer ${await tokens.issue("supplier", "4711", 60_000)}` };
  return { handleRequest, journal, headers };
}

describe("an error response", () => {
  it("has the fields of the reference, with an entry for each violation", async () => {
    const { sandbox } = await open();
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/servicerequests`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await sandbox.supplier.token()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(repair({ vehicle: { licensePlate: "GH-789-J" }, components: [work(), work()] })),
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/json"]);
    const description = expect.stringMatching(/\w/);
    expect(await response.json()).toEqual({
      type: "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1",
      title: "Bad Request",
      status: 400,
      detail: description,
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      errors: [
        { code: "REG-SVC000187", description, context: { fieldName: "vehicle.licensePlate" } },
        { code: "SANDBOX-DUPLICATE", description, context: { fieldName: "components[1]" } },
      ],
    });
  });

  it.each([
    ["/v2/lessors", "begin with /supplier or /lessor"],
    ["/supplier/v2/lessors/77", "the nearest one is GET /v2/lessor/{lessorId} (lessors.get)"],
    ["/lessor/v1/vehicle/ZX-987-Y", "the nearest one is GET /v1/vehicles/{licensePlate} (vehicles.get)"],
    [`/supplier/${"x".repeat(10_000)}`, "the nearest one is"],
  ])("names the operation most similar to the unknown path %s", async (path, text) => {
    const { sandbox } = await open();
    const response = await sandbox.fetch(new URL(path, sandbox.supplier.baseUrl));
    expect([response.status, (await problemOf(response)).detail]).toEqual([404, expect.stringContaining(text)]);
  });

  it("reports an invalid path, a body that is not JSON in UTF-8, and another content type", async () => {
    const { sandbox } = await open();
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    const { baseUrl } = sandbox.supplier;
    const broken = await sandbox.fetch(`${baseUrl}/v2/contracts/%E9`, { headers: { authorization } });
    expect(broken.status).toBe(400);
    const post = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
      const headers = { authorization, "content-type": type };
      const response = await sandbox.fetch(`${baseUrl}/v2/servicerequests`, {
        method: "POST",
        headers,
        body,
      });
      return [response.status, (await problemOf(response)).errors[0]?.code];
    };
    expect(await post("application/json", "{")).toEqual([400, "SANDBOX-BODY"]);
    expect(await post("application/json", new Uint8Array([0x22, 0xff, 0x22]))).toEqual([400, "SANDBOX-BODY"]);
    expect(await post("text/plain", "{}")).toEqual([400, "SANDBOX-CONTENT-TYPE"]);
    expect(await post("Application/JSON; charset=utf-8", "{}")).toEqual([400, "SANDBOX-REQUIRED"]);
  });
});

describe("a defect of the sandbox", () => {
  it.each(Object.entries(connections))(
    "is reported to onDefect and fails the call %s without a 500",
    async (name, connect) => {
      const onDefect = vi.fn<(defect: SandboxDefect) => void>();
      const sandbox = createSandbox({ now: monday, onDefect });
      sandbox.lessor.decideBy({
        decide: () => {
          throw new Error("the policy is wrong");
        },
      });
      const authorization = `Bearer ${await sandbox.supplier.token()}`;
      const headers = { authorization, "content-type": "application/json" };
      const body = JSON.stringify(repair({ status: "ApprovalRequested" }));
      const { fetch, supplierUrl, close } = await connect(sandbox);
      onTestFinished(async () => {
        await close();
      });
      const call = fetch(`${supplierUrl}/v2/servicerequests`, { method: "POST", headers, body });
      await expect(call).rejects.toThrow(name === "in process" ? SandboxDefect : TypeError);
      expect(onDefect.mock.calls.map(([{ operationId, message }]) => [operationId, message])).toEqual([
        ["serviceRequests.create", expect.stringContaining("decide threw: the policy is wrong")],
      ]);
      expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: "defect" });
    },
  );

  it("is a reply that the OpenAPI document does not have", async () => {
    const onDefect = vi.fn<(defect: SandboxDefect) => void>();
    const { handleRequest, journal, headers } = await createPipelineWith(
      { "serviceRequests.list": () => ok({}) },
      onDefect,
    );
    const request = new Request("https://localhost/supplier/v2/servicerequests", { headers });
    await expect(handleRequest(request)).rejects.toThrow("in the response 200, serviceRequests is missing");
    expect(onDefect).toHaveBeenCalledOnce();
    expect(journal.entries).toMatchObject([{ operationId: "serviceRequests.list", status: "defect" }]);
  });

  it("is an uncaught exception if there is no onDefect", async () => {
    const uncaught = new Promise((resolve) => {
      const others = process.listeners("uncaughtException");
      process.removeAllListeners("uncaughtException");
      process.once("uncaughtException", (error) => {
        for (const other of others) process.on("uncaughtException", other);
        resolve(error);
      });
    });
    const sandbox = createSandbox({ now: monday });
    sandbox.lessor.decideBy({
      decide: () => {
        throw new Error("the policy is wrong");
      },
    });
    const supplier = await supplierOf(sandbox);
    const call = supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    expect(await kindOf(call)).toBe("connection");
    expect(await uncaught).toBeInstanceOf(SandboxDefect);
  });
});

import { randomUUID } from "node:crypto";
import type { Fault, OperationId } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../../support/untyped.js";
import { kindOf, lessorOf, open, refusal, repair } from "../support.js";

const list = "lessors.list" satisfies OperationId;
const error = { status: 503 } as const;

describe("a planned fault", () => {
  /** Lists the lessors several times, and returns the numbers of the calls that failed. */
  async function findFailedCalls(faults: readonly Omit<Fault, "operation">[], calls: number, seed = 1) {
    const { sandbox, supplier } = await open({ seed });
    for (const fault of faults) sandbox.fail({ operation: list, ...fault });
    const failed: number[] = [];
    for (let call = 1; call <= calls; call++) {
      if ((await kindOf(supplier.lessors.list())) !== undefined) failed.push(call);
    }
    return failed;
  }

  it.each<[string, Omit<Fault, "operation">, number[]]>([
    ["the first request by default", { with: error }, [1]],
    ["the first three requests with times: 3", { times: 3, with: error }, [1, 2, 3]],
    ["all requests with times: Infinity", { times: Number.POSITIVE_INFINITY, with: error }, [1, 2, 3, 4, 5, 6]],
    ["the third request with skip: 2", { skip: 2, with: error }, [3]],
    ["two requests after the third with skip: 3 and times: 2", { skip: 3, times: 2, with: error }, [4, 5]],
  ])("applies to %s", async (_, fault, failed) => {
    expect(await findFailedCalls([fault], 6)).toEqual(failed);
  });

  it("selects requests by its probability, equally for the same seed", async () => {
    const fault = { probability: 0.5, times: Number.POSITIVE_INFINITY, with: error };
    const one = await findFailedCalls([fault], 40);
    expect(one.length).toBeGreaterThan(10);
    expect(one.length).toBeLessThan(30);
    expect(await findFailedCalls([fault], 40)).toEqual(one);
    expect(await findFailedCalls([fault], 40, 2)).not.toEqual(one);
  });

  it("selects requests independently of other faults", async () => {
    const rare = { probability: 0.5, times: Number.POSITIVE_INFINITY, with: error };
    const both = await findFailedCalls([{ ...rare, skip: 20 }, rare], 20);
    expect(both).not.toEqual(await findFailedCalls([rare], 20));
  });

  it("counts a request for skip even if another fault applies to it", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: list, times: 2, with: error });
    sandbox.fail({ operation: list, skip: 2, with: { status: 500 } });
    const statuses = [];
    for (let call = 0; call < 4; call++) {
      statuses.push(
        await supplier.lessors.list().then(
          () => 200,
          ({ status }) => status,
        ),
      );
    }
    expect(statuses).toEqual([503, 503, 500, 200]);
  });

  it("can apply to several operations, or to every operation", async () => {
    const { sandbox, supplier, lessor } = await open();
    sandbox.fail({ operation: [list, "dealerships.list"], times: 2, with: error });
    expect(await kindOf(supplier.serviceRequests.list())).toBeUndefined();
    expect(await refusal(supplier.dealerships.list())).toEqual([503]);
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect(await kindOf(supplier.lessors.list())).toBeUndefined();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "*", times: 2, with: error });
    expect(await refusal(supplier.serviceRequests.list())).toEqual([503]);
    expect(await refusal(lessor.vehicles.get("ZX-987-Y"))).toEqual([503]);
  });

  it("can select the requests of one vehicle by its license plate, in the path or in the body of vehicles.put", async () => {
    const { sandbox, lessor } = await open();
    for (const licensePlate of ["AB-1", "AB-2"]) await lessor.vehicles.put({ licensePlate });
    const matches = { licensePlate: "AB-2" };
    const fault = sandbox.fail({ operation: "*", matches, times: Number.POSITIVE_INFINITY, with: error });
    const calls = (licensePlate: string) => [
      () => lessor.vehicles.put({ licensePlate }),
      () => lessor.vehicles.get(licensePlate),
      () => lessor.vehicles.mileages.put(licensePlate, [{ licensePlate: "AB-2" }]),
    ];
    for (const call of calls("AB-1")) await call();
    expect(fault.happened).toBe(0);
    for (const call of calls("AB-2")) expect(await refusal(call())).toEqual([503]);
  });

  it.each(["null", "[]", "no JSON"])("does not match the body %s of vehicles.put", async (body) => {
    const { sandbox } = await open();
    const fault = sandbox.fail({ operation: "vehicles.put", matches: { licensePlate: "AB-1" }, with: error });
    const lessor = lessorOf(sandbox, {
      fetch: (input, init) => sandbox.fetch(input, init?.method === "PUT" ? { ...init, body } : init),
    });
    expect(await refusal(lessor.vehicles.put({ licensePlate: "AB-1" }))).toEqual([400, expect.anything()]);
    expect(fault.happened).toBe(0);
  });

  it("does not take a field of a vehicle for a parameter", async () => {
    const { sandbox, lessor } = await open();
    const fault = sandbox.fail({ operation: "*", matches: { id: "7" }, with: error });
    await lessor.vehicles.put({ licensePlate: "AB-1", id: "7" });
    expect(fault.happened).toBe(0);
  });

  it("can select requests by several parameters, all of which must match", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const [line, other] = [randomUUID(), randomUUID()];
    sandbox.fail({
      operation: "serviceRequests.components.delete",
      matches: { requestId: id, componentId: line },
      times: Number.POSITIVE_INFINITY,
      with: error,
    });
    const remove = (requestId: string, lineId: string) =>
      refusal(supplier.serviceRequests.components.delete(requestId, lineId));
    expect(await remove(id, line)).toEqual([503]);
    for (const [requestId, lineId] of [
      [id, other],
      [other, line],
    ] as const)
      expect(await remove(requestId, lineId)).toEqual([404]);
  });

  it("can select requests with a function that receives path, headers and body", async () => {
    const { sandbox, supplier } = await open();
    const workOrder = (workOrderNumber: string) =>
      repair({ appointment: { ...repair().appointment, workOrderNumber } });
    sandbox.fail({
      operation: "serviceRequests.create",
      matches: ({ body, operationId }) =>
        operationId === "serviceRequests.create" && new TextDecoder().decode(body).includes("WO-BAD"),
      with: error,
    });
    const { id } = await supplier.serviceRequests.create(workOrder("WO-1"));
    await supplier.serviceRequests.delete(id);
    expect(await refusal(supplier.serviceRequests.create(workOrder("WO-BAD")))).toEqual([503]);
    const [one, two] = [randomUUID(), randomUUID()];
    sandbox.fail({
      operation: "serviceRequests.get",
      skip: 1,
      matches: ({ params, request }) =>
        params["id"] === two && request.headers.has("authorization") && request.url.endsWith(`/${two}`),
      with: error,
    });
    const get = (id: string) => refusal(supplier.serviceRequests.get(id));
    expect([await get(two), await get(one), await get(two)]).toEqual([[404], [404], [503]]);
  });

  it("applies only to requests within the rate limit that have a valid token", async () => {
    const { sandbox, supplier } = await open({ rateLimit: { limit: 2 } });
    const fault = sandbox.fail({ operation: list, with: error });
    expect((await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`)).status).toBe(401);
    expect(fault.happened).toBe(0);
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
  });
});

describe("the function matches of a fault", () => {
  it("causes a defect of the sandbox if it returns a promise", async () => {
    const defects: Error[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    sandbox.fail({ operation: list, matches: untyped(async () => false), with: error });
    expect(await kindOf(supplier.lessors.list())).toBe("connection");
    expect(defects.map(({ message }) => message)).toEqual([
      expect.stringContaining("matches must return true or false; a promise is not accepted"),
    ]);
  });
});

describe("the handle of a fault", () => {
  it("has the number of times that the fault has happened, and of those that remain", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: list, times: 2, with: error });
    expect(fault).toMatchObject({ remaining: 2, happened: 0 });
    await kindOf(supplier.lessors.list());
    expect(fault).toMatchObject({ remaining: 1, happened: 1 });
    await kindOf(supplier.lessors.list());
    await supplier.lessors.list();
    expect(fault).toMatchObject({ remaining: 0, happened: 2 });
  });

  it("cancels its fault and no other", async () => {
    const { sandbox, supplier } = await open();
    const endless = sandbox.fail({ operation: list, times: Number.POSITIVE_INFINITY, with: error });
    sandbox.fail({ operation: list, with: { status: 500 } });
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect(endless).toMatchObject({ remaining: Number.POSITIVE_INFINITY, happened: 1 });
    endless.cancel();
    endless.cancel();
    expect(endless).toMatchObject({ remaining: 0, happened: 1 });
    expect(await refusal(supplier.lessors.list())).toEqual([500]);
    await supplier.lessors.list();
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { approved, open, reading, refusal, repair, work } from "../support.js";

/** Creates a repair in the phase Lessor, and returns the ids of its reading and its work. */
async function waiting() {
  const world = await open();
  const components = [reading(), work()];
  const [readingId = "", workId = ""] = components.map(({ id }) => id);
  const { id } = await world.supplier.serviceRequests.create(
    repair({ status: "ApprovalRequested", components }),
  );
  const requests = world.supplier.serviceRequests;
  const codes = async () => (await requests.get(id)).components.map(({ status }) => status.code);
  return { ...world, requests, id, readingId, workId, codes };
}

describe("a line", () => {
  it("is created with 201 and a Location, and overwritten with 200", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const { id: lineId, ...line } = work({ reg: { code: "2201" } });
    const path = { requestId: id, componentId: lineId };
    const route = "/v2/servicerequests/{requestId}/components/{componentId}";
    const first = await supplier.PUT(route, { params: { path }, body: line });
    expect(first.response.status).toBe(201);
    expect(first.response.headers.get("location")).toMatch(
      new RegExp(`/servicerequests/${id}/components/${lineId}$`),
    );
    const second = await supplier.PUT(route, { params: { path }, body: { ...line, price: 1 } });
    expect(second.response.status).toBe(200);
    expect((await supplier.serviceRequests.get(id)).components.at(-1)).toMatchObject({
      id: lineId,
      price: 1,
    });
  });

  it("has the id of the path, which must be a GUID", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const line = work({ reg: { code: "2201" } });
    const put = supplier.serviceRequests.components.put;
    expect(await refusal(put(id, randomUUID(), line))).toEqual([400, "SANDBOX-ID id"]);
    expect(await refusal(put(id, "7", line))).toEqual([400, "SANDBOX-INVALID componentId"]);
  });

  it("is checked against the contract", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    const { id: lineId, ...line } = work({ reg: { code: "2201" }, damage: true });
    expect(await refusal(supplier.serviceRequests.components.put(id, lineId, line))).toEqual([
      400,
      "REG-SVC000177 damage",
    ]);
  });

  it("is deleted before the lessor has seen it, and cancelled afterwards", async () => {
    const { sandbox, requests, id, workId, codes } = await waiting();
    sandbox.lessor.deny(id);
    const { id: newId, ...line } = work({ reg: { code: "2201" } });
    await requests.components.put(id, newId, line);
    expect(await codes()).toEqual(["Denied", "Denied", "Entered"]);
    expect(await refusal(requests.components.cancel(id, newId))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await refusal(requests.components.delete(id, workId))).toEqual([400, "SANDBOX-PHASE"]);
    await requests.components.delete(id, newId);
    expect(await requests.components.cancel(id, workId)).toMatchObject({
      component: { id: workId, status: { code: "Cancelled" } },
    });
    expect(await refusal(requests.components.cancel(id, workId))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await codes()).toEqual(["Denied", "Cancelled"]);
    expect(await refusal(requests.components.delete(id, newId))).toEqual([404]);
  });

  it("becomes Changed when it is overwritten, unless it is cancelled", async () => {
    const { sandbox, requests, id, readingId, workId, codes } = await waiting();
    sandbox.lessor.deny(id);
    await requests.components.cancel(id, workId);
    const { id: _, ...line } = reading({ value: "48300" });
    await requests.components.put(id, readingId, line);
    expect(await codes()).toEqual(["Changed", "Cancelled"]);
    expect(await refusal(requests.components.put(id, workId, line))).toEqual([400, "SANDBOX-PHASE"]);
    const { id: newId, ...again } = work();
    await requests.components.put(id, newId, again);
  });

  it("cannot be put once the request is approved", async () => {
    const world = await open();
    const id = await approved(world);
    const { id: lineId, ...line } = work({ reg: { code: "2201" } });
    expect(await refusal(world.supplier.serviceRequests.components.put(id, lineId, line))).toEqual([
      400,
      "SANDBOX-PHASE",
    ]);
  });
});

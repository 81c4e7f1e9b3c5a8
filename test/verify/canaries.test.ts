import { describe, expect, it, onTestFinished } from "vitest";
import type { Fetch } from "../../src/http/options.js";
import { createCanaryFetch, plantedCanaries } from "./canaries.js";
import { createDifferingFetch } from "./differing-fetch.js";
import { planReads, runCalls } from "./read-all.js";
import { serveFetch } from "./server.js";
import { clientsOver, openFilledService } from "./service.js";

describe("the canaries", () => {
  it("replace every text and number of every response, and a walk from lists to single reads succeeds", async () => {
    const service = await openFilledService();
    const bodies: string[] = [];
    const recording: Fetch = async (url, init) => {
      const response = await canaries(url, init);
      if (response.headers.get("content-type") === "application/json")
        bodies.push(await response.clone().text());
      return response;
    };
    const canaries = createCanaryFetch(service.sandbox.fetch, [service.token]);
    const clients = clientsOver(service, recording);
    expect(await runCalls(planReads(service.ids), clients)).toEqual([]);
    const { serviceRequests } = await clients.supplier.serviceRequests.list();
    for (const { id, licensePlate, lessorId } of serviceRequests) {
      const request = await clients.supplier.serviceRequests.get(id);
      expect(request).toMatchObject({ id, licensePlate, lessorId });
      await clients.supplier.lessors.contracts.get(lessorId, licensePlate);
    }
    for (const value of Object.values(service.ids))
      expect(bodies.filter((body) => body.includes(JSON.stringify(value)))).toEqual([]);
    for (const name of ["Noordzee", "Robin", "JF123456", "2026-06-15", "129.5"])
      expect(bodies.filter((body) => body.includes(name))).toEqual([]);
    for (const body of bodies) expect(() => canaries.expectNone(body)).toThrow("the text contains canaries");
  });

  it("are found in a text in the form of each of them, and nowhere else", async () => {
    const service = await openFilledService();
    const canaries = createCanaryFetch(service.sandbox.fetch, [service.token]);
    await clientsOver(service, canaries).supplier.contracts.get("AB-123-C");
    expect(canaries.sent.size).toBeGreaterThan(20);
    for (const canary of canaries.sent)
      expect(() => canaries.expectNone(`{"found":"${canary}"}`)).toThrow(canary);
    canaries.expectNone(`text (date) 2026-06-15 {"requests":60,"pointer":"/data/components/*"}`);
  });

  it("are also in names, enumerations, media types, headers and codes", async () => {
    const service = await openFilledService();
    const fetch = createDifferingFetch(createCanaryFetch(service.sandbox.fetch), plantedCanaries);
    await runCalls(planReads(service.ids), clientsOver(service, fetch));
    expect([...fetch.shown].sort()).toEqual(plantedCanaries.map(({ id }) => id).sort());
  });

  it("reach a client over HTTP", async () => {
    const service = await openFilledService();
    const server = await serveFetch(createCanaryFetch(service.sandbox.fetch));
    onTestFinished(() => server.close());
    const response = await fetch(`${server.url}/supplier/v2/lessors/notifications`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toMatch(/"title":"Canary-\d+"/);
  });
});

import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createLessorClient, createSupplierClient, type RegEvent } from "../../../src/index.js";
import { baseUrl } from "../../support/clients.js";
import { fakeFetch, type Reply } from "../../support/fetch.js";

/**
 * What must never leave a call by way of its events. Not the canaries of the guards: an error may repeat what the
 * service says, and may have an error of the user's own as its cause; only its events may not.
 */
const canaries = {
  token: "events-canary-token",
  secret: "events-canary-secret",
  plate: "ZX-987-Y",
  id: "8d1f7c1e-canary-id",
  iban: "NL91ABNA0417164300",
  name: "Jansen-Canary",
  phone: "0612345678",
};
const echo = Object.values(canaries).join(" ");

/** Repeats everything that it was sent, and more, wherever a service can put a text. */
const echoes =
  (status: number): Reply =>
  () =>
    Response.json(
      {
        type: echo,
        title: echo,
        detail: echo,
        error: canaries.name,
        data: echo,
        access_token: canaries.token,
        errors: [
          ...Object.values(canaries).map((each) => ({
            code: each,
            description: echo,
            context: { fieldName: each },
          })),
          { code: `REG-${canaries.plate}`, description: echo, context: { [echo]: echo } },
        ],
      },
      {
        status,
        statusText: echo,
        headers: {
          "content-type": `application/json; charset=${canaries.name}`,
          "content-disposition": `attachment; filename="${echo}"`,
          date: echo,
          location: `https://elsewhere.example/${canaries.id}`,
          "retry-after": canaries.iban,
          "set-cookie": echo,
          "www-authenticate": echo,
          "x-request-id": canaries.id,
          server: echo,
        },
      },
    );

function expectNoCanary(value: unknown): void {
  const views = [JSON.stringify(value), inspect(value, { depth: 20, showHidden: true, getters: true })];
  for (const view of views) for (const canary of Object.values(canaries)) expect(view).not.toContain(canary);
}

describe("FAULTS 51: events hold no token, secret, plate, id, IBAN, name or phone number", () => {
  test.each([200, 302, 400, 401, 403, 404, 409, 410, 429, 500, 503])(
    "of a service that echoes all of them with a %d",
    async (status) => {
      const told: unknown[] = [];
      const on = (...args: [RegEvent, object]) => told.push(args);
      const common = {
        baseUrl,
        fetch: fakeFetch(echoes(status)),
        on,
        random: () => 0,
        throttle: false,
      } as const;
      const supplier = createSupplierClient({ ...common, token: canaries.token });
      const { plate, id, iban, name, phone } = canaries;
      const lessor = createLessorClient({ ...common, clientId: id, clientSecret: canaries.secret });
      const unchecked = { name, phone, iban };
      await Promise.allSettled([
        supplier.serviceRequests.get(id),
        supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: plate }, ...unchecked }),
        supplier.serviceRequests.attachments.get(id, id),
        supplier.GET("/v2/servicerequests", { params: { query: { licensePlate: plate } as never } }),
        lessor.vehicles.put({ licensePlate: plate, ...unchecked }),
        lessor.vehicles.get(plate, { headers: { "x-owner": name } }),
      ]);
      expect(told.length).toBeGreaterThan(15);
      expectNoCanary(told);
    },
  );

  test("of a fetch and a token function that fail with all of them", async () => {
    const told: RegEvent[] = [];
    const fail = () =>
      Promise.reject(Object.assign(new Error(echo), { code: echo, name: echo, cause: new Error(echo) }));
    const retry = { budget: { reserve: 0, ratio: 0 } };
    const common = { baseUrl, on: (event: RegEvent) => told.push(event), retry };
    const byFetch = createSupplierClient({ ...common, token: canaries.token, fetch: fail });
    const byToken = createSupplierClient({ ...common, token: fail, fetch: fakeFetch(echoes(200)) });
    await Promise.allSettled([byFetch, byToken].map((client) => client.serviceRequests.get(canaries.id)));
    expect(told.map(({ type }) => type)).toContain("give-up");
    expectNoCanary(told);
  });

  test("of an abort whose reason is any of them", async () => {
    const told: RegEvent[] = [];
    const supplier = createSupplierClient({
      baseUrl,
      token: canaries.token,
      fetch: () => new Promise(() => {}),
      on: (event) => told.push(event),
    });
    for (const reason of [echo, new Error(echo), { name: echo, kind: echo }]) {
      const controller = new AbortController();
      const call = supplier.lessors.list({ signal: controller.signal }).catch(() => {});
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort(reason);
      await call;
    }
    expect(told.filter(({ type }) => type === "error")).toHaveLength(3);
    expectNoCanary(told);
  });
});

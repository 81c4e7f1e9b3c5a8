import { createSupplierClient, RegInputError } from "@reg/sdk";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../support/untyped.js";
import { catchInputError, monday, open, repair, supplierOf } from "./support.js";

const last = "9999-12-31T00:00:00Z";

const start = Date.parse(monday);

const days = (count: number) => count * 86_400_000;

const vehicle = (fields: object) => ({ vehicles: [{ licensePlate: "X", ...fields }] });
const contract = (fields: object) => vehicle({ contract: fields });

describe("an invalid option of a sandbox is rejected:", () => {
  it.each<[Record<string, unknown>, string]>([
    [{ nwo: monday }, "nwo is not an option of a sandbox"],
    [{ now: "yesterday" }, "now must be a date-time"],
    [{ now: "2026-06-15" }, "now must be a date-time"],
    [{ now: "2026-02-30T00:00:00Z" }, "now must be a date-time"],
    [{ now: "1969-12-31T23:59:59Z" }, "now must lie from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z"],
    [{ now: "9999-12-31T00:00:01Z" }, "now must lie from"],
    [{ seed: 1.5 }, "seed"],
    [{ seed: -1 }, "seed must be a whole number from 0 to 4294967295"],
    [{ seed: 2 ** 32 }, "seed must be a whole number from 0 to 4294967295"],
    [{ tokenLifetime: 0 }, "tokenLifetime must be a positive number of milliseconds"],
    [{ tokenLifetime: "1s" }, "tokenLifetime must be a positive number of milliseconds"],
    [{ tokenLifetime: days(3653) + 1 }, "tokenLifetime must be at most ten years"],
    [{ journalLimit: 0 }, "journalLimit"],
    [{ archive: "daily" }, "archive must be midnight or at-once"],
    [{ rateLimit: true }, "rateLimit must be of type object"],
    [{ rateLimit: { limit: 0 } }, "rateLimit.limit must be a whole number from 1"],
    [{ rateLimit: { limit: 1.5 } }, "rateLimit.limit must be a whole number"],
    [{ rateLimit: { window: 0.5 } }, "rateLimit.window must be a positive number of milliseconds, at least 1"],
    [{ rateLimit: { window: days(366) + 1 } }, "rateLimit.window must be at most 366 days"],
    [{ rateLimit: { counting: "leaky" } }, "rateLimit.counting must be rolling-window, fixed-window, token-bucket"],
    [{ rateLimit: { retryAfter: "soon" } }, "rateLimit.retryAfter must be true, false or date"],
    [{ rateLimit: { countRefused: 1 } }, "rateLimit.countRefused must be of type boolean"],
    [{ rateLimit: { perMinute: 1 } }, "rateLimit.perMinute is not an option of a sandbox"],
    [{ vehicles: [{}] }, "vehicles.0.licensePlate must be of type string"],
    [vehicle({ lessorNumber: 7 }), "there are 1001, 1002, 1003"],
    [vehicle({ objectType: "XX" }), "vehicles.0.objectType must be one of PC, LC, TR, MC, WM"],
    [contract({ lessor: {} }), "vehicles.0.contract.lessor is not an option"],
    [
      contract({ supplierContract: { tires: { tireSwapAlowed: false } } }),
      "vehicles.0.contract.supplierContract.tires.tireSwapAlowed is not a field of a contract",
    ],
    [contract({ supplierContract: 5 }), "vehicles.0.contract.supplierContract must be of type object"],
    [
      contract({ supplierContract: { rentalVehicle: { allowedCosts: { pickupCosts: "no" } } } }),
      "vehicles.0.contract.supplierContract.rentalVehicle.allowedCosts.pickupCosts must be of type boolean",
    ],
    [
      contract({ leaseContract: { startDate: 5 } }),
      "vehicles.0.contract.leaseContract.startDate must be of type string",
    ],
  ])("%j", (options, message) => {
    expect(catchInputError(() => createSandbox(untyped(options))).message).toContain(message);
  });

  it("a value that JSON cannot hold", () => {
    const options = contract({ leaseContract: { remark: 10n } });
    expect(() => createSandbox(untyped(options))).toThrow("vehicles.0.contract must be what JSON can hold");
  });
});

// The tests are compiled with exactOptionalPropertyTypes.
describe("an option that is undefined", () => {
  it("selects the default when a sandbox is created", async () => {
    const nothing = {
      ...{ now: undefined, clock: undefined, seed: undefined, rateLimit: undefined, onDefect: undefined },
      ...{
        unknownFields: undefined,
        tokenLifetime: undefined,
        journalLimit: undefined,
        listLimit: undefined,
        archive: undefined,
      },
    };
    const vehicle = {
      ...{ lessorNumber: undefined, sublessorCode: undefined, active: undefined, make: undefined },
      ...{ model: undefined, leaseStart: undefined, damageAllowed: undefined, objectType: undefined },
      contract: { vehicle: undefined, leaseContract: { endDate: undefined }, supplierContract: undefined },
    };
    const sandbox = createSandbox({
      ...nothing,
      permitted: { warranty: undefined, leniency: undefined },
      vehicles: [{ licensePlate: "QQ-001-Q", ...vehicle }, { licensePlate: "QQ-002-Q" }],
    });
    const supplier = await supplierOf(sandbox);
    const { vehicle: one, ...contract } = await supplier.contracts.get("QQ-001-Q");
    const { vehicle: other, ...expected } = await supplier.contracts.get("QQ-002-Q");
    expect(contract).toEqual(expected);
    expect({ ...one, licensePlate: "" }).toEqual({ ...other, licensePlate: "" });
    await createSandbox({ rateLimit: { limit: undefined, window: undefined, counting: undefined } })
      .listen({ port: undefined })
      .then((server) => server.close());
  });

  it("selects the default of a fault", async () => {
    const { sandbox, supplier } = await open();
    const every = { matches: undefined, skip: undefined, probability: undefined, times: undefined };
    const response = {
      status: 200,
      code: undefined,
      codes: undefined,
      headers: undefined,
      body: { data: [] },
    };
    const handle = sandbox.fail({ operation: "lessors.list", ...every, when: undefined, with: response });
    await supplier.lessors.list().catch(() => {});
    expect(handle).toMatchObject({ happened: 1, remaining: 0 });
    sandbox.fail({ operation: "lessors.list", with: { delay: 0, with: undefined } });
    sandbox.fail({ operation: "lessors.list", with: { redirect: "/", status: undefined } });
  });

  it("counts as zero in a step of the clock", async () => {
    const { sandbox } = await open();
    sandbox.clock.advance({ days: undefined, hours: 1, minutes: undefined, ms: undefined });
    expect(sandbox.clock.now()).toBe(start + 3_600_000);
  });
});

describe("the limits of times and spans", () => {
  it.each(["1970-01-01T00:00:00Z", last])("allow a clock to start at %s", async (now) => {
    const { sandbox, lessor } = await open({ now });
    expect(sandbox.clock.now()).toBe(Date.parse(now));
    const { supplier, clock, fetch } = sandbox;
    const client = createSupplierClient({ baseUrl: supplier.baseUrl, token: supplier.token, fetch, clock });
    const { id } = await client.serviceRequests.create(repair());
    expect((await client.serviceRequests.get(id)).creationTimeStamp).toBe(now);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
  });
});

describe("an invalid argument is rejected:", () => {
  it.each<[string, (sandbox: Sandbox) => unknown, string]>([
    ["listen(null)", ({ listen }) => listen(untyped(null)), "options must be of type object"],
    ["listen to a text", ({ listen }) => listen(untyped({ port: "80" })), "port must be a whole number"],
    ["listen beyond 65535", ({ listen }) => listen({ port: 65_536 }), "port must be a whole number from 0"],
    ["listen to a host", ({ listen }) => listen(untyped({ host: "::" })), "host is not an option of listen"],
    ["token(null)", ({ supplier }) => supplier.token(untyped(null)), "options must be of type object"],
    ["a misspelt token", ({ supplier }) => supplier.token(untyped({ expiresIn: 1 })), "expiresIn is not an"],
    [
      "a token that never expires",
      ({ supplier }) => supplier.token({ expiresInMs: 1e300 }),
      "expiresInMs must be at most ten years",
    ],
    [
      "rotateSecret of an unknown client",
      ({ lessor }) => lessor.rotateSecret("unknown"),
      "client is not the name of one",
    ],
    ["disableClient of an unknown client", ({ lessor }) => lessor.disableClient("unknown"), "lessor.client()"],
  ])("%s", async (_, call, message) => {
    const { sandbox } = await open();
    const error = await Promise.resolve()
      .then(() => call(sandbox))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RegInputError);
    expect(String(error)).toContain(message);
  });
});

import { describe, expect, it } from "vitest";
import { RegInputError } from "../../src/errors/errors.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { untyped } from "../support/untyped.js";
import { catchInputError, monday, open, repair, supplierOf } from "./support.js";

const last = "9999-12-31T00:00:00Z";

const start = Date.parse(monday);

const days = (count: number) => count * 86_400_000;

const symbol = untyped(Symbol("name"));

describe("creating a sandbox", () => {
  it.each([
    ["a now that is not a date-time", { now: "yesterday" }, "now must be a date-time"],
    ["a now without a time", { now: "2026-06-15" }, "now must be a date-time"],
    ["a now on a day that does not exist", { now: "2026-02-30T00:00:00Z" }, "now must be a date-time"],
    ["a seed that is not whole", { seed: 1.5 }, "seed"],
    ["a rate limit of no requests", { rateLimit: { limit: 0 } }, "rateLimit"],
    [
      "a vehicle without a license plate",
      { vehicles: [{}] },
      "vehicles.0.licensePlate must be of type string",
    ],
    [
      "a vehicle of an unknown lessor",
      { vehicles: [{ licensePlate: "X", lessorNumber: 7 }] },
      "there are 1001, 1002, 1003",
    ],
    ["an unknown option", { nwo: monday }, "nwo is not an option of a sandbox"],
  ])("is rejected with %s", (_, options, message) => {
    expect(() => createSandbox(untyped(options))).toThrow(message);
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

  it("selects the default of a policy and of a decision", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.deny(id, { lines: undefined });
    expect((await supplier.serviceRequests.get(id)).status).toBe("Denied");
    sandbox.lessor.decideBy({ decide: undefined, after: undefined });
    await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect((await supplier.serviceRequests.get(id)).status).toBe("Approved");
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

  it.each([
    [{ now: "1969-12-31T23:59:59Z" }, "now must lie from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z"],
    [{ now: "9999-12-31T00:00:01Z" }, "now must lie from"],
    [{ now: "soon" }, "now must be a date-time"],
    [{ seed: -1 }, "seed must be a whole number from 0 to 4294967295"],
    [{ seed: 2 ** 32 }, "seed must be a whole number from 0 to 4294967295"],
    [{ seed: 2 ** 32 + 1 }, "seed must be a whole number from 0 to 4294967295"],
    [{ tokenLifetime: days(3653) + 1 }, "tokenLifetime must be at most ten years"],
    [{ tokenLifetime: 1e300 }, "tokenLifetime must be at most ten years"],
    [{ rateLimit: { window: days(366) + 1 } }, "rateLimit.window must be at most 366 days"],
    [{ rateLimit: { window: 1e300, retryAfter: "date" } }, "rateLimit.window must be at most 366 days"],
    [
      { rateLimit: { window: Number.MAX_VALUE, counting: "token-bucket" } },
      "rateLimit.window must be at most 366 days",
    ],
    [
      { rateLimit: { window: Number.MIN_VALUE, counting: "fixed-window" } },
      "rateLimit.window must be a positive number of milliseconds, at least 1",
    ],
  ] as const)("reject the options %j", (options, message) => {
    expect(catchInputError(() => createSandbox(options)).message).toContain(message);
  });

  it("allow the greatest seed and the longest lifetime of a token", async () => {
    const { sandbox, lessor } = await open({ seed: 2 ** 32 - 1, tokenLifetime: days(3653) });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "lessors.list", probability: 0.5, with: { status: 503 } });
  });

  it.each(["rolling-window", "fixed-window", "token-bucket"] as const)(
    "allow the longest %s with a date as Retry-After",
    async (counting) => {
      const { sandbox } = await open({
        rateLimit: { limit: 2, window: days(366), counting, retryAfter: "date" },
      });
      const send = () => sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
      expect([(await send()).status, (await send()).status]).toEqual([401, 401]);
      const rejected = await send();
      expect(rejected.status).toBe(429);
      const wait = Date.parse(rejected.headers.get("retry-after") ?? "") - start;
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(days(366));
    },
  );

  it.each([
    [{ delay: days(366) + 1 }, "with.delay must be at most 366 days"],
    [{ delay: 1e300 }, "with.delay must be at most 366 days"],
    [{ delay: 0, with: { delay: 1e300 } }, "with.with.delay must be at most 366 days"],
    [{ drip: days(366) + 1 }, "with.drip must be at most 366 days"],
  ])("reject a fault with %j", async (kind, message) => {
    const { sandbox } = await open();
    expect(catchInputError(() => sandbox.fail({ operation: "lessors.list", with: kind })).message).toContain(
      message,
    );
    sandbox.fail({ operation: "lessors.list", with: { delay: days(366), with: "html" } });
    sandbox.fail({ operation: "lessors.list", with: { drip: days(366) } });
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
      "a token that expired long ago",
      ({ supplier }) => supplier.token({ expiresInMs: -1e300 }),
      "expiresInMs must be at most ten years",
    ],
    ["client(symbol)", ({ lessor }) => lessor.client(symbol), "name must be 1 to 64"],
    ["client(null)", ({ lessor }) => lessor.client(untyped(null)), "name must be 1 to 64"],
    ["rotateSecret(symbol)", ({ lessor }) => lessor.rotateSecret(symbol), "client is not the name of one"],
    [
      "rotateSecret of an unknown client",
      ({ lessor }) => lessor.rotateSecret("unknown"),
      "client is not the name of one",
    ],
    [
      "disableClient of an unknown client",
      ({ lessor }) => lessor.disableClient("unknown"),
      "lessor.client()",
    ],
    ["disableClient(symbol)", ({ lessor }) => lessor.disableClient(symbol), "client is not the name of one"],
    [
      "maintain for an unknown client",
      ({ lessor }) => lessor.maintain("X", "mileages", {}, "unknown"),
      "client is not the name of one",
    ],
  ])("%s", async (_, call, message) => {
    const { sandbox } = await open();
    const error = await Promise.resolve()
      .then(() => call(sandbox))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RegInputError);
    expect(String(error)).toContain(message);
  });
});

it("a client is unknown after a reset until its credentials are requested again", async () => {
  const { sandbox } = await open();
  sandbox.lessor.client("polder");
  sandbox.lessor.disableClient("polder");
  sandbox.reset();
  expect(() => sandbox.lessor.disableClient("polder")).toThrow(RegInputError);
  sandbox.lessor.client("polder");
  sandbox.lessor.disableClient("polder");
});

describe("a fault", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const hostile = {
    toJSON: () => {
      throw new Error("no");
    },
  };

  it.each([
    ["a bigint", 10n],
    ["a cyclic object", cyclic],
    ["a function", () => 1],
    ["a symbol", Symbol("body")],
    ["an object whose toJSON throws", hostile],
  ])("rejects %s as a body", async (_, body) => {
    const { sandbox } = await open();
    expect(() => sandbox.fail({ operation: "lessors.list", with: { status: 400, body } })).toThrow(
      "with.body must be what JSON can hold",
    );
  });

  it.each([[null], [0], [""], [[]], [{ a: [1] }]])("accepts %j as a body", async (body) => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", with: { status: 400, body } });
    await expect(supplier.lessors.list()).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ["an error", new TypeError("boom"), "matches threw: boom"],
    ["a text", "boom", "matches threw: boom"],
  ])("reports a matches function that throws %s", async (_, thrown, message) => {
    const defects: Error[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    const matches = () => {
      throw thrown;
    };
    sandbox.fail({ operation: "lessors.list", matches, with: "reset" });
    await expect(supplier.lessors.list()).rejects.toThrow();
    const reported = defects[0];
    const cause = reported instanceof RegInputError ? reported : reported?.cause;
    expect(cause).toBeInstanceOf(RegInputError);
    expect(cause).toMatchObject({ field: "matches", message, cause: thrown });
  });
});

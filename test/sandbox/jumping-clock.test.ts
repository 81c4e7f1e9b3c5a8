import { describe, expect, it } from "vitest";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { createSupplierClient, type SupplierClientOptions } from "../../src/supplier/client.js";
import { kindOf, monday } from "./support.js";

async function jumping(client: Partial<SupplierClientOptions> = {}, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: monday, clock: "jumping", ...options });
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    ...client,
  });
  const elapsed = () => sandbox.clock.now() - Date.parse(monday);
  return { sandbox, supplier, elapsed };
}

describe("a jumping clock", () => {
  it("stands while nobody waits", async () => {
    const { supplier, elapsed } = await jumping();
    await supplier.lessors.list();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await supplier.lessors.list();
    expect(elapsed()).toBe(0);
  });

  it("skips a Retry-After of fifty seconds", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ deadline: 3_600_000 });
    sandbox.fail({
      operation: "lessors.list",
      with: { status: 503, headers: { "retry-after": "50" } },
    });
    // Else it would be longer than a test may take.
    await supplier.lessors.list();
    expect(elapsed()).toBe(50_000);
  });

  it("skips what the throttle makes calls wait for", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ throttle: { limit: 5 }, deadline: 3_600_000 });
    await Promise.all(Array.from({ length: 16 }, () => supplier.lessors.list()));
    expect(elapsed()).toBe(180_000);
    sandbox.journal.assertMostInAnyMinute(5);
  });

  it("skips to the timeout of a call that stalls", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ timeout: 30_000, retry: false });
    sandbox.fail({ operation: "lessors.list", with: "stall" });
    expect(await kindOf(supplier.lessors.list())).toBe("timeout");
    expect(elapsed()).toBe(30_000);
  });

  it("skips what a fault delays an answer for, unless that takes too long", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ timeout: 30_000, retry: false });
    sandbox.fail({ operation: "lessors.list", with: { delay: 20_000 } });
    await supplier.lessors.list();
    expect(elapsed()).toBe(20_000);
    sandbox.fail({ operation: "lessors.list", with: { delay: 40_000 } });
    expect(await kindOf(supplier.lessors.list())).toBe("timeout");
    expect(elapsed()).toBe(50_000);
  });

  it("does not jump to a limit while a program works on something else", async () => {
    const token = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return jwt;
    };
    const { sandbox, supplier, elapsed } = await jumping({ token });
    const jwt = await sandbox.supplier.token();
    await supplier.lessors.list();
    expect(elapsed()).toBe(0);
  });

  it("needs no now", () => {
    const { clock } = createSandbox({ clock: "jumping" });
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(10_000);
    const at = clock.now();
    expect(clock.now()).toBe(at);
  });
});

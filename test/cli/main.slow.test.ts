import { expect, it } from "vitest";
import { readJson, spawnReg } from "./support.js";

const sandboxArguments = ["sandbox", "--json", "--port", "0", "--control-port", "0"];

it.each(["SIGINT", "SIGTERM"] as const)(
  "the program exits with 0 after %s, even while a fault delays a response",
  async (signal) => {
    const { child, readLine, waitForEnd } = spawnReg(sandboxArguments);
    const { supplier, control } = JSON.parse(await readLine());
    const headers = { authorization: `Bearer ${control.key}`, "content-type": "application/json" };
    const fault = { operation: "lessors.list", with: { delay: 3_600_000 } };
    await fetch(`${control.url}/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
    const delayed = fetch(`${supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${supplier.token}` },
    }).catch(() => "closed");
    const readHappened = async () => {
      const { faults } = await readJson(await fetch(`${control.url}/faults`, { headers }));
      return faults[0].happened;
    };
    await expect.poll(readHappened).toBe(1);
    child.kill(signal);
    expect(await waitForEnd()).toEqual([0, null, ""]);
    expect(await delayed).toBe("closed");
  },
);

it("the program prints the version of the package", async () => {
  const { readLine, waitForEnd } = spawnReg(["--version"]);
  expect(await readLine()).toMatch(/^\d+\.\d+\.\d+/);
  expect(await waitForEnd()).toEqual([0, null, ""]);
});

it("the program exits with 2 for an unknown command", async () => {
  expect(await spawnReg(["sandbx"]).waitForEnd()).toEqual([2, null, expect.stringContaining("Did you mean sandbox?")]);
});

it("the program explains known codes and exits with 1 for an unknown one", async () => {
  const { readLine, waitForEnd } = spawnReg(["explain", "REG-INV000104", "REG-INV00010"]);
  expect(await readLine()).toBe("REG-INV000104");
  expect(await waitForEnd()).toEqual([1, null, expect.stringContaining('"REG-INV00010" is not known')]);
});

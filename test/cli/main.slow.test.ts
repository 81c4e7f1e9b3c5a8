import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bodyOf, later } from "./support.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs `reg` in a child process. */
function spawnReg(...args: readonly string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  later(() => child.kill("SIGKILL"));
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  const line = async () => String((await Promise.race([once(lines, "line"), ended]))[0]);
  return { child, line, ended: async () => [...(await ended), err] };
}

const served = ["sandbox", "--json", "--port", "0", "--control-port", "0"];

it.each(["SIGINT", "SIGTERM"] as const)(
  "exits with 0 after %s, even while a fault delays a response",
  async (signal) => {
    const { child, line, ended } = spawnReg(...served);
    const { supplier, control } = JSON.parse(await line());
    const headers = { authorization: `Bearer ${control.key}`, "content-type": "application/json" };
    const fault = { operation: "lessors.list", with: { delay: 3_600_000 } };
    await fetch(`${control.url}/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
    const delayed = fetch(`${supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${supplier.token}` },
    }).catch(() => "cut off");
    const happened = async () => {
      const { faults } = await bodyOf(await fetch(`${control.url}/faults`, { headers }));
      return faults[0].happened;
    };
    await expect.poll(happened).toBe(1);
    child.kill(signal);
    expect(await ended()).toEqual([0, null, ""]);
    expect(await delayed).toBe("cut off");
  },
);

it("prints the version of the package", async () => {
  const { line, ended } = spawnReg("--version");
  expect(await line()).toMatch(/^\d+\.\d+\.\d+/);
  expect(await ended()).toEqual([0, null, ""]);
});

it("exits with 2 for an unknown command", async () => {
  expect(await spawnReg("sandbx").ended()).toEqual([
    2,
    null,
    expect.stringContaining("Did you mean sandbox?"),
  ]);
});

it("explains known codes and exits with 1 for an unknown one", async () => {
  const { line, ended } = spawnReg("explain", "REG-INV000104", "REG-INV00010");
  expect(await line()).toBe("REG-INV000104");
  expect(await ended()).toEqual([1, null, expect.stringContaining('"REG-INV00010" is not known')]);
});

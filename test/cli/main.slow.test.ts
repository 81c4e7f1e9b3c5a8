import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readJson, spawnReg } from "./support.js";

const sandboxArguments = ["sandbox", "--json", "--port", "0", "--control-port", "0"];

it.each(["SIGINT", "SIGTERM"] as const)(
  "the program exits with 0 after %s, even while a fault delays a response",
  async (signal) => {
    const { child, readLine, waitForEnd } = spawnReg(sandboxArguments);
    const { supplier, control } = JSON.parse(await readLine());
    const headers = { authorization: `Bearer ${control.key}`, "content-type": "application/json" };
    const fault = { operation: "lessors.list", with: { delay: 3_600_000 } };
    await fetch(`${control.url}/call`, {
      method: "POST",
      headers,
      body: JSON.stringify({ method: "fail", args: [fault] }),
    });
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

it("the program prints no control character but the ends of lines", async () => {
  const [, , err] = await spawnReg(["explain", "a\x1b[2J\u202eb\r\u009b"]).waitForEnd();
  expect(err).toContain('reg: "a\\u001b[2J\\u202eb \\u009b" is not known');
  expect(err).toMatch(/^\P{Cc}+\n$/u);
});

/** Runs a shell command in which `reg` is the program; its exit code follows the error output. */
async function runShell(command: string): Promise<string> {
  const reg = '"$NODE" --import tsx src/cli/main.ts';
  const script = `reg() { ${reg} "$@"; echo "exit $?" >&2; }; ${command}`;
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const child = spawn("sh", ["-c", script], { cwd, env: { ...process.env, NODE: process.execPath } });
  const [err] = await Promise.all([text(child.stderr), text(child.stdout), once(child, "close")]);
  return err;
}

describe("the program, if its output cannot be written,", () => {
  it.each(["reg explain | true", "reg sandbox --port 0 --control-port 0 | true"])(
    "ends without a word if nobody reads: %s",
    async (command) => {
      expect(await runShell(command)).toBe("exit 0\n");
    },
  );

  it("succeeds if everything was written before its reader ended", async () => {
    expect(await runShell("reg explain REG-INV000104 | head -1")).toBe("exit 0\n");
  });

  it("says so, and exits with 2, if the disk is full", async () => {
    expect(await runShell("reg explain > /dev/full")).toBe(
      "reg: the output cannot be written: ENOSPC: no space left on device, write.\nexit 2\n",
    );
  });

  it("exits with 2 if the error output cannot be written either", async () => {
    expect(await runShell('"$NODE" --import tsx src/cli/main.ts explain x >/dev/full 2>&1; echo "exit $?" >&2')).toBe(
      "exit 2\n",
    );
  });
});

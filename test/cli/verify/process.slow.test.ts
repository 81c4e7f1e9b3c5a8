import { describe, expect, it } from "vitest";
import { open } from "../../sandbox/support.js";
import { closeAfterTest, spawnReg } from "../support.js";

const licensePlate = "ST-678-V";

/** Starts `verify --write` in a child process. */
async function startVerify() {
  const { sandbox, supplier } = await open();
  await sandbox.seed("every-phase");
  const server = await sandbox.listen();
  closeAfterTest(() => server.close());
  const run = spawnReg(
    ["verify", "supplier", "--write", "--license-plate", licensePlate, "--rate", "20", "--max-requests", "20"],
    { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() },
  );
  return { sandbox, supplier, ...run };
}

/** Sends a signal to `verify --write` after it has created its draft, and waits for its end. */
async function interrupt(signal: NodeJS.Signals) {
  const { supplier, child, waitForEnd } = await startVerify();
  child.stderr.on("data", (text: string) => {
    if (text.includes("reg: created the draft")) child.kill(signal);
  });
  const [code, endedBy, err] = await waitForEnd();
  const { serviceRequests } = await supplier.serviceRequests.list({ licensePlate });
  const lines = String(err).trimEnd().split("\n");
  return { code, endedBy, lines, left: serviceRequests.map(({ id }) => id) };
}

describe("the command verify --write in a process of its own", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("deletes the draft after %s, and exits with 2", async (signal) => {
    const { code, lines, left } = await interrupt(signal);
    expect([code, left]).toEqual([2, []]);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^reg: deleted the draft /),
      "reg: interrupted: the report covers what was read until then.",
    ]);
  });

  it("deletes the draft if nobody reads its output any more", async () => {
    const { sandbox, supplier, child, waitForEnd } = await startVerify();
    child.stderr.on("data", (text: string) => {
      if (text.includes("reg: creating a draft")) child.stderr.destroy();
    });
    expect((await waitForEnd()).slice(0, 2)).toEqual([2, null]);
    expect(sandbox.journal.entries.map(({ operationId }) => operationId)).toContain("serviceRequests.delete");
    expect((await supplier.serviceRequests.list({ licensePlate })).serviceRequests).toEqual([]);
  });

  it("names the draft in its last line if it is killed", async () => {
    const { endedBy, lines, left } = await interrupt("SIGKILL");
    expect(endedBy).toBe("SIGKILL");
    expect(lines.at(-1)).toBe(`reg: created the draft ${left[0]}; if this is the last line, delete it`);
  });
});

import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { canarySecret, canaryToken, exampleRequest } from "../../support/clients.js";
import { temporaryFolder } from "../../support/folder.js";
import { httpServer } from "../../support/server.js";

describe("fault 48: a script that makes a few calls exits within a second of its result", () => {
  const script = fileURLToPath(new URL("./one-call.ts", import.meta.url));
  const folder = temporaryFolder(afterAll);

  // The script is compiled first, because a process that waits for a TypeScript compiler is idle too.
  beforeAll(async () => {
    await build({
      entryPoints: [script],
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
    });
  });

  /** The time after its result at which a process is killed, in milliseconds. */
  const maxRunTime = 15_000;

  /**
   * Runs the script. `idle` is the time in milliseconds that it was idle between its result and its end: a process that
   * waits for a timer or a socket is idle, one that waits for a busy processor is not.
   */
  async function runScript(name: string, url: string): Promise<{ idle: number; code: number | null; result: string }> {
    const child = spawn(process.execPath, [join(folder, "one-call.mjs"), name, url], {
      env: { ...process.env, REG_TOKEN: canaryToken, REG_SECRET: canarySecret },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      setTimeout(() => child.kill("SIGKILL"), maxRunTime).unref();
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    const [result = "", idle] = output.split("\n");
    return { idle: Number.parseFloat(idle ?? ""), code, result };
  }

  /** Starts a service that keeps idle connections open. */
  async function startService() {
    let refusals = 1;
    return httpServer((request, response) => {
      request.resume();
      response.setHeader("keep-alive", "timeout=600");
      response.setHeader("content-type", "application/json");
      if (request.url === "/token") {
        response.end(JSON.stringify({ access_token: canaryToken, token_type: "Bearer", expires_in: 3600 }));
      } else if (request.url?.includes("/stall") === true) {
        response.writeHead(200).write('{"id":');
      } else if (request.url?.endsWith("/refused") === true && refusals-- > 0) {
        response.writeHead(429, { "retry-after": "0" }).end();
      } else response.end(JSON.stringify(exampleRequest));
    });
  }

  test("with either client, after a success, a failure, a queued call or an abort, and without close()", {
    timeout: 60_000,
  }, async () => {
    const { url } = await startService();
    const expected = [
      ["supplier", "R-1"],
      ["lessor", "R-1"],
      ["failures", "connection R-1 R-1 R-1 enough timeout cancelled"],
    ] as const;
    await Promise.all(
      expected.map(async ([name, result]) => {
        const actual = await runScript(name, url);
        expect([name, actual.result, actual.code]).toEqual([name, result, 0]);
        expect(actual.idle, name).toBeLessThan(1000);
      }),
    );
  });
});

import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { monday } from "../support.js";

/** Creates a sandbox with these options, and sends 5000 requests to its supplier API. */
async function sendThousands(options: { rateLimit?: false }) {
  const sandbox = createSandbox({ now: monday, ...options });
  // Requests without a token take less time.
  const send = async () => (await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`)).status;
  for (let sent = 0; sent < 5000; sent++) if ((await send()) !== 401) throw new Error(`request ${sent} was rejected`);
  return { sandbox, send };
}

describe("the default rate limit of a sandbox", () => {
  it("rejects the request after 5000 within a minute", async () => {
    const { sandbox, send } = await sendThousands({});
    expect(await send()).toBe(429);
    sandbox.clock.advance({ ms: 59_999 });
    expect(await send()).toBe(429);
    sandbox.clock.advance({ ms: 1 });
    expect(await send()).toBe(401);
  });

  it("can be disabled", async () => {
    const { send } = await sendThousands({ rateLimit: false });
    expect(await send()).toBe(401);
  });
});

import { expect, it } from "vitest";
import { createLessorClient } from "../../../src/lessor/client.js";
import { refusal } from "../support.js";
import type { Open } from "./bench.js";

/** How callers show who they are. */
export function tokens(open: Open): void {
  it("gives a lessor one token for its lifetime, and the next when that is over", async () => {
    const { lessor, sandbox } = await open();
    await lessor.vehicles.put({ licensePlate: "A" });
    await lessor.vehicles.get("A");
    expect(sandbox.journal.of("token.create")).toHaveLength(1);
    sandbox.clock.advance({ hours: 1 });
    await lessor.vehicles.get("A");
    expect(sandbox.journal.of("token.create")).toHaveLength(2);
  });

  it("answers as RFC 6749 has it: the token with its fields, and a refusal", async () => {
    const { lessorUrl, fetch, sandbox } = await open();
    const ask = (client_secret: string) =>
      fetch(`${lessorUrl}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: sandbox.lessor.clientId,
          client_secret,
        }),
      });
    const granted = await ask(sandbox.lessor.clientSecret);
    expect([granted.status, granted.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await granted.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 3600,
    });
    const refused = await ask("guess");
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ error: "invalid_client" }),
    ]);
  });

  it("tells a client that its secret is wrong", async () => {
    const { lessorUrl, fetch, sandbox } = await open();
    const { clientId } = sandbox.lessor;
    const other = createLessorClient({ baseUrl: lessorUrl, clientId, clientSecret: "guess", fetch });
    await expect(other.vehicles.get("A")).rejects.toMatchObject({ oauthError: "invalid_client" });
  });

  it("answers 401 to a token that is malformed, expired, revoked or of the other service", async () => {
    const { sandbox, supplier, supplierWith, lessorUrl, fetch, token } = await open();
    const brief = await sandbox.supplier.token({ expiresInMs: 1000 });
    await supplierWith(brief).lessors.list();
    sandbox.clock.advance({ ms: 1000 });
    expect(await refusal(supplierWith(brief).lessors.list())).toEqual([401]);
    expect(await refusal(supplierWith("no.such.token").lessors.list())).toEqual([401]);
    const abroad = await fetch(`${lessorUrl}/v1/vehicles/A`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(abroad.status).toBe(401);
    sandbox.supplier.revokeTokens();
    expect(await refusal(supplier.lessors.list())).toEqual([401]);
  });

  it("answers 401 without a token, on both services", async () => {
    const { supplierUrl, lessorUrl, fetch } = await open();
    for (const url of [`${supplierUrl}/v2/lessors`, `${lessorUrl}/v1/vehicles/A`]) {
      const answer = await fetch(url);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        expect.objectContaining({ status: 401, title: "Unauthorized" }),
      ]);
    }
  });
}

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failure } from "../support/errors.js";
import { createApproved, fleet, routes, serveBehind, transports } from "./behind.js";

// Caddy answers a path that no route matches with 200 and no body.
describe.each(["fetch", "undici"] as const)("an empty 200 of Caddy, with %s", (by) => {
  test("does not count as the stored PDF of an invoice", async () => {
    const { sandbox, supplier } = await serveBehind("caddy", (site) =>
      routes.caddy(site, "@pdf path */pdf\nhandle @pdf {\n}"),
    );
    const client = await supplier(transports[by]());
    const id = await createApproved(sandbox, client);
    const pdf = new Blob(["%PDF-1.7"], { type: "application/pdf" });
    const invoicing = client.serviceRequests.invoice(id, { number: "2026-1", vatLines: [], pdf });
    const error = await failure(invoicing, "response");
    expect(error).toMatchObject({ status: 200, invoiceId: expect.any(Number), attempts: [{ attempt: 1 }] });
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1, "serviceRequests.invoices.pdf.upload": 0 });
  });

  test("removes no vehicle in a fleet sync", async () => {
    const { sandbox, gateway, lessor } = await serveBehind("caddy", (site) =>
      routes.caddy(
        site,
        `@moved {
          path */vehicles/*
          file {
            root ${site.folder}
            try_files moved
          }
        }
        handle @moved {
        }`,
      ),
    );
    const client = lessor(transports[by]());
    const options = { state: new Map<string, string>(), removeMissing: true };
    expect(await client.sync(fleet, options)).toMatchObject({ ok: true });
    const moved = join(gateway.folder, "moved");
    writeFileSync(moved, "");
    expect(await client.sync(fleet.slice(1), options)).toMatchObject({ ok: false, removedVehicles: 0 });
    sandbox.journal.assertCalls({ "vehicles.delete": 0 });
    rmSync(moved);
    expect(await client.sync(fleet.slice(1), options)).toMatchObject({ ok: true, removedVehicles: 1 });
    sandbox.journal.assertCalls({ "vehicles.delete": 1 });
  });

  test("does not occur if a last route responds with 404, which says nothing of a request either", async () => {
    const { supplier } = await serveBehind("caddy", () => "handle {\nrespond 404\n}");
    const { serviceRequests } = await supplier(transports[by]());
    expect(await failure(serviceRequests.get("R"), "response")).toMatchObject({ status: 404 });
    expect(await failure(serviceRequests.delete("R"), "response")).toMatchObject({ status: 404, outcome: "unknown" });
  });
});

test.each(["fetch", "undici"] as const)("a limit of Caddy for uploads arrives as 413, with %s", async (by) => {
  const { supplier } = await serveBehind("caddy", (site) =>
    routes.caddy(
      site,
      `@large header_regexp Content-Length ^[0-9]{7,}$
      handle @large {
        respond 413
      }`,
    ),
  );
  const { attachments } = (await supplier(transports[by]())).serviceRequests;
  const upload = attachments.upload("R", new File(["x".repeat(5_000_000)], "engine.jpg"));
  expect(await failure(upload, "api")).toMatchObject({ status: 413, outcome: undefined, attempts: [{ attempt: 1 }] });
});

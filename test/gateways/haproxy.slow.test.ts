import { createUndiciTransport } from "@reg/sdk/undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { draft, supplierAt } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { closedPort, httpServer } from "../support/server.js";
import { createApproved, routes, serveBehind, transports } from "./behind.js";
import { startGateway } from "./support.js";

describe.each(["fetch", "undici"] as const)("a limit of HAProxy for uploads, with %s", (by) => {
  const large = "if { req.hdr(content-length) -m int gt 1000000 }";

  test("arrives as 413 if HAProxy delays it", async () => {
    const { supplier } = await serveBehind("haproxy", (site) =>
      routes.haproxy(site, `timeout tarpit 1s\nhttp-request tarpit deny_status 413 ${large}`),
    );
    const { attachments } = (await supplier(transports[by]())).serviceRequests;
    const upload = attachments.upload("R", new File(["x".repeat(5_000_000)], "engine.jpg"));
    expect(await failure(upload, "api")).toMatchObject({ status: 413, outcome: undefined, attempts: [{ attempt: 1 }] });
  });

  test("ends an upload after one request, and the error says that a gateway may limit uploads", async () => {
    const { sandbox, gateway, supplier } = await serveBehind("haproxy", (site) =>
      routes.haproxy(site, `http-request deny deny_status 413 ${large}`),
    );
    const client = await supplier(transports[by]());
    const id = await createApproved(sandbox, client);
    const pdf = new Blob(["%PDF-1.7 ", "x".repeat(5_000_000)], { type: "application/pdf" });
    const error = await rejection(client.serviceRequests.invoice(id, { number: "2026-1", vatLines: [], pdf }));
    expect(error).toMatchObject({ invoiceId: expect.any(Number), attempts: [{ attempt: 1 }] });
    expect(String(error)).toMatch(/gateway.* (limit|size)/);
    await expect.poll(() => gateway.readRequests().filter((line) => line.startsWith("PUT"))).toHaveLength(1);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.pdf.upload": 0 });
  });
});

// HAProxy passes on the header Keep-Alive of its upstream, although it closes connections by a time of its own.
describe("the hint of an upstream how long connections are kept", () => {
  /** Makes a call, and waits until HAProxy has no connection of the client. */
  async function closeConnection(lines: string): Promise<void> {
    const { host: statistics } = new URL(await closedPort());
    const { supplier } = await serveBehind(
      "haproxy",
      (site) => `${routes.haproxy(site, lines)}
    frontend statistics
      bind ${statistics}
      stats enable
      stats uri /`,
    );
    const transport = createUndiciTransport({ keepAliveTimeout: 100 });
    onTestFinished(() => transport.close());
    const client = await supplier({ transport });
    await client.lessors.list();
    const countConnections = async () => {
      const [names = "", ...rows] = (await (await fetch(`http://${statistics}/;csv`)).text()).split("\n");
      const at = names.split(",").indexOf("scur");
      return rows.find((row) => row.startsWith("gateway,FRONTEND,"))?.split(",")[at];
    };
    await expect.poll(countConnections).toBe("0");
  }

  test("cannot lengthen keepAliveTimeout of the undici transport", async () => {
    await closeConnection("http-after-response set-header Keep-Alive timeout=600");
  });

  test("does not reach the client if HAProxy removes it", async () => {
    await closeConnection("http-after-response del-header Keep-Alive");
  });
});

test.each([
  ["its retries are those of a new configuration", ""],
  ["only reads may be sent again", "retry-on all-retryable-errors\nhttp-request disable-l7-retry unless METH_GET"],
])("HAProxy sends a create once if its upstream ends the connection and %s", async (_, lines) => {
  const upstream = await httpServer((request) => request.socket.destroy());
  const { address } = await startGateway(
    "haproxy",
    // The last part is the backend.
    (place) => `${routes.haproxy({ ...place, upstream: new URL(upstream.url).host })}\n${lines}`,
  );
  const create = supplierAt(`http://${address}`).serviceRequests.create(draft);
  expect(await failure(create, "server")).toMatchObject({ status: 502, outcome: "unknown" });
  expect(upstream.requests).toEqual(["POST /v2/servicerequests"]);
});

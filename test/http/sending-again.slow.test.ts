import { createSupplierClient } from "@reg/sdk";
import type { FaultKind } from "@reg/sdk/sandbox";
import { describe, expect, test } from "vitest";
import { canaryToken, draft, exampleRequest, supplierAt } from "../support/clients.js";
import { settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { selfSignedServer } from "../support/self-signed-server.js";
import { serveSandbox } from "../support/served-sandbox.js";
import { httpServer, tcpServer } from "../support/server.js";

describe("fault 20: a create that the sandbox may have processed is not sent again", () => {
  const failures: readonly [what: string, FaultKind, errorKind: string][] = [
    ["a connection reset", "reset", "connection"],
    ["a timeout before the headers", "stall", "timeout"],
    ["a timeout in the body", "stall-body", "timeout"],
    ["a 503", { status: 503 }, "server"],
  ];

  test.each(failures)("a create that was processed before %s", async (_, kind, error) => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier({ timeout: error === "timeout" ? 150 : 10_000 });
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, when: "after-commit", with: kind, times: Number.POSITIVE_INFINITY });
    expect(await rejection(client.serviceRequests.create(draft))).toMatchObject({
      kind: error,
      operationId: operation,
      outcome: "unknown",
      attempts: [{ attempt: 1 }],
    });
    sandbox.journal.assertCalls({ [operation]: 1 });
  });

  test("a create on a kept-alive connection that the service has reset is not sent again", async () => {
    let received = 0;
    const { url } = await tcpServer((socket) => {
      const body = JSON.stringify(exampleRequest);
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
      socket.write(`${head}\r\n\r\n${body}`);
      socket.on("data", () => {
        received += 1;
        socket.resetAndDestroy();
      });
    });
    const client = createSupplierClient({ baseUrl: url, token: canaryToken, random: () => 0 });
    await client.serviceRequests.get("R-1");
    await settle();
    expect(await failure(client.serviceRequests.create(draft), "connection")).toMatchObject({
      sent: true,
      outcome: "unknown",
      attempts: [{ attempt: 1 }],
    });
    expect(received).toBe(1);
  });

  test("but a read is retried after each of these failures", async () => {
    const { sandbox, supplier } = await serveSandbox();
    // A slow machine can exceed the timeout several times, so there are many retries.
    const client = await supplier({ timeout: 300, retry: { retries: 20 } });
    const { draft: id } = await sandbox.seed("draft");
    for (const [, kind] of failures) {
      const fault = sandbox.fail({ operation: "serviceRequests.get", with: kind });
      await client.serviceRequests.get(id);
      expect(fault.happened).toBe(1);
    }
  });
});

describe("fault 26: over real sockets, the second attempt sends the same bytes", () => {
  test("of JSON and of files", async () => {
    const received: string[] = [];
    const { url } = await httpServer((request, response) => {
      let body = `${request.method} ${request.headers["content-type"]} `;
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        received.push(body);
        response
          .writeHead(received.length % 2 === 1 ? 429 : 200, { "retry-after": "0" })
          .end(JSON.stringify(exampleRequest));
      });
    });
    const options = { baseUrl: url, token: canaryToken, random: () => 0, throttle: false } as const;
    const { serviceRequests } = createSupplierClient(options);
    await serviceRequests.overwrite("R-1", draft);
    await serviceRequests.attachments.upload("R-1", new Blob(["%PDF"], { type: "application/pdf" }));
    await serviceRequests.attachments.upload("R-1", new TextEncoder().encode("bytes"));
    expect(received).toHaveLength(6);
    for (const index of [0, 2, 4]) expect(received[index + 1]).toBe(received[index]);
    expect(received[1]).toContain(JSON.stringify(draft));
    expect(received[3]).toBe("PUT application/pdf %PDF");
    expect(received[5]).toContain("bytes");
  });
});

describe("fault 29: a TLS failure is not retried", () => {
  test("a server with a self-signed certificate does not receive the token", async () => {
    const server = await selfSignedServer();
    for (const call of [supplierAt(server.url).lessors.list(), supplierAt(server.url).serviceRequests.create(draft)]) {
      expect(await failure(call, "connection")).toMatchObject({
        code: "DEPTH_ZERO_SELF_SIGNED_CERT",
        sent: false,
        transient: false,
        outcome: undefined,
        attempts: [{ attempt: 1 }],
      });
    }
    expect(server).toMatchObject({ connections: 2, requests: 0 });
  });
});

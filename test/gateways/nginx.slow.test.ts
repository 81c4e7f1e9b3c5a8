import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { draft, supplierAt } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { httpServer, respondWithJson } from "../support/server.js";
import { createApproved, createRepair, routes, serveBehind, transports } from "./behind.js";
import { startGateway } from "./support.js";

describe.each(["fetch", "undici"] as const)("nginx with limits, with %s", (by) => {
  const limitTo = (rate: string) => `limit_req_zone $binary_remote_addr zone=calls:1m rate=${rate};`;

  test("a create that limit_req refuses with 503 is sent once, with unknown outcome, and further calls pause", async () => {
    const { sandbox, gateway, supplier } = await serveBehind(
      "nginx",
      (site) => `${limitTo("1r/m")} ${routes.nginx(site, "limit_req zone=calls;")}`,
    );
    const seen: { type: string }[] = [];
    const client = await supplier({ ...transports[by](), retry: false, on: (event) => void seen.push(event) });
    const { damageServiceRequests } = client;
    const creates = await Promise.allSettled(Array.from({ length: 5 }, () => damageServiceRequests.create(draft)));
    await expect.poll(gateway.readRequests).toHaveLength(5);
    const failed = creates.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    const refused = { status: 503, outcome: "unknown" };
    expect(failed).toMatchObject([refused, refused, refused, refused]);
    sandbox.journal.assertCalls({ "damageServiceRequests.create": 1 });
    await failure(client.lessors.list(), "server");
    expect(seen.filter(({ type }) => type === "throttle")).toHaveLength(1);
  });

  test("creates that limit_req refuses with 429 are paused and all stored once", async () => {
    const { sandbox, gateway, supplier } = await serveBehind(
      "nginx",
      (site) => `
        ${limitTo("3r/s")}
        limit_req_status 429;
        map $status $retry_after { 429 1; }
        ${routes.nginx(site, "limit_req zone=calls burst=4 nodelay; add_header Retry-After $retry_after always;")}`,
    );
    const { damageServiceRequests } = await supplier(transports[by]());
    await Promise.all(Array.from({ length: 8 }, () => damageServiceRequests.create(draft)));
    sandbox.journal.assertCalls({ "damageServiceRequests.create": 8 });
    await expect.poll(gateway.readRequests).toContain("POST /supplier/v2/damageservicerequests 429");
  });

  test("an upload above client_max_body_size is sent once, and the error says that a gateway may limit it", async () => {
    const { sandbox, gateway, supplier } = await serveBehind("nginx", (site) =>
      routes.nginx(site, "client_max_body_size 1m;"),
    );
    const client = await supplier(transports[by]());
    const id = await createApproved(sandbox, client);
    const pdf = new Blob(["%PDF-1.7 ", "x".repeat(5_000_000)], { type: "application/pdf" });
    const error = await rejection(client.serviceRequests.invoice(id, { number: "2026-1", vatLines: [], pdf }));
    expect(error).toMatchObject({ invoiceId: expect.any(Number), attempts: [{ attempt: 1 }] });
    expect(String(error)).toMatch(/gateway.* (limit|size)/);
    await expect.poll(() => gateway.readRequests().filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });
});

test("follow goes on after an HTML 404 of nginx during a deployment", async () => {
  const { sandbox, gateway, supplier } = await serveBehind("nginx", (site) =>
    routes.nginx(site, `if (-f ${site.folder}/deploying) { return 404; }`),
  );
  const client = await supplier();
  const { id } = await client.serviceRequests.createAndSubmit(createRepair());
  const stop = new AbortController();
  const approved: string[] = [];
  const errors: unknown[] = [];
  const following = client.follow({
    state: new Map<string, string>(),
    every: 1000,
    signal: stop.signal,
    on: { approved: ({ request }) => void approved.push(request.id), archived: () => void approved.push("archived") },
    onError: (error) => void errors.push(error),
  });
  const ended = rejection(following.ended);
  onTestFinished(async () => {
    stop.abort();
    expect(await ended).toBe(stop.signal.reason);
  });
  await expect.poll(() => sandbox.journal.of("damageServiceRequests.list")).not.toEqual([]);
  const deploying = join(gateway.folder, "deploying");
  writeFileSync(deploying, "");
  await expect.poll(() => errors).not.toEqual([]);
  rmSync(deploying);
  sandbox.lessor.approve(id);
  await expect.poll(() => approved).toEqual([id]);
});

test.each([
  ["decodes if proxy_pass has a path", "/", "DELETE /R/components/1"],
  ["leaves as it is if proxy_pass has none", "", "DELETE /R%2Fcomponents%2F1"],
])("an id with a slash, which nginx %s, is not sent", async (_, path, arrived) => {
  const upstream = await httpServer((_, response) => response.writeHead(204).end());
  const { address } = await startGateway("nginx", (place) => {
    return `server { listen ${place.address}; location / { proxy_pass ${upstream.url}${path}; } }`;
  });
  await fetch(`http://${address}/R%2Fcomponents%2F1`, { method: "DELETE" });
  await failure(supplierAt(`http://${address}`).serviceRequests.delete("R/components/1"), "input");
  expect(upstream.requests).toEqual([arrived]);
});

describe("nginx whose upstream ends the connection after it has read a request", () => {
  /** Serves two upstreams, of which the first one ends connections. nginx has kept one to it, which a read has used. */
  async function serve(lines = "") {
    const first = await httpServer((request, response) => {
      if (request.method === "GET") respondWithJson(request, response);
      else request.socket.destroy();
    });
    const second = await httpServer((_, response) => response.writeHead(201).end());
    const [one, two] = [first, second].map(({ url }) => new URL(url).host);
    const { address } = await startGateway(
      "nginx",
      (place) => `
        upstream sandbox { server ${one}; server ${two} backup; keepalive 1; }
        server {
          listen ${place.address};
          location / {
            proxy_pass http://sandbox;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            ${lines}
          }
        }`,
    );
    const client = supplierAt(`http://${address}`);
    await client.serviceRequests.get("R");
    const writes = () => [...first.requests, ...second.requests].filter((text) => !text.startsWith("GET"));
    return { client, writes };
  }

  test("a create is sent once", async () => {
    const { client, writes } = await serve();
    const create = client.serviceRequests.create(draft);
    expect(await failure(create, "server")).toMatchObject({ status: 502, outcome: "unknown" });
    expect(writes()).toEqual(["POST /v2/servicerequests"]);
  });

  test("an upload, which is a PUT, is sent once with proxy_next_upstream off", async () => {
    const { client, writes } = await serve("proxy_next_upstream off;");
    const upload = client.serviceRequests.attachments.upload("R", new File(["x"], "engine.jpg"));
    expect(await failure(upload, "server")).toMatchObject({ status: 502, outcome: "unknown" });
    expect(writes()).toEqual(["PUT /v2/servicerequests/R/attachments"]);
  });
});

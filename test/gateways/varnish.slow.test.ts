import { reconcile } from "@reg/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { failure } from "../support/errors.js";
import { createRepair, routes, serveBehind, transports } from "./behind.js";

interface Listed {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
}

/** A source that fails after several chunks. */
async function* failLate() {
  for (let chunk = 0; chunk < 8; chunk += 1) yield Buffer.alloc(1_000_000, "a");
  throw new Error("the disk failed");
}

describe.each(["fetch", "undici"] as const)("behind Varnish, with %s", (by) => {
  // Varnish forwards what it has received of a chunked body as if it were complete.
  test("a file whose source failed is no success, although the service has stored a part of it", async () => {
    const { sandbox, supplier } = await serveBehind("varnish");
    const { serviceRequests } = await supplier(transports[by]());
    const { attachments } = serviceRequests;
    const { id } = await serviceRequests.create({ ...createRepair(), status: "Draft" });
    const findFile = async () => {
      await expect.poll(() => sandbox.journal.of("serviceRequests.attachments.upload")).toHaveLength(1);
      return ((await attachments.list(id)) as { attachments: Listed[] }).attachments.at(0);
    };
    const upload = () => attachments.upload(id, failLate(), { fileName: "engine.jpg", contentType: "image/jpeg" });
    await expect(reconcile(upload, findFile)).rejects.toMatchObject({
      kind: "connection",
      message: expect.stringContaining("stream failed"),
      attempts: [{ attempt: 1 }],
    });
    expect(await findFile()).toMatchObject({ fileName: "engine.jpg" });
  });

  test("a file whose source failed does not reach the service if Varnish first receives it completely", async () => {
    const { sandbox, supplier } = await serveBehind("varnish", (site) =>
      routes.varnish(
        site,
        `import std;
        sub vcl_recv {
          if (req.method == "PUT" && !std.cache_req_body(20MB)) { return (synth(400)); }
        }`,
      ),
    );
    const { serviceRequests } = await supplier(transports[by]());
    const { attachments } = serviceRequests;
    const { id } = await serviceRequests.create({ ...createRepair(), status: "Draft" });
    const options = { fileName: "engine.jpg", contentType: "image/jpeg" };
    await failure(attachments.upload(id, failLate(), options), "connection");
    const stored = await attachments.upload(id, new Blob(["a photo"]), options);
    expect(await attachments.list(id)).toMatchObject({ attachments: [{ id: stored.id, size: 7 }] });
    sandbox.journal.assertCalls({ "serviceRequests.attachments.upload": 1 });
  });

  test("a path whose backend fails does not pause other calls, although Varnish asks for it", async () => {
    const { supplier } = await serveBehind("varnish", (site) =>
      routes.varnish(
        site,
        `backend down { .host = "127.0.0.1"; .port = "1"; }
        sub vcl_recv {
          if (req.url ~ "/lessors$") {
            set req.backend_hint = down;
            return (pass);
          }
        }`,
      ),
    );
    const seen: { type: string; operationId: string; error?: unknown }[] = [];
    const client = await supplier({ ...transports[by](), on: (event) => void seen.push(event) });
    const stop = new AbortController();
    const failing = client.lessors.list({ signal: stop.signal }).catch((reason: unknown) => reason);
    onTestFinished(async () => {
      stop.abort();
      await failing;
    });
    await expect
      .poll(() => seen.find(({ type }) => type === "retry"))
      .toMatchObject({
        error: { status: 503, retryAfterMs: 5000 },
      });
    await client.objectTypes.list();
    expect(seen.filter(({ type }) => type === "throttle" || type === "pause")).toEqual([]);
  });
});

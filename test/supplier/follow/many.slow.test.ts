import { statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../support/folder.js";

const count = 5000;

test("a poll of 5000 open requests without changes is one request for each list", { timeout: 120_000 }, async () => {
  const sandbox = createSandbox();
  const { invoicing: id = "" } = (await sandbox.seed("every-phase")) as Record<string, string>;
  const options = {
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    throttle: false,
  } as const;
  const { serviceRequests } = createSupplierClient({ ...options, fetch: sandbox.fetch });
  const [request, list] = [JSON.stringify(await serviceRequests.get(id)), await serviceRequests.list()];
  const item = JSON.stringify(list.serviceRequests.find((each) => each.id === id));
  const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  const items = Array.from({ length: count }, (_, index) => item.replaceAll(id, idOf(index)));
  const listText = `{"data":{"serviceRequests":[${items}],"hasMore":false}}`;
  const headers = { "content-type": "application/json" };
  const sent = { lists: 0, reads: 0 };
  const answer = async (url: string) => {
    const name = new URL(url).pathname.split("/").at(-1) ?? "";
    if (/requests$/.test(name)) sent.lists += 1;
    else sent.reads += 1;
    if (name === "servicerequests") return new Response(listText, { headers });
    if (name === "damageservicerequests") return Response.json({ data: { serviceRequests: [], hasMore: false } });
    return new Response(`{"data":${request.replaceAll(id, name)}}`, {
      headers: { "content-type": "application/json" },
    });
  };
  const state = join(temporaryFolder(), "requests.state");
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const measureHeap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const heapBefore = measureHeap();
  const handler = vi.fn();
  const stop = new AbortController();
  const following = createSupplierClient({ ...options, fetch: answer }).follow({
    state,
    every: 1000,
    signal: stop.signal,
    on: { changed: handler, created: handler },
  });
  following.ended.catch(() => {});
  const begin = performance.now();
  await vi.waitFor(() => expect(sent.reads).toBe(count), { timeout: 60_000 });
  const firstMs = performance.now() - begin;
  const before = sent.lists;
  const cpuBefore = process.cpuUsage();
  await vi.waitFor(() => expect(sent.lists).toBeGreaterThanOrEqual(before + 10), { timeout: 60_000, interval: 100 });
  const { user, system } = process.cpuUsage(cpuBefore);
  const polls = Math.floor((sent.lists - before) / 2);
  console.log(
    `first start ${Math.round(firstMs)} ms; a poll ${Math.round((user + system) / 1000 / polls)} ms of CPU time;`,
    `heap ${Math.round(measureHeap() - heapBefore)} MB; state ${(statSync(state).size / 1e6).toFixed(1)} MB;`,
    `list ${(listText.length / 1e6).toFixed(1)} MB; request ${request.length} bytes`,
  );
  expect(sent.reads).toBe(count);
  expect(handler).not.toHaveBeenCalled();
  stop.abort();
  await expect(following.ended).rejects.toBe(stop.signal.reason);
});

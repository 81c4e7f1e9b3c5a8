import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FollowedEvent, NotificationEvent } from "@reg/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventTypes } from "../../src/domain/events.js";
import { fleetResources } from "../../src/lessor/sync/types.js";
import { FleetService, vehicle } from "../lessor/sync/support.js";
import { exampleRequest, supplierOver } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { empty, fakeFetch, json } from "../support/fetch.js";
import { temporaryFolder } from "../support/folder.js";

// Version 0.1.0 wrote `sync.state` and `follow.state` in the folder `saved`, the next one `follow-2.state`. They stay as
// they are: later versions read the states of earlier ones (docs/support.md). A change that breaks these tests would send
// whole fleets again, or repeat or lose events. Before 1.0, the state of `follow` has changed once.

/** Returns the path of a copy of a file in the folder `saved`. */
async function copySaved(name: string): Promise<string> {
  const path = join(temporaryFolder(), name);
  await copyFile(fileURLToPath(new URL(`saved/${name}`, import.meta.url)), path);
  return path;
}

test("a fleet sync knows what version 0.1.0 has sent, removed and found in another spelling", async () => {
  const lists: readonly string[] = ["mileages", "routings", "purchasedTires"];
  const bodies = fleetResources.map((name) => [name, lists.includes(name) ? [{ value: 1 }] : { value: 1 }]);
  const complete = { licensePlate: "AB-1", ...Object.fromEntries(bodies) };
  const source = [complete, vehicle("AB-2", 2), { licensePlate: "AB-3", remove: true }, vehicle("AB5")];
  const state = await copySaved("sync.state");
  const service = new FleetService();
  for (const licensePlate of ["AB-1", "AB-2", "AB-4"]) service.held.set(licensePlate, {});
  const ofOtherSource = service.settled(service.client().sync(source, { state, sourceName: "crm" }));
  expect(await failure(ofOtherSource, "state")).toMatchObject({ reason: "version" });
  const options = { state, sourceName: "erp", removeMissing: true, maxRemovals: 1 };
  const { requests } = await service.sync(source, options);
  // AB-4 is missing, AB-3 was removed, and AB-5 became AB5, of which nothing is confirmed.
  expect(requests.sort()).toEqual(["DELETE AB-4", "PUT AB-2/mileages", "PUT AB5", "PUT AB5/mileages"]);
  expect((await service.sync(source, options)).requests).toEqual([]);
});

test("follow rejects the state of version 0.1.0, in a file or a store, and leaves it as it is", async () => {
  const path = await copySaved("follow.state");
  const text = await readFile(path, "utf8");
  const supplier = supplierOver(fakeFetch(() => expect.unreachable()));
  const ofFile = supplier.follow({ state: path, on: {} }).ended;
  expect(await failure(ofFile, "state")).toMatchObject({
    reason: "version",
    message: expect.stringMatching(/another version of the package; use that one, or delete it to begin anew/),
  });
  expect(await readFile(path, "utf8")).toBe(text);
  const entry = (key: string) => `reg-follow:baseUrl=https%3A%2F%2Freg.example&entry=${encodeURIComponent(key)}`;
  const store = new Map([
    [entry("begun/damage"), "true"],
    [entry("damage/unread"), '{"fingerprint":""}'],
  ]);
  const before = [...store];
  const ofStore = supplier.follow({ state: store, on: {} }).ended;
  expect(await failure(ofStore, "state")).toMatchObject({
    reason: "version",
    message: expect.stringMatching(/another version of the package/),
  });
  expect([...store]).toEqual(before);
});

test("follow continues where the version with an index was killed", async () => {
  const statuses = { old: "Draft", unread: "Approved", handled: "Approved", failed: "Draft", interrupted: "Approved" };
  const requests = Object.entries(statuses).map(([id, status]) => ({ ...exampleRequest, id, status }));
  const read: string[] = [];
  const service = fakeFetch((sent) => {
    const [, , path, id] = sent.url.pathname.split("/");
    if (path === "lessors")
      return json({ notifications: ["First", "Second", "Third"].map((title) => ({ title })) })(sent);
    if (path === "damageservicerequests") return json({ serviceRequests: [], hasMore: false })(sent);
    if (id === undefined)
      return json({
        serviceRequests: requests.map(({ id, status }) => ({ id, status, supplierId: 4711 })),
        hasMore: false,
      })(sent);
    read.push(id);
    const request = requests.find((each) => each.id === id);
    return request === undefined ? empty(404)(sent) : json(request)(sent);
  });
  const handled = new Map<string, string>();
  const handle = (event: FollowedEvent) => void handled.set(`${event.request.id} ${event.type}`, event.id);
  const notification = (event: NotificationEvent) => void handled.set(JSON.stringify(event.notification), event.id);
  const stop = new AbortController();
  const following = supplierOver(service).follow({
    state: await copySaved("follow-2.state"),
    on: { ...Object.fromEntries(eventTypes.map((type) => [type, handle])), notification },
    signal: stop.signal,
  });
  onTestFinished(async () => {
    stop.abort();
    await following.ended.catch(() => {});
  });
  await vi.waitFor(() => expect([handled.size, read.length]).toEqual([5, 3]), 4000);
  // What it had not handled has the same id as before.
  expect(Object.fromEntries(handled)).toEqual({
    "interrupted approved": "7ddddb8c-034b-4792-8b12-6a2d45b5c96a-1",
    '{"title":"Third"}': "0a93d351-f18e-4f59-b8a5-186b5c410c49",
    // It was listed as ApprovalRequested when the state was new.
    "unread approved": expect.any(String),
    "handled submitted": expect.any(String),
    "handled approved": expect.any(String),
  });
  expect(new Set(read)).toEqual(new Set(["unread", "handled", "interrupted"]));
  const id = "589e3844-d1de-41fb-91ff-0a5543fc803d-0";
  expect(following.setAside()).toMatchObject([{ event: { id, type: "created" }, error: "no printer" }]);
  expect(following.giveBack(id)).toBe(true);
  await vi.waitFor(() => expect(handled.get("failed created")).toBe(id), 4000);
});

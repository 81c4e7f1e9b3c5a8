import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { fleetResources } from "../../src/lessor/sync/types.js";
import { eventTypes } from "../../src/supplier/follow/events.js";
import type { FollowedEvent, NotificationEvent } from "../../src/supplier/follow/types.js";
import { FleetService, vehicle } from "../lessor/sync/support.js";
import { exampleRequest, supplierOver } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { empty, fakeFetch, json } from "../support/fetch.js";
import { temporaryFolder } from "../support/folder.js";

// Version 0.1.0 wrote the files in the folder `saved`. They stay as they are: later versions read the states of earlier
// ones (docs/support.md). A change that breaks these tests would send whole fleets again, or repeat or lose events.

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

test("follow continues where version 0.1.0 was killed", async () => {
  const statuses = { old: "Draft", unread: "Approved", handled: "Approved", failed: "Draft", interrupted: "Approved" };
  const requests = Object.entries(statuses).map(([id, status]) => ({ ...exampleRequest, id, status }));
  const read: string[] = [];
  const service = fakeFetch((sent) => {
    const [, , path, id] = sent.url.pathname.split("/");
    if (path === "lessors")
      return json({ notifications: ["First", "Second", "Third"].map((title) => ({ title })) })(sent);
    if (path === "damageservicerequests") return json({ serviceRequests: [], hasMore: false })(sent);
    if (id === undefined)
      return json({ serviceRequests: requests.map(({ id, status }) => ({ id, status })), hasMore: false })(sent);
    read.push(id);
    const request = requests.find((each) => each.id === id);
    return request === undefined ? empty(404)(sent) : json(request)(sent);
  });
  const handled = new Map<string, string>();
  const handle = (event: FollowedEvent) => void handled.set(`${event.request.id} ${event.type}`, event.id);
  const notification = (event: NotificationEvent) => void handled.set(JSON.stringify(event.notification), event.id);
  const stop = new AbortController();
  const following = supplierOver(service).follow({
    state: await copySaved("follow.state"),
    on: { ...Object.fromEntries(eventTypes.map((type) => [type, handle])), notification },
    signal: stop.signal,
  });
  onTestFinished(async () => {
    stop.abort();
    await following.ended.catch(() => {});
  });
  await vi.waitFor(() => expect([handled.size, read.length]).toEqual([4, 2]), 4000);
  // What it had not handled has the same id as before.
  expect(Object.fromEntries(handled)).toEqual({
    "interrupted approved": "3d7906c8-744d-418e-a33f-7e5cd8f93071-1",
    '{"title":"Third"}': "45c33ced-5544-4aa6-926f-12abdcda9018",
    "handled submitted": expect.any(String),
    "handled approved": expect.any(String),
  });
  expect(new Set(read)).toEqual(new Set(["unread", "handled"]));
  const id = "390c1154-3adf-44d8-adcd-9c455fbd5a64-0";
  expect(following.setAside()).toMatchObject([{ event: { id, type: "created" }, error: "no printer" }]);
  expect(following.giveBack(id)).toBe(true);
  await vi.waitFor(() => expect(handled.get("failed created")).toBe(id), 4000);
});

import { afterEach, expect, it, vi } from "vitest";
import { systemClock } from "../../../src/http/clock.js";
import { Activity } from "../../../src/sandbox/clock.js";
import { SandboxDefect } from "../../../src/sandbox/index.js";
import { RequestRecord } from "../../../src/sandbox/journal/recorder.js";
import { JournalStore } from "../../../src/sandbox/journal/store.js";
import { findRoute } from "../../../src/sandbox/server/router.js";
import { open, repair } from "../support.js";

const fail = () => {
  throw new Error("a mistake");
};

/** Opens a sandbox that collects its defects. `call` sends a request to it. */
async function start() {
  const reported: unknown[] = [];
  const { sandbox, supplier } = await open({ onDefect: (defect) => reported.push(defect) });
  const begin = vi.spyOn(Activity.prototype, "begin");
  const call = () => sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
  return { sandbox, supplier, reported, begin, call };
}

afterEach(() => vi.restoreAllMocks());

it("adds an entry with the basic fields if the content of the request cannot be recorded", async () => {
  const store = new JournalStore(10);
  const url = new URL("https://localhost/supplier/v2/lessor/7");
  const record = new RequestRecord({ store, clock: systemClock, check: fail }, new Request(url));
  record.details.route = findRoute("GET", url);
  await record.end(new SandboxDefect("lessors.get", "it failed"));
  expect(store.entries).toMatchObject([
    { number: 1, operationId: "lessors.get", status: "defect", params: {}, query: {}, body: "[unreadable]" },
  ]);
});

it("adds no second entry if the request fails after the first", async () => {
  const { sandbox, reported, call } = await start();
  const { end } = RequestRecord.prototype;
  vi.spyOn(RequestRecord.prototype, "end").mockImplementationOnce(async function (
    this: RequestRecord,
    outcome,
  ) {
    await end.call(this, outcome);
    return fail();
  });
  await expect(call()).rejects.toThrow(SandboxDefect);
  expect(sandbox.journal.entries).toMatchObject([{ number: 1, status: 401 }]);
  expect(reported).toHaveLength(1);
});

it("ends a request for the clock even if it cannot be recorded", async () => {
  const { begin, call } = await start();
  const end = vi.fn();
  begin.mockReturnValue(end);
  vi.spyOn(JournalStore.prototype, "nextNumber").mockImplementation(fail);
  await expect(call()).rejects.toThrow("a mistake");
  expect(end).toHaveBeenCalledOnce();
});

it("compares files byte by byte, even if they contain deeply nested JSON", async () => {
  const { sandbox, supplier } = await start();
  const { id } = await supplier.serviceRequests.create(repair());
  const upload = (text: string) =>
    supplier.serviceRequests.attachments.upload(id, new Blob([text], { type: "application/pdf" }));
  await upload(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
  await upload('{"a":1,"b":2}');
  await upload('{"b":2,"a":1}');
  expect(sandbox.journal.of("serviceRequests.attachments.upload")).toHaveLength(3);
  sandbox.journal.assertNoDuplicateCreates();
});

import { afterEach, expect, it, vi } from "vitest";
import { Activity } from "../../../src/sandbox/clock.js";
import { SandboxDefect } from "../../../src/sandbox/index.js";
import { RequestRecord } from "../../../src/sandbox/journal/recorder.js";
import * as body from "../../../src/sandbox/journal/redact.js";
import { JournalStore } from "../../../src/sandbox/journal/store.js";
import { open, repair } from "../support.js";

const fail = () => {
  throw new Error("a mistake");
};

/** A sandbox that tells of its defects, and a request to it. */
async function start() {
  const reported: unknown[] = [];
  const { sandbox, supplier } = await open({ onDefect: (defect) => reported.push(defect) });
  const begin = vi.spyOn(Activity.prototype, "begin");
  const call = () => sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
  return { sandbox, supplier, reported, begin, call };
}

vi.mock(import("../../../src/sandbox/journal/redact.js"), { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetAllMocks();
});

it("adds one entry and reports the defect even if the recording fails", async () => {
  const { sandbox, reported, call } = await start();
  vi.mocked(body.recordedBody).mockImplementation(fail);
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SandboxDefect);
  expect(reported).toEqual([error]);
  expect(sandbox.journal.entries).toMatchObject([
    { number: 1, operationId: "lessors.list", status: "defect", params: {}, body: "[unreadable]" },
  ]);
  expect(sandbox.journal.toJSON().requests).toBe(1);
});

it("adds no second entry if the request fails after the first", async () => {
  const { sandbox, reported, call } = await start();
  const { responded } = RequestRecord.prototype;
  vi.spyOn(RequestRecord.prototype, "responded").mockImplementation(async function (
    this: RequestRecord,
    response,
  ) {
    await responded.call(this, response);
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

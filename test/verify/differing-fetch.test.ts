import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lessorOperations } from "../../src/generated/lessor/operations.js";
import { supplierOperations } from "../../src/generated/supplier/operations.js";
import type { SandboxSnapshot } from "../../src/sandbox/index.js";
import { createDifferingFetch, groupCompatible } from "./differing-fetch.js";
import { planted } from "./planted.js";
import { planReads, planRefusedReads, planWrites, runCalls } from "./read-all.js";
import { clientsOver, type FilledService, openFilledService } from "./service.js";

let service: FilledService;
let filled: SandboxSnapshot;

beforeAll(async () => {
  service = await openFilledService();
  filled = service.sandbox.snapshot();
});
beforeEach(() => service.sandbox.restore(filled));

const planAll = ({ ids }: FilledService) => [...planReads(ids), ...planRefusedReads(ids), ...planWrites(ids)];

describe("the filled service", () => {
  it("responds with content to a read of every readable operation of both APIs", async () => {
    const reads = planReads(service.ids);
    expect(await runCalls(reads, clientsOver(service))).toEqual([]);
    const readable = [...Object.values(supplierOperations), ...Object.values(lessorOperations)]
      .filter(({ method }) => method === "GET")
      .map(({ id }) => id);
    expect(reads.map(({ operationId }) => operationId)).toEqual(readable);
  });

  it("refuses each read of what does not exist, and accepts each write", async () => {
    const refused = planRefusedReads(service.ids);
    const rejected = await runCalls(refused, clientsOver(service));
    expect(rejected).toHaveLength(refused.length);
    expect(await runCalls(planWrites(service.ids), clientsOver(service))).toEqual([]);
  });
});

describe("the planted differences", () => {
  it("are at least 30, and each has an id of its own", () => {
    const ids = planted.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(planted.filter(({ expected }) => expected.length > 0).length).toBeGreaterThanOrEqual(30);
  });

  it("can be planted together, in as many runs as exclude each other", async () => {
    const groups = groupCompatible(planted);
    expect(groups.length).toBeLessThanOrEqual(4);
    for (const group of groups) {
      service.sandbox.restore(filled);
      const fetch = createDifferingFetch(service.sandbox.fetch, group);
      await runCalls(planAll(service), clientsOver(service, fetch));
      expect([...fetch.shown].sort()).toEqual(group.map(({ id }) => id).sort());
    }
  });

  it("include files that are accepted in a form only", async () => {
    const fetch = createDifferingFetch(
      service.sandbox.fetch,
      planted.filter(({ id }) => id === "multipart-only"),
    );
    const upload = async (uploadEncoding: "binary" | "multipart") => {
      const { serviceRequests } = clientsOver(service, fetch, { uploadEncoding }).supplier;
      await serviceRequests.attachments.upload(service.ids.draft, new Blob(["photo"]));
    };
    await expect(upload("binary")).rejects.toMatchObject({ status: 415 });
    await upload("multipart");
  });
});

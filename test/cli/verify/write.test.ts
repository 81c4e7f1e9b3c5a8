import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/http/options.js";
import type { SandboxSnapshot } from "../../../src/sandbox/index.js";
import { clientsOver, type FilledService, openFilledService } from "../../verify/service.js";
import { runOver, supplierSettings } from "./support.js";

let service: FilledService;
let filled: SandboxSnapshot;

beforeAll(async () => {
  service = await openFilledService();
  filled = service.sandbox.snapshot();
});
beforeEach(() => service.sandbox.restore(filled));

const plate = "DE-456-F-not-used";

/** A vehicle of the sandbox without an open request. */
const freePlate = "ST-678-V";

const writing = { write: true, licensePlates: [freePlate] };

const listIds = async () => {
  const { serviceRequests } = await clientsOver(service).supplier.serviceRequests.list();
  return serviceRequests.map(({ id }) => id);
};

const lastLine = (notes: string) => notes.trimEnd().split("\n").at(-1);

describe("a run with --write", () => {
  it("tries the encodings of uploads and the partial VIN in a draft, and deletes the draft", async () => {
    const before = await listIds();
    const { report, failure, notes } = await runOver(service, supplierSettings(service), { settings: writing });
    expect(failure).toBe(undefined);
    expect(await listIds()).toEqual(before);
    const verdicts = new Map(report.assumptions.map(({ id, verdict, evidence }) => [id, { verdict, evidence }]));
    expect(verdicts.get("serviceRequests.attachments.upload.input")).toEqual({
      verdict: "confirmed",
      evidence: "binary: accepted and stored unchanged; multipart: accepted and stored unchanged",
    });
    expect(verdicts.get("requests.partial-vin")).toMatchObject({ verdict: "confirmed" });
    expect(verdicts.get("serviceRequests.create.location.201")).toMatchObject({ verdict: "confirmed" });
    expect(verdicts.get("serviceRequests.delete.status.204")).toMatchObject({ verdict: "confirmed" });
    expect(lastLine(notes)).toMatch(/^reg: deleted the draft [0-9a-f-]{36}$/);
    expect(report.requests).toBeLessThanOrEqual(60);
  });
});
void plate;

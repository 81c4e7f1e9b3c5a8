import type { Fetch } from "@reg/sdk";
import type { Fault, SandboxSnapshot } from "@reg/sdk/sandbox";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { rentalLine } from "../../sandbox/support.js";
import { clientsOver, type FilledService, openFilledService } from "./service.js";
import { type GivenRun, runOver, supplierSettings } from "./support.js";

let service: FilledService;
let filled: SandboxSnapshot;

beforeAll(async () => {
  service = await openFilledService();
  filled = service.sandbox.snapshot();
});
beforeEach(() => service.sandbox.restore(filled));

/** A vehicle of the sandbox without an open request. */
const freePlate = "ST-678-V";

/** Runs with few reads and with --write. */
const runWriting = (given: GivenRun = {}) =>
  runOver(service, supplierSettings(service), {
    ...given,
    settings: { write: true, licensePlates: [freePlate], maxRequests: 12, ...given.settings },
  });

/** The drafts for the vehicle. */
const listDrafts = async () => {
  const { serviceRequests } = await clientsOver(service).supplier.serviceRequests.list({
    licensePlate: freePlate,
  });
  return serviceRequests;
};

/** Creates a draft as an earlier run, or a user, has left it. */
const leaveDraft = async (workOrderNumber: string) => {
  const { id } = await clientsOver(service).supplier.serviceRequests.create({
    status: "Draft",
    vehicle: { licensePlate: freePlate },
    appointment: { workOrderNumber },
    components: [rentalLine()],
  });
  return id;
};

const lastLine = (notes: string) => notes.trimEnd().split("\n").at(-1) ?? "";

/** A fetch that calls a function before each request that comes with or after the creation of the draft. */
function fromCreation(intervene: (count: number, send: () => Promise<Response>) => Promise<Response>): Fetch {
  let count = 0;
  return (url, init) => {
    const send = () => service.sandbox.fetch(url, init);
    const isCreation = init.method === "POST";
    if (!isCreation && count === 0) return send();
    count += 1;
    return intervene(count, send);
  };
}

/** A fetch over which the service never deletes anything. */
const respondToDeletion =
  (status: number): Fetch =>
  async (url, init) =>
    init.method === "DELETE" ? new Response(null, { status }) : service.sandbox.fetch(url, init);

const failOnce = (fault: Omit<Fault, "times">) => service.sandbox.fail({ times: 1, ...fault } as Fault);

const findVerdict = (report: Awaited<ReturnType<typeof runOver>>["report"], id: string) => {
  const { verdict, evidence } = report.assumptions.find((each) => each.id === id) ?? {};
  return { verdict, evidence };
};

/** The requests of the writing part: create and read, two uploads and a patch with their reads, delete. */
const writes = 9;

describe("a run with --write", () => {
  it("tries the encodings of uploads and the partial VIN in a draft, and deletes the draft", async () => {
    const { report, failure, notes } = await runWriting({ settings: { maxRequests: 60 } });
    expect([failure, await listDrafts()]).toEqual([undefined, []]);
    expect(findVerdict(report, "serviceRequests.attachments.upload.input")).toEqual({
      verdict: "confirmed",
      evidence: "binary: accepted and stored unchanged; multipart: accepted and stored unchanged",
    });
    for (const id of ["requests.partial-vin", "serviceRequests.create.location.201"])
      expect(findVerdict(report, id)).toMatchObject({ verdict: "confirmed" });
    expect(findVerdict(report, "serviceRequests.delete.status.204")).toMatchObject({ verdict: "confirmed" });
    expect(lastLine(notes)).toMatch(/^reg: deleted the draft [0-9a-f-]{36}$/);
    expect(report.requests).toBeLessThanOrEqual(60);
    const reads = Object.values(supplierOperations).filter(({ method }) => method === "GET");
    for (const { id } of reads) expect(report.operations[id]).toHaveProperty("200");
  });

  it("shows that files are accepted in a form only", async () => {
    const formsOnly: Fetch = async (url, init) => {
      const isRaw = init.method === "PUT" && !(init.body instanceof FormData);
      return isRaw ? new Response(null, { status: 415 }) : service.sandbox.fetch(url, init);
    };
    const { report } = await runWriting({ fetch: formsOnly });
    expect(findVerdict(report, "serviceRequests.attachments.upload.input")).toEqual({
      verdict: "refuted",
      evidence: "multipart: accepted and stored unchanged; raw: status 415",
    });
  });

  it("does not report that its own try of a second encoding fails", async () => {
    const rawOnly: Fetch = async (url, init) => {
      const isForm = init.method === "PUT" && init.body instanceof FormData;
      return isForm ? new Response(null, { status: 415 }) : service.sandbox.fetch(url, init);
    };
    const { report } = await runWriting({ fetch: rawOnly, settings: { maxRequests: 60 } });
    expect([report.differences, report.withoutSuccess]).toEqual([[], []]);
    expect(findVerdict(report, "serviceRequests.attachments.upload.input").evidence).toContain("multipart: status 415");
  });

  it("reports once that a file is not accepted as documented", async () => {
    const formsOnly: Fetch = async (url, init) => {
      const isRaw = init.method === "PUT" && !(init.body instanceof FormData);
      return isRaw ? new Response(null, { status: 415 }) : service.sandbox.fetch(url, init);
    };
    const { report } = await runWriting({ fetch: formsOnly, settings: { maxRequests: 60 } });
    expect(report.differences).toMatchObject([
      { operationId: "serviceRequests.attachments.upload", kind: "status", found: "415" },
    ]);
    expect(report.withoutSuccess).toEqual([]);
  });

  it("shows nothing of how files are accepted if neither way works", async () => {
    const refusing: Fetch = async (url, init) =>
      init.method === "PUT" ? new Response(null, { status: 415 }) : service.sandbox.fetch(url, init);
    const { report } = await runWriting({ fetch: refusing });
    expect(findVerdict(report, "serviceRequests.attachments.upload.input")).toEqual({
      verdict: "not-seen",
      evidence: "an upload that works (raw: status 415; multipart: status 415)",
    });
  });

  it("shows that a file in a form is stored with the boundaries of the form", async () => {
    const rawOnly: Fetch = async (url, init) => {
      if (!(init.body instanceof FormData)) return service.sandbox.fetch(url, init);
      const body = await new Response(init.body).text();
      const headers = { ...(init.headers as Record<string, string>), "content-type": "text/plain" };
      return service.sandbox.fetch(url, { ...init, body, headers });
    };
    const { report } = await runWriting({ fetch: rawOnly });
    expect(findVerdict(report, "serviceRequests.attachments.upload.input").evidence).toBe(
      "binary: accepted and stored unchanged; multipart: accepted, but stored changed",
    );
  });

  it("shows that the partial VIN is a field beside the vehicle", async () => {
    const beside: Fetch = async (url, init) => {
      if (init.method !== "PATCH") return service.sandbox.fetch(url, init);
      const { partialVin, vehicle } = JSON.parse(String(init.body));
      if (vehicle !== undefined) return new Response(null, { status: 400 });
      return service.sandbox.fetch(url, { ...init, body: JSON.stringify({ vehicle: { partialVin } }) });
    };
    const { report } = await runWriting({ fetch: beside });
    expect(findVerdict(report, "requests.partial-vin")).toEqual({
      verdict: "refuted",
      evidence: "as a field beside vehicle; inside it: status 400",
    });
  });

  it.each(Array.from({ length: writes - 1 }, (_, index) => index + 1))(
    "deletes the draft if it is interrupted during its request %i",
    async (at) => {
      const stop = new AbortController();
      const fetch = fromCreation(async (count, send) => {
        if (count === at) stop.abort();
        return send();
      });
      const { notes, failure } = await runWriting({ fetch, signal: stop.signal });
      expect(await listDrafts()).toEqual([]);
      expect(lastLine(notes)).toMatch(/^reg: deleted the draft /);
      expect(failure).toContain("interrupted");
    },
  );

  it.each(
    Array.from({ length: writes }, (_, index) => index + 1).flatMap((at) => [
      { at, moment: "before" },
      { at, moment: "after" },
    ]),
  )(
    "names in its last line what is left behind if it is killed $moment the service has processed request $at",
    async ({ at, moment }) => {
      const lines: string[] = [];
      const killed = new Promise<void>((resolve) => {
        const fetch = fromCreation(async (count, send) => {
          if (count !== at) return send();
          if (moment === "after") await send();
          resolve();
          return new Promise<never>(() => {});
        });
        void runWriting({ fetch, note: (line) => lines.push(line) });
      });
      await killed;
      const drafts = await listDrafts();
      expect(drafts.length).toBe(at === 1 && moment === "before" ? 0 : at === writes && moment === "after" ? 0 : 1);
      for (const { id, workOrderNumber = "" } of drafts)
        expect([id, workOrderNumber].some((name) => lines.at(-1)?.includes(name))).toBe(true);
      expect(lines.at(-1)).toContain("if this is the last line");
    },
  );

  it("creates nothing if it is interrupted while it looks for drafts of earlier runs", async () => {
    const stop = new AbortController();
    const methods: (string | undefined)[] = [];
    const fetch: Fetch = async (url, init) => {
      methods.push(init.method);
      if (url.includes(`licensePlate=${freePlate}`)) stop.abort();
      return service.sandbox.fetch(url, init);
    };
    const { failure, notes } = await runWriting({ fetch, signal: stop.signal });
    expect([new Set(methods), failure]).toEqual([new Set(["GET"]), expect.stringContaining("interrupted")]);
    expect(notes).not.toContain("creating a draft");
  });

  it("finds the draft and deletes it if the response to its creation was lost", async () => {
    failOnce({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    const { notes, failure } = await runWriting();
    expect([await listDrafts(), failure]).toEqual([[], undefined]);
    expect(notes).toContain("reg: created the draft ");
  });

  it("deletes no other request for the vehicle if the response to the creation was lost", async () => {
    const id = await leaveDraft("RV-1");
    failOnce({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    await runWriting();
    expect((await listDrafts()).map((each) => each.id)).toEqual([id]);
  });

  it("finds the draft and deletes it if the service responds with 409 after it has created it", async () => {
    failOnce({ operation: "serviceRequests.create", when: "after-commit", with: { status: 409 } });
    const { notes, failure } = await runWriting();
    expect([await listDrafts(), failure]).toEqual([[], undefined]);
    expect(lastLine(notes)).toMatch(/^reg: deleted the draft [0-9a-f-]{36}$/);
  });

  it.each([
    ["cannot be read", () => new Response(null, { status: 500 })],
    ["has more entries", () => Response.json({ serviceRequests: [], hasMore: true })],
  ])("names the work order number after a 409 to the creation if the list %s", async (_, list) => {
    const fetch = fromCreation(async (count, send) => {
      const response = await send();
      return count > 1 ? list() : new Response(null, { status: 409, headers: response.headers });
    });
    const { failure, notes } = await runWriting({ fetch });
    const [draft] = await listDrafts();
    const text = `the draft service request with the work order number ${draft?.workOrderNumber} may be left behind: delete it.`;
    expect([failure, lastLine(notes)]).toEqual([text, `reg: ${text}`]);
  });

  it("names a draft of an earlier run with a command that deletes it, and does not delete it", async () => {
    const id = await leaveDraft("reg-verify-0a1b2c3d");
    const { failure, notes } = await runWriting();
    expect(failure).toBeUndefined();
    expect(notes).toContain(`reg: an earlier run has left the draft service request ${id}, which stays.`);
    expect(notes).toContain(
      `\n  echo "Authorization: Bearer $REG_TOKEN" | curl -X DELETE -H @- "$REG_BASE_URL/v2/servicerequests/${id}"\n`,
    );
    expect((await listDrafts()).map((each) => each.id)).toEqual([id]);
  });

  it("prints an id with line breaks and control characters as a part of its line", async () => {
    const id = "\u2028reg: deleted the draft\u009b";
    const segment = encodeURIComponent(id);
    let own = "";
    const fetch: Fetch = async (url, init) => {
      const response = await service.sandbox.fetch(url.replace(segment, own), init);
      if (init.method !== "POST" || own !== "") return response;
      own = response.headers.get("location")?.split("/").at(-1) ?? "";
      return new Response(null, { status: 201, headers: { location: `/v2/servicerequests/${segment}` } });
    };
    const { failure, notes } = await runWriting({ fetch });
    expect(failure).toBeUndefined();
    expect(notes).toContain("reg: created the draft  reg: deleted the draft\\u009b; if this is the last line");
    expect(notes).toContain("reg: deleted the draft  reg: deleted the draft\\u009b\n");
    expect(notes).not.toMatch(/^reg: deleted the draft[^ ]/m);
  });

  it("says of a rejected creation that there is a draft of an earlier run", async () => {
    await leaveDraft("reg-verify-0a1b2c3d");
    failOnce({ operation: "serviceRequests.create", with: { status: 400 } });
    const { failure } = await runWriting();
    expect(failure).toMatch(/^no draft was created .* A line above names a draft of an earlier run\.$/);
  });

  it("names no other request for the vehicle as a draft of an earlier run", async () => {
    const id = await leaveDraft("RV-reg-verify-1");
    const { notes } = await runWriting();
    expect(notes).not.toContain(id);
    expect(notes).not.toContain("earlier run");
  });

  it("names the work order number if the draft cannot be found after a lost response", async () => {
    const fetch = fromCreation(async (count, send) => {
      if (count > 1) return new Response(null, { status: 500 });
      await send();
      throw new TypeError("fetch failed");
    });
    const { failure, notes } = await runWriting({ fetch });
    const [draft] = await listDrafts();
    const text = `the draft service request with the work order number ${draft?.workOrderNumber} may be left behind: delete it.`;
    expect([failure, lastLine(notes)]).toEqual([text, `reg: ${text}`]);
  });

  it("names a draft that is still there although the service responded with 404 to its deletion", async () => {
    const { failure, notes } = await runWriting({ fetch: respondToDeletion(404) });
    const [draft] = await listDrafts();
    const text = `the draft service request ${draft?.id} may be left behind: delete it.`;
    expect([failure, lastLine(notes)]).toEqual([text, `reg: ${text}`]);
  });

  it("neither changes nor deletes another request whose address is in the response to the creation", async () => {
    const changed: string[] = [];
    const fetch: Fetch = async (url, init) => {
      const response = await service.sandbox.fetch(url, init);
      if (init.method !== "POST" && init.method !== "GET" && url.includes(service.ids.draft))
        changed.push(`${init.method} ${url}`);
      if (init.method !== "POST") return response;
      const location = `${service.sandbox.supplier.baseUrl}/v2/servicerequests/${service.ids.draft}`;
      return new Response(null, { status: 201, headers: { location } });
    };
    const { failure } = await runWriting({ fetch });
    expect([changed, await listDrafts(), failure]).toEqual([[], [], undefined]);
  });

  /** Changes the work order number of each body, as a service that stores it in another form. */
  const changeNumber =
    (change: (number: string) => unknown): Fetch =>
    async (url, init) => {
      const response = await service.sandbox.fetch(url, init);
      const text = await response.text();
      const changed = text.replaceAll(/"(reg-verify-[0-9a-f]{8})"/g, (_, number) => JSON.stringify(change(number)));
      const body = response.status === 204 ? null : changed;
      return new Response(body, { status: response.status, headers: response.headers });
    };

  it.each<[string, (number: string) => unknown]>([
    ["in capitals", (number) => number.toUpperCase()],
    ["filled up", (number) => number.padEnd(30)],
    ["with a prefix", (number) => `WO-${number}`],
  ])("deletes the draft of a service that stores the work order number %s", async (_, change) => {
    const { failure } = await runWriting({ fetch: changeNumber(change) });
    expect([await listDrafts(), failure]).toEqual([[], undefined]);
  });

  it.each<[string, (number: string) => unknown]>([
    ["null", () => null],
    ["a number", () => 4711],
    ["cut", (number) => number.slice(0, 12)],
  ])("names the id that it received if the work order number of the draft is %s", async (_, change) => {
    const lines: string[] = [];
    const fetch = changeNumber(change);
    const { failure } = await runWriting({ fetch, note: (line) => lines.push(line) });
    const [draft] = await listDrafts();
    expect(failure).toContain(`the service request ${draft?.id}, whose id the service has sent, does not show`);
    expect(lines.at(-1)).toContain(draft?.id);
  });

  it("names the id that it received in a body that the client cannot read", async () => {
    const fetch: Fetch = async (url, init) => {
      if (init.method !== "POST") return changeNumber(() => null)(url, init);
      const { id } = (await (await service.sandbox.fetch(url, init)).json()) as { id: string };
      return Response.json({ Id: id }, { status: 201 });
    };
    const { failure } = await runWriting({ fetch });
    expect(failure).toContain((await listDrafts())[0]?.id);
  });

  it.each([
    ["is left behind if the list has it", false],
    ["is gone if the list does not have it", true],
  ])("does not take the web page of a gateway as a proof: a draft %s", async (_, isDeleted) => {
    let wantsDeletion = false;
    const fetch: Fetch = async (url, init) => {
      if (init.method === "DELETE") wantsDeletion = true;
      const isOfDraft = /servicerequests\/[^/]+$/.test(new URL(url).pathname);
      if (init.method === "DELETE" && isDeleted) return service.sandbox.fetch(url, init);
      return wantsDeletion && isOfDraft
        ? new Response("<html></html>", { status: 404, headers: { "content-type": "text/html" } })
        : service.sandbox.fetch(url, init);
    };
    const { failure } = await runWriting({ fetch });
    const drafts = await listDrafts();
    expect(drafts.length).toBe(isDeleted ? 0 : 1);
    expect(failure).toBe(
      isDeleted ? undefined : `the draft service request ${drafts[0]?.id} may be left behind: delete it.`,
    );
  });

  it("says in the plan how many requests the deletion can add to the limit", async () => {
    const { notes, report } = await runWriting({ fetch: respondToDeletion(503) });
    expect(notes).toContain("it sends up to 24 requests more");
    expect(report.requests).toBeGreaterThan(12);
    expect(report.requests).toBeLessThanOrEqual(12 + 24);
  });

  it("repeats the deletion, also beyond the limit of requests", async () => {
    const fault = service.sandbox.fail({
      operation: "serviceRequests.delete",
      times: 3,
      with: { status: 503 },
    });
    const { failure } = await runWriting();
    expect([fault.happened, await listDrafts(), failure]).toEqual([3, [], undefined]);
  });

  it("has nothing left to delete if the draft is gone", async () => {
    failOnce({ operation: "serviceRequests.delete", when: "after-commit", with: "reset" });
    const { failure, notes } = await runWriting();
    expect([failure, lastLine(notes)]).toEqual([undefined, expect.stringMatching(/^reg: deleted the draft /)]);
  });

  it("names the draft if the service confirms the deletion and keeps it", async () => {
    const { failure } = await runWriting({
      fetch: async (url, init) =>
        init?.method === "DELETE" ? new Response(null, { status: 204 }) : service.sandbox.fetch(url, init),
    });
    const [draft] = await listDrafts();
    expect(failure).toBe(`the draft service request ${draft?.id} may be left behind: delete it.`);
  });

  it("ends with the id of a draft that the service does not delete", async () => {
    service.sandbox.fail({ operation: "serviceRequests.delete", times: 9, with: { status: 400 } });
    const { failure, notes } = await runWriting();
    const [draft] = await listDrafts();
    const text = `the draft service request ${draft?.id} may be left behind: delete it.`;
    expect([failure, lastLine(notes)]).toEqual([text, `reg: ${text}`]);
  });

  it("shows nothing of the form of requests if the service rejects the license plate, and names its code", async () => {
    const error = { code: "REG-SVC000190", message: `${freePlate} is not known.` };
    const rejecting = fromCreation(async (count, send) =>
      count === 1 ? Response.json({ errors: [error] }, { status: 400 }) : send(),
    );
    const { failure, report } = await runWriting({ fetch: rejecting });
    expect(failure).toBe(
      "no draft was created (status 400 REG-SVC000190), so that nothing was tried by writing. The vehicle may have an open request or be unknown: choose another --license-plate.",
    );
    expect(findVerdict(report, "serviceRequests.create.input")).toEqual({
      verdict: "not-seen",
      evidence: "a call that succeeds (so far status 400)",
    });
  });

  it("only counts codes that have another form than those of the service and the sandbox", async () => {
    const errors = ["REG-SVC000190", "SANDBOX-OPEN-REQUESTS", "REG-JANSEN12", "REG-AB123", "REG-AB123"].map((code) => ({
      code,
    }));
    const rejecting = fromCreation(async (count, send) =>
      count === 1 ? Response.json({ errors }, { status: 400 }) : send(),
    );
    const { failure, report } = await runWriting({ fetch: rejecting });
    expect(failure).toContain("(status 400 REG-SVC000190 SANDBOX-OPEN-REQUESTS and 2 other codes)");
    expect(JSON.stringify(report)).not.toMatch(/JANSEN|AB123/);
  });

  it("tries nothing if the service creates no draft", async () => {
    failOnce({ operation: "serviceRequests.create", with: { status: 400 } });
    const { failure, report, notes } = await runWriting();
    expect(failure).toBe(
      "no draft was created (status 400), so that nothing was tried by writing. The vehicle may have an open request or be unknown: choose another --license-plate.",
    );
    expect(report.operations).not.toHaveProperty(["serviceRequests.attachments.upload"]);
    expect(lastLine(notes)).toBe("reg: no draft was created");
  });
});

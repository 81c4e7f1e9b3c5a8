import type { RequestContent } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { damageLine, repair, work } from "../../sandbox/support.js";
import { failure, rejection } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { editResponses, groups, listViolations, losses, type Setup, setUp } from "../support.js";

const appointment = {
  workshopDate: "2026-06-15",
  workOrderNumber: "WO-1",
  estimatedDurationInDays: 1,
  contact: { name: "Robin", phone: "+31 30 000 00 00" },
};
const contentOf = ({ lines }: Setup): RequestContent => ({ ...repair({ components: lines }), appointment });

const photo = new File(["front"], "bumper.jpg", { type: "image/jpeg" });
const estimate = new File(["%PDF-1.7"], "estimate.pdf", { type: "application/pdf" });
const attachments = [photo, estimate];

/** Lists the files of the only open request, as `name text`, and checks that there is no second request. */
async function readFiles({ requests }: Setup): Promise<string[]> {
  const { serviceRequests } = await requests.list();
  expect(serviceRequests).toHaveLength(1);
  const id = serviceRequests[0]?.id ?? "";
  const list = Reflect.get(await requests.attachments.list(id), "attachments") as { id: string }[];
  const files = await Promise.all(list.map((each) => requests.attachments.get(id, each.id)));
  return Promise.all(files.map(async ({ name, blob }) => `${name} ${await blob.text()}`));
}

const bothFiles = ["bumper.jpg front", "estimate.pdf %PDF-1.7"];

/** Lists the changes that were sent since `before` entries. */
const changesSince = ({ sandbox }: Setup, before: number) =>
  sandbox.journal.entries
    .slice(before)
    .filter(({ method }) => method !== "GET")
    .map(({ operationId }) => operationId);

describe.each(groups)("createAndSubmit of %s with attachments", (group) => {
  it("creates a draft, uploads the files, and submits it", async () => {
    const setup = await setUp(group);
    const request = await setup.requests.createAndSubmit(contentOf(setup), { attachments });
    expect(request).toMatchObject({ status: "ApprovalRequested", created: true, sameContent: true });
    expect(await readFiles(setup)).toEqual(bothFiles);
    const upload = `${group}.attachments.upload`;
    expect(changesSince(setup, 0)).toEqual([`${group}.create`, upload, upload, `${group}.patch`]);
  });

  it("sends nothing when it is called again, also after the decision", async () => {
    const setup = await setUp(group);
    const { id } = await setup.requests.createAndSubmit(contentOf(setup), { attachments });
    for (const decide of [() => {}, () => setup.sandbox.lessor.deny(id)]) {
      decide();
      const before = setup.sandbox.journal.entries.length;
      const again = await setup.requests.createAndSubmit(contentOf(setup), { attachments });
      expect(again).toMatchObject({ id, created: false, sameContent: true });
      expect(changesSince(setup, before)).toEqual([]);
    }
  });

  it("creates one request with each file once if it is called twice at once", async () => {
    const setup = await setUp(group);
    const run = () => setup.requests.createAndSubmit(contentOf(setup), { attachments });
    const results = await Promise.all([run(), run()]);
    expect(results.map(({ created, sameContent }) => [created, sameContent])).toEqual([
      [true, true],
      [false, true],
    ]);
    expect(await readFiles(setup)).toEqual(bothFiles);
  });

  it("rejects the call at the same time that has another file", async () => {
    const setup = await setUp(group);
    const first = setup.requests.createAndSubmit(contentOf(setup), { attachments: [photo] });
    const second = setup.requests.createAndSubmit(contentOf(setup), { attachments });
    expect(await listViolations(second)).toEqual(["RULE-CONTENT attachments[1]"]);
    expect(await first).toMatchObject({ created: true });
  });

  it("goes on where a run was killed, after each of its calls", async () => {
    let isEnded = false;
    for (let calls = 1; !isEnded; calls += 1) {
      const setup = await setUp(group);
      const controller = new AbortController();
      let count = 0;
      const fetch = async (url: string, init: RequestInit) => {
        const response = await setup.sandbox.fetch(url, init);
        count += 1;
        if (count === calls) controller.abort("killed");
        return response;
      };
      const { [group]: requests } = setup.createClient({ fetch });
      const run = requests.createAndSubmit(contentOf(setup), { attachments, signal: controller.signal });
      isEnded = await run.then(
        () => true,
        () => false,
      );
      const { status } = await setup.requests.createAndSubmit(contentOf(setup), { attachments });
      expect([calls, status, await readFiles(setup)]).toEqual([calls, "ApprovalRequested", bothFiles]);
      if (isEnded) expect(calls).toBeGreaterThan(9);
    }
  });

  it.each(losses)("finds a file whose response is lost: %s", async (_, fault) => {
    const setup = await setUp(group, { client: { timeout: 1000 } });
    for (const skip of [0, 1])
      setup.sandbox.fail({ operation: `${group}.attachments.upload`, skip, when: "after-commit", with: fault });
    await setup.requests.createAndSubmit(contentOf(setup), { attachments });
    expect(await readFiles(setup)).toEqual(bothFiles);
  });

  it("has an unknown outcome if a file is not found after a lost response, and can be called again", async () => {
    const setup = await setUp(group);
    setup.sandbox.fail({ operation: `${group}.attachments.upload`, skip: 1, with: "reset" });
    const error = await failure(setup.requests.createAndSubmit(contentOf(setup), { attachments }), "connection");
    expect(error.outcome).toBe("unknown");
    expect(error.message).toMatch(/The draft .* was not submitted, .*: wait longer than the timeout .* run createAnd/);
    expect(await readFiles(setup)).toEqual(bothFiles.slice(0, 1));
    await setup.requests.createAndSubmit(contentOf(setup), { attachments });
    expect(await readFiles(setup)).toEqual(bothFiles);
  });

  it("does not submit it if an upload is an empty success of a gateway, and can be called again", async () => {
    const setup = await setUp(group);
    let answered = 0;
    const fetch = async (url: string, init: RequestInit) => {
      const isUpload = init.method === "PUT" && url.endsWith("/attachments");
      if (isUpload) answered += 1;
      return isUpload && answered === 2 ? new Response(null) : setup.sandbox.fetch(url, init);
    };
    const run = setup.createClient({ fetch })[group].createAndSubmit(contentOf(setup), { attachments });
    const error = await failure(run, "response");
    expect(error).toMatchObject({ outcome: "unknown", message: expect.stringContaining("attachments[1]") });
    expect(changesSince(setup, 0)).not.toContain(`${group}.patch`);
    await setup.requests.createAndSubmit(contentOf(setup), { attachments });
    expect(await readFiles(setup)).toEqual(bothFiles);
  });

  it("names the draft if a file is rejected", async () => {
    const setup = await setUp(group);
    setup.sandbox.fail({ operation: `${group}.attachments.upload`, with: { status: 413 } });
    const error = await rejection(setup.requests.createAndSubmit(contentOf(setup), { attachments }));
    expect(error).toMatchObject({
      message: expect.stringMatching(/The draft .* was not submitted: correct the cause/),
    });
  });

  it("creates nothing if a rule is broken, such as for the components of the other kind", async () => {
    const setup = await setUp(group);
    const components = [group === "serviceRequests" ? damageLine() : work()];
    const rules = await listViolations(
      setup.requests.createAndSubmit({ ...contentOf(setup), components }, { attachments }),
    );
    expect(rules).toContain("RULE-COMPONENT components[0].reg.code");
    expect(changesSince(setup, 0)).toEqual([]);
  });

  it("overwrites a draft with other content before it uploads, also if that removes an attachment", async () => {
    for (const removes of [false, true]) {
      const setup = await setUp(group);
      const id = await setup.createDraft({ appointment: { workOrderNumber: "WO-1" }, components: [] });
      await setup.requests.attachments.upload(id, removes ? new File(["wrong"], photo.name) : photo);
      const fetch = async (url: string, init: RequestInit) => {
        const response = await setup.sandbox.fetch(url, init);
        if (removes && init.method === "PUT" && url.endsWith(id)) {
          const { attachments } = (await setup.requests.attachments.list(id)) as { attachments: { id: string }[] };
          for (const each of attachments) await setup.requests.attachments.delete(id, each.id);
        }
        return response;
      };
      const { [group]: requests } = setup.createClient({ fetch });
      const request = await requests.createAndSubmit(contentOf(setup), { attachments });
      expect(request).toMatchObject({ id, status: "ApprovalRequested", appointment, created: false });
      expect(await readFiles(setup)).toEqual(bothFiles);
    }
  });

  it.each([
    ["the content", {}],
    ["other content", { components: [] }],
  ])(
    "changes nothing in a draft with %s if an attachment of another size has the name of a file",
    async (_, content) => {
      const setup = await setUp(group);
      const id = await setup.createDraft({ appointment, ...content });
      await setup.requests.attachments.upload(id, new File(["another front"], photo.name));
      const before = setup.sandbox.journal.entries.length;
      const call = setup.requests.createAndSubmit(contentOf(setup), { attachments });
      expect(await listViolations(call)).toEqual(["RULE-CONTENT attachments[0]"]);
      expect(changesSince(setup, before)).toEqual([]);
    },
  );

  it("uploads nothing after the submission: a file that is missing then is other content", async () => {
    const setup = await setUp(group);
    const { id } = await setup.requests.createAndSubmit(contentOf(setup));
    const before = setup.sandbox.journal.entries.length;
    const run = (acceptOtherContent: boolean) =>
      setup.requests.createAndSubmit(contentOf(setup), { attachments, acceptOtherContent });
    const rules = ["RULE-CONTENT attachments[0]", "RULE-CONTENT attachments[1]"];
    expect(await listViolations(run(false))).toEqual(rules);
    expect(await run(true)).toMatchObject({ id, created: false, sameContent: false });
    expect(changesSince(setup, before)).toEqual([]);
  });

  describe("if another caller submits the draft before it is read", () => {
    /** Creates a client after whose create another one uploads files and submits the draft. */
    function createSlow(setup: Setup, files: readonly File[]) {
      const fetch = async (url: string, init: RequestInit) => {
        const response = await setup.sandbox.fetch(url, init);
        if (init.method !== "POST") return response;
        const { id } = (await response.clone().json()) as { id: string };
        for (const file of files) await setup.requests.attachments.upload(id, file);
        await setup.requests.patch(id, { status: "ApprovalRequested" });
        return response;
      };
      return setup.createClient({ fetch })[group];
    }

    it("accepts it with the same files", async () => {
      const setup = await setUp(group);
      const request = await createSlow(setup, attachments).createAndSubmit(contentOf(setup), { attachments });
      expect(request).toMatchObject({ status: "ApprovalRequested", created: true, sameContent: true });
      expect(await readFiles(setup)).toEqual(bothFiles);
    });

    it("says that the request exists and which file is missing", async () => {
      const setup = await setUp(group);
      const run = createSlow(setup, [photo]).createAndSubmit(contentOf(setup), { attachments });
      const error = await failure(run, "response");
      expect(error.message).toMatch(/the request .* exists, but has other content \(attachments\[1\]\)/);
      expect(await listViolations(setup.requests.createAndSubmit(contentOf(setup), { attachments }))).toEqual([
        "RULE-CONTENT attachments[1]",
      ]);
    });

    it("resolves with acceptOtherContent, and says that the content differs", async () => {
      const setup = await setUp(group);
      const options = { attachments, acceptOtherContent: true };
      const request = await createSlow(setup, []).createAndSubmit(contentOf(setup), options);
      expect(request).toMatchObject({ status: "ApprovalRequested", created: true, sameContent: false });
    });
  });

  it("says what exists if the service shows the draft with a status that is not known", async () => {
    const setup = await setUp(group);
    const fetch = editResponses(setup.sandbox, (text) => text.replace('"status":"Draft"', '"status":"Concept"'));
    const { [group]: requests } = setup.createClient({ fetch });
    const error = await failure(requests.createAndSubmit(contentOf(setup), { attachments }), "response");
    expect(error).toMatchObject({ outcome: "unknown", message: expect.stringMatching(/exists .* status Concept/) });
    expect(changesSince(setup, 0)).toEqual([`${group}.create`]);
  });

  it("uses the files as they were when it began", async () => {
    const setup = await setUp(group);
    const files = [...attachments];
    const call = setup.requests.createAndSubmit(contentOf(setup), { attachments: files });
    files.length = 0;
    await call;
    expect(await readFiles(setup)).toEqual(bothFiles);
  });

  it.each([
    ["a file without a list", photo, "attachments "],
    ["a Blob without a name", [new Blob(["front"])], "attachments.0 "],
    ["a File with an empty name", [new File(["front"], "")], "attachments.0 "],
    ["an empty File", [photo, new File([], "rear.jpg")], "attachments.1 "],
    ["a File of no media type", [new File(["front"], "a.jpg", { type: "photo" })], "attachments.0 "],
    ["two files with one name", [photo, estimate, new File(["rear"], photo.name)], "attachments[2].name "],
    ["a name in lower and upper case", [photo, new File(["rear"], "BUMPER.jpg")], "attachments[1].name "],
    [
      "a name in two Unicode forms",
      [new File(["front"], "voorkant-\u00e9.jpg"), new File(["rear"], "voorkant-e\u0301.jpg")],
      "attachments[1].name ",
    ],
    ["a name with a folder", [photo, new File(["rear"], "dir/rear.jpg")], "attachments[1].name "],
    ["a name with a Windows folder", [new File(["rear"], "C:\\fotos\\rear.jpg")], "attachments[0].name "],
    ["a name with a drive", [new File(["rear"], "C:rear.jpg")], "attachments[0].name "],
    ["a name with a line break", [new File(["rear"], "rear\n.jpg")], "attachments[0].name "],
    [
      "a name with half a surrogate pair",
      [Object.defineProperty(new File(["rear"], "rear.jpg"), "name", { value: "rear\ud83d.jpg" })],
      "attachments[0].name ",
    ],
  ])("sends nothing for %s", async (_, files, field) => {
    const setup = await setUp(group);
    const call = setup.requests.createAndSubmit(contentOf(setup), { attachments: untyped(files) });
    expect((await failure(call, "input")).message).toContain(field);
    expect(setup.sandbox.journal.entries).toEqual([]);
  });
});

describe("the list of attachments that createAndSubmit reads", () => {
  /** Uploads a file to a draft, and runs `createAndSubmit` with a list that is edited. */
  async function runWith(edit: (list: string) => string, stored = photo, given = stored) {
    const setup = await setUp("damageServiceRequests");
    const id = await setup.createDraft({ appointment });
    await setup.requests.attachments.upload(id, stored);
    const isList = (url: string) => url.endsWith("/attachments");
    const fetch = editResponses(setup.sandbox, (text, url) =>
      isList(url) && text.startsWith('{"attachments') ? edit(text) : text,
    );
    const requests = setup.createClient({ fetch }).damageServiceRequests;
    return { setup, run: requests.createAndSubmit(contentOf(setup), { attachments: [given] }) };
  }

  const withoutSize = (edit: (list: string) => string) => (list: string) => edit(list).replaceAll('"size"', '"length"');
  const rename = (to: string) => (list: string) => list.replace(/(?<="fileName":")[^"]*/, to);

  it.each([
    ["an array", (list: string) => JSON.stringify(JSON.parse(list).attachments)],
    ["without a size", withoutSize((list) => list)],
    ["with the size as text", (list: string) => list.replaceAll(/"size":(\d+)/g, '"size":"$1"')],
    ["with the name in another Unicode form", rename("bumpe\u0301r.jpg"), new File(["front"], "bump\u00e9r.jpg")],
  ])("can be %s", async (_, edit, stored = photo) => {
    const { setup, run } = await runWith(edit, stored);
    expect(await run).toMatchObject({ status: "ApprovalRequested" });
    expect(await readFiles(setup)).toEqual([`${stored.name} front`]);
  });

  it.each([
    ["has another form", () => '{"files":[]}', "form in which files cannot be looked up"],
    [
      "shows no names",
      (list: string) => list.replaceAll("fileName", "title"),
      "form in which files cannot be looked up",
    ],
    ["shows the name in another form", rename("BUMPER.JPG"), "attachments[0]"],
    ["shows another name and the same size", rename("6f1c"), "attachments[0]"],
    ["shows the name cut, and no size", withoutSize(rename("bum")), "attachments[0]"],
    ["shows the name cut before its ending, and no size", withoutSize(rename("bum.jpg")), "attachments[0]"],
    ["shows the name with a suffix, and no size", withoutSize(rename("bumper (1).jpg")), "attachments[0]"],
    ["shows the name after another text, and no size", withoutSize(rename("1718_bumper.jpg")), "attachments[0]"],
  ])("ends the workflow before a file is uploaded if it %s", async (_, edit, message) => {
    const { setup, run } = await runWith(edit);
    expect((await failure(run, "response")).message).toContain(message);
    expect(await readFiles(setup)).toEqual(bothFiles.slice(0, 1));
  });

  it.each([
    ["a part of its name, and another size", new File(["rear"], "bumper"), (list: string) => list],
    ["another name, and no size", new File(["front"], "estimate.pdf"), withoutSize((list) => list)],
  ])("can have another file with %s", async (_, stored, edit) => {
    const { setup, run } = await runWith(edit, stored, photo);
    expect(await run).toMatchObject({ status: "ApprovalRequested" });
    expect(await readFiles(setup)).toEqual([`${stored.name} ${await stored.text()}`, "bumper.jpg front"]);
  });
});

import { randomUUID } from "node:crypto";
import { RegError, type RequestContent } from "@reg/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damageLine, rental, repair } from "../../sandbox/support.js";
import { failure } from "../../support/errors.js";
import { editResponses, groups, otherVehicle, type Setup, setUp } from "../support.js";

/** Another form of a key, in which a service may show it. Undefined: the field is missing. */
type Alteration = readonly [name: string, alter: (key: string) => unknown];

const alterations: readonly Alteration[] = [
  ["in capitals", (key) => key.toUpperCase()],
  ["in lower case", (key) => key.toLowerCase()],
  ["with blanks before it", (key) => key.padStart(20)],
  ["with blanks after it", (key) => key.padEnd(20)],
  ["with zeros before it", (key) => key.padStart(20, "0")],
  ["with a tab", (key) => `${key}\t`],
  ["without hyphens", (key) => key.replaceAll("-", "")],
  ["cut to one character", (key) => key.slice(0, 1)],
  ["cut to four", (key) => key.slice(0, 4)],
  ["cut at its end", (key) => key.slice(0, -1)],
  ["cut at its beginning", (key) => key.slice(1)],
  ["empty", () => ""],
  ["as a number", (key) => Number(key.replace(/\D/g, ""))],
  ["as a list", (key) => [key]],
  ["as an object", (key) => ({ value: key })],
  ["as true", () => true],
  ["as null", () => null],
  ["missing", () => undefined],
];

/** Changes the texts of a field wherever it is in JSON; `rename` adds the original under another name. */
function alterField(json: string, name: string, alter: (key: string) => unknown, rename = false): string {
  return JSON.stringify(JSON.parse(json), (_, value) => {
    if (typeof value?.[name] !== "string") return value;
    return { ...value, [name]: alter(value[name]), ...(rename && { [`${name}Text`]: value[name] }) };
  });
}

const keys = fc.constantFrom("WO-2041", "wo-7", "Wo/1", "0042", "2041", "A", "x 12-b", "ÄÖ-9", "900000000000000000001");
const alteration = fc.constantFrom(...alterations);
const inNewClient = fc.array(fc.boolean(), { minLength: 2, maxLength: 3 });

const kinds = ["repair", "rental", "damage"] as const;

/** The same work each time, with new ids for its lines, as a program builds it that runs again. */
function contentOf(kind: (typeof kinds)[number], workOrderNumber: string): RequestContent {
  const built = kind === "rental" ? rental() : repair(kind === "damage" ? { components: [damageLine()] } : {});
  return { ...built, appointment: { ...built.appointment, workOrderNumber } };
}

const countOf = ({ sandbox }: Setup, operation: string) =>
  sandbox.journal.entries.filter(({ operationId }) => operationId === operation).length;

/** Ignores rejections of this package: the test is about what was sent. */
const ignoreError = (error: unknown) => {
  if (!RegError.is(error)) throw error;
};

describe("a service that shows keys in another form gets no second create", () => {
  it.each(kinds)("of a %s, from several runs of createAndSubmit", async (kind) => {
    const group = kind === "damage" ? "damageServiceRequests" : "serviceRequests";
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          key: keys,
          alteration,
          rename: fc.boolean(),
          places: fc.constantFrom("list", "request", "both"),
          isLost: fc.boolean(),
          inNewClient,
        }),
        async ({ key, alteration: [, alter], rename, places, isLost, inNewClient }) => {
          const setup = await setUp(group);
          const isAltered = (url: string) => places === "both" || url.includes("?") === (places === "list");
          const fetch = editResponses(setup.sandbox, (text, url) =>
            isAltered(url) ? alterField(text, "workOrderNumber", alter, rename) : text,
          );
          const create = () => setup.createClient({ fetch })[group];
          let requests = create();
          if (isLost) setup.sandbox.fail({ operation: `${group}.create`, when: "after-commit", with: "reset" });
          for (const isNew of [false, ...inNewClient]) {
            if (isNew) requests = create();
            await requests.createAndSubmit(contentOf(kind, key)).catch(ignoreError);
          }
          expect(countOf(setup, `${group}.create`)).toBe(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(groups)("from several runs of invoice for a debit and a credit, of %s", async (group) => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ key: keys, alteration, rename: fc.boolean(), inNewClient }),
        async ({ key, alteration: [, alter], rename, inNewClient }) => {
          const setup = await setUp(group);
          const id = await setup.createApproved();
          const fetch = editResponses(setup.sandbox, (text) => alterField(text, "invoiceNumber", alter, rename));
          const runAll = async (options: { number: string; total?: number }) => {
            let requests = setup.createClient({ fetch })[group];
            for (const isNew of [false, ...inNewClient]) {
              if (isNew) requests = setup.createClient({ fetch })[group];
              await requests.invoice(id, { vatLines: [], ...options }).catch(ignoreError);
            }
            return countOf(setup, `${group}.invoices.create`);
          };
          expect(await runAll({ number: key })).toBe(1);
          setup.sandbox.clock.advance({ days: 1 });
          expect(await runAll({ number: `C-${randomUUID()}`, total: -50 })).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("createAndSubmit", () => {
  const damage = "damageServiceRequests";

  const over = (setup: Setup, alter: (key: string) => unknown, isAltered: (url: string) => boolean = () => true) =>
    setup.createClient({
      fetch: editResponses(setup.sandbox, (text, url) =>
        isAltered(url) ? alterField(text, "workOrderNumber", alter) : text,
      ),
    })[setup.group];

  it("says that the request exists if it comes back with another work order number", async () => {
    const setup = await setUp(damage);
    const requests = over(setup, (key) => key.slice(0, 4));
    const error = await failure(requests.createAndSubmit(contentOf("damage", "WO-2041")), "response");
    const [open] = (await setup.requests.list()).serviceRequests;
    expect(error).toMatchObject({ outcome: "unknown", operationId: `${damage}.createAndSubmit` });
    expect(error.message).toContain(`the request ${open?.id} was created and has the status ApprovalRequested, but`);
    const again = await failure(requests.createAndSubmit(contentOf("damage", "WO-2041")), "response");
    expect(again.message).toContain(`it may be ${open?.id}, which shows none, or perhaps another form of it`);
  });

  it("continues with the request if only the list shows its number in another form", async () => {
    const setup = await setUp(damage);
    const requests = over(
      setup,
      () => null,
      (url) => url.includes("?"),
    );
    const { id } = await requests.createAndSubmit(contentOf("damage", "WO-2041"));
    const again = await requests.createAndSubmit(contentOf("damage", "WO-2041"));
    expect(again).toMatchObject({ id, created: false, sameContent: true });
  });

  it.each([
    ["a draft without a work order number", {}],
    ["a request with the beginning of the number", { workOrderNumber: "WO-20" }],
  ])("creates the request besides %s, which is for other work", async (_, appointment) => {
    const setup = await setUp(damage);
    await setup.createDraft({ appointment, components: [] });
    expect(await setup.requests.createAndSubmit(contentOf("damage", "WO-2041"))).toMatchObject({ created: true });
  });

  it("creates a request for each number of a supplier who counts, with the same content", async () => {
    const setup = await setUp(damage);
    for (let number = 1; number <= 11; number += 1) {
      const submitted = await setup.requests.createAndSubmit(contentOf("damage", `WO-${number}`));
      expect(submitted).toMatchObject({ created: true });
    }
  });

  it.each([
    ["for another day", { workshopDate: "2026-06-16" }, {}],
    ["if a longer number is not cut", {}, { workOrderNumber: "WO-204" }],
  ])("creates a request in another process %s, besides the beginning of its number", async (_, appointment, other) => {
    const setup = await setUp(damage);
    await setup.requests.createAndSubmit(contentOf("damage", "WO-2"));
    await setup.createDraft({ appointment: other, components: [] });
    const { [damage]: requests } = setup.createClient();
    const content = contentOf("damage", "WO-20");
    const submitted = requests.createAndSubmit({ ...content, appointment: { ...content.appointment, ...appointment } });
    expect(await submitted).toMatchObject({ created: true });
  });

  it("does not take a request of another vehicle for its own, if the list shows no license plate", async () => {
    const setup = await setUp(damage);
    await setup.createDraft({ ...otherVehicle, appointment: { workOrderNumber: "WO-2041" } });
    const fetch = editResponses(setup.sandbox, (text, url) =>
      url.includes("?") ? alterField(text, "licensePlate", () => null) : text,
    );
    const unfiltered = (url: string, init: RequestInit) => fetch(url.replace(/\?.*/, "?all"), init);
    const { [damage]: requests } = setup.createClient({ fetch: unfiltered });
    const { created, licensePlate } = await requests.createAndSubmit(contentOf("damage", "WO-2041"));
    expect([created, licensePlate]).toEqual([true, "AB-123-C"]);
  });

  it("creates nothing if a request shows no license plate and perhaps this number", async () => {
    const setup = await setUp(damage);
    await setup.requests.createAndSubmit(contentOf("damage", "WO-2041"));
    const fetch = editResponses(setup.sandbox, (text) =>
      alterField(
        alterField(text, "licensePlate", () => null),
        "workOrderNumber",
        (key) => key.toLowerCase(),
      ),
    );
    await failure(setup.createClient({ fetch })[damage].createAndSubmit(contentOf("damage", "WO-2041")), "response");
    expect(countOf(setup, `${damage}.create`)).toBe(1);
  });
});

describe("invoice", () => {
  it.each([
    ["with another total, such as the credit of a debit", "2026-7C", -50, "resolved"],
    ["with the same total", "2026-7C", 129.5, "response"],
  ] as const)("tells a number that begins like another one from it %s", async (_, number, total, end) => {
    const setup = await setUp("serviceRequests");
    const id = await setup.createApproved();
    await setup.requests.invoice(id, { number: "2026-7", vatLines: [] });
    setup.sandbox.clock.advance({ days: 1 });
    const call = setup.requests.invoice(id, { number, vatLines: [], total, outstanding: 129.5 });
    if (end === "resolved") expect(await call).toMatchObject({ created: true });
    else expect((await failure(call, end)).message).toContain("perhaps shows another form of it");
  });
});

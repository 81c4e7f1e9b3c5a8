import { type Fetch, RegError } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { fakeFetch } from "../../support/fetch.js";
import { foreignAnswers } from "../../support/foreign-answers.js";
import { createDenied, groups, listInvoices, pdf, type Setup, setUp } from "../support.js";

type Requests = Setup["requests"];

/** A workflow: what exists before, the call, and whether its result is what the service has. */
interface Workflow {
  readonly prepare: (setup: Setup) => Promise<string>;
  readonly call: (requests: Requests, id: string, setup: Setup) => Promise<unknown>;
  readonly expectTrue: (setup: Setup, id: string, result: unknown) => Promise<void>;
}

const statusOf = async ({ requests }: Setup, id: string) => (await requests.get(id)).status;

/** What the setup creates, with a number by which it is found again. */
const content = ({ lines }: Setup) => ({
  vehicle: { licensePlate: "AB-123-C", partialVin: "JF123456" },
  appointment: {
    workshopDate: "2026-06-15",
    workOrderNumber: "WO-1",
    estimatedDurationInDays: 1,
    contact: { name: "Robin", phone: "030-100" },
  },
  components: lines,
});

const workflows: Readonly<Record<string, Workflow>> = {
  createAndSubmit: {
    prepare: async () => "",
    call: (requests, _, setup) => requests.createAndSubmit(content(setup)),
    expectTrue: async (setup, _, result) =>
      expect(await statusOf(setup, String(Reflect.get(Object(result), "id")))).toBe("ApprovalRequested"),
  },
  submit: {
    prepare: ({ createDraft }) => createDraft(),
    call: (requests, id) => requests.submit(id),
    expectTrue: async (setup, id) => expect(await statusOf(setup, id)).toBe("ApprovalRequested"),
  },
  resubmit: {
    prepare: async (setup) => (await createDenied(setup)).id,
    call: (requests, id) => requests.resubmit(id, { cancelDenied: true }),
    expectTrue: async (setup, id) => expect(await statusOf(setup, id)).toBe("ApprovalRequested"),
  },
  cancelOrDelete: {
    prepare: async (setup) => (await createDenied(setup)).id,
    call: async (requests, id, setup) => {
      const { components } = await setup.requests.get(id);
      return requests.cancelOrDelete(id, components.at(-1)?.id ?? "");
    },
    expectTrue: async (setup, id, result) => {
      expect(result).toBe("cancelled");
      expect((await setup.requests.get(id)).components.at(-1)?.status.code).toBe("Cancelled");
    },
  },
  invoice: {
    prepare: ({ createApproved }) => createApproved(),
    call: (requests, id) => requests.invoice(id, { number: "2026-1", vatLines: [], pdf }),
    expectTrue: async ({ requests }, id, result) => {
      const [invoice] = await listInvoices(requests, id);
      expect(invoice).toMatchObject({ id: Reflect.get(Object(result), "invoiceId"), invoiceNumber: "2026-1" });
      expect(await (await requests.invoices.pdf.get(id, invoice?.id ?? 0)).blob.text()).toBe("%PDF-1.7");
    },
  },
  markNotInvoiced: {
    prepare: ({ createApproved }) => createApproved(),
    call: (requests, id) => requests.markNotInvoiced(id, { reason: "elsewhere" }),
    expectTrue: async ({ sandbox, group }) => sandbox.journal.assertCalls({ [`${group}.invoices.setStatus`]: 1 }),
  },
};

/** Responds to one request of a client with a foreign answer, which the service never received, or has carried out. */
function answering(
  sandbox: Setup["sandbox"],
  at: number,
  { answer, isReached }: { answer: Answer; isReached: boolean },
) {
  let count = 0;
  const fetch: Fetch = async (url, init) => {
    count += 1;
    if (count !== at) return sandbox.fetch(url, init);
    if (isReached) await sandbox.fetch(url, init);
    return fakeFetch(foreignAnswers[answer])(url, init);
  };
  return { fetch, wasAsked: () => count >= at };
}

type Answer = keyof typeof foreignAnswers;

const cases = groups.flatMap((group) =>
  Object.entries(workflows).flatMap(([name, workflow]) =>
    (Object.keys(foreignAnswers) as Answer[]).flatMap((answer) =>
      [true, false].map((isReached) => ({ group, name, workflow, answer, isReached })),
    ),
  ),
);

describe("fault 61: a workflow of which one request gets an answer that is not the service's own", () => {
  it.each(cases)("$name of $group, $answer, service reached: $isReached", async ({ group, workflow, ...fault }) => {
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const setup = await setUp(group);
      const id = await workflow.prepare(setup);
      const { fetch, wasAsked } = answering(setup.sandbox, at, fault);
      const requests = setup.createClient({ fetch })[group];
      const result = await workflow.call(requests, id, setup).catch((error: unknown) => error);
      isOver = !wasAsked();
      if (RegError.is(result) && !isOver) continue;
      if (result instanceof Error) throw result;
      await workflow.expectTrue(setup, id, result);
    }
  });
});

import { createSandbox, type FaultKind, type OperationId } from "@reg/sdk/sandbox";
import { beforeEach, describe, expect, it } from "vitest";
import { monday, repair } from "../../sandbox/support.js";
import { createDenied, describeEnd, type Group, groups, listInvoices, pdf, type Setup, setUp } from "../support.js";

/** A workflow for a request that is prepared for it. */
interface Prepared {
  run(): Promise<unknown>;
  expectDone(): Promise<void>;
}

/** The effect of a call: a change is visible if the workflow can later read that it was made. */
type Effect = "read" | "visible" | "invisible";

/** A workflow, and the calls that it makes if none of them fails. */
interface WorkflowCase {
  readonly workflow: string;
  calls(group: Group): readonly (readonly [OperationId, Effect])[];
  prepare(setup: Setup): Promise<Prepared>;
}

const readRequest = (group: Group) => [`${group}.get`, "read"] as const;
const readContract = ["lessors.contracts.get", "read"] as const;
const readAllowed = (group: Group) =>
  [`lessors.contracts.${group === "serviceRequests" ? "components" : "damageComponents"}`, "read"] as const;

const readStatus = async ({ requests }: Setup, id: string) => (await requests.get(id)).status;
const readLineStatus = async ({ requests }: Setup, id: string, line: string) =>
  (await requests.get(id)).components.find((each) => each.id === line)?.status.code;

function prepareCreateAndSubmit({ requests, lines }: Setup, attachments: readonly File[] = []): Prepared {
  const { vehicle, appointment } = repair();
  const content = {
    ...{ vehicle, components: lines },
    appointment: { ...appointment, workOrderNumber: "WO-1" },
  };
  return {
    run: () => requests.createAndSubmit(content, { attachments }),
    async expectDone() {
      const { serviceRequests } = await requests.list();
      expect(serviceRequests).toMatchObject([{ status: "ApprovalRequested", workOrderNumber: "WO-1" }]);
      const list = await requests.attachments.list(serviceRequests[0]?.id ?? "");
      expect(list).toMatchObject({ attachments: attachments.map(({ name, size }) => ({ fileName: name, size })) });
    },
  };
}

/** Every workflow. */
const workflowCases: readonly WorkflowCase[] = [
  {
    workflow: "createAndSubmit",
    calls: (group) => [
      [`${group}.list`, "read"],
      ["contracts.get", "read"],
      [`contracts.${group === "serviceRequests" ? "components" : "damageComponents"}`, "read"],
      [`${group}.create`, "visible"],
      readRequest(group),
    ],
    prepare: async (setup) => prepareCreateAndSubmit(setup),
  },
  {
    workflow: "createAndSubmit with a draft that has other content",
    calls: (group) => [
      [`${group}.list`, "read"],
      readRequest(group),
      readContract,
      readAllowed(group),
      [`${group}.overwrite`, "visible"],
    ],
    async prepare(setup) {
      await setup.createDraft({ components: [] });
      return prepareCreateAndSubmit(setup);
    },
  },
  {
    workflow: "createAndSubmit with an attachment",
    calls: (group) => [
      [`${group}.list`, "read"],
      ["contracts.get", "read"],
      [`contracts.${group === "serviceRequests" ? "components" : "damageComponents"}`, "read"],
      [`${group}.create`, "visible"],
      readRequest(group),
      [`${group}.attachments.list`, "read"],
      [`${group}.attachments.upload`, "visible"],
      [`${group}.patch`, "visible"],
    ],
    prepare: async (setup) => prepareCreateAndSubmit(setup, [new File(["front"], "bumper.jpg")]),
  },
  {
    workflow: "submit",
    calls: (group) => [readRequest(group), readContract, readAllowed(group), [`${group}.patch`, "visible"]],
    async prepare(setup) {
      const id = await setup.createDraft();
      return {
        run: () => setup.requests.submit(id),
        expectDone: async () => expect(await readStatus(setup, id)).toBe("ApprovalRequested"),
      };
    },
  },
  {
    workflow: "resubmit",
    calls: (group) => [
      readRequest(group),
      readContract,
      readAllowed(group),
      [`${group}.components.cancel`, "visible"],
      [`${group}.patch`, "visible"],
    ],
    async prepare(setup) {
      const { id, line } = await createDenied(setup);
      return {
        run: () => setup.requests.resubmit(id, { cancelDenied: true }),
        async expectDone() {
          expect(await readStatus(setup, id)).toBe("ApprovalRequested");
          expect(await readLineStatus(setup, id, line)).toBe("Cancelled");
        },
      };
    },
  },
  {
    workflow: "cancelOrDelete of a line that was sent",
    calls: (group) => [readRequest(group), [`${group}.components.cancel`, "visible"]],
    async prepare(setup) {
      const { id, line } = await createDenied(setup);
      return {
        run: () => setup.requests.cancelOrDelete(id, line),
        expectDone: async () => expect(await readLineStatus(setup, id, line)).toBe("Cancelled"),
      };
    },
  },
  {
    workflow: "cancelOrDelete of a line that was not sent",
    calls: (group) => [readRequest(group), [`${group}.components.delete`, "visible"]],
    async prepare(setup) {
      const id = await setup.createDraft();
      const line = setup.lines.at(-1)?.id ?? "";
      return {
        run: () => setup.requests.cancelOrDelete(id, line),
        expectDone: async () => expect(await readLineStatus(setup, id, line)).toBeUndefined(),
      };
    },
  },
  {
    workflow: "invoice",
    calls: (group) => [
      readRequest(group),
      [`${group}.invoiceTemplates.list`, "read"],
      [`${group}.invoices.list`, "read"],
      ...(group === "damageServiceRequests" ? [readContract] : []),
      [`${group}.invoices.create`, "visible"],
      [`${group}.invoices.pdf.upload`, "invisible"],
    ],
    async prepare(setup) {
      const id = await setup.createApproved();
      const { requests } = setup;
      return {
        run: () => requests.invoice(id, { vatLines: [], number: "2026-1", pdf }),
        async expectDone() {
          const invoices = await listInvoices(requests, id);
          expect(invoices).toMatchObject([{ invoiceNumber: "2026-1", total: 129.5 }]);
          const file = await requests.invoices.pdf.get(id, invoices[0]?.id ?? 0);
          expect([file.type, await file.blob.text()]).toEqual(["application/pdf", await pdf.text()]);
        },
      };
    },
  },
  {
    workflow: "markNotInvoiced",
    calls: (group) => [
      readRequest(group),
      [`${group}.invoices.list`, "read"],
      [`${group}.invoices.setStatus`, "invisible"],
    ],
    async prepare(setup) {
      const id = await setup.createApproved();
      return {
        run: () => setup.requests.markNotInvoiced(id, { reason: "Elsewhere" }),
        async expectDone() {
          const { invoicing } = await setup.requests.get(id);
          expect(invoicing).toMatchObject({ totalAmountToInvoice: 0, totalAmountInvoiced: 0 });
        },
      };
    },
  },
];

const losses = ["reset", "stall"] as const satisfies readonly FaultKind[];

interface Case {
  readonly name: string;
  readonly tested: WorkflowCase;
  readonly group: Group;
  readonly operation: OperationId;
  readonly effect: Effect;
  readonly when: "before-commit" | "after-commit";
  readonly fault: FaultKind;
}

const cases: readonly Case[] = groups.flatMap((group) =>
  workflowCases.flatMap((tested) =>
    tested.calls(group).flatMap(([operation, effect]) =>
      (["before-commit", "after-commit"] as const).flatMap((when) =>
        (effect === "read" || group !== groups[0] ? losses.slice(0, 1) : losses).map((fault) => ({
          name: `${group}: ${tested.workflow}, ${JSON.stringify(fault)} of ${operation} ${when}`,
          ...{ tested, group, operation, effect, when, fault },
        })),
      ),
    ),
  ),
);

/** Shared by all cases and reset before each, because creating one takes longer than a workflow. */
const sandbox = createSandbox({ now: monday, clock: "jumping" });
beforeEach(() => sandbox.reset());
const setUpShared = (group: Group, client = {}) => setUp(group, { client, sandbox });

describe("a workflow of which one call is lost", () => {
  it.each(cases)(
    "succeeds, or reports the loss and succeeds when it runs again: $name",
    async ({ tested, group, operation, effect, when, fault }) => {
      const setup = await setUpShared(group);
      const { run, expectDone } = await tested.prepare(setup);
      const handle = setup.sandbox.fail({ operation, when, with: fault });
      const end = await describeEnd(run());
      expect(handle.happened).toBe(1);
      // A visible change needs no second run; a change that may have been made is never sent again automatically.
      const isVisible = effect === "visible" && when === "after-commit";
      // The invoice exists when its PDF is uploaded: the outcome of the invoice is known.
      const isKnown = effect === "read" || operation.endsWith("pdf.upload");
      const loss = isKnown ? (fault === "reset" ? "connection" : "timeout") : "unknown";
      expect(end).toBe(isVisible ? "resolved" : loss);
      if (!isVisible) await run();
      await expectDone();
    },
  );

  it.each(cases.filter(({ fault, group }) => fault === "reset" && group === "serviceRequests"))(
    "with a client that retries, succeeds or reports the loss and succeeds when it runs again: $name",
    async ({ tested, group, operation, when, fault, effect }) => {
      const setup = await setUpShared(group, { retry: {} });
      const { run, expectDone } = await tested.prepare(setup);
      const handle = setup.sandbox.fail({ operation, when, with: fault });
      const end = await describeEnd(run());
      expect(handle.happened).toBe(1);
      const isRetried = effect === "read" || /delete$|pdf.upload$/.test(operation);
      if (isRetried || (effect === "visible" && when === "after-commit")) expect(end).toBe("resolved");
      else {
        expect(end).toBe("unknown");
        await run();
      }
      await expectDone();
    },
  );
});

describe("a workflow without failures", () => {
  it.each(groups.flatMap((group) => workflowCases.map((tested) => ({ group, tested, name: tested.workflow }))))(
    "makes the expected calls and no others: $group, $name",
    async ({ group, tested }) => {
      const setup = await setUpShared(group);
      const { run, expectDone } = await tested.prepare(setup);
      const before = setup.sandbox.journal.entries.length;
      await run();
      const calls = setup.sandbox.journal.entries.slice(before).map(({ operationId }) => operationId);
      expect(calls.sort()).toEqual(
        tested
          .calls(group)
          .map(([operation]) => operation)
          .sort(),
      );
      await expectDone();
    },
  );
});

import { expect } from "vitest";
import type { OperationId } from "../../../src/sandbox/index.js";
import { type Group, invoicesOf, otherLine, pdf, type World } from "./workflow-world.js";

/** A journey that a request is prepared for, and what must be true when it is at its end. */
interface Prepared {
  run(): Promise<unknown>;
  arrived(): Promise<void>;
}

/** What a call of a journey is: a read, or something done whose effect can be seen afterwards or not. */
export type Effect = "read" | "seen" | "unseen";

/** A journey, and every call that it makes while nothing goes wrong, in order. */
export interface JourneyRow {
  readonly journey: string;
  /** The calls, by what comes after the group in their names, or by their whole name. */
  calls(group: Group): readonly (readonly [OperationId, Effect])[];
  prepare(world: World): Promise<Prepared>;
}

const readRequest = (group: Group) => [`${group}.get`, "read"] as const;
const readContract = ["lessors.contracts.get", "read"] as const;
const readAllowed = (group: Group) =>
  [`lessors.contracts.${group === "serviceRequests" ? "components" : "damageComponents"}`, "read"] as const;

/** A request of which the lessor has denied one line. */
export async function denied({ sandbox, group, order, draft }: World) {
  const line = otherLine(group);
  const id = await draft({ components: [...order, line], status: "ApprovalRequested" });
  sandbox.lessor.deny(id, { lines: [line.id] });
  return { id, line: line.id };
}

const statusOf = async ({ requests }: World, id: string) => (await requests.get(id)).status;
const lineOf = async ({ requests }: World, id: string, line: string) =>
  (await requests.get(id)).components.find((each) => each.id === line)?.status.code;

/** Every journey but `watch`. */
export const journeyRows: readonly JourneyRow[] = [
  {
    journey: "submit",
    calls: (group) => [readRequest(group), readContract, readAllowed(group), [`${group}.patch`, "seen"]],
    async prepare(world) {
      const id = await world.draft();
      return {
        run: () => world.requests.submit(id),
        arrived: async () => expect(await statusOf(world, id)).toBe("ApprovalRequested"),
      };
    },
  },
  {
    journey: "resubmit",
    calls: (group) => [
      readRequest(group),
      readContract,
      readAllowed(group),
      [`${group}.components.cancel`, "seen"],
      [`${group}.patch`, "seen"],
    ],
    async prepare(world) {
      const { id, line } = await denied(world);
      return {
        run: () => world.requests.resubmit(id, { cancelDenied: true }),
        async arrived() {
          expect(await statusOf(world, id)).toBe("ApprovalRequested");
          expect(await lineOf(world, id, line)).toBe("Cancelled");
        },
      };
    },
  },
  {
    journey: "cancelOrDelete of a line that was sent",
    calls: (group) => [readRequest(group), [`${group}.components.cancel`, "seen"]],
    async prepare(world) {
      const { id, line } = await denied(world);
      return {
        run: () => world.requests.cancelOrDelete(id, line),
        arrived: async () => expect(await lineOf(world, id, line)).toBe("Cancelled"),
      };
    },
  },
  {
    journey: "cancelOrDelete of a line that was not",
    calls: (group) => [readRequest(group), [`${group}.components.delete`, "seen"]],
    async prepare(world) {
      const id = await world.draft();
      const line = world.order.at(-1)?.id ?? "";
      return {
        run: () => world.requests.cancelOrDelete(id, line),
        arrived: async () => expect(await lineOf(world, id, line)).toBeUndefined(),
      };
    },
  },
  {
    journey: "invoice",
    calls: (group) => [
      readRequest(group),
      [`${group}.invoiceTemplates.list`, "read"],
      [`${group}.invoices.list`, "read"],
      ...(group === "damageServiceRequests" ? [readContract] : []),
      [`${group}.invoices.create`, "seen"],
      [`${group}.invoices.pdf.upload`, "unseen"],
    ],
    async prepare(world) {
      const id = await world.approved();
      const { requests } = world;
      return {
        run: () => requests.invoice(id, { number: "2026-1", pdf }),
        async arrived() {
          const invoices = await invoicesOf(requests, id);
          expect(invoices).toMatchObject([{ invoiceNumber: "2026-1", total: 129.5 }]);
          const file = await requests.invoices.pdf.get(id, invoices[0]?.id ?? 0);
          expect([file.type, await file.blob.text()]).toEqual(["application/pdf", await pdf.text()]);
        },
      };
    },
  },
  {
    journey: "markNotInvoiced",
    calls: (group) => [
      readRequest(group),
      [`${group}.invoices.list`, "read"],
      [`${group}.invoices.setStatus`, "unseen"],
    ],
    async prepare(world) {
      const id = await world.approved();
      return {
        run: () => world.requests.markNotInvoiced(id, { reason: "Elsewhere" }),
        async arrived() {
          const { invoicing } = await world.requests.get(id);
          expect(invoicing).toMatchObject({ totalAmountToInvoice: 0, totalAmountInvoiced: 0 });
        },
      };
    },
  },
];

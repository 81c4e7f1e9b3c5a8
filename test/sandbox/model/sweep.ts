import type { AsyncCommand } from "fast-check";
import * as attachments from "./attachment-calls.js";
import type { Bench } from "./bench.js";
import type { Content } from "./content.js";
import * as documents from "./document-calls.js";
import * as invoices from "./invoice-calls.js";
import * as lines from "./line-calls.js";
import { type Method, methods } from "./operations.js";
import * as requests from "./request-calls.js";
import { type Planner, RequestCommand } from "./request-command.js";
import type { Model, RequestKind } from "./state.js";
import type { Statistics } from "./statistics.js";

const latest = { index: 0, isNew: false };

const content = (kind: RequestKind): Content => ({
  status: "Draft",
  licensePlate: "AB-123-C",
  partialVin: "JF123456",
  appointment: "repair",
  lines: [{ slot: 0, kind: kind === "service" ? "oil" : "bumper" }],
});

/** One call of each method; none of them leads out of the phase, but for the deletion of a draft. */
const planners: Readonly<Record<Exclude<Method, "delete">, Planner>> = {
  get: requests.get,
  overwrite: requests.overwrite({ service: content("service"), damage: content("damage") }),
  patch: requests.patch({}),
  "components.put": lines.put(latest, { service: "brakes", damage: "windscreen" }, false),
  "components.delete": lines.remove(latest),
  "components.cancel": lines.cancel(latest),
  "attachments.list": attachments.list,
  "attachments.upload": attachments.upload(false),
  "attachments.get": attachments.get(0),
  "attachments.delete": attachments.remove(0),
  "invoiceTemplates.list": documents.templates,
  "invoiceTemplate.get": documents.template,
  "invoices.list": invoices.list,
  "invoices.create": invoices.create({ amount: "nothing at all", date: "latest", twice: false }),
  "invoices.get": invoices.get(0),
  "invoices.setStatus": invoices.setStatus,
  "invoices.pdf.get": documents.getPdf(0),
  "invoices.pdf.upload": documents.uploadPdf(0, true),
};

/** Calls every method on the latest request, in whatever phase it is: the deletion, which may succeed, at the end. */
export function sweep(statistics: Statistics): AsyncCommand<Model, Bench>[] {
  const command = (method: Method, planner: Planner) =>
    new RequestCommand(statistics, method, { index: 0, as: "known" }, "each method", planner);
  return [
    ...methods.filter((method) => method !== "delete").map((method) => command(method, planners[method])),
    command("delete", requests.remove),
  ];
}

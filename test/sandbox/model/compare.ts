import { expect } from "vitest";
import { approvedCents, invoicedCents, outstandingCents } from "./amounts.js";
import type { Bench } from "./bench.js";
import { operationId } from "./operations.js";
import { lineId, type Model, type ModelRequest, phaseOf, type RequestKind } from "./state.js";

/** Compares all that can be read of every request with what the model knows, and the lists of open requests. */
export async function compareAll(model: Model, bench: Bench, after: string): Promise<void> {
  for (const request of model.requests) await compare(request, model, bench, after);
  for (const { id, kind } of model.removed) {
    const { status } = await bench.send({ operation: operationId(kind, "get"), params: { id } });
    expect({ id, status }, `a deleted request ${after}`).toEqual({ id, status: 404 });
  }
  for (const kind of ["service", "damage"] as const) {
    if (model.requests.some((request) => request.kind === kind)) await compareList(kind, model, bench, after);
  }
  expect(bench.defects, `defects ${after}`).toEqual([]);
}

async function compare(request: ModelRequest, { now }: Model, bench: Bench, after: string): Promise<void> {
  const { id, kind } = request;
  const answer = await bench.send({ operation: operationId(kind, "get"), params: { id } });
  if (phaseOf(request, now) !== "Archived") {
    expect(shown(answer), `a request ${after}`).toEqual(expected(request));
    return;
  }
  expect(answer.status, `reading an archived request ${after}`).toBe(410);
  const invoices = await bench.send({ operation: operationId(kind, "invoices.list"), params: { id } });
  expect(invoiceIds(invoices.json), `the invoices of an archived request ${after}`).toEqual(
    request.invoices.map((invoice) => invoice.id),
  );
}

async function compareList(kind: RequestKind, model: Model, bench: Bench, after: string): Promise<void> {
  const answer = await bench.send({ operation: operationId(kind, "list") });
  expect(listed(answer.json), `the list ${after}`).toEqual(openRequests(kind, model));
}

/** The requests that the list must show, oldest first. */
export function openRequests(kind: RequestKind, { requests, now }: Model) {
  return requests
    .filter((request) => request.kind === kind && phaseOf(request, now) !== "Archived")
    .map(({ id, status }) => ({ id, status }));
}

/** The requests that a list shows. */
export function listed(json: unknown) {
  return arrayIn(json, "serviceRequests").map((item) => ({
    id: fieldIn(item, "id"),
    status: fieldIn(item, "status"),
  }));
}

/** The ids of the invoices that a list shows, as text. */
export const invoiceIds = (json: unknown) =>
  arrayIn(json, "invoices").map((item) => String(fieldIn(item, "id")));

function expected(request: ModelRequest) {
  return {
    status: 200,
    id: request.id,
    requestStatus: request.status,
    licensePlate: request.licensePlate,
    partialVin: request.partialVin,
    appointment: request.appointment,
    lines: request.lines.map(({ slot, status }) => [lineId(slot), status]),
    cents: [approvedCents(request), outstandingCents(request), invoicedCents(request)],
  };
}

function shown({ status, json }: { readonly status: number; readonly json: unknown }) {
  const data = fieldIn(json, "data");
  const invoicing = fieldIn(data, "invoicing");
  const cents = (name: string) => Math.round(Number(fieldIn(invoicing, name)) * 100);
  return {
    status,
    id: fieldIn(data, "id"),
    requestStatus: fieldIn(data, "status"),
    licensePlate: fieldIn(data, "licensePlate"),
    partialVin: fieldIn(fieldIn(data, "vehicle"), "partialVin"),
    appointment: fieldIn(data, "appointment"),
    lines: arrayIn(data, "components").map((line) => [
      fieldIn(line, "id"),
      fieldIn(fieldIn(line, "status"), "code"),
    ]),
    cents: [cents("totalAmountApproved"), cents("totalAmountToInvoice"), cents("totalAmountInvoiced")],
  };
}

/** A field of a JSON object; undefined if it is none. */
export function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** A list in a JSON object; empty if there is none. */
export function arrayIn(value: unknown, name: string): unknown[] {
  const found = fieldIn(value, name);
  return Array.isArray(found) ? found : [];
}

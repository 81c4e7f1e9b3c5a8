import { expect } from "vitest";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { lineId, type Model, type ModelRequest, phaseOf, type RequestKind } from "./model.js";
import { approvedCents, invoicedCents, outstandingCents } from "./rules.js";
import { operation, operationId, pathOf } from "./transitions.js";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** What a call sends. */
export interface Call {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Is sent as JSON. */
  readonly json?: unknown;
  /** Is sent as it is. */
  readonly file?: { readonly type: string; readonly bytes: string };
  /** Whether the other supplier calls, who must not see any of the requests. */
  readonly asStranger?: boolean;
}

/** What came back. */
export interface CallResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** The JSON of the body; undefined where it is none. */
  readonly json: unknown;
}

/** The sandbox under test, which responses raw requests; it is the same one for all walks. */
export class Driver {
  readonly sandbox: Sandbox;
  readonly defects: unknown[] = [];
  /** How many requests were sent so far. */
  sent = 0;
  readonly #tokens: { own: string; strange: string } = { own: "", strange: "" };

  constructor() {
    this.sandbox = createSandbox({
      now: "2026-06-15T09:00:00Z",
      rateLimit: false,
      onDefect: (defect) => this.defects.push(defect),
    });
  }

  /** Makes it ready for the next walk, which begins at 09:00 UTC of another day, and tells that instant. */
  async begin(): Promise<number> {
    const { sandbox } = this;
    sandbox.reset();
    const sinceNine = (((sandbox.clock.now() - 9 * hour) % day) + day) % day;
    sandbox.clock.advance({ ms: day - sinceNine });
    const { supplier } = sandbox;
    this.#tokens.own = await supplier.token();
    this.#tokens.strange = await supplier.token({ supplierNumber: 4712 });
    return sandbox.clock.now();
  }

  /** Sends one request. */
  async send(call: Call): Promise<CallResponse> {
    this.sent += 1;
    const { method } = operation(call.operation);
    const url = `${this.sandbox.supplier.baseUrl}${pathOf(call.operation, call.params ?? {})}`;
    const token = call.asStranger === true ? this.#tokens.strange : this.#tokens.own;
    const type = call.json === undefined ? call.file?.type : "application/json";
    const body = call.json === undefined ? call.file?.bytes : JSON.stringify(call.json);
    const response = await this.sandbox.fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      location: response.headers.get("location"),
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }
}

/** Compares all that can be read of every request with what the model knows, and the lists of open requests. */
export async function compareAll(model: Model, driver: Driver, after: string): Promise<void> {
  for (const request of model.requests) await compare(request, model, driver, after);
  for (const { id, kind } of model.removed) {
    const { status } = await driver.send({ operation: operationId(kind, "get"), params: { id } });
    expect({ id, status }, `a deleted request ${after}`).toEqual({ id, status: 404 });
  }
  for (const kind of ["service", "damage"] as const) {
    if (model.requests.some((request) => request.kind === kind))
      await compareList(kind, model, driver, after);
  }
  expect(driver.defects, `defects ${after}`).toEqual([]);
}

async function compare(request: ModelRequest, { now }: Model, driver: Driver, after: string): Promise<void> {
  const { id, kind } = request;
  const response = await driver.send({ operation: operationId(kind, "get"), params: { id } });
  if (phaseOf(request, now) !== "Archived") {
    expect(shown(response), `a request ${after}`).toEqual(expected(request));
    return;
  }
  expect(response.status, `reading an archived request ${after}`).toBe(410);
  const invoices = await driver.send({ operation: operationId(kind, "invoices.list"), params: { id } });
  expect(invoiceIds(invoices.json), `the invoices of an archived request ${after}`).toEqual(
    request.invoices.map((invoice) => invoice.id),
  );
}

async function compareList(kind: RequestKind, model: Model, driver: Driver, after: string): Promise<void> {
  const response = await driver.send({ operation: operationId(kind, "list") });
  expect(listed(response.json), `the list ${after}`).toEqual(openRequests(kind, model));
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

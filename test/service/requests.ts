import { randomUUID } from "node:crypto";
import { leaseStart, lessorOf } from "./lookups.js";
import { type Call, type Json, json, nothing, type Reply, refuse } from "./messages.js";

/** The number of the supplier, whose token every request has. */
export const supplierNumber = 4712;

/** A request, or a damage, as the service keeps it. */
interface Stored {
  readonly group: Group;
  /** In the form of supplier-api.md §2.2. */
  readonly body: Json;
  readonly invoices: Json[];
  readonly documents: Map<string, Uint8Array>;
  readonly attachments: Map<string, { readonly name: string; readonly type: string; readonly bytes: Uint8Array }>;
  changed: number;
  isArchived: boolean;
}

export const groups = ["serviceRequests", "damageServiceRequests"] as const;
export type Group = (typeof groups)[number];

/** The method and path of an operation, and how the service responds. */
export type Route = readonly [route: string, respond: (call: Call) => Reply];

const round = (amount: number) => Math.round(amount * 100) / 100;
const readings = ["5401", "5449"];

/** The requests of both kinds, their lines, attachments and invoices (supplier-api.md §2 to §4.2). */
export class Requests {
  readonly #all = new Map<string, Stored>();
  #next = 1;

  /** The lessor approves every line. */
  approve(id: string): void {
    const { body } = this.#find(id);
    for (const line of body.components)
      line.status = { code: line.status.code === "Cancelled" ? "CancellationApproved" : "Approved", description: "" };
    body.status = "Approved";
    const approved = body.components.filter((line: Json) => line.status.code === "Approved").flatMap(amountsOf);
    const total = round(approved.reduce((sum: number, amount: number) => sum + amount, 0));
    body.invoicing = {
      status: "ReadyForInvoicing",
      totalAmountApproved: total,
      totalAmountToInvoice: total,
      totalAmountInvoiced: 0,
    };
    this.#touch(id);
  }

  /** The lessor denies every line but the readings. */
  deny(id: string): void {
    const { body } = this.#find(id);
    for (const line of body.components)
      line.status = { code: readings.includes(line.reg?.code) ? "Approved" : "Denied", description: "Too expensive" };
    body.status = "Denied";
    this.#touch(id);
  }

  /** Midnight in Amsterdam, for one request. */
  archive(id: string): void {
    this.#find(id).isArchived = true;
  }

  /** How many requests there are. */
  get size(): number {
    return this.#all.size;
  }

  /** The totals of the invoices of a request. */
  totals(id: string): readonly number[] {
    return this.#find(id).invoices.map(({ total }) => total);
  }

  /** The routes of a kind of requests, by the names of their operations. */
  routes(group: Group): Readonly<Record<string, Route>> {
    const base = group === "serviceRequests" ? "/v2/servicerequests" : "/v2/damageservicerequests";
    const find = ({ params }: Call) => this.#find(params["id"] ?? params["requestId"] ?? "", group);
    const open = (call: Call) => {
      const stored = find(call);
      return stored.isArchived ? refuse(410, "The request is archived.") : stored;
    };
    const read = ({ body }: Stored) => json({ data: body });
    const address = ({ body }: Stored, rest = "") => ({ Location: `${base}/${body.id}${rest}` });
    const routes: Readonly<Record<string, Route>> = {
      list: [`GET ${base}`, ({ query }) => json(this.#list({ group, base, plate: query.get("licensePlate") }))],
      create: [
        `POST ${base}`,
        ({ body }) => {
          const stored = this.#create(group, body);
          return json({ id: stored.body.id }, 201, address(stored));
        },
      ],
      get: [`GET ${base}/{id}`, (call) => read(open(call))],
      overwrite: [
        `PUT ${base}/{id}`,
        (call) => {
          const stored = open(call);
          if (stored.body.status !== "Draft") refuse(400, "The request was sent to the lessor.");
          return read(this.#change(stored, { appointment: undefined, components: [], ...call.body }));
        },
      ],
      patch: [
        `PATCH ${base}/{id}`,
        (call) => {
          const stored = open(call);
          const { status } = stored.body;
          if (status === "ApprovalRequested") refuse(400, "The request is with the lessor.");
          if (status !== "Draft") stored.body.status = "Modified";
          return read(this.#change(stored, call.body));
        },
      ],
      delete: [
        `DELETE ${base}/{id}`,
        (call) => {
          const { body } = open(call);
          if (body.status !== "Draft") refuse(400, "The request is no draft.");
          this.#all.delete(body.id);
          return nothing();
        },
      ],
      "components.put": [
        `PUT ${base}/{requestId}/components/{componentId}`,
        (call) => {
          const stored = open(call);
          const id = call.params["componentId"] ?? "";
          const lines: Json[] = stored.body.components;
          const line = toLine({ ...call.body, id });
          const index = lines.findIndex((each) => each.id === id);
          if (index >= 0) line.status = { code: "Changed", description: "" };
          lines.splice(index < 0 ? lines.length : index, 1, line);
          if (stored.body.status !== "Draft") stored.body.status = "Modified";
          this.#touch(stored.body.id);
          return index < 0
            ? json({ component: line }, 201, address(stored, `/components/${id}`))
            : json({ component: line });
        },
      ],
      "components.delete": [
        `DELETE ${base}/{requestId}/components/{componentId}`,
        (call) => {
          const { body } = open(call);
          const line = lineOf(body, call);
          if (line.status.code !== "Entered") refuse(400, "The line was sent to the lessor.");
          body.components.splice(body.components.indexOf(line), 1);
          return nothing();
        },
      ],
      "components.cancel": [
        `POST ${base}/{requestId}/components/{componentId}/cancel`,
        (call) => {
          const { body } = open(call);
          const line = lineOf(body, call);
          line.status = { code: "Cancelled", description: "" };
          body.status = "Modified";
          return json({ component: line });
        },
      ],
      "attachments.upload": [
        `PUT ${base}/{id}/attachments`,
        (call) => {
          const stored = find(call);
          const { headers, body } = call;
          if (!(body instanceof Uint8Array)) refuse(415, "Send the file.");
          const name = /filename="?([^";]+)/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "file";
          const id = String(this.#next++);
          stored.attachments.set(id, {
            name,
            type: headers.get("content-type") ?? "application/octet-stream",
            bytes: body,
          });
          return json({ id }, 201, address(stored, `/attachments/${id}`));
        },
      ],
      "attachments.list": [
        `GET ${base}/{id}/attachments`,
        (call) =>
          json([...find(call).attachments].map(([id, { name, type }]) => ({ id, fileName: name, contentType: type }))),
      ],
      "attachments.get": [
        `GET ${base}/{id}/attachments/{attachmentId}`,
        (call) => {
          const file =
            find(call).attachments.get(call.params["attachmentId"] ?? "") ??
            refuse(404, "There is no such attachment.");
          return {
            status: 200,
            headers: { "content-type": file.type, "content-disposition": `attachment; filename="${file.name}"` },
            body: file.bytes,
          };
        },
      ],
      "attachments.delete": [
        `DELETE ${base}/{id}/attachments/{attachmentId}`,
        (call) =>
          find(call).attachments.delete(call.params["attachmentId"] ?? "")
            ? nothing()
            : refuse(404, "There is no such attachment."),
      ],
      "invoiceTemplates.list": [
        `GET ${base}/{id}/invoicetemplates`,
        (call) => json(templatesOf(toInvoice(find(call)))),
      ],
      "invoices.create": [
        `POST ${base}/{id}/invoices`,
        (call) => {
          const stored = toInvoice(find(call));
          const id = this.#next++;
          checkInvoice(stored, call.body);
          stored.invoices.push({ id, ...call.body });
          const { invoicing } = stored.body;
          const total = round(stored.invoices.reduce((sum, each) => sum + each.total, 0));
          stored.body.invoicing = {
            ...invoicing,
            totalAmountInvoiced: total,
            totalAmountToInvoice: round(invoicing.totalAmountApproved - total),
          };
          this.#touch(stored.body.id);
          return json({ id }, 201, address(stored, `/invoices/${id}`));
        },
      ],
      "invoices.list": [`GET ${base}/{id}/invoices`, (call) => json({ invoices: toInvoice(find(call)).invoices })],
      "invoices.get": [`GET ${base}/{id}/invoices/{invoiceId}`, (call) => json(invoiceOf(find(call), call))],
      "invoices.setStatus": [
        `POST ${base}/{id}/invoices/status`,
        (call) => {
          const { invoicing } = toInvoice(open(call)).body;
          Object.assign(invoicing, {
            status: "WillNotBeInvoicedForWarrantyOrLeniencyReasons",
            totalAmountToInvoice: 0,
          });
          return nothing();
        },
      ],
      "invoices.pdf.upload": [
        `PUT ${base}/{id}/invoices/{invoiceId}/pdf`,
        (call) => {
          const stored = find(call);
          const { id } = invoiceOf(stored, call);
          if (!(call.body instanceof Uint8Array)) refuse(415, "Send the PDF.");
          stored.documents.set(String(id), call.body);
          return nothing(201, address(stored, `/invoices/${id}/pdf`));
        },
      ],
      "invoices.pdf.get": [
        `GET ${base}/{id}/invoices/{invoiceId}/pdf`,
        (call) => {
          const body = find(call).documents.get(call.params["invoiceId"] ?? "") ?? refuse(404, "There is no PDF.");
          return { status: 200, headers: { "content-type": "application/pdf" }, body };
        },
      ],
      ...(group === "serviceRequests" && {
        "invoiceTemplate.get": [
          `GET ${base}/{id}/invoicetemplate`,
          (call: Call) => json(templateOf(toInvoice(find(call)), 0)),
        ] as Route,
      }),
    };
    return Object.fromEntries(Object.entries(routes).map(([name, route]) => [`${group}.${name}`, route]));
  }

  #find(id: string, group?: Group): Stored {
    const stored = this.#all.get(id);
    if (stored === undefined || (group !== undefined && stored.group !== group))
      refuse(404, "There is no such request.");
    return stored;
  }

  #touch(id: string): void {
    this.#find(id).changed += 1;
  }

  #list({ group, base, plate }: { readonly group: Group; readonly base: string; readonly plate: string | null }): Json {
    const open = [...this.#all.values()].filter(
      (each) => each.group === group && !each.isArchived && (plate === null || each.body.licensePlate === plate),
    );
    return { serviceRequests: open.map((each) => toListItem(each, base)), hasMore: false };
  }

  #create(group: Group, content: Json): Stored {
    const { licensePlate } = content?.vehicle ?? {};
    const lessor = lessorOf(licensePlate) ?? refuse(400, "The vehicle is unknown.");
    const isRental = content.appointment?.checkoutDate !== undefined;
    const open = [...this.#all.values()].filter((each) => !each.isArchived && each.body.licensePlate === licensePlate);
    const isSame = (each: Stored) =>
      each.group === group && (each.body.appointment?.checkoutDate !== undefined) === isRental;
    if (group === "serviceRequests" && open.some(isSame)) refuse(400, "The vehicle has an open request.");
    const body = {
      id: randomUUID(),
      creationTimeStamp: "2026-06-15T08:00:00Z",
      status: "Draft",
      readOnly: false,
      supplierId: supplierNumber,
      lessorId: lessor.number,
      serviceRequestNumber: 70_000 + this.#next++,
      licensePlate,
      vehicle: {},
      components: [],
      invoicing: { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 },
      parking: { isParked: false, remark: "None" },
    };
    const stored = {
      group,
      body,
      invoices: [],
      documents: new Map(),
      attachments: new Map(),
      changed: 0,
      isArchived: false,
    };
    this.#change(stored, content);
    this.#all.set(body.id, stored);
    return stored;
  }

  /** Changes the fields that are given, and sends the request to the lessor if the status says so. */
  #change(stored: Stored, { status, vehicle, appointment, components }: Json): Stored {
    const { body } = stored;
    const changed = { ...body, vehicle: { ...body.vehicle, ...vehicle } };
    if (appointment !== undefined) changed.appointment = { ...body.appointment, ...appointment };
    if (components !== undefined) changed.components = components.map(toLine);
    const { workshopDate } = changed.appointment ?? {};
    if (workshopDate < leaseStart) refuse(400, "The date is before the lease.", ["REG-SVC000190", "workshopDate"]);
    if (status === "ApprovalRequested") submit(changed, stored.group);
    Object.assign(body, changed);
    stored.changed += 1;
    return stored;
  }
}

function amountsOf(line: Json): number[] {
  return [line, ...(line.subcomponents ?? [])].map(({ price }) => price ?? 0);
}

/** A line as the service shows it. What has no value is left out. */
function toLine(input: Json): Json {
  const { status = { code: "Entered", description: "Entered" } } = input;
  const describe = (coded: Json) => coded && { description: `Code ${coded.code}`, ...coded };
  const { reg, operation, reason } = input;
  return { ...input, reg: describe(reg), operation: describe(operation), reason: describe(reason), status };
}

function submit(body: Json, group: Group): void {
  const { vehicle, appointment = {}, components: lines } = body;
  const isRental = appointment.checkoutDate !== undefined;
  const needed = isRental
    ? [lines.length === 1]
    : [
        vehicle.partialVin,
        appointment.estimatedDurationInDays,
        appointment.workshopDate,
        appointment.contact?.name,
        lines.length > 1,
        lines.some((line: Json) => readings.includes(line.reg?.code)),
      ];
  if (!appointment.workOrderNumber || (group === "serviceRequests" && !needed.every(Boolean)) || lines.length === 0)
    refuse(400, "The request does not meet the requirements of approval.");
  body.status = "ApprovalRequested";
  for (const line of lines)
    if (line.status.code !== "Cancelled") line.status = { code: "ApprovalRequested", description: "Sent" };
}

function toListItem({ body, changed }: Stored, base: string): Json {
  const { id, lessorId, serviceRequestNumber, supplierId, licensePlate, appointment, status, invoicing, parking } =
    body;
  return {
    href: `${base}/${id}`,
    id,
    lastModifiedUtc: new Date(Date.UTC(2026, 5, 15, 8, 0, changed)).toISOString().replace(".000Z", "Z"),
    lessorId,
    lessorName: lessorOf(licensePlate).name,
    ...{
      serviceRequestNumber,
      supplierId,
      licensePlate,
      workOrderNumber: appointment?.workOrderNumber,
      status,
      invoicing,
      parking,
    },
  };
}

function lineOf({ components }: Json, { params }: Call): Json {
  return components.find(({ id }: Json) => id === params["componentId"]) ?? refuse(404, "There is no such line.");
}

function invoiceOf({ invoices }: Stored, { params }: Call): Json {
  return invoices.find(({ id }) => String(id) === params["invoiceId"]) ?? refuse(404, "There is no such invoice.");
}

/** A request that can be invoiced. */
function toInvoice(stored: Stored): Stored {
  return stored.isArchived || stored.body.status === "Approved" ? stored : refuse(400, "The request is not approved.");
}

function templateOf({ body }: Stored, amount: number): Json {
  const lessor = lessorOf(body.licensePlate);
  const { street, postalCode, city } = lessor.address;
  const identitySender = {
    name: "Garage",
    street: "Laan",
    streetNumberSuffix: "a",
    postalCode: "2500 AA",
    city: "Den Haag",
    RegNumber: supplierNumber,
  };
  return { identitySender, identityReceiver: { name: lessor.name, street, postalCode, city }, amount };
}

function templatesOf(stored: Stored): Json {
  const { totalAmountToInvoice: due, totalAmountInvoiced: invoiced } = stored.body.invoicing;
  return {
    ...(due > 0 && { debit: templateOf(stored, due) }),
    ...(stored.isArchived && invoiced > 0 && { credit: templateOf(stored, invoiced) }),
  };
}

/** The rules of supplier-api.md §7. */
function checkInvoice({ body, invoices, isArchived, group }: Stored, invoice: Json): void {
  const { identitySender, identityReceiver, invoiceNumber, invoiceDate, vatLines, total } = Object(invoice);
  if (!Array.isArray(vatLines) || typeof total !== "number" || !identityReceiver) refuse(400, "A field is missing.");
  if (!invoiceNumber || !/^\d{4}-\d\d-\d\d$/.test(invoiceDate)) refuse(400, "The number or the date is missing.");
  if (invoiceNumber === "0") refuse(400, "The number is 0.", ["REG-INV000104", "invoiceNumber"]);
  if (String(identitySender?.RegNumber) !== String(supplierNumber))
    refuse(400, "The sender is another one.", ["REG-INV000010", "RegNumber"]);
  const { workshopDate, checkoutDate } = body.appointment;
  if (!isArchived && invoiceDate < (checkoutDate?.slice(0, 10) ?? workshopDate))
    refuse(400, "The date is too early.", [checkoutDate ? "REG-INV000106" : "REG-INV000105"]);
  if (isArchived && invoices.length > 0 && invoiceDate !== invoices.at(-1).invoiceDate)
    refuse(400, "The date is another one.", ["REG-INV000107"]);
  if (total > body.invoicing.totalAmountToInvoice) refuse(400, "The total is not outstanding.", ["REG-INV000018"]);
  if (total < 0 && !isArchived && group === "serviceRequests") refuse(400, "A credit is possible in the archive.");
}

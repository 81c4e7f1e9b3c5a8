import type {
  Appointment,
  AppointmentInput,
  Component,
  InvoicingSummary,
  ServiceRequest,
  ServiceRequestListItem,
} from "../../generated/supplier/models.js";
import { parseDateTime } from "../../values/dates.js";
import { toCents, toEuros } from "../../values/money.js";
import { phaseNow, utcText } from "../archive.js";
import { roleOf } from "../data/components.js";
import type { Services } from "../server/context.js";
import type { StoredLine, StoredRequest } from "../state.js";

/** The price of a line is taken to be the price of all of it, whatever `value` says, and its subcomponents' come on top. */
function centsOf({ content }: StoredLine): number {
  const prices = [content.price, ...(content.subcomponents ?? []).map(({ price }) => price)];
  return prices.reduce<number>((sum, price) => sum + toCents(price ?? 0), 0);
}

/** What the lessor approved. */
function approvedCents({ lines }: StoredRequest): number {
  return lines.filter(({ status }) => status === "Approved").reduce((sum, line) => sum + centsOf(line), 0);
}

/** What was invoiced, less what was credited. A discount changes nothing about what was approved. */
export function invoicedCents({ invoices }: StoredRequest): number {
  return invoices.filter(({ kind }) => kind !== "discount").reduce((sum, { cents }) => sum + cents, 0);
}

/** What is still to be invoiced: nothing once a reason for not invoicing is given, which is assumed. */
export function outstandingCents(request: StoredRequest): number {
  if (request.status !== "Approved" || request.notInvoiced !== undefined) return 0;
  return approvedCents(request) - invoicedCents(request);
}

/** The amounts, and whether they can be invoiced. */
function invoicingOf(request: StoredRequest): InvoicingSummary {
  const amounts = {
    totalAmountApproved: toEuros(approvedCents(request)),
    totalAmountToInvoice: toEuros(outstandingCents(request)),
    totalAmountInvoiced: toEuros(invoicedCents(request)),
  };
  const status = invoicingStatus(request);
  return status === undefined ? amounts : { status, ...amounts };
}

function invoicingStatus(request: StoredRequest): string | undefined {
  if (request.status !== "Approved") return undefined;
  if (outstandingCents(request) > 0) return "ReadyForInvoicing";
  const work = request.lines.filter(({ content }) => roleOf(content.reg?.code) !== "reading");
  const covered = work.every(({ content }) => (content.warranty ?? content.leniency) !== undefined);
  return covered && work.length > 0 && approvedCents(request) === 0
    ? "WillNotBeInvoicedForWarrantyOrLeniencyReasons"
    : undefined;
}

/** A line as the service shows it. */
export function presentLine({ id, content, status }: StoredLine): Component {
  const { subcomponents, ...line } = content;
  return {
    ...withoutEmptyLocation(line),
    ...(subcomponents !== undefined && { subcomponents: subcomponents.map(withoutEmptyLocation) }),
    id,
    status: { code: status },
  } as Component;
}

/** A location without a position is left out of answers (supplier-api.md §2.1). */
function withoutEmptyLocation<T extends { location?: string[] | null }>({ location, ...content }: T) {
  return location?.length ? { ...content, location } : content;
}

/** A request as the service shows it. */
export function presentRequest(request: StoredRequest, { state, now }: Services): ServiceRequest {
  const { licensePlate, partialVin, appointment, lessorsNumber } = request;
  const vehicle = state.world.vehicles.get(licensePlate);
  const view: ServiceRequest = {
    ...request.extras,
    id: request.id,
    creationTimeStamp: utcText(request.createdAt),
    status: request.status,
    readOnly: phaseNow(request, now()) === "Lessor" || request.invoices.length > 0,
    supplierId: request.supplierNumber,
    lessorId: vehicle?.contract.lessor.number ?? 0,
    licensePlate,
    vehicle: { licensePlate, ...(partialVin === undefined ? {} : { partialVin }) },
    components: request.lines.map(presentLine),
    invoicing: invoicingOf(request),
    parking: request.parking,
  };
  if (vehicle?.sublessorCode !== undefined) view.sublessorCode = vehicle.sublessorCode;
  if (lessorsNumber !== undefined) view.serviceRequestNumber = lessorsNumber;
  if (appointment !== undefined) view.appointment = presentAppointment(appointment);
  return view;
}

/** A request in brief. */
export function presentListItem(
  request: StoredRequest,
  services: Services,
  requestsAddress: string,
): ServiceRequestListItem {
  const view = presentRequest(request, services);
  const { id, lessorId, supplierId, licensePlate, status, invoicing, parking } = view;
  const item = {
    href: `${requestsAddress}/${id}`,
    id,
    lastModifiedUtc: utcText(request.changedAt),
    lessorId,
    lessorName: services.state.world.vehicles.get(licensePlate)?.contract.lessor.name,
    serviceRequestNumber: view.serviceRequestNumber,
    supplierId,
    licensePlate,
    workOrderNumber: request.appointment?.workOrderNumber,
    status,
    invoicing,
    parking,
  };
  // What is undefined is not in the JSON.
  return item as ServiceRequestListItem;
}

/** Every date-time in an answer is in UTC, whatever offset it came with (supplier-api.md §2.1). */
function presentAppointment(appointment: AppointmentInput): Appointment {
  const { checkoutDate } = appointment;
  if (checkoutDate === undefined) return appointment;
  return { ...appointment, checkoutDate: utcText(parseDateTime(checkoutDate) ?? 0) };
}

import { toCents, toEuros } from "../../../base/money.js";
import type { OpenType } from "../../../document/open.js";
import { isReadingCode } from "../../../domain/vocabulary.js";
import type {
  Component,
  InvoicingSummary,
  LineStatus,
  ServiceRequest,
  ServiceRequestListItem,
} from "../../../generated/supplier/models.js";
import { utcText, withUtcTimes } from "../../common/dates.js";
import type { Services } from "../state/context.js";
import { phaseNow } from "../state/phase.js";
import type { StoredLine, StoredRequest } from "../state/state.js";

/** Returns a request as the service shows it. */
export function serializeRequest(request: StoredRequest, { state, now }: Services): ServiceRequest {
  const { licensePlate, partialVin, appointment } = request;
  const vehicle = state.world.vehicles.get(licensePlate);
  const json: ServiceRequest = {
    ...(withUtcTimes(request.extras) as OpenType<"ServiceRequestExtraFields">),
    id: request.id,
    creationTimeStamp: utcText(request.createdAt),
    status: request.status,
    readOnly: phaseNow(request, now()) === "Lessor" || request.invoices.length > 0,
    supplierId: request.supplierNumber,
    lessorId: vehicle?.contract.lessor.number ?? 0,
    serviceRequestNumber: request.lessorsNumber,
    licensePlate,
    vehicle: { licensePlate, ...(partialVin === undefined ? {} : { partialVin }) },
    components: request.lines.map(serializeLine),
    invoicing: serializeInvoicing(request),
    parking: request.parking,
  };
  if (vehicle?.sublessorCode !== undefined) json.sublessorCode = vehicle.sublessorCode;
  // It was read from JSON, which has no undefined fields.
  if (appointment !== undefined)
    json.appointment = withUtcTimes(appointment) as NonNullable<ServiceRequest["appointment"]>;
  return json;
}

/** Returns a request as the list shows it. */
export function serializeListItem(
  request: StoredRequest,
  { state }: Pick<Services, "state">,
  requestsAddress: string,
): ServiceRequestListItem {
  const { id, licensePlate, status, parking } = request;
  const lessor = state.world.vehicles.get(licensePlate)?.contract.lessor;
  const item = {
    href: `${requestsAddress}/${id}`,
    id,
    lastModifiedUtc: utcText(request.changedAt),
    lessorId: lessor?.number ?? 0,
    lessorName: lessor?.name,
    serviceRequestNumber: request.lessorsNumber,
    supplierId: request.supplierNumber,
    licensePlate,
    workOrderNumber: request.appointment?.workOrderNumber,
    status,
    invoicing: serializeInvoicing(request),
    parking,
  };
  // JSON leaves out the fields that are undefined, so the type holds for the response.
  return item as ServiceRequestListItem;
}

/** Returns a line as the service shows it. */
export function serializeLine({ id, content, status }: StoredLine): Component {
  const { subcomponents, ...line } = content;
  return {
    ...withoutEmptyLocation(line),
    ...(subcomponents !== undefined && { subcomponents: subcomponents.map(withoutEmptyLocation) }),
    id,
    status: { code: status, description: describeStatus(status) },
  } as Component;
}

/** The texts of the descriptions are not shown: they are assumed to be the words of the code. */
function describeStatus(status: LineStatus): string {
  return status.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The service leaves out a location without a position (supplier-api.md §2.1). */
function withoutEmptyLocation<T extends { location?: readonly string[] | null | undefined }>({
  location,
  ...content
}: T) {
  return location?.length ? { ...content, location } : content;
}

function serializeInvoicing(request: StoredRequest): InvoicingSummary {
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
  const work = request.lines.filter(({ content }) => !isReadingCode(content.reg?.code));
  const isCovered = work.every(({ content }) => (content.warranty ?? content.leniency) !== undefined);
  return isCovered && work.length > 0 && approvedCents(request) === 0
    ? "WillNotBeInvoicedForWarrantyOrLeniencyReasons"
    : undefined;
}

/** Returns the amount that is still to be invoiced: 0 once a reason for not invoicing is stored, which is assumed. */
export function outstandingCents(request: StoredRequest): number {
  if (request.status !== "Approved" || request.notInvoiced !== undefined) return 0;
  return approvedCents(request) - invoicedCents(request);
}

/** Returns the invoiced amount minus the credited amount. Discounts do not change the amount that was approved. */
export function invoicedCents({ invoices }: StoredRequest): number {
  return invoices.filter(({ kind }) => kind !== "discount").reduce((sum, { cents }) => sum + cents, 0);
}

function approvedCents({ lines }: StoredRequest): number {
  return lines.filter(({ status }) => status === "Approved").reduce((sum, line) => sum + centsOf(line), 0);
}

/** It is assumed that a line's price covers its whole `value`, and that the prices of subcomponents are added to it. */
function centsOf({ content }: StoredLine): number {
  const prices = [content.price, ...(content.subcomponents ?? []).map(({ price }) => price)];
  return prices.reduce<number>((sum, price) => sum + toCents(price ?? 0), 0);
}

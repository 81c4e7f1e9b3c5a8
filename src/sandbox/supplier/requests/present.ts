import type {
  Appointment,
  AppointmentInput,
  Component,
  ServiceRequest,
  ServiceRequestListItem,
} from "../../../generated/supplier/models.js";
import { parseDateTime } from "../../../values/calendar.js";
import type { Services } from "../../core/handler.js";
import { phaseNow } from "../../state/archive.js";
import type { StoredLine, StoredRequest } from "../../state/state.js";
import { utcText } from "../../time/midnight.js";
import { invoicingOf } from "../invoices/totals.js";

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

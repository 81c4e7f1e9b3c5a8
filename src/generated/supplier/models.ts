// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import type { Open, OpenBody, OpenType } from "../../document/open.js";

/**
 * A code with its meaning in words.
 *
 * Source: supplier-api.md §2.3; that a description is a text is inferred.
 */
export interface CodedValue {
    /** The code. The service checks it against a pattern that is not shown. */
    code: string;
    /** The meaning of the code in words. (inferred) */
    description?: string | undefined;
}

/**
 * The code of a component. Some are fixed: 5401 and 5449 for the readings of mileage and hours; 3101 for a
 * tire, 3156 for its disposal fee; 3196 for a tire sold but not mounted, 3197 for tire operations, 3198 for
 * replacing and 3199 for swapping tires.
 *
 * Source: supplier-api.md §2.3; that a description is a text is inferred.
 */
export interface ComponentCode {
    /** The code. The service checks it against a pattern that is not shown. */
    code: string;
    /** The name of the component. (inferred) */
    description?: string | undefined;
}

/**
 * What is done to the component. A mileage or hours reading has the code 19 and no type.
 *
 * Source: supplier-api.md §2.3; that a description is a text is inferred.
 */
export interface LineOperation {
    /** The code. The service checks it against a pattern that is not shown. */
    code: string;
    /** The meaning of the code in words. (inferred) */
    description?: string | undefined;
    /** The kind of operation, where there is one. */
    type?: CodedValue | undefined;
}

/**
 * A decimal number as text, with a dot for the decimals and nothing between thousands.
 *
 * Source: supplier-api.md §2.1.
 */
export type DecimalText = string;

/**
 * Whether warranty covers the work. The permitted values are not shown; others are rejected (REG-SVC000175).
 *
 * Source: supplier-api.md §2.3, §7; that a value is a text is inferred.
 */
export type Warranty = string;

/**
 * Whether leniency covers the work. The permitted values are not shown; others are rejected (REG-SVC000176).
 *
 * Source: supplier-api.md §2.3, §7; that a value is a text is inferred.
 */
export type Leniency = string;

/**
 * The bytes of a file.
 *
 * Source: supplier-api.md §4.1, §4.2.
 */
export type RawFile = Blob;

/**
 * A form with the file in it. The name of the field is assumed.
 *
 * Source: supplier-api.md §4.1, §4.2.
 */
export interface FileForm {
    /**
     * The bytes of the file. Format: binary.
     */
    file: Blob;
}

/**
 * Where a request stands. `ProvisionallyApproved` does not allow invoicing.
 *
 * Source: supplier-api.md §3.
 */
export type ServiceRequestStatus = "Draft" | "Modified" | "ApprovalRequested" | "Approved" | "ProvisionallyApproved" | "Denied";

/**
 * The status of a request. Other values may occur (assumed).
 *
 * Source: supplier-api.md §3.
 */
export type ServiceRequestStatusValue = ServiceRequestStatus | (string & {});

/**
 * The statuses that a supplier sets: `Draft` keeps the request, `ApprovalRequested` hands it to the lessor. The
 * others are reached by what the lessor or the service does.
 *
 * Source: supplier-api.md §3.
 */
export type SubmittableStatus = "Draft" | "ApprovalRequested";

/**
 * Where a line stands. With `ProvisionallyApproved` the lessor takes an incomplete line as it is.
 *
 * Source: supplier-api.md §3.
 */
export type LineStatus = "Entered" | "Changed" | "ApprovalRequested" | "Approved" | "ProvisionallyApproved" | "CallLessor" | "Denied" | "LessorWillCall" | "Cancelled" | "CancellationApproved" | "CancellationDenied";

/**
 * The status of a line. Other values may occur (assumed).
 *
 * Source: supplier-api.md §3.
 */
export type LineStatusValue = LineStatus | (string & {});

/**
 * Whether the request can be invoiced. Two values have been seen; the second of them means that warranty covers
 * every line and nothing is left to invoice.
 *
 * Source: supplier-api.md §2.2.
 */
export type InvoicingStatusValue = ("ReadyForInvoicing" | "WillNotBeInvoicedForWarrantyOrLeniencyReasons") | (string & {});

/**
 * One request, wrapped.
 *
 * Source: supplier-api.md §2.2.
 */
export interface ServiceRequestEnvelope {
    /** The request. */
    data: ServiceRequest;
}

/**
 * A service request or a damage service request. The supplier's remarks belong to it as well, under a name that
 * is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ServiceRequestExtraFields`.
 *
 * Source: supplier-api.md §2.1, §2.2.
 */
export interface ServiceRequest extends OpenType<"ServiceRequestExtraFields"> {
    /**
     * Chosen by the service at creation. Format: uuid.
     */
    id: string;
    /**
     * When the request was created, in UTC. Format: date-time.
     */
    creationTimeStamp: string;
    /** The status of the request. Other values may occur (assumed). */
    status: ServiceRequestStatusValue;
    /** Whether the request can only be read. When that is so, and what it excludes, is not shown. */
    readOnly: boolean;
    /** The supplier to whom the token belongs. */
    supplierId: number;
    /** The number of the vehicle's lessor. */
    lessorId: number;
    /** The sublessor. Left out where the vehicle has none. */
    sublessorCode?: string;
    /** The number under which the lessor keeps the request. */
    serviceRequestNumber: number;
    /** The license plate of the vehicle. */
    licensePlate: string;
    /** When and by whom the work is done. Left out of a draft that has none, which is inferred, because a draft needs the license plate only. */
    appointment?: Appointment;
    /** The vehicle. */
    vehicle: RequestVehicle;
    /** The lines. */
    components: Component[];
    /** What can be invoiced, and what was invoiced. */
    invoicing: InvoicingSummary;
    /** Whether the request is parked, and why. */
    parking: Parking;
}

/**
 * The vehicle of a request.
 *
 * Source: supplier-api.md §2.2; that `partialVin` is left out until it was given is inferred.
 */
export interface RequestVehicle {
    /** The license plate. */
    licensePlate: string;
    /** Part of the vehicle identification number, once it was given. */
    partialVin?: string;
}

/**
 * When and by whom the work is done. Which parts are there depends on the kind of request and on what was
 * given.
 *
 * Source: supplier-api.md §2.2.
 */
export interface Appointment {
    /**
     * The day of the work; not for rental vehicles. Format: date.
     */
    workshopDate?: string;
    /**
     * When the rental vehicle is handed over, in UTC; for rental vehicles only. Format: date-time.
     */
    checkoutDate?: string;
    /** The supplier's own number for the work. */
    workOrderNumber?: string;
    /** A number of the supplier. Seen in a draft only; that responses carry it as well is inferred. (inferred) */
    supplierNumber?: string;
    /** The person to ask about the work. */
    contact?: AppointmentContact;
    /** How many days the work is expected to take. */
    estimatedDurationInDays?: number;
}

/**
 * Whom to ask about the work.
 *
 * Source: supplier-api.md §2.2.
 */
export interface AppointmentContact {
    /** The name of the person. */
    name?: string | undefined;
    /** The phone number of the person. */
    phone?: string | undefined;
}

/**
 * What can be invoiced, and what was. The currency of the amounts is not shown.
 *
 * Source: supplier-api.md §2.2; that `status` can be missing is inferred, because the values that were seen do
 * not apply to a draft.
 */
export interface InvoicingSummary {
    /** Whether the request can be invoiced. The second known value means that warranty covers every line and nothing is left to invoice. */
    status?: InvoicingStatusValue;
    /** The amount that the lessor approved. It excludes VAT (inferred, REG-INV000018). */
    totalAmountApproved: number;
    /** The amount that is still to be invoiced. It excludes VAT (inferred, REG-INV000018). */
    totalAmountToInvoice: number;
    /** The amount that was invoiced so far. It excludes VAT (inferred, REG-INV000018). */
    totalAmountInvoiced: number;
}

/**
 * Whether the request is parked, and why.
 *
 * Source: supplier-api.md §2.2; that `remark` can be missing is inferred, because a request that is not parked
 * has no reason.
 */
export interface Parking {
    /** Whether the request is parked. */
    isParked: boolean;
    /** Why it is parked. */
    remark?: string;
}

/**
 * What creating a request returns. It tells the new id; in which field, and what else it holds, is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceRequestCreatedFields`.
 *
 * Source: supplier-api.md §4.1.
 */
export interface ServiceRequestCreated extends Open<OpenType<"ServiceRequestCreatedFields">> {
    /**
     * The id that the service chose. (inferred) Format: uuid.
     */
    id: string;
}

/**
 * An overview of open requests.
 *
 * Source: supplier-api.md §2.2, §4.1.
 */
export interface ServiceRequestList {
    /** The requests, in brief. */
    serviceRequests: ServiceRequestListItem[];
    /** Whether there are more requests than these, whatever the filter. */
    hasMore: boolean;
}

/**
 * A request in brief.
 *
 * Source: supplier-api.md §2.2.
 */
export interface ServiceRequestListItem {
    /** The address of the complete request. (inferred) */
    href: string;
    /**
     * The id of the request. Format: uuid.
     */
    id: string;
    /**
     * When the request last changed, in UTC. (inferred) Format: date-time.
     */
    lastModifiedUtc: string;
    /** The number of the vehicle's lessor. */
    lessorId: number;
    /** The name of the vehicle's lessor. (inferred) */
    lessorName: string;
    /** The number under which the lessor keeps the request. */
    serviceRequestNumber: number;
    /** The supplier to whom the token belongs. */
    supplierId: number;
    /** The license plate of the vehicle. */
    licensePlate: string;
    /** The supplier's own number for the work. Left out of a draft that has none, which is inferred. */
    workOrderNumber?: string;
    /** The status of the request. Other values may occur (assumed). */
    status: ServiceRequestStatusValue;
    /** What can be invoiced, and what was invoiced. It has the form of that of a complete request (inferred). */
    invoicing: InvoicingSummary;
    /** Whether the request is parked, and why. */
    parking: Parking;
}

/**
 * A new request. A draft needs the license plate only. For approval, repair, maintenance and tire work also
 * needs the partial VIN, an appointment with work order number, duration, workshop date and contact, a mileage
 * or hours reading and one more line; a rental vehicle needs an appointment with work order number and checkout
 * date, and exactly one line.
 *
 * Source: supplier-api.md §2.2, §3, §9.
 */
export interface ServiceRequestCreate {
    /** Either `Draft`, which keeps the request as a draft, or `ApprovalRequested`, which sends it to the lessor. A supplier sets no other status (inferred). */
    status: SubmittableStatus;
    /** The vehicle that the work is for. Its license plate is sent here (inferred from the response). */
    vehicle: RequestVehicleInput;
    /** When and by whom the work is done; needed for approval. */
    appointment?: AppointmentInput | undefined;
    /** The lines. */
    components?: readonly ComponentInput[] | undefined;
}

/**
 * A draft as it shall be from now on; the same rules as for a new request.
 *
 * Source: supplier-api.md §3, §4.1.
 */
export interface ServiceRequestOverwrite {
    /** Either `Draft`, which keeps the request as a draft, or `ApprovalRequested`, which sends it to the lessor. A supplier sets no other status (inferred). */
    status: SubmittableStatus;
    /** The vehicle that the work is for. Its license plate is sent here (inferred from the response). */
    vehicle: RequestVehicleInput;
    /** When and by whom the work is done; needed for approval. */
    appointment?: AppointmentInput | undefined;
    /** The lines; those left out are removed. (inferred) */
    components?: readonly ComponentInput[] | undefined;
}

/**
 * What shall change: the status, or the rest; whether both can stand in one PATCH is not shown. The supplier's
 * remarks belong here too, under a name that is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ServiceRequestPatchFields`.
 *
 * Source: supplier-api.md §2.2, §4.1.
 */
export interface ServiceRequestPatch extends OpenType<"ServiceRequestPatchFields"> {
    /** Either `Draft`, which keeps the request as a draft, or `ApprovalRequested`, which sends it to the lessor. A supplier sets no other status (inferred). */
    status?: SubmittableStatus | undefined;
    /** What shall change about the vehicle. */
    vehicle?: RequestVehiclePatch | undefined;
    /** When and by whom the work is done; needed for approval. */
    appointment?: AppointmentInput | undefined;
    /** The lines. Whether lines left out stay or go is not shown. */
    components?: readonly ComponentInput[] | undefined;
}

/**
 * The vehicle that the work is for.
 *
 * Source: supplier-api.md §2.2, §3.
 */
export interface RequestVehicleInput {
    /** The license plate. The service checks it against a pattern that is not shown. */
    licensePlate: string;
    /** Part of the vehicle identification number; needed for approval, not for rental vehicles. */
    partialVin?: string | undefined;
}

/**
 * What shall change about the vehicle. The partial VIN is a part of it: the reference lists both as changeable,
 * and shows the partial VIN nowhere else.
 *
 * Source: supplier-api.md §4.1, §2.2; that `partialVin` is not a field beside `vehicle` is inferred.
 */
export interface RequestVehiclePatch {
    /** The license plate. The service checks it against a pattern that is not shown. */
    licensePlate?: string | undefined;
    /** Part of the vehicle identification number; needed for approval, not for rental vehicles. */
    partialVin?: string | undefined;
}

/**
 * When and by whom the work is done.
 *
 * Source: supplier-api.md §2.2, §3.
 */
export interface AppointmentInput {
    /**
     * The day of the work, in a year from 2000 to 2100 and not before the lease contract starts (REG-SVC000190); not for rental vehicles. Format: date.
     */
    workshopDate?: string | undefined;
    /**
     * When the rental vehicle is handed over, in a year from 2000 to 2100, with `Z` or an offset such as `+02:00`; for rental vehicles only. The year counts in UTC (inferred). Format: date-time.
     */
    checkoutDate?: string | undefined;
    /** The supplier's own number for the work; needed for approval. */
    workOrderNumber?: string | undefined;
    /** A number of the supplier. Seen in an example of a draft, not explained. */
    supplierNumber?: string | undefined;
    /** The person to ask about the work; needed for approval, not for rental vehicles. */
    contact?: AppointmentContact | undefined;
    /** How many days the work is expected to take; needed for approval, not for rental vehicles. Whether 0 is enough is not shown. */
    estimatedDurationInDays?: number | undefined;
}

/**
 * A line of a request. `location` is left out where none was given.
 *
 * Source: supplier-api.md §2.1, §2.3; §2.1 also lets `operation` and `reason` be left out, which §2.3 requires
 * on lines.
 */
export interface Component {
    /**
     * Chosen by the supplier; unique within the request. Format: uuid.
     */
    id: string;
    /** The code and the name of the component. */
    reg?: ComponentCode;
    /** The supplier's own code for the component. */
    supplierCode?: string;
    /** What is done to the component. */
    operation: LineOperation;
    /** Why the work is needed. */
    reason: CodedValue;
    /** The position codes, for example of a wheel. */
    location?: string[];
    /** A reading or a quantity. Its unit, and whether it can be below zero, are not shown. */
    value?: DecimalText;
    /** The price of the line. Its currency, and whether it is for one unit or for all of `value`, are not shown. */
    price?: number;
    /** The status of the line, as a code and in words. */
    status: ComponentStatus;
    /** The tire that the line is about. */
    part?: TirePart;
    /** Whether damage is the cause. */
    damage?: boolean;
    /** Whether warranty covers the work. */
    warranty?: Warranty;
    /** Whether leniency covers the work. */
    leniency?: Leniency;
    /** What the line consists of. */
    subcomponents?: Subcomponent[];
}

/**
 * Where a line stands.
 *
 * Source: supplier-api.md §2.3, §3; that a description is a text is inferred.
 */
export interface ComponentStatus {
    /** The status. Other values may occur (assumed). */
    code: LineStatusValue;
    /** The status in words. (inferred) */
    description: string;
}

/**
 * A part of a line. `operation`, `reason` and `location` are left out where none was given.
 *
 * Source: supplier-api.md §2.1, §2.3.
 */
export interface Subcomponent {
    /**
     * The id, where subcomponents have one. (inferred) Format: uuid.
     */
    id?: string;
    /** The code and the name of the component. */
    reg?: ComponentCode;
    /** The supplier's own code for the component. */
    supplierCode?: string;
    /** What is done to the component. */
    operation?: LineOperation;
    /** Why the work is needed. */
    reason?: CodedValue;
    /** The position codes, for example of a wheel. */
    location?: string[];
    /** A reading or a quantity. Its unit, and whether it can be below zero, are not shown. */
    value?: DecimalText;
    /** The price of the subcomponent. Its currency, and whether it comes on top of that of the line, are not shown. */
    price?: number;
    /** The status of the subcomponent. Its codes are an enumeration of their own, which is not shown. It has the form of the status of a line (inferred). */
    status?: {
        /** The status. */
        code: string;
        /** The status in words. (inferred) */
        description: string;
    };
    /** The tire that the subcomponent is about. */
    part?: TirePart;
    /** Whether damage is the cause. (inferred) */
    damage?: boolean;
    /** Whether warranty covers the work. */
    warranty?: Warranty;
    /** Whether leniency covers the work. */
    leniency?: Leniency;
}

/**
 * What writing a line returns. Not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ComponentWrittenFields`.
 *
 * Source: supplier-api.md §4.1.
 */
export interface ComponentWritten extends Open<OpenType<"ComponentWrittenFields">> {
}

/**
 * What cancelling a line returns.
 *
 * Source: supplier-api.md §4.1.
 */
export interface ComponentCancelled {
    /** The line after the cancellation. */
    component: Component;
}

/**
 * A line of a request that is created, overwritten or patched. No two lines may say the same unless the
 * component can occur several times.
 *
 * Source: supplier-api.md §2.3; `status` is left out because no request is said to carry it.
 */
export interface ComponentInput {
    /**
     * Chosen by the caller; unique within the request. Not needed where the path holds it. Format: uuid.
     */
    id: string;
    /** The code of the component, as `regCode` of an allowed component. */
    reg?: ComponentCode | undefined;
    /** The supplier's own code for the component. */
    supplierCode?: string | undefined;
    /** What is done to the component; 19, without a type, for a mileage or hours reading. */
    operation: LineOperation;
    /** Why the work is needed; 99 for a reading. */
    reason: CodedValue;
    /** The position codes, where the allowed component has a location; two for a place on an axle, for example. */
    location?: readonly string[] | undefined;
    /** A reading or a quantity. Its unit, and whether it can be below zero, are not shown. */
    value?: DecimalText | undefined;
    /** The price of the line. Its currency, and whether it is for one unit or for all of `value`, are not shown. */
    price?: number | undefined;
    /** The tire that it is about, with the fields of a search result. */
    part?: TirePartInput | undefined;
    /** Whether damage is the cause. Rejected where the contract does not allow it (REG-SVC000177). */
    damage?: boolean | undefined;
    /** Whether warranty covers the work. The permitted values are not shown; others are rejected (REG-SVC000175). */
    warranty?: Warranty | undefined;
    /** Whether leniency covers the work. The permitted values are not shown; others are rejected (REG-SVC000176). */
    leniency?: Leniency | undefined;
    /** What the line consists of. The component decides which subcomponents it must, may and must not have. */
    subcomponents?: readonly SubcomponentInput[] | undefined;
}

/**
 * A line that is written by itself; its id stands in the path.
 *
 * Source: supplier-api.md §2.3, §4.1; that the body need not repeat the id is inferred.
 */
export interface ComponentPut {
    /**
     * Chosen by the caller; unique within the request. Not needed where the path holds it. Format: uuid.
     */
    id?: string | undefined;
    /** The code of the component, as `regCode` of an allowed component. */
    reg?: ComponentCode | undefined;
    /** The supplier's own code for the component. */
    supplierCode?: string | undefined;
    /** What is done to the component; 19, without a type, for a mileage or hours reading. */
    operation: LineOperation;
    /** Why the work is needed; 99 for a reading. */
    reason: CodedValue;
    /** The position codes, where the allowed component has a location; two for a place on an axle, for example. */
    location?: readonly string[] | undefined;
    /** A reading or a quantity. Its unit, and whether it can be below zero, are not shown. */
    value?: DecimalText | undefined;
    /** The price of the line. Its currency, and whether it is for one unit or for all of `value`, are not shown. */
    price?: number | undefined;
    /** The tire that it is about, with the fields of a search result. */
    part?: TirePartInput | undefined;
    /** Whether damage is the cause. Rejected where the contract does not allow it (REG-SVC000177). */
    damage?: boolean | undefined;
    /** Whether warranty covers the work. The permitted values are not shown; others are rejected (REG-SVC000175). */
    warranty?: Warranty | undefined;
    /** Whether leniency covers the work. The permitted values are not shown; others are rejected (REG-SVC000176). */
    leniency?: Leniency | undefined;
    /** What the line consists of. The component decides which subcomponents it must, may and must not have. */
    subcomponents?: readonly SubcomponentInput[] | undefined;
}

/**
 * A part of a line. Unlike a line it may do without operation and reason. None may occur twice unless it is
 * meant to, as the position of a tire in a tire swap (3199) is.
 *
 * Source: supplier-api.md §2.3.
 */
export interface SubcomponentInput {
    /**
     * The id, where subcomponents have one. (inferred) Format: uuid.
     */
    id?: string | undefined;
    /** The code of the component, as `regCode` of an allowed component. */
    reg?: ComponentCode | undefined;
    /** The supplier's own code for the component. */
    supplierCode?: string | undefined;
    /** What is done to the component. Unlike that of a line, it can be left out. */
    operation?: LineOperation | undefined;
    /** Why the work is needed. A tire disposed of in a swap or replacement may be dried out (38). */
    reason?: CodedValue | undefined;
    /** The position codes. Anything but null is rejected where the allowed component has no location. */
    location?: readonly string[] | null | undefined;
    /** A reading or a quantity. Its unit, and whether it can be below zero, are not shown. */
    value?: DecimalText | undefined;
    /** The price of the subcomponent. Its currency, and whether it comes on top of that of the line, are not shown. */
    price?: number | undefined;
    /** The tire that it is about, with the fields of a search result. */
    part?: TirePartInput | undefined;
    /** Whether damage is the cause. That a contract can exclude it of a subcomponent, too (REG-SVC000177), is assumed. (inferred) */
    damage?: boolean | undefined;
    /** Whether warranty covers the work. The permitted values are not shown; others are rejected (REG-SVC000175). */
    warranty?: Warranty | undefined;
    /** Whether leniency covers the work. The permitted values are not shown; others are rejected (REG-SVC000176). */
    leniency?: Leniency | undefined;
}

/**
 * A tire in a line. Tires are the only kind of part that the reference names.
 *
 * Source: supplier-api.md §2.4.
 */
export interface TirePart {
    /**
     * Tells a tire from other parts.
     * @constant
     */
    partType: "Tire";
    /** The id of the tire in the catalogue. */
    id?: number;
    /** Whether the tire is on the list of tires for direct purchase (`Current`). Other values may occur (assumed). */
    vacoStatus?: VacoStatusValue;
    /** The year in which the tire left the list; in search results. */
    obsoleteVacoStatusSinceYear?: number;
    /** The season that the tire is made for. Two values have been seen; there may be more. (inferred) */
    seasonIndicator?: SeasonIndicatorValue;
    /** The category of the tire. One value has been seen; there may be more. (inferred) */
    category?: TireCategoryValue;
    /** The code of the make. The reference can be read to make it a number. (inferred) */
    makeCode?: string | number;
    /** The name of the make. (inferred) */
    make?: string;
    /** The width. */
    nominalWidthInMillimeters?: number;
    /** The height in percent of the width. */
    widthHeightRatio?: number;
    /** The diameter of the rim. */
    rimDiameterInInches?: number;
    /** The load index. */
    loadIndex?: number;
    /** The speed rating. (inferred) */
    speedRating?: string;
    /** Model, type and profile. (inferred) */
    modelTypeProfile?: string;
    /** The type number. (inferred) */
    typeNumber?: string;
    /** The noise level. */
    noiseOutputLevelInDecibels?: number;
    /** The class of rolling resistance. (inferred) */
    rollingResistanceCode?: string;
    /** The class of wet grip. (inferred) */
    wetGripCode?: string;
    /** The list price. */
    manufacturerSuggestedRetailPrice?: number;
    /** The tire in words. (inferred) */
    description?: string;
    /** The BAC code. (inferred) */
    bacCode?: string;
    /** The EAN code. (inferred) */
    eanCode?: string;
}

/**
 * A tire in a line. It takes the fields of a search result as they are; which of them a line needs is not
 * shown. No other kind of part is known to be taken; the kind `Base` is rejected.
 *
 * Source: supplier-api.md §2.4.
 */
export interface TirePartInput {
    /**
     * Tells a tire from other parts.
     * @constant
     */
    partType: "Tire";
    /** The id of the tire in the catalogue. */
    id?: number | undefined;
    /** Whether the tire is on the list of tires for direct purchase (`Current`). Other values may occur (assumed). */
    vacoStatus?: VacoStatusValue | undefined;
    /** The year in which the tire left the list; in search results. */
    obsoleteVacoStatusSinceYear?: number | undefined;
    /** The season that the tire is made for. Two values have been seen; there may be more. (inferred) */
    seasonIndicator?: SeasonIndicatorValue | undefined;
    /** The category of the tire. One value has been seen; there may be more. (inferred) */
    category?: TireCategoryValue | undefined;
    /** The code of the make. The reference can be read to make it a number. (inferred) */
    makeCode?: string | number | undefined;
    /** The name of the make. (inferred) */
    make?: string | undefined;
    /** The width. */
    nominalWidthInMillimeters?: number | undefined;
    /** The height in percent of the width. */
    widthHeightRatio?: number | undefined;
    /** The diameter of the rim. */
    rimDiameterInInches?: number | undefined;
    /** The load index. */
    loadIndex?: number | undefined;
    /** The speed rating. (inferred) */
    speedRating?: string | undefined;
    /** Model, type and profile. (inferred) */
    modelTypeProfile?: string | undefined;
    /** The type number. (inferred) */
    typeNumber?: string | undefined;
    /** The noise level. */
    noiseOutputLevelInDecibels?: number | undefined;
    /** The class of rolling resistance. (inferred) */
    rollingResistanceCode?: string | undefined;
    /** The class of wet grip. (inferred) */
    wetGripCode?: string | undefined;
    /** The list price. */
    manufacturerSuggestedRetailPrice?: number | undefined;
    /** The tire in words. (inferred) */
    description?: string | undefined;
    /** The BAC code. (inferred) */
    bacCode?: string | undefined;
    /** The EAN code. (inferred) */
    eanCode?: string | undefined;
}

/**
 * A tire of the catalogue or on a vehicle.
 *
 * Source: supplier-api.md §2.4, §2.5.
 */
export interface Tire {
    /**
     * Tells a tire from other parts.
     * @constant
     */
    partType?: "Tire";
    /** The id of the tire in the catalogue. */
    id?: number;
    /** Whether the tire is on the list of tires for direct purchase (`Current`). Other values may occur (assumed). */
    vacoStatus?: VacoStatusValue;
    /** The year in which the tire left the list; in search results. */
    obsoleteVacoStatusSinceYear?: number;
    /** The season that the tire is made for. Two values have been seen; there may be more. (inferred) */
    seasonIndicator?: SeasonIndicatorValue;
    /** The category of the tire. One value has been seen; there may be more. (inferred) */
    category?: TireCategoryValue;
    /** The code of the make. The reference can be read to make it a number. (inferred) */
    makeCode?: string | number;
    /** The name of the make. (inferred) */
    make?: string;
    /** The width. */
    nominalWidthInMillimeters?: number;
    /** The height in percent of the width. */
    widthHeightRatio?: number;
    /** The diameter of the rim. */
    rimDiameterInInches?: number;
    /** The load index. */
    loadIndex?: number;
    /** The speed rating. (inferred) */
    speedRating?: string;
    /** Model, type and profile. (inferred) */
    modelTypeProfile?: string;
    /** The type number. (inferred) */
    typeNumber?: string;
    /** The noise level. */
    noiseOutputLevelInDecibels?: number;
    /** The class of rolling resistance. (inferred) */
    rollingResistanceCode?: string;
    /** The class of wet grip. (inferred) */
    wetGripCode?: string;
    /** The list price. */
    manufacturerSuggestedRetailPrice?: number;
    /** The tire in words. (inferred) */
    description?: string;
    /** The BAC code. (inferred) */
    bacCode?: string;
    /** The EAN code. (inferred) */
    eanCode?: string;
}

/**
 * Whether the tire can be bought directly, as `Current` ones can.
 *
 * Source: supplier-api.md §2.4.
 */
export type VacoStatus = "Current" | "Obsolete";

/**
 * Whether the tire can be bought directly, as `Current` ones can. Other values may occur (assumed).
 *
 * Source: supplier-api.md §2.4.
 */
export type VacoStatusValue = VacoStatus | (string & {});

/**
 * The season that a tire is made for. Two values have been seen; there may be more.
 *
 * Source: supplier-api.md §2.4.
 */
export type SeasonIndicatorValue = ("Summer" | "Winter") | (string & {});

/**
 * The category of a tire. One value has been seen; there may be more.
 *
 * Source: supplier-api.md §2.4.
 */
export type TireCategoryValue = "Standard" | (string & {});

/**
 * The tires that a search found. The form of the list is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `TireListBody`.
 *
 * Source: supplier-api.md §4.3, §2.4.
 */
export type TireList = OpenBody<OpenType<"TireListBody">, Tire>;

/**
 * The makes of tires. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `TireMakeListBody`.
 *
 * Source: supplier-api.md §4.3.
 */
export type TireMakeList = OpenBody<OpenType<"TireMakeListBody">>;

/**
 * What uploading an attachment returns. Not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `AttachmentFields`.
 *
 * Source: supplier-api.md §4.1.
 */
export interface AttachmentStored extends Open<OpenType<"AttachmentFields">> {
}

/**
 * The attachments of a request. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `AttachmentListBody`.
 *
 * Source: supplier-api.md §4.1.
 */
export type AttachmentList = OpenBody<OpenType<"AttachmentListBody">>;

/**
 * The sender or the receiver of a new invoice.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceIdentityInputFields`.
 *
 * Source: supplier-api.md §2.7, §8.
 */
export interface InvoiceIdentityInput extends OpenType<"InvoiceIdentityInputFields"> {
    /** The name of the company. */
    name?: string | undefined;
    /** The street. */
    street?: string | undefined;
    /** A part of the address after the street. Whether it is the house number, what follows it, or both is unclear: the reference names no other field for the number. */
    streetNumberSuffix?: string | undefined;
    /** The postal code. */
    postalCode?: string | undefined;
    /** The city. */
    city?: string | undefined;
    /** Of a sender, the number of the supplier to whom the token belongs; any other is rejected (REG-INV000010). The reference names it for a sender only. Its type is not shown. (inferred) */
    RegNumber?: string | number | undefined;
}

/**
 * The sender or the receiver of an invoice, as a template has it.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceIdentityFields`.
 *
 * Source: supplier-api.md §2.7, §8.
 */
export interface InvoiceIdentity extends OpenType<"InvoiceIdentityFields"> {
    /** The name of the company. */
    name?: string;
    /** The street. */
    street?: string;
    /** A part of the address after the street. Whether it is the house number, what follows it, or both is unclear: the reference names no other field for the number. */
    streetNumberSuffix?: string;
    /** The postal code. */
    postalCode?: string;
    /** The city. */
    city?: string;
    /** Of a sender, the number of the supplier to whom the token belongs; any other is rejected (REG-INV000010). The reference names it for a sender only. Its type is not shown. (inferred) */
    RegNumber?: string | number;
}

/**
 * One entry of `vatLines` of a new invoice. The reference shows none of its fields, not even that it is about
 * one VAT rate.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `VatLineInputFields`.
 *
 * Source: supplier-api.md §2.7.
 */
export interface VatLineInput extends Open<OpenType<"VatLineInputFields">> {
}

/**
 * One entry of `vatLines` of an invoice that was created. The reference shows none of its fields, not even that
 * it is about one VAT rate.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `VatLineFields`.
 *
 * Source: supplier-api.md §2.7.
 */
export interface VatLine extends Open<OpenType<"VatLineFields">> {
}

/**
 * A new invoice. The fields beyond these are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceCreateFields`.
 *
 * Source: supplier-api.md §2.7, §4.2.
 */
export interface InvoiceCreate extends OpenType<"InvoiceCreateFields"> {
    /** Who sends the invoice, as the template has it. */
    identitySender: InvoiceIdentityInput;
    /** Who receives the invoice, as the template has it. */
    identityReceiver: InvoiceIdentityInput;
    /** The supplier's number for the invoice; not `0` (REG-INV000104). The name of the field is not shown. (assumed) */
    invoiceNumber?: string | undefined;
    /**
     * The date of the invoice; not before the workshop or checkout date (REG-INV000105, REG-INV000106), and in the archive the same as on the invoice processed last (REG-INV000107). The reference sets no upper limit, so a date in the future is not ruled out. The name of the field is not shown. (assumed) Format: date.
     */
    invoiceDate?: string | undefined;
    /** The VAT lines of the invoice. The reference requires them, with numeric limits that it does not show. It shows neither the fields of a line nor how the lines relate to `total`. (inferred) */
    vatLines: readonly VatLineInput[];
    /** The total, excluding VAT, which is inferred: only the outstanding amount, excluding VAT, can be debited (REG-INV000018). Whether a part of it can be debited, and the numeric limits that apply, are not shown. (inferred) */
    total: number;
}

/**
 * What creating an invoice returns besides `Location`. Not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceCreatedFields`.
 *
 * Source: supplier-api.md §4.2.
 */
export interface InvoiceCreated extends Open<OpenType<"InvoiceCreatedFields">> {
}

/**
 * An invoice that was created. Its fields are not shown; those here are the ones that it was created with.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceFields`.
 *
 * Source: supplier-api.md §2.7.
 */
export interface Invoice extends Open<OpenType<"InvoiceFields">> {
    /** The supplier's number for the invoice. The name of the field is not shown. (assumed) */
    invoiceNumber?: string;
    /**
     * The date of the invoice. The name of the field is not shown. (assumed) Format: date.
     */
    invoiceDate?: string;
    /** The VAT lines, as they were sent. (inferred) */
    vatLines?: VatLine[];
    /** The total; that it excludes VAT is inferred. (inferred) */
    total?: number;
}

/**
 * The invoices of a request. The form of the list is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceListBody`.
 *
 * Source: supplier-api.md §4.2.
 */
export type InvoiceList = OpenBody<OpenType<"InvoiceListBody">, Invoice>;

/**
 * How an invoice has to look. Also holds the address of the lessor or sublessor and the amount (that it
 * excludes VAT is inferred), under names that are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceTemplateFields`.
 *
 * Source: supplier-api.md §2.7, §4.2.
 */
export interface InvoiceTemplate extends Open<OpenType<"InvoiceTemplateFields">> {
    /** The sender to put on the invoice. */
    identitySender: InvoiceIdentity;
    /** The receiver to put on the invoice. The template names it as the invoice does (inferred). */
    identityReceiver?: InvoiceIdentity;
}

/**
 * The templates for the next invoice. That they stand side by side in an object, and under these names, is
 * assumed: another object or a list is returned as it is.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceTemplatesFields`.
 *
 * Source: supplier-api.md §4.2.
 */
export interface InvoiceTemplates extends Open<OpenType<"InvoiceTemplatesFields">> {
    /** The template for a debit invoice, if one is due. (assumed) */
    debit?: InvoiceTemplate;
    /** The template for a credit invoice, if one is due. (assumed) */
    credit?: InvoiceTemplate;
}

/**
 * Why a request is not invoiced here. Neither the field nor its values are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `InvoiceStatusReasonFields`.
 *
 * Source: supplier-api.md §4.2.
 */
export interface InvoiceStatusReason extends Open<OpenType<"InvoiceStatusReasonFields">> {
}

/**
 * Open requests of the older model. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `OldRequestListBody`.
 *
 * Source: supplier-api.md §4.1.
 */
export type OldRequestList = OpenBody<OpenType<"OldRequestListBody">>;

/**
 * All components. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ComponentCatalogueBody`.
 *
 * Source: supplier-api.md §4.3.
 */
export type ComponentCatalogue = OpenBody<OpenType<"ComponentCatalogueBody">>;

/**
 * All damage components. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `DamageComponentCatalogueBody`.
 *
 * Source: supplier-api.md §4.3.
 */
export type DamageComponentCatalogue = OpenBody<OpenType<"DamageComponentCatalogueBody">>;

/**
 * The components that a vehicle allows.
 *
 * Source: supplier-api.md §2.6.
 */
export interface AllowedComponentList {
    /** The components. */
    components: AllowedComponent[];
}

/**
 * A component that a line may have, with the fields that such a line must and may have. No field is required,
 * because the entries of `subcomponents` need not have all of them.
 *
 * Source: supplier-api.md §2.6.
 */
export interface AllowedComponent {
    /** The name of the component. (inferred) */
    description?: string;
    /** The code to send as `reg.code`. (inferred) */
    regCode?: string;
    /** The operation that the line is about. */
    operation?: LineOperation;
    /** The reasons to choose from. */
    reasons?: CodedValue[];
    /** The fields that the line must have. */
    requiredFields?: ComponentFieldValue[];
    /** The fields that the line may have. */
    optionalFields?: ComponentFieldValue[];
    /** The locations to choose from, if the component has any. What an entry looks like is not shown. (inferred) */
    locations?: unknown[];
    /** What the service level says about the component, where one applies. */
    serviceLevel?: {
        /** The price of the service level. */
        price: number;
    };
    /** What such a line may consist of. Its entries have the same form (inferred). */
    subcomponents?: AllowedComponent[];
}

/**
 * The name of a field of a line. The first four values have been seen; the other three are assumed, after the
 * fields of a line (§2.3). There may be more.
 *
 * Source: supplier-api.md §2.6, §2.3.
 */
export type ComponentFieldValue = ("RegCode" | "Operation" | "Reason" | "Price" | "Value" | "Location" | "Part") | (string & {});

/**
 * A vehicle with the contracts that concern it. The lessor may change them at any time, so do not keep it. That
 * the fields of this level are always there is inferred: the reference calls only `objectTypeCategory`
 * mandatory.
 *
 * Source: supplier-api.md §2.5; no envelope is shown, so none is assumed.
 */
export interface Contract {
    /** Whether the vehicle is active. */
    isActive: boolean;
    /** Whether a line may have `damage` set (REG-SVC000177). */
    componentsWithDamageAllowed: boolean;
    /** The vehicle. */
    vehicle: ContractVehicle;
    /** The lessor of the vehicle. */
    lessor: ContractLessor;
    /** What the lessor and the lessee agreed. */
    leaseContract: LeaseContract;
    /** What the lessor allows this supplier. */
    supplierContract: SupplierContract;
}

/**
 * The lessor of the vehicle. Its number is always there (inferred).
 *
 * Source: supplier-api.md §2.5.
 */
export interface ContractLessor {
    /** The number of the lessor. (inferred) */
    number: number;
    /** The name of the lessor. (inferred) */
    name?: string;
}

/**
 * The vehicle. Its license plate is always there (inferred).
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ContractDealershipFields`,
 * `StoredTires`.
 *
 * Source: supplier-api.md §2.5.
 */
export interface ContractVehicle {
    /** The license plate. (inferred) */
    licensePlate: string;
    /** The make. (inferred) */
    vehicleMake?: string;
    /** The model. (inferred) */
    vehicleModel?: string;
    /** The type. (inferred) */
    vehicleType?: string;
    /** The kind of object. */
    objectType?: ContractObjectType;
    /** The fuel. */
    fuelTypeCode?: {
        /** The code of the fuel. (inferred) */
        code?: string;
        /** The fuel in words. (inferred) */
        description?: string;
    };
    /** The second fuel of a vehicle that takes two. Its form is not shown. */
    secondaryFuelType?: unknown;
    /** The dealership, where there is one. Its form is not shown; that it is an object is inferred. (inferred) */
    dealership?: Open<OpenType<"ContractDealershipFields">>;
    /**
     * When the vehicle was first registered. (inferred) Format: date.
     */
    firstRegisteredDate?: string;
    /** What is known about past maintenance. */
    maintenance?: {
        /** The code of the last maintenance. Its type is not shown. */
        lastMaintenanceCode?: unknown;
    };
    /** The places for tires. */
    tirePositions?: TirePosition[];
    /** The tires on the vehicle. */
    mountedTires?: MountedTire[];
    /** The tires in storage. Their form is not shown. (inferred) */
    storedTires?: OpenBody<OpenType<"StoredTires">>;
}

/**
 * The kind of object. Some rates depend on its category.
 *
 * Source: supplier-api.md §2.5.
 */
export interface ContractObjectType {
    /** The code. (inferred) */
    code?: string;
    /** The category; the reference calls it mandatory. (inferred) */
    objectTypeCategory: string;
    /** The kind in words. (inferred) */
    description?: string;
}

/**
 * A place for a tire. It can have one code only (inferred, as a location is an array of any length).
 *
 * Source: supplier-api.md §2.5.
 */
export interface TirePosition {
    /** The first position code. (inferred) */
    positionCode1?: string;
    /** The second position code. (inferred) */
    positionCode2?: string;
}

/**
 * A tire on the vehicle.
 *
 * Source: supplier-api.md §2.5.
 */
export interface MountedTire {
    /** The first position code. (inferred) */
    positionCode1?: string;
    /** The second position code. (inferred) */
    positionCode2?: string;
    /** The tire. */
    specifications?: Tire;
    /** The depth of the profile when last measured. (inferred) */
    lastMeasuredProfileDepth?: number;
}

/**
 * What the lessor and the lessee agreed.
 *
 * Source: supplier-api.md §2.5.
 */
export interface LeaseContract {
    /**
     * The first day; no workshop date may lie before it (REG-SVC000190). (inferred) Format: date.
     */
    startDate?: string;
    /**
     * The last day. (inferred) Format: date.
     */
    endDate?: string;
    /** The mileage agreed. (inferred) */
    maximumMileage?: number;
    /** Repair and maintenance. */
    repairAndMaintenance?: {
        /** Whether it is part of the contract. */
        inContract?: boolean;
        /** A remark. (inferred) */
        remark?: string;
    };
    /** Tires. */
    tires?: LeaseTires;
    /** Rental vehicles. */
    rentalVehicle?: LeaseRentalVehicle;
    /** Damage. */
    damage?: {
        /** Remarks. (inferred) */
        remarks?: string;
    };
}

/**
 * What the lease contract says about tires. Types that are not stated are left open.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ContractTireSpecifications`.
 *
 * Source: supplier-api.md §2.5.
 */
export interface LeaseTires {
    /** Whether tires are part of the contract. (inferred) */
    inContract?: boolean;
    /** Whether swapping tires is part of it. Type not shown. */
    tireSwapInContract?: unknown;
    /** Whether run-on-flat tires are part of it. Type not shown. */
    rofTiresInContract?: unknown;
    /** Whether all-season tires are part of the contract. Three values have been seen; there may be more. */
    allSeasonTiresInContract?: AllSeasonTiresValue;
    /** Whether filling with nitrogen is part of it. Type not shown. */
    nitrogenTireFillingInContract?: unknown;
    /** Whether used tires are part of it. Type not shown. */
    usedTiresInContract?: unknown;
    /** Whether a set for the swap is in storage. (inferred) */
    hasTireSetForTireSwapInStorage?: boolean;
    /** Remarks. (inferred) */
    remarks?: string;
    /** Which tires the contract provides for, where it says so. Their form is not shown. (inferred) */
    contractTireSpecifications?: OpenBody<OpenType<"ContractTireSpecifications">>;
}

/**
 * Whether all-season tires are part of the contract. Three values have been seen; there may be more.
 *
 * Source: supplier-api.md §2.5.
 */
export type AllSeasonTiresValue = ("IncludedInContract" | "Required" | "Allowed") | (string & {});

/**
 * What the lease contract says about rental vehicles. A counterpart of the hours for damage exists, under a
 * name that is not shown. Types that are not stated are left open.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `LeaseRentalVehicleFields`.
 *
 * Source: supplier-api.md §2.5.
 */
export interface LeaseRentalVehicle extends OpenType<"LeaseRentalVehicleFields"> {
    /** Whether a rental vehicle is part of the contract. (inferred) */
    inContract?: boolean;
    /** What hours the lessee pays for during repair and maintenance. Type not shown. */
    rentalHoursChargedToLesseeForRepairAndMaintenance?: unknown;
    /** The class of rental vehicle. Type not shown. */
    rentalClass?: unknown;
    /** The fuel of the rental vehicle. Type not shown. */
    fuelType?: unknown;
    /** Whether or what an estate car costs extra. Type not shown. */
    surchargeEstate?: unknown;
    /** Whether or what an automatic transmission costs extra. Type not shown. */
    surchargeAutomaticTransmission?: unknown;
    /** Whether asking for an extension needs a comment. */
    extensionCommentRequired?: boolean;
    /** A remark. (inferred) */
    remark?: string;
    /** The classes that are part of the contract. */
    rentalClassesInContract?: ContractRentalClass[];
    /** The classes that are not part of the contract. */
    rentalClassesNotInContract?: ContractRentalClass[];
}

/**
 * A class of rental vehicle in a contract. Types that are not stated are left open.
 *
 * Source: supplier-api.md §2.5.
 */
export interface ContractRentalClass {
    /** The class. Type not shown. */
    rentalClass?: unknown;
    /** The fuel. Type not shown. */
    fuelType?: unknown;
    /** Whether it is meant for estate cars. (inferred) */
    forEstate?: boolean;
    /** The kilometres that cost nothing extra. (inferred) */
    freeKilometrage?: number;
}

/**
 * What the lessor leaves to this supplier.
 *
 * Source: supplier-api.md §2.5.
 */
export interface SupplierContract {
    /** Repair and maintenance. */
    repairAndMaintenance?: {
        /** Whether the supplier may do it. (inferred) */
        allowed?: boolean;
        /** The service level that applies. */
        serviceLevel?: ServiceLevelLink;
    };
    /** Tires. */
    tires?: SupplierTires;
    /** Rental vehicles. */
    rentalVehicle?: {
        /** Whether the supplier may provide them. (inferred) */
        allowed?: boolean;
        /** The costs that the supplier may charge. */
        allowedCosts?: {
            /** Delivery. (inferred) */
            deliveryCosts?: boolean;
            /** Pick-up. (inferred) */
            pickupCosts?: boolean;
            /** Fuel service. (inferred) */
            fuelServiceCosts?: boolean;
        };
        /** The service level that applies. */
        serviceLevel?: ServiceLevelLink;
    };
    /** Damage. */
    damage?: {
        /** Whether the supplier may repair it. (inferred) */
        allowed?: boolean;
        /** Whether a discount invoice has to come with the first debit invoice. (inferred) */
        firstDebitInvoiceRequiresCreditDiscountInvoice?: boolean;
    };
}

/**
 * Tires.
 *
 * Source: supplier-api.md §2.5.
 */
export interface SupplierTires {
    /** Whether the supplier may swap tires. (inferred) */
    tireSwapAllowed?: boolean;
    /** Whether the supplier may replace tires. (inferred) */
    tireReplaceAllowed?: boolean;
    /** Whether the supplier may sell tires without mounting them. (inferred) */
    tirePurchaseWithoutMountingAllowed?: boolean;
    /** Whether used tires are allowed. (inferred) */
    usedTiresAllowed?: boolean;
    /** Whether the profile depth may be left out. Type not shown. */
    profileDepthRequiredExemption?: unknown;
    /** The costs that the supplier may charge for tires. */
    allowedCosts?: AllowedTireCosts;
    /** The service level that applies. */
    serviceLevel?: ServiceLevelLink;
}

/**
 * The costs that the supplier may charge for tires, each of them or not. What a name means beyond its words is
 * not shown.
 *
 * Source: supplier-api.md §2.5.
 */
export interface AllowedTireCosts {
    /** The storage of tires. */
    tireStorageCosts?: boolean;
    /** The transport of tires. */
    tireTransportCosts?: boolean;
    /** A surcharge for nitrogen. */
    surchargeNitrogen?: boolean;
    /** A surcharge for run-on-flat tires. */
    surchargeRunOnFlat?: boolean;
    /** A surcharge for large rims. */
    surchargeLargeRim?: boolean;
    /** A surcharge for mobile service. */
    surchargeMobileService?: boolean;
    /** A surcharge for truck tires. */
    surchargeTruckTire?: boolean;
    /** The handling of tires from the lessor's stock. */
    handlingCostLessorStock?: boolean;
    /** The handling of a third party's tires. */
    handlingCostThirdPartyTire?: boolean;
    /** The fee for the disposal of tires. */
    tireDisposalFee?: boolean;
    /** The fee for delivery to a dealer. */
    deliveryFeeToDealer?: boolean;
    /** The tire trim. */
    tireTrim?: boolean;
    /** The tire match. */
    tirematch?: boolean;
    /** The regrooving of tires. */
    tireRegroove?: boolean;
    /** The balancing of wheels. */
    wheelBalance?: boolean;
    /** The exchange of wheels. */
    wheelExchange?: boolean;
}

/**
 * Where the service level stands that applies.
 *
 * Source: supplier-api.md §2.5.
 */
export interface ServiceLevelLink {
    /** The address of the service level. (inferred) */
    href?: string;
}

/**
 * A lessor.
 *
 * Source: supplier-api.md §2.7; no envelope is shown, so none is assumed.
 */
export interface Lessor {
    /** The number of the lessor. (inferred) */
    number: number;
    /** The name of the lessor. (inferred) */
    name: string;
    /** Whether the lessor is active. Otherwise no request can be created for its vehicles (REG-SVC000187; inferred from the name). */
    active: boolean;
    /** The address. */
    address: {
        /** The street. (inferred) */
        street: string;
        /** The house number. (inferred) */
        streetNumber: string | number;
        /** The postal code. (inferred) */
        postalCode: string;
        /** The city. (inferred) */
        city: string;
    };
    /** Whom to turn to. Its form is not shown. */
    contact: unknown;
    /** Phone numbers by subject. */
    phone: {
        /** For anything else. (inferred) */
        general: string;
        /** About maintenance. (inferred) */
        maintenance: string;
        /** About damage. (inferred) */
        damage: string;
        /** About rental vehicles, where there is such a number. (inferred) */
        rental?: string;
    };
    /** How the lessor is paid and taxed. */
    paymentInformation: {
        /** The account. (inferred) */
        iban: string;
        /** The bank. (inferred) */
        bic: string;
        /** The VAT number. (inferred) */
        vatNumber: string;
    };
    /** The sublessors. What an entry looks like is not shown. */
    subLessors: unknown[];
}

/**
 * The active lessors. The form of the list is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `LessorListBody`.
 *
 * Source: supplier-api.md §4.3, §2.7.
 */
export type LessorList = OpenBody<OpenType<"LessorListBody">, Lessor>;

/**
 * Notifications of lessors. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `NotificationListBody`.
 *
 * Source: supplier-api.md §4.3, §2.7.
 */
export type NotificationList = OpenBody<OpenType<"NotificationListBody">>;

/**
 * The object types. The list is not shown; its entries have codes and categories.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ObjectTypeListBody`.
 *
 * Source: supplier-api.md §4.3, §2.7.
 */
export type ObjectTypeList = OpenBody<OpenType<"ObjectTypeListBody">>;

/**
 * The dealerships. The list is not shown; its entries have codes and names.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `DealershipListBody`.
 *
 * Source: supplier-api.md §4.3, §2.7.
 */
export type DealershipList = OpenBody<OpenType<"DealershipListBody">>;

/**
 * The rental classes. The form of the list is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `RentalClassListBody`.
 *
 * Source: supplier-api.md §4.3, §2.7.
 */
export type RentalClassList = OpenBody<OpenType<"RentalClassListBody">, RentalClass>;

/**
 * A class of rental vehicle. The fields beyond this one are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `RentalClassFields`.
 *
 * Source: supplier-api.md §2.7.
 */
export interface RentalClass extends Open<OpenType<"RentalClassFields">> {
    /** Whether estate cars of this class have rates of their own. */
    hasEstateVariant: boolean;
}

/**
 * The rental class properties of a vehicle. The fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `RentalVehicleFields`.
 *
 * Source: supplier-api.md §4.3, §2.7.
 */
export interface RentalVehicle extends Open<OpenType<"RentalVehicleFields">> {
}

/**
 * Default, agreements and cluster together. The fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ServiceLevelFields`.
 *
 * Source: supplier-api.md §4.4.
 */
export interface ServiceLevel extends Open<OpenType<"ServiceLevelFields">> {
}

/**
 * The cluster of the user. The fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ServiceLevelClusterFields`.
 *
 * Source: supplier-api.md §4.4.
 */
export interface ServiceLevelCluster extends Open<OpenType<"ServiceLevelClusterFields">> {
}

/**
 * The default service level. The fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ServiceLevelDefaultFields`.
 *
 * Source: supplier-api.md §4.4, §1.
 */
export interface ServiceLevelDefault extends Open<OpenType<"ServiceLevelDefaultFields">> {
}

/**
 * Changes to the default service level. The fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceLevelDefaultPatchFields`.
 *
 * Source: supplier-api.md §4.4.
 */
export interface ServiceLevelDefaultPatch extends Open<OpenType<"ServiceLevelDefaultPatchFields">> {
}

/**
 * An agreement: a set of lessors, possibly of dealerships, with current and future values by category. The
 * names of the fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceLevelAgreementFields`.
 *
 * Source: supplier-api.md §4.4, §1, §2.7.
 */
export interface ServiceLevelAgreement extends Open<OpenType<"ServiceLevelAgreementFields">> {
}

/**
 * A new agreement; it needs at least one lessor. The names of the fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceLevelAgreementCreateFields`.
 *
 * Source: supplier-api.md §4.4, §1.
 */
export interface ServiceLevelAgreementCreate extends Open<OpenType<"ServiceLevelAgreementCreateFields">> {
}

/**
 * Changes to an agreement. The names of the fields are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceLevelAgreementPatchFields`.
 *
 * Source: supplier-api.md §4.4.
 */
export interface ServiceLevelAgreementPatch extends Open<OpenType<"ServiceLevelAgreementPatchFields">> {
}

/**
 * The agreements. The form of the list is not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceLevelAgreementListBody`.
 *
 * Source: supplier-api.md §4.4.
 */
export type ServiceLevelAgreementList = OpenBody<OpenType<"ServiceLevelAgreementListBody">, ServiceLevelAgreement>;

/**
 * Components for which rates can be set. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ServiceLevelComponentListBody`.
 *
 * Source: supplier-api.md §4.4.
 */
export type ServiceLevelComponentList = OpenBody<OpenType<"ServiceLevelComponentListBody">>;

/**
 * Rates for tires that a service level may hold. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `AllowedTireRateListBody`.
 *
 * Source: supplier-api.md §4.4.
 */
export type AllowedTireRateList = OpenBody<OpenType<"AllowedTireRateListBody">>;

/**
 * Rates for rental vehicles that a service level may hold. Neither the list nor its entries are shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `AllowedRentalVehicleRateListBody`.
 *
 * Source: supplier-api.md §4.4.
 */
export type AllowedRentalVehicleRateList = OpenBody<OpenType<"AllowedRentalVehicleRateListBody">>;

/**
 * The response to a request that breaks a rule.
 *
 * Source: supplier-api.md §7.
 */
export interface ValidationProblem {
    /** An address that explains the status. */
    type: string;
    /** The status in words. */
    title: string;
    /** The status code. */
    status: number;
    /** What went wrong. */
    detail: string;
    /** The trace to quote to the operator. */
    traceId: string;
    /** Each rule that was broken. */
    errors: ValidationError[];
}

/**
 * One rule that was broken.
 *
 * Source: supplier-api.md §7.
 */
export interface ValidationError {
    /** The code, for example of `x-reg-codes`; there are more than are listed. */
    code: string;
    /** What is wrong. */
    description: string;
    /** Details for programs, such as `fieldName`; may be empty. */
    context: {
        /** The field at fault. (inferred) */
        fieldName?: string;
    } & {
        [key: string]: unknown;
    };
}

/**
 * The response to anything else that fails. Its form is not shown; that of a validation error is inferred.
 *
 * Source: supplier-api.md §7.
 */
export interface Problem {
    /** An address that explains the status. */
    type?: string;
    /** The status in words. */
    title?: string;
    /** The status code. */
    status?: number;
    /** What went wrong. */
    detail?: string;
    /** The trace to quote to the operator. */
    traceId?: string;
    /** What was wrong. */
    errors?: ValidationError[];
}

/**
 * The query of `serviceRequests.list`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ServiceRequestListQuery`.
 */
export interface ServiceRequestListQuery extends OpenType<"ServiceRequestListQuery"> {
    /** Only requests for this vehicle. (inferred) */
    licensePlate?: string | undefined;
}

/**
 * The query of `damageServiceRequests.list`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `DamageServiceRequestListQuery`.
 */
export interface DamageServiceRequestListQuery extends OpenType<"DamageServiceRequestListQuery"> {
    /** Only requests for this vehicle. Documented for service requests only. (inferred) */
    licensePlate?: string | undefined;
}

/**
 * The query of `requests.list`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `RequestListQuery`.
 */
export interface RequestListQuery extends OpenType<"RequestListQuery"> {
}

/**
 * The query of `components.list`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ComponentListQuery`.
 */
export interface ComponentListQuery extends OpenType<"ComponentListQuery"> {
}

/**
 * The query of `damageComponents.list`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `DamageComponentListQuery`.
 */
export interface DamageComponentListQuery extends OpenType<"DamageComponentListQuery"> {
}

/**
 * The query of `contracts.get`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ContractGetQuery`.
 */
export interface ContractGetQuery extends OpenType<"ContractGetQuery"> {
}

/**
 * The query of `contracts.components`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ContractComponentsQuery`.
 */
export interface ContractComponentsQuery extends OpenType<"ContractComponentsQuery"> {
}

/**
 * The query of `contracts.damageComponents`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `ContractDamageComponentsQuery`.
 */
export interface ContractDamageComponentsQuery extends OpenType<"ContractDamageComponentsQuery"> {
}

/** The query of `lessors.notifications`. An array repeats its parameter. */
export interface LessorNotificationsQuery {
    /** Also return notifications that have expired. */
    showInactiveNotifications?: boolean | undefined;
    /** Only notifications that this lessor published. (inferred) */
    lessorId?: number | undefined;
}

/**
 * The query of `lessors.contracts.get`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `LessorContractGetQuery`.
 */
export interface LessorContractGetQuery extends OpenType<"LessorContractGetQuery"> {
}

/**
 * The query of `lessors.contracts.components`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `LessorContractComponentsQuery`.
 */
export interface LessorContractComponentsQuery extends OpenType<"LessorContractComponentsQuery"> {
}

/**
 * The query of `lessors.contracts.damageComponents`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as
 * `LessorContractDamageComponentsQuery`.
 */
export interface LessorContractDamageComponentsQuery extends OpenType<"LessorContractDamageComponentsQuery"> {
}

/**
 * The query of `tires.get`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `TireGetQuery`.
 */
export interface TireGetQuery extends OpenType<"TireGetQuery"> {
    /** The BAC code of the tire. The name of the parameter is not shown. (inferred) */
    bacCode?: string | undefined;
    /** The id of the tire. The name of the parameter is not shown. (inferred) */
    id?: number | undefined;
}

/**
 * The query of `tires.search`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `TireSearchQuery`.
 */
export interface TireSearchQuery extends OpenType<"TireSearchQuery"> {
    /** Makes to look for; repeat it for several. The type of a code is not shown. (inferred) */
    makeCode?: readonly (string | number)[] | undefined;
    /** Seasons to look for; repeat it for several. The values are those of the field. (inferred) */
    seasonIndicator?: readonly SeasonIndicatorValue[] | undefined;
    /** The EAN code to look for. The name of the parameter is not shown. (inferred) */
    eanCode?: string | undefined;
}

/**
 * The query of `tires.makes.list`. An array repeats its parameter.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `TireMakeListQuery`.
 */
export interface TireMakeListQuery extends OpenType<"TireMakeListQuery"> {
}

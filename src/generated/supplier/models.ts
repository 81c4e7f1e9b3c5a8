// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import type { components } from "./schema.js";

/** A code with its meaning in words. */
export type CodedValue = components["schemas"]["CodedValue"];

/**
 * The code of a component. Some are fixed: 5401 and 5449 for the readings of mileage and hours; 3101 for a
 * tire, 3156 for its disposal fee; 3196 for a tire sold but not mounted, 3197 for tire operations, 3198 for
 * replacing and 3199 for swapping tires.
 */
export type ComponentCode = components["schemas"]["ComponentCode"];

/** What is done to the component. A mileage or hours reading has the code 19 and no type. */
export type LineOperation = components["schemas"]["LineOperation"];

/** A decimal number as text, with a dot for the decimals and nothing between thousands. */
export type DecimalText = components["schemas"]["DecimalText"];

/**
 * Whether warranty covers the work. The permitted values are not shown; others are refused (REG-SVC000175).
 */
export type Warranty = components["schemas"]["Warranty"];

/**
 * Whether leniency covers the work. The permitted values are not shown; others are refused (REG-SVC000176).
 */
export type Leniency = components["schemas"]["Leniency"];

/** The bytes of a file. */
export type RawFile = components["schemas"]["RawFile"];

/** A form with the file in it. The name of the field is assumed. */
export type FileForm = components["schemas"]["FileForm"];

/**
 * Where a request stands. `ProvisionallyApproved` does not allow invoicing.
 *
 * Source: supplier-api.md §3.
 */
export type ServiceRequestStatus = components["schemas"]["ServiceRequestStatus"];

/** Where a request stands; values may be added. */
export type ServiceRequestStatusValue = components["schemas"]["ServiceRequestStatusValue"];

/**
 * The statuses that a supplier sets: `Draft` keeps the request, `ApprovalRequested` hands it to the lessor. The
 * others are reached by what the lessor or the service does.
 *
 * Source: supplier-api.md §3.
 */
export type SubmittableStatus = components["schemas"]["SubmittableStatus"];

/**
 * Where a line stands. With `ProvisionallyApproved` the lessor takes an incomplete line as it is.
 *
 * Source: supplier-api.md §3.
 */
export type LineStatus = components["schemas"]["LineStatus"];

/** Where a line stands; values may be added. */
export type LineStatusValue = components["schemas"]["LineStatusValue"];

/**
 * Whether the request can be invoiced. Two values have been seen; the second of them means that warranty covers
 * every line and nothing is left to invoice.
 *
 * Source: supplier-api.md §2.2.
 */
export type InvoicingStatusValue = components["schemas"]["InvoicingStatusValue"];

/** One request, wrapped. */
export type ServiceRequestEnvelope = components["schemas"]["ServiceRequestEnvelope"];

/**
 * A service request or a damage service request. The supplier's remarks belong to it as well, under a name that
 * is not shown.
 *
 * Source: supplier-api.md §2.1, §2.2.
 */
export type ServiceRequest = components["schemas"]["ServiceRequest"];

/** The vehicle of a request. */
export type RequestVehicle = components["schemas"]["RequestVehicle"];

/**
 * When and by whom the work is done. Which parts are there depends on the kind of request and on what was
 * given.
 */
export type Appointment = components["schemas"]["Appointment"];

/** Whom to ask about the work. */
export type AppointmentContact = components["schemas"]["AppointmentContact"];

/** What can be invoiced, and what was. */
export type InvoicingSummary = components["schemas"]["InvoicingSummary"];

/** Whether the request is parked, and why. */
export type Parking = components["schemas"]["Parking"];

/**
 * What creating a request returns. It tells the new id; in which field, and what else it holds, is not shown.
 *
 * Source: supplier-api.md §4.1.
 */
export type ServiceRequestCreated = components["schemas"]["ServiceRequestCreated"];

/**
 * An overview of open requests.
 *
 * Source: supplier-api.md §2.2, §4.1.
 */
export type ServiceRequestList = components["schemas"]["ServiceRequestList"];

/** A request in brief. */
export type ServiceRequestListItem = components["schemas"]["ServiceRequestListItem"];

/**
 * A new request. A draft needs the license plate only. For approval, repair, maintenance and tire work also
 * needs the partial VIN, an appointment with work order number, duration, workshop date and contact, a mileage
 * or hours reading and one more line; a rental vehicle needs an appointment with work order number and checkout
 * date, and exactly one line.
 *
 * Source: supplier-api.md §2.2, §3, §9.
 */
export type ServiceRequestCreate = components["schemas"]["ServiceRequestCreate"];

/**
 * A draft as it shall be from now on; the same rules as for a new request.
 *
 * Source: supplier-api.md §3, §4.1.
 */
export type ServiceRequestOverwrite = components["schemas"]["ServiceRequestOverwrite"];

/**
 * What shall change: the status, or the rest. The supplier's remarks belong here too, under a name that is not
 * shown.
 *
 * Source: supplier-api.md §2.2, §4.1.
 */
export type ServiceRequestPatch = components["schemas"]["ServiceRequestPatch"];

/** The vehicle that the work is for. */
export type RequestVehicleInput = components["schemas"]["RequestVehicleInput"];

/**
 * What shall change about the vehicle. The partial VIN is a part of it: the reference lists both as changeable,
 * and shows the partial VIN nowhere else.
 *
 * Source: supplier-api.md §4.1, §2.2; that `partialVin` is not a field beside `vehicle` is inferred.
 */
export type RequestVehiclePatch = components["schemas"]["RequestVehiclePatch"];

/** When and by whom the work is done. */
export type AppointmentInput = components["schemas"]["AppointmentInput"];

/**
 * A line of a request. `operation`, `reason` and `location` are left out where none was given.
 *
 * Source: supplier-api.md §2.1, §2.3.
 */
export type Component = components["schemas"]["Component"];

/** Where a line stands. */
export type ComponentStatus = components["schemas"]["ComponentStatus"];

/**
 * A part of a line. `operation`, `reason` and `location` are left out where none was given.
 *
 * Source: supplier-api.md §2.1, §2.3.
 */
export type Subcomponent = components["schemas"]["Subcomponent"];

/** What writing a line returns. Not shown. */
export type ComponentWritten = components["schemas"]["ComponentWritten"];

/**
 * What cancelling a line returns.
 *
 * Source: supplier-api.md §4.1.
 */
export type ComponentCancelled = components["schemas"]["ComponentCancelled"];

/**
 * A line of a request that is created, overwritten or patched. No two lines may say the same unless the
 * component can occur several times.
 *
 * Source: supplier-api.md §2.3; `status` is left out because no request is said to carry it.
 */
export type ComponentInput = components["schemas"]["ComponentInput"];

/**
 * A line that is written by itself; its id stands in the path.
 *
 * Source: supplier-api.md §2.3, §4.1; that the body need not repeat the id is inferred.
 */
export type ComponentPut = components["schemas"]["ComponentPut"];

/**
 * A part of a line. Unlike a line it may do without operation and reason. None may occur twice unless it is
 * meant to, as the position of a tire in a tire swap (3199) is.
 *
 * Source: supplier-api.md §2.3.
 */
export type SubcomponentInput = components["schemas"]["SubcomponentInput"];

/**
 * A tire in a line. Tires are the only kind of part that the reference names.
 *
 * Source: supplier-api.md §2.4.
 */
export type TirePart = components["schemas"]["TirePart"];

/**
 * A tire in a line. It takes the fields of a search result as they are; which of them a line needs is not
 * shown. No other kind of part is known to be taken; the kind `Base` is refused.
 *
 * Source: supplier-api.md §2.4.
 */
export type TirePartInput = components["schemas"]["TirePartInput"];

/**
 * A tire of the catalogue or on a vehicle.
 *
 * Source: supplier-api.md §2.4, §2.5.
 */
export type Tire = components["schemas"]["Tire"];

/** Whether the tire can be bought directly, as `Current` ones can. */
export type VacoStatus = components["schemas"]["VacoStatus"];

/** Whether the tire can be bought directly, as `Current` ones can; values may be added. */
export type VacoStatusValue = components["schemas"]["VacoStatusValue"];

/** The season that a tire is made for. Two values have been seen; there may be more. */
export type SeasonIndicatorValue = components["schemas"]["SeasonIndicatorValue"];

/** The category of a tire. One value has been seen; there may be more. */
export type TireCategoryValue = components["schemas"]["TireCategoryValue"];

/** The tires that a search found. The form of the list is not shown. */
export type TireList = components["schemas"]["TireList"];

/** The makes of tires. Neither the list nor its entries are shown. */
export type TireMakeList = components["schemas"]["TireMakeList"];

/** What uploading an attachment returns. Not shown. */
export type AttachmentStored = components["schemas"]["AttachmentStored"];

/** The attachments of a request. Neither the list nor its entries are shown. */
export type AttachmentList = components["schemas"]["AttachmentList"];

/**
 * The sender or the receiver of an invoice.
 *
 * Source: supplier-api.md §2.7, §8.
 */
export type InvoiceIdentity = components["schemas"]["InvoiceIdentity"];

/** The amounts under one VAT rate. The fields are not shown. */
export type VatLine = components["schemas"]["VatLine"];

/**
 * A new invoice. The fields beyond these are not shown.
 *
 * Source: supplier-api.md §2.7, §4.2.
 */
export type InvoiceCreate = components["schemas"]["InvoiceCreate"];

/** What creating an invoice returns besides `Location`. Not shown. */
export type InvoiceCreated = components["schemas"]["InvoiceCreated"];

/**
 * An invoice that was created. Its fields are not shown; those here are the ones that it was created with.
 *
 * Source: supplier-api.md §2.7.
 */
export type Invoice = components["schemas"]["Invoice"];

/** The invoices of a request. The form of the list is not shown. */
export type InvoiceList = components["schemas"]["InvoiceList"];

/**
 * How an invoice has to look. Also holds the address of the lessor or sublessor and the amount, under names
 * that are not shown.
 *
 * Source: supplier-api.md §2.7, §4.2.
 */
export type InvoiceTemplate = components["schemas"]["InvoiceTemplate"];

/**
 * The templates for the next invoice. That they stand side by side in an object, and under these names, is
 * assumed.
 *
 * Source: supplier-api.md §4.2.
 */
export type InvoiceTemplates = components["schemas"]["InvoiceTemplates"];

/** Why a request is not invoiced here. Neither the field nor its values are shown. */
export type InvoiceStatusReason = components["schemas"]["InvoiceStatusReason"];

/** Open requests of the older model. Neither the list nor its entries are shown. */
export type OldRequestList = components["schemas"]["OldRequestList"];

/** All components. Neither the list nor its entries are shown. */
export type ComponentCatalogue = components["schemas"]["ComponentCatalogue"];

/**
 * The components that a vehicle allows.
 *
 * Source: supplier-api.md §2.6.
 */
export type AllowedComponentList = components["schemas"]["AllowedComponentList"];

/**
 * A component that a line may have, and what such a line must and may say.
 *
 * Source: supplier-api.md §2.6.
 */
export type AllowedComponent = components["schemas"]["AllowedComponent"];

/**
 * The name of a field of a line. Four values have been seen; there may be more.
 *
 * Source: supplier-api.md §2.6.
 */
export type ComponentFieldValue = components["schemas"]["ComponentFieldValue"];

/**
 * A vehicle with the contracts that concern it. The lessor may change them at any time, so do not keep it.
 *
 * Source: supplier-api.md §2.5; no envelope is shown, so none is assumed.
 */
export type Contract = components["schemas"]["Contract"];

/** The lessor of the vehicle. */
export type ContractLessor = components["schemas"]["ContractLessor"];

/**
 * The vehicle.
 *
 * Source: supplier-api.md §2.5.
 */
export type ContractVehicle = components["schemas"]["ContractVehicle"];

/** The kind of object. Some rates depend on its category. */
export type ContractObjectType = components["schemas"]["ContractObjectType"];

/** A place for a tire. */
export type TirePosition = components["schemas"]["TirePosition"];

/** A tire on the vehicle. */
export type MountedTire = components["schemas"]["MountedTire"];

/**
 * What the lessor and the lessee agreed.
 *
 * Source: supplier-api.md §2.5.
 */
export type LeaseContract = components["schemas"]["LeaseContract"];

/** What the lease contract says about tires. Types that are not stated are left open. */
export type LeaseTires = components["schemas"]["LeaseTires"];

/** Whether all-season tires are part of the contract. Three values have been seen; there may be more. */
export type AllSeasonTiresValue = components["schemas"]["AllSeasonTiresValue"];

/**
 * What the lease contract says about rental vehicles. A counterpart of the hours for damage exists, under a
 * name that is not shown. Types that are not stated are left open.
 */
export type LeaseRentalVehicle = components["schemas"]["LeaseRentalVehicle"];

/** A class of rental vehicle in a contract. Types that are not stated are left open. */
export type ContractRentalClass = components["schemas"]["ContractRentalClass"];

/**
 * What the lessor leaves to this supplier.
 *
 * Source: supplier-api.md §2.5.
 */
export type SupplierContract = components["schemas"]["SupplierContract"];

/** Tires. */
export type SupplierTires = components["schemas"]["SupplierTires"];

/** The costs that the supplier may charge for tires. */
export type AllowedTireCosts = components["schemas"]["AllowedTireCosts"];

/** Where the service level stands that applies. */
export type ServiceLevelLink = components["schemas"]["ServiceLevelLink"];

/**
 * A lessor.
 *
 * Source: supplier-api.md §2.7; no envelope is shown, so none is assumed.
 */
export type Lessor = components["schemas"]["Lessor"];

/** The active lessors. The form of the list is not shown. */
export type LessorList = components["schemas"]["LessorList"];

/** Notifications of lessors. Neither the list nor its entries are shown. */
export type NotificationList = components["schemas"]["NotificationList"];

/** The object types. The list is not shown; its entries have codes and categories. */
export type ObjectTypeList = components["schemas"]["ObjectTypeList"];

/** The dealerships. The list is not shown; its entries have codes and names. */
export type DealershipList = components["schemas"]["DealershipList"];

/** The rental classes. The form of the list is not shown. */
export type RentalClassList = components["schemas"]["RentalClassList"];

/**
 * A class of rental vehicle. The fields beyond this one are not shown.
 *
 * Source: supplier-api.md §2.7.
 */
export type RentalClass = components["schemas"]["RentalClass"];

/** The rental class properties of a vehicle. The fields are not shown. */
export type RentalVehicle = components["schemas"]["RentalVehicle"];

/** Default, agreements and cluster together. The fields are not shown. */
export type ServiceLevel = components["schemas"]["ServiceLevel"];

/** The cluster of the user. The fields are not shown. */
export type ServiceLevelCluster = components["schemas"]["ServiceLevelCluster"];

/** The default service level. The fields are not shown. */
export type ServiceLevelDefault = components["schemas"]["ServiceLevelDefault"];

/** Changes to the default service level. The fields are not shown. */
export type ServiceLevelDefaultPatch = components["schemas"]["ServiceLevelDefaultPatch"];

/**
 * An agreement: a set of lessors, possibly of dealerships, with current and future values by category. The
 * names of the fields are not shown.
 */
export type ServiceLevelAgreement = components["schemas"]["ServiceLevelAgreement"];

/** A new agreement; it needs at least one lessor. The names of the fields are not shown. */
export type ServiceLevelAgreementCreate = components["schemas"]["ServiceLevelAgreementCreate"];

/** Changes to an agreement. The names of the fields are not shown. */
export type ServiceLevelAgreementPatch = components["schemas"]["ServiceLevelAgreementPatch"];

/** The agreements. The form of the list is not shown. */
export type ServiceLevelAgreementList = components["schemas"]["ServiceLevelAgreementList"];

/** Components for which rates can be set. Neither the list nor its entries are shown. */
export type ServiceLevelComponentList = components["schemas"]["ServiceLevelComponentList"];

/** Rates that a service level may hold. Neither the list nor its entries are shown. */
export type AllowedRateList = components["schemas"]["AllowedRateList"];

/**
 * The answer to a request that breaks a rule.
 *
 * Source: supplier-api.md §7.
 */
export type ValidationProblem = components["schemas"]["ValidationProblem"];

/** One rule that was broken. */
export type ValidationError = components["schemas"]["ValidationError"];

/**
 * The answer to anything else that fails. Its form is not shown; that of a validation error is inferred.
 */
export type Problem = components["schemas"]["Problem"];

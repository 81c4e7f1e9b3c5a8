// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import type { DownloadedFile, StreamedFile, Upload } from "../../http/transport/files.js";
import type { CallOptions, DownloadOptions, StreamOptions, UploadOptions } from "../../http/call/options.js";
import type { CallPromise } from "../../http/client.js";
import type { Created } from "../../http/result.js";
import type { OpenQuery } from "../open.js";
import type { AllowedComponentList, AllowedRentalVehicleRateList, AllowedTireRateList, AttachmentList, AttachmentStored, ComponentCancelled, ComponentCatalogue, ComponentListQuery, ComponentPut, ComponentWritten, Contract, ContractComponentsQuery, ContractDamageComponentsQuery, ContractGetQuery, DamageComponentCatalogue, DamageComponentListQuery, DamageServiceRequestListQuery, DealershipList, Invoice, InvoiceCreate, InvoiceCreated, InvoiceList, InvoiceStatusReason, InvoiceTemplate, InvoiceTemplates, Lessor, LessorContractComponentsQuery, LessorContractDamageComponentsQuery, LessorContractGetQuery, LessorList, LessorNotificationsQuery, NotificationList, ObjectTypeList, OldRequestList, RentalClassList, RentalVehicle, RequestListQuery, ServiceLevel, ServiceLevelAgreement, ServiceLevelAgreementCreate, ServiceLevelAgreementList, ServiceLevelAgreementPatch, ServiceLevelCluster, ServiceLevelComponentList, ServiceLevelDefault, ServiceLevelDefaultPatch, ServiceRequest, ServiceRequestCreate, ServiceRequestCreated, ServiceRequestList, ServiceRequestListQuery, ServiceRequestOverwrite, ServiceRequestPatch, Tire, TireGetQuery, TireList, TireMakeList, TireMakeListQuery, TireSearchQuery } from "./models.js";

/** Every operation by its name. */
export interface SupplierMethods {
  /**
   * Repair, maintenance and tire work or a rental vehicle for one vehicle, from the draft to the invoice.
   */
  readonly serviceRequests: ServiceRequestsMethods;
  /** The same life cycle for damage repairs, with their own components and invoice rules. */
  readonly damageServiceRequests: DamageServiceRequestsMethods;
  /**
   * The older request model, kept for callers who have not moved on. Use `serviceRequests`.
   *
   * @deprecated The reference marks it so.
   */
  readonly requests: RequestsMethods;
  /** The whole catalogue of components, whatever a vehicle allows. */
  readonly components: ComponentsMethods;
  /** The whole catalogue of damage components. */
  readonly damageComponents: DamageComponentsMethods;
  /** What the lessor of an active vehicle agreed with its lessee, and what it leaves to this supplier. */
  readonly contracts: ContractsMethods;
  /** The lessors, what they announce, and the contracts of their vehicles, active or not. */
  readonly lessors: LessorsMethods;
  /** The kinds of object that the service knows. */
  readonly objectTypes: ObjectTypesMethods;
  /** Makes as the service names them, for agreements and contracts. */
  readonly dealerships: DealershipsMethods;
  /** The classes of rental vehicle. */
  readonly rentalClasses: RentalClassesMethods;
  /** The rental class properties of a vehicle, for choosing rates. */
  readonly rentalVehicles: RentalVehiclesMethods;
  /** The tire catalogue. */
  readonly tires: TiresMethods;
  /**
   * Rates and preferences of the supplier: a default, and agreements that override it by category. Looked up in
   * the order agreement for lessor and make, agreement for lessor, default.
   */
  readonly serviceLevels: ServiceLevelsMethods;
}

/**
 * Repair, maintenance and tire work or a rental vehicle for one vehicle, from the draft to the invoice.
 */
export interface ServiceRequestsMethods {
  /**
   * List open service requests.
   *
   * Gives an overview of the service requests that are still open; archived ones are not in it. `hasMore` tells
   * that the response is incomplete, with or without a filter; how to ask for the rest is not shown.
   *
   * `GET /v2/servicerequests`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.1, §2.2. Confidence: documented.
   */
  list(query?: ServiceRequestListQuery, options?: CallOptions): CallPromise<ServiceRequestList>;
  /**
   * Create a service request.
   *
   * Opens a service request; the service chooses its id. A draft needs a license plate only; with the status
   * `ApprovalRequested` it must meet every approval requirement, skips the draft and goes to the lessor at once.
   * For each vehicle a supplier may have two requests open: one with a rental vehicle line, one with other work.
   *
   * Phases: Draft.
   *
   * Errors (`RegValidationError`):
   * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
   * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
   * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
   * - `REG-SVC000187`: No new request can be opened because the vehicle's lessor is inactive.
   * - `REG-SVC000190`: The planned workshop date lies before the first day of the lease contract.
   *
   * `POST /v2/servicerequests`: is never sent again once it may have been carried out.
   *
   * Source: supplier-api.md §4.1, §3, §7; the status code and `Location` are not shown for requests. Confidence:
   * documented.
   */
  create(body: ServiceRequestCreate, options?: CallOptions): CallPromise<Created<ServiceRequestCreated, string>>;
  /**
   * Get a service request.
   *
   * Returns the complete service request with its lines, in any phase but Archived.
   *
   * Phases: Draft, Lessor, Response, Invoicing.
   *
   * `GET /v2/servicerequests/{id}`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.1, §2.2, §7. Confidence: documented.
   *
   * @param id The id that the service gave to the request.
   */
  get(id: string, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Overwrite a draft service request.
   *
   * Overwrites a draft; that what is left out is gone is inferred. With the status `ApprovalRequested` it also
   * hands the request to the lessor, provided that every approval requirement is met. Not possible any more once
   * the lessor has the request.
   *
   * Phases: Draft.
   *
   * Errors (`RegValidationError`):
   * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
   * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
   * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
   * - `REG-SVC000190`: The planned workshop date lies before the first day of the lease contract.
   *
   * `PUT /v2/servicerequests/{id}`: is never sent again once it may have been carried out.
   *
   * Source: supplier-api.md §4.1, §3; the response follows from §2.2, where PUT is said to return `parking`.
   * Confidence: documented.
   *
   * @param id The id that the service gave to the request.
   */
  overwrite(id: string, body: ServiceRequestOverwrite, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Modify or submit a service request.
   *
   * The usual way to change a request: its status, or its lines, appointment, partial VIN, vehicle and supplier
   * remarks. The status `ApprovalRequested` hands the request to the lessor, from a draft or as the reply to a
   * denial. Whether `components` replaces all lines or merges them by id is not shown, nor whether one PATCH can
   * change the status and the rest. That it works in Invoicing is inferred.
   *
   * Phases: Draft, Response, Invoicing.
   *
   * Errors (`RegValidationError`):
   * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
   * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
   * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
   * - `REG-SVC000190`: The planned workshop date lies before the first day of the lease contract.
   *
   * `PATCH /v2/servicerequests/{id}`: is never sent again once it may have been carried out.
   *
   * Source: supplier-api.md §4.1, §3; §4.1 names Draft and Response; §3 also lets any change of the request lead
   * from Invoicing back to Response without naming the method, so that Invoicing is inferred. Confidence:
   * documented.
   *
   * @param id The id that the service gave to the request.
   */
  patch(id: string, body: ServiceRequestPatch, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Delete a draft service request.
   *
   * Removes a request for good. Only a draft can be deleted.
   *
   * Phases: Draft.
   *
   * `DELETE /v2/servicerequests/{id}`: can be repeated without harm, and is after a passing failure.
   *
   * Source: supplier-api.md §4.1, §3. Confidence: documented.
   *
   * @param id The id that the service gave to the request.
   */
  delete(id: string, options?: CallOptions): CallPromise<void>;
  readonly components: {
    /**
     * Create or overwrite a line.
     *
     * Writes one line under an id that the caller chooses and that must be unique within the request: 201 when the
     * line is new, 200 when it was overwritten. Which fields a line must or may have follows from the allowed
     * components of the vehicle, which have to be read anew for each change.
     *
     * Phases: Draft, Response.
     *
     * Errors (`RegValidationError`):
     * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
     * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
     * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
     *
     * `PUT /v2/servicerequests/{requestId}/components/{componentId}`: can be repeated without harm, and is after a
     * passing failure.
     *
     * Source: supplier-api.md §4.1, §2.3, §8. Confidence: documented.
     *
     * @param requestId The id that the service gave to the request.
     * @param componentId The id that the caller gave to the line; unique within the request.
     */
    put(requestId: string, componentId: string, body: ComponentPut, options?: CallOptions): CallPromise<Created<ComponentWritten, string>>;
    /**
     * Delete a line that was not sent yet.
     *
     * Removes a line that the lessor has never seen. A line that was sent to the lessor can only be cancelled.
     *
     * Phases: Draft, Response.
     *
     * `DELETE /v2/servicerequests/{requestId}/components/{componentId}`: can be repeated without harm, and is after
     * a passing failure.
     *
     * Source: supplier-api.md §4.1, §3. Confidence: documented.
     *
     * @param requestId The id that the service gave to the request.
     * @param componentId The id that the caller gave to the line; unique within the request.
     */
    delete(requestId: string, componentId: string, options?: CallOptions): CallPromise<void>;
    /**
     * Cancel a line that was sent to the lessor.
     *
     * Withdraws a line that the lessor knows already; it stays in the request with the status `Cancelled`. A line
     * that was never sent is deleted instead.
     *
     * Phases: Response.
     *
     * `POST /v2/servicerequests/{requestId}/components/{componentId}/cancel`: is never sent again once it may have
     * been carried out.
     *
     * Source: supplier-api.md §4.1, §3. Confidence: documented.
     *
     * @param requestId The id that the service gave to the request.
     * @param componentId The id that the caller gave to the line; unique within the request.
     */
    cancel(requestId: string, componentId: string, options?: CallOptions): CallPromise<ComponentCancelled>;
  };
  readonly attachments: {
    /**
     * List the attachments.
     *
     * Lists what is attached to the service request. The form of the list is not shown.
     *
     * `GET /v2/servicerequests/{id}/attachments`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.1, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    list(id: string, options?: CallOptions): CallPromise<AttachmentList>;
    /**
     * Upload an attachment.
     *
     * Adds a file to the service request. That the service chooses its id is inferred. Limits on size and number,
     * and how the file is encoded, are not shown.
     *
     * `PUT /v2/servicerequests/{id}/attachments`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.1, §8; the plural path is taken, one description in the reference has it in the
     * singular. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    upload(id: string, file: Upload, options?: UploadOptions): CallPromise<Created<AttachmentStored, string | undefined>>;
    /**
     * Get an attachment.
     *
     * Returns one attachment. That the response is the file itself, not a record about it, is inferred.
     *
     * `GET /v2/servicerequests/{id}/attachments/{attachmentId}`: reads only, and is repeated after a passing
     * failure.
     *
     * Source: supplier-api.md §4.1. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     */
    get(id: string, attachmentId: string, options: StreamOptions): CallPromise<StreamedFile>;
    /**
     * Get an attachment.
     *
     * Returns one attachment. That the response is the file itself, not a record about it, is inferred.
     *
     * `GET /v2/servicerequests/{id}/attachments/{attachmentId}`: reads only, and is repeated after a passing
     * failure.
     *
     * Source: supplier-api.md §4.1. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     */
    get(id: string, attachmentId: string, options?: DownloadOptions): CallPromise<DownloadedFile>;
    /**
     * Delete an attachment.
     *
     * Removes one file from the service request.
     *
     * `DELETE /v2/servicerequests/{id}/attachments/{attachmentId}`: can be repeated without harm, and is after a
     * passing failure.
     *
     * Source: supplier-api.md §4.1. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     */
    delete(id: string, attachmentId: string, options?: CallOptions): CallPromise<void>;
  };
  readonly invoiceTemplates: {
    /**
     * Get the templates for the next invoice.
     *
     * Says how the next invoice has to look: whom it names as sender and receiver and which amount it debits,
     * credits, or both, given what was invoiced before.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoicetemplates`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceTemplates>;
  };
  /** @deprecated The reference marks it so. */
  readonly invoiceTemplate: {
    /**
     * Get the single template for the next invoice.
     *
     * The predecessor of `invoiceTemplates.list`: one template only, so it cannot show that a debit and a credit
     * invoice are both due. Use the list.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoicetemplate`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @deprecated The reference marks it so.
     */
    get(id: string, options?: CallOptions): CallPromise<InvoiceTemplate>;
  };
  readonly invoices: {
    /**
     * List the invoices.
     *
     * Lists every invoice of the service request. The form of the list is not shown.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoices`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceList>;
    /**
     * Create an invoice.
     *
     * Invoices the approved amount. An invoiced request cannot be altered and is archived; that this happens around
     * midnight, Amsterdam time, and not at once, is assumed. In the invoicing phase only debit invoices are taken,
     * in the archived phase credit invoices too; how an invoice shows which it is, is not shown. Of several callers
     * who invoice one request at the same time, one succeeds and the others get 409. Not safe to repeat blindly:
     * look at the list of invoices first.
     *
     * Phases: Invoicing, Archived.
     *
     * Errors (`RegValidationError`):
     * - `REG-INV000010`: The sender of the invoice is not the supplier to whom the token belongs.
     * - `REG-INV000018`: The invoice debits something other than the amount that is outstanding before VAT. That a
     * part of it is rejected too is assumed.
     * - `REG-INV000104`: The invoice number is `0`, which the service does not take.
     * - `REG-INV000105`: The invoice is dated before the workshop date of a request that is not archived yet.
     * - `REG-INV000106`: The invoice is dated before the checkout date of a rental vehicle request that is not
     * archived yet.
     * - `REG-INV000107`: The request is archived and the invoice bears another date than the last invoice that was
     * processed for it.
     *
     * `POST /v2/servicerequests/{id}/invoices`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.2, §2.7, §3, §7; §3 archives an invoiced request automatically in one row and in
     * the daily run in another, the daily run is assumed. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    create(id: string, body: InvoiceCreate, options?: CallOptions): CallPromise<Created<InvoiceCreated, number>>;
    /**
     * Get an invoice.
     *
     * Returns one invoice.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoices/{invoiceId}`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
     */
    get(id: string, invoiceId: number, options?: CallOptions): CallPromise<Invoice>;
    /**
     * Say why the request is not invoiced.
     *
     * Records that no invoice will come through this interface, because it is sent another way or not at all, and
     * for what reason.
     *
     * Phases: Invoicing.
     *
     * `POST /v2/servicerequests/{id}/invoices/status`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.2, §9; POST is taken over the older PUT on the collection, which the reference
     * says it replaces. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    setStatus(id: string, body: InvoiceStatusReason, options?: CallOptions): CallPromise<void>;
    readonly pdf: {
      /**
       * Get the PDF of an invoice.
       *
       * Returns the document that was uploaded for the invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/servicerequests/{id}/invoices/{invoiceId}/pdf`: reads only, and is repeated after a passing failure.
       *
       * Source: supplier-api.md §4.2. Confidence: documented.
       *
       * @param id The id that the service gave to the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       */
      get(id: string, invoiceId: number, options: StreamOptions): CallPromise<StreamedFile>;
      /**
       * Get the PDF of an invoice.
       *
       * Returns the document that was uploaded for the invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/servicerequests/{id}/invoices/{invoiceId}/pdf`: reads only, and is repeated after a passing failure.
       *
       * Source: supplier-api.md §4.2. Confidence: documented.
       *
       * @param id The id that the service gave to the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       */
      get(id: string, invoiceId: number, options?: DownloadOptions): CallPromise<DownloadedFile>;
      /**
       * Upload the PDF of an invoice.
       *
       * Stores the invoice as a document. A second upload for the same invoice is taken to replace the first. How the
       * file is encoded is not shown.
       *
       * Phases: Invoicing, Archived.
       *
       * `PUT /v2/servicerequests/{id}/invoices/{invoiceId}/pdf`: can be repeated without harm, and is after a passing
       * failure.
       *
       * Source: supplier-api.md §4.2. Confidence: documented.
       *
       * @param id The id that the service gave to the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       */
      upload(id: string, invoiceId: number, file: Upload, options?: UploadOptions): CallPromise<Created<object, number>>;
    };
  };
}

/** The same life cycle for damage repairs, with their own components and invoice rules. */
export interface DamageServiceRequestsMethods {
  /**
   * List open damage service requests.
   *
   * Gives an overview of the damage service requests that are still open; archived ones are not in it. `hasMore`
   * tells that the response is incomplete, with or without a filter; how to ask for the rest is not shown.
   *
   * `GET /v2/damageservicerequests`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §2.2. Confidence: documented.
   */
  list(query?: DamageServiceRequestListQuery, options?: CallOptions): CallPromise<ServiceRequestList>;
  /**
   * Create a damage service request.
   *
   * Opens a damage service request; the service chooses its id. A draft needs a license plate only; with the
   * status `ApprovalRequested` it must meet every approval requirement, skips the draft and goes to the lessor at
   * once; what a damage needs for approval is not shown. A supplier may have any number of open damage requests
   * for a vehicle.
   *
   * Phases: Draft.
   *
   * Errors (`RegValidationError`):
   * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
   * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
   * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
   * - `REG-SVC000187`: No new request can be opened because the vehicle's lessor is inactive.
   * - `REG-SVC000190`: The planned workshop date lies before the first day of the lease contract.
   *
   * `POST /v2/damageservicerequests`: is never sent again once it may have been carried out.
   *
   * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §3, §7; the status code and
   * `Location` are not shown for requests. Confidence: documented.
   */
  create(body: ServiceRequestCreate, options?: CallOptions): CallPromise<Created<ServiceRequestCreated, string>>;
  /**
   * Get a damage service request.
   *
   * Returns the complete damage service request with its lines, in any phase but Archived.
   *
   * Phases: Draft, Lessor, Response, Invoicing.
   *
   * `GET /v2/damageservicerequests/{id}`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §2.2, §7. Confidence:
   * documented.
   *
   * @param id The id that the service gave to the request.
   */
  get(id: string, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Overwrite a draft damage service request.
   *
   * Overwrites a draft; that what is left out is gone is inferred. With the status `ApprovalRequested` it also
   * hands the request to the lessor, provided that every approval requirement is met. Not possible any more once
   * the lessor has the request.
   *
   * Phases: Draft.
   *
   * Errors (`RegValidationError`):
   * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
   * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
   * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
   * - `REG-SVC000190`: The planned workshop date lies before the first day of the lease contract.
   *
   * `PUT /v2/damageservicerequests/{id}`: is never sent again once it may have been carried out.
   *
   * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §3; the response follows from
   * §2.2, where PUT is said to return `parking`. Confidence: documented.
   *
   * @param id The id that the service gave to the request.
   */
  overwrite(id: string, body: ServiceRequestOverwrite, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Modify or submit a damage service request.
   *
   * The usual way to change a request: its status, or its lines, appointment, partial VIN, vehicle and supplier
   * remarks. The status `ApprovalRequested` hands the request to the lessor, from a draft or as the reply to a
   * denial. Whether `components` replaces all lines or merges them by id is not shown, nor whether one PATCH can
   * change the status and the rest. That it works in Invoicing is inferred.
   *
   * Phases: Draft, Response, Invoicing.
   *
   * Errors (`RegValidationError`):
   * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
   * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
   * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
   * - `REG-SVC000190`: The planned workshop date lies before the first day of the lease contract.
   *
   * `PATCH /v2/damageservicerequests/{id}`: is never sent again once it may have been carried out.
   *
   * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §3; §4.1 names Draft and
   * Response; §3 also lets any change of the request lead from Invoicing back to Response without naming the
   * method, so that Invoicing is inferred. Confidence: documented.
   *
   * @param id The id that the service gave to the request.
   */
  patch(id: string, body: ServiceRequestPatch, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Delete a draft damage service request.
   *
   * Removes a request for good. Only a draft can be deleted.
   *
   * Phases: Draft.
   *
   * `DELETE /v2/damageservicerequests/{id}`: can be repeated without harm, and is after a passing failure.
   *
   * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §3. Confidence: documented.
   *
   * @param id The id that the service gave to the request.
   */
  delete(id: string, options?: CallOptions): CallPromise<void>;
  readonly components: {
    /**
     * Create or overwrite a line.
     *
     * Writes one line under an id that the caller chooses and that must be unique within the request: 201 when the
     * line is new, 200 when it was overwritten. Which fields a line must or may have follows from the allowed
     * components of the vehicle, which have to be read anew for each change.
     *
     * Phases: Draft, Response.
     *
     * Errors (`RegValidationError`):
     * - `REG-SVC000175`: A line or subcomponent carries a value for `warranty` that the service does not know.
     * - `REG-SVC000176`: A line or subcomponent carries a value for `leniency` that the service does not know.
     * - `REG-SVC000177`: A line is flagged as damage although the vehicle's contract rules such lines out.
     *
     * `PUT /v2/damageservicerequests/{requestId}/components/{componentId}`: can be repeated without harm, and is
     * after a passing failure.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §2.3, §8. Confidence:
     * documented.
     *
     * @param requestId The id that the service gave to the request.
     * @param componentId The id that the caller gave to the line; unique within the request.
     */
    put(requestId: string, componentId: string, body: ComponentPut, options?: CallOptions): CallPromise<Created<ComponentWritten, string>>;
    /**
     * Delete a line that was not sent yet.
     *
     * Removes a line that the lessor has never seen. A line that was sent to the lessor can only be cancelled.
     *
     * Phases: Draft, Response.
     *
     * `DELETE /v2/damageservicerequests/{requestId}/components/{componentId}`: can be repeated without harm, and is
     * after a passing failure.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §3. Confidence: documented.
     *
     * @param requestId The id that the service gave to the request.
     * @param componentId The id that the caller gave to the line; unique within the request.
     */
    delete(requestId: string, componentId: string, options?: CallOptions): CallPromise<void>;
    /**
     * Cancel a line that was sent to the lessor.
     *
     * Withdraws a line that the lessor knows already; it stays in the request with the status `Cancelled`. A line
     * that was never sent is deleted instead.
     *
     * Phases: Response.
     *
     * `POST /v2/damageservicerequests/{requestId}/components/{componentId}/cancel`: is never sent again once it may
     * have been carried out.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §3. Confidence: documented.
     *
     * @param requestId The id that the service gave to the request.
     * @param componentId The id that the caller gave to the line; unique within the request.
     */
    cancel(requestId: string, componentId: string, options?: CallOptions): CallPromise<ComponentCancelled>;
  };
  readonly attachments: {
    /**
     * List the attachments.
     *
     * Lists what is attached to the damage service request. The form of the list is not shown.
     *
     * `GET /v2/damageservicerequests/{id}/attachments`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    list(id: string, options?: CallOptions): CallPromise<AttachmentList>;
    /**
     * Upload an attachment.
     *
     * Adds a file to the damage service request. That the service chooses its id is inferred. Limits on size and
     * number, and how the file is encoded, are not shown.
     *
     * `PUT /v2/damageservicerequests/{id}/attachments`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set), §8; the plural path is taken,
     * one description in the reference has it in the singular. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    upload(id: string, file: Upload, options?: UploadOptions): CallPromise<Created<AttachmentStored, string | undefined>>;
    /**
     * Get an attachment.
     *
     * Returns one attachment. That the response is the file itself, not a record about it, is inferred.
     *
     * `GET /v2/damageservicerequests/{id}/attachments/{attachmentId}`: reads only, and is repeated after a passing
     * failure.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set). Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     */
    get(id: string, attachmentId: string, options: StreamOptions): CallPromise<StreamedFile>;
    /**
     * Get an attachment.
     *
     * Returns one attachment. That the response is the file itself, not a record about it, is inferred.
     *
     * `GET /v2/damageservicerequests/{id}/attachments/{attachmentId}`: reads only, and is repeated after a passing
     * failure.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set). Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     */
    get(id: string, attachmentId: string, options?: DownloadOptions): CallPromise<DownloadedFile>;
    /**
     * Delete an attachment.
     *
     * Removes one file from the damage service request.
     *
     * `DELETE /v2/damageservicerequests/{id}/attachments/{attachmentId}`: can be repeated without harm, and is
     * after a passing failure.
     *
     * Source: supplier-api.md §4.1 (damage twin, described there as the same set). Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     */
    delete(id: string, attachmentId: string, options?: CallOptions): CallPromise<void>;
  };
  readonly invoiceTemplates: {
    /**
     * Get the templates for the next invoice.
     *
     * Says how the next invoice has to look: whom it names as sender and receiver and which amount it debits,
     * credits, or both, given what was invoiced before. Some lessors want a discount invoice besides the first
     * debit invoice; how a template shows that is not shown.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/damageservicerequests/{id}/invoicetemplates`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceTemplates>;
  };
  readonly invoices: {
    /**
     * List the invoices.
     *
     * Lists every invoice of the damage service request. The form of the list is not shown.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/damageservicerequests/{id}/invoices`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceList>;
    /**
     * Create an invoice.
     *
     * Invoices the approved amount. An invoiced request cannot be altered and is archived; that this happens around
     * midnight, Amsterdam time, and not at once, is assumed: create a discount invoice that the lessor asks for
     * before the debit invoice. Both belong to the invoicing phase; credit invoices, like later debit invoices, to
     * the archive; how an invoice shows which it is, is not shown. Of several callers who invoice one request at
     * the same time, one succeeds and the others get 409. Not safe to repeat blindly: look at the list of invoices
     * first.
     *
     * Phases: Invoicing, Archived.
     *
     * Errors (`RegValidationError`):
     * - `REG-INV000010`: The sender of the invoice is not the supplier to whom the token belongs.
     * - `REG-INV000018`: The invoice debits something other than the amount that is outstanding before VAT. That a
     * part of it is rejected too is assumed.
     * - `REG-INV000104`: The invoice number is `0`, which the service does not take.
     * - `REG-INV000105`: The invoice is dated before the workshop date of a request that is not archived yet.
     * - `REG-INV000107`: The request is archived and the invoice bears another date than the last invoice that was
     * processed for it.
     *
     * `POST /v2/damageservicerequests/{id}/invoices`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.2, §2.7, §3, §7; §3 archives an invoiced request automatically in one row and in
     * the daily run in another, the daily run is assumed; the request of a rental vehicle cannot be a damage
     * request, so REG-INV000106 is left out. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    create(id: string, body: InvoiceCreate, options?: CallOptions): CallPromise<Created<InvoiceCreated, number>>;
    /**
     * Get an invoice.
     *
     * Returns one invoice.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/damageservicerequests/{id}/invoices/{invoiceId}`: reads only, and is repeated after a passing
     * failure.
     *
     * Source: supplier-api.md §4.2, §2.7. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
     */
    get(id: string, invoiceId: number, options?: CallOptions): CallPromise<Invoice>;
    /**
     * Say why the request is not invoiced.
     *
     * Records that no invoice will come through this interface, because it is sent another way or not at all, and
     * for what reason.
     *
     * Phases: Invoicing.
     *
     * `POST /v2/damageservicerequests/{id}/invoices/status`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.2, §7, §9. Confidence: documented.
     *
     * @param id The id that the service gave to the request.
     */
    setStatus(id: string, body: InvoiceStatusReason, options?: CallOptions): CallPromise<void>;
    readonly pdf: {
      /**
       * Get the PDF of an invoice.
       *
       * Returns the document that was uploaded for the invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf`: reads only, and is repeated after a passing
       * failure.
       *
       * Source: supplier-api.md §4.2. Confidence: documented.
       *
       * @param id The id that the service gave to the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       */
      get(id: string, invoiceId: number, options: StreamOptions): CallPromise<StreamedFile>;
      /**
       * Get the PDF of an invoice.
       *
       * Returns the document that was uploaded for the invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf`: reads only, and is repeated after a passing
       * failure.
       *
       * Source: supplier-api.md §4.2. Confidence: documented.
       *
       * @param id The id that the service gave to the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       */
      get(id: string, invoiceId: number, options?: DownloadOptions): CallPromise<DownloadedFile>;
      /**
       * Upload the PDF of an invoice.
       *
       * Stores the invoice as a document. A second upload for the same invoice is taken to replace the first. How the
       * file is encoded is not shown.
       *
       * Phases: Invoicing, Archived.
       *
       * `PUT /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf`: can be repeated without harm, and is after a
       * passing failure.
       *
       * Source: supplier-api.md §4.2. Confidence: documented.
       *
       * @param id The id that the service gave to the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       */
      upload(id: string, invoiceId: number, file: Upload, options?: UploadOptions): CallPromise<Created<object, number>>;
    };
  };
}

/**
 * The older request model, kept for callers who have not moved on. Use `serviceRequests`.
 *
 * @deprecated The reference marks it so.
 */
export interface RequestsMethods {
  /**
   * List open requests of the older model.
   *
   * The overview of the model before service requests. Neither its query parameters nor its response are shown;
   * use `serviceRequests.list`.
   *
   * `GET /v2/requests`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.1. Confidence: documented.
   *
   * @deprecated The reference marks it so.
   */
  list(query?: OpenQuery<RequestListQuery>, options?: CallOptions): CallPromise<OldRequestList>;
}

/** The whole catalogue of components, whatever a vehicle allows. */
export interface ComponentsMethods {
  /**
   * List all components.
   *
   * The full catalogue of components. It does not say what a given vehicle allows; ask the contract for that.
   *
   * `GET /v2/components`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §4.4 (closing remark: optional query parameters exist). Confidence: documented.
   */
  list(query?: OpenQuery<ComponentListQuery>, options?: CallOptions): CallPromise<ComponentCatalogue>;
}

/** The whole catalogue of damage components. */
export interface DamageComponentsMethods {
  /**
   * List all damage components.
   *
   * The full catalogue of damage components. It does not say what a given vehicle allows; ask the contract for
   * that.
   *
   * `GET /v2/damagecomponents`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §4.4 (closing remark: optional query parameters exist). Confidence: documented.
   */
  list(query?: OpenQuery<DamageComponentListQuery>, options?: CallOptions): CallPromise<DamageComponentCatalogue>;
}

/** What the lessor of an active vehicle agreed with its lessee, and what it leaves to this supplier. */
export interface ContractsMethods {
  /**
   * Get the contract of an active vehicle.
   *
   * Returns the vehicle, what its lessee has in the lease contract and what the lessor leaves to this supplier,
   * for an active vehicle. Lessors change contracts at any time, so the response must not be kept. That the
   * variant under the lessor is the better choice once there is a request is inferred: the reference says so of
   * the components.
   *
   * `GET /v2/contracts/{licensePlate}`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.5, §4.4 (closing remark: optional query parameters exist). Confidence:
   * documented.
   *
   * @param licensePlate The license plate of the vehicle.
   */
  get(licensePlate: string, query?: OpenQuery<ContractGetQuery>, options?: CallOptions): CallPromise<Contract>;
  /**
   * Get the allowed components of an active vehicle.
   *
   * Lists the components that a request may hold as lines, with the fields that each needs, for an active
   * vehicle. Read it again each time a request is changed. Once there is a request, the variant under its lessor
   * is the better choice.
   *
   * `GET /v2/contracts/{licensePlate}/components`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.6, §8, §4.4 (closing remark: optional query parameters exist). Confidence:
   * documented.
   *
   * @param licensePlate The license plate of the vehicle.
   */
  components(licensePlate: string, query?: OpenQuery<ContractComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
  /**
   * Get the allowed damage components of an active vehicle.
   *
   * Lists the damage components that a damage request may hold as lines, for an active vehicle. Read it again
   * each time a request is changed. That the variant under the lessor is the better choice once there is a
   * request is inferred: the reference says so of the components.
   *
   * `GET /v2/contracts/{licensePlate}/damagecomponents`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.6, §8, §4.4 (closing remark: optional query parameters exist). Confidence:
   * documented.
   *
   * @param licensePlate The license plate of the vehicle.
   */
  damageComponents(licensePlate: string, query?: OpenQuery<ContractDamageComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
}

/** The lessors, what they announce, and the contracts of their vehicles, active or not. */
export interface LessorsMethods {
  /**
   * List the active lessors.
   *
   * Lists the active lessors. The form of the list is not shown.
   *
   * `GET /v2/lessors`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.7. Confidence: documented.
   */
  list(options?: CallOptions): CallPromise<LessorList>;
  /**
   * Get an active lessor.
   *
   * Returns the address, phone numbers, payment details and sublessors of one lessor.
   *
   * `GET /v2/lessor/{lessorId}`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.7; the singular path is as the reference has it. Confidence: documented.
   *
   * @param lessorId The number of the lessor, as in `lessorId` of a request.
   */
  get(lessorId: number, options?: CallOptions): CallPromise<Lessor>;
  /**
   * List the notifications of lessors.
   *
   * Lists what lessors have published for this supplier and what is still in force. There is no push, so poll it.
   * The fields of a notification are not shown.
   *
   * `GET /v2/lessors/notifications`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §6. Confidence: documented.
   */
  notifications(query?: LessorNotificationsQuery, options?: CallOptions): CallPromise<NotificationList>;
  readonly contracts: {
    /**
     * Get a vehicle's contract from its lessor.
     *
     * Returns the vehicle, what its lessee has in the lease contract and what the lessor leaves to this supplier,
     * whether the vehicle is active or not. Lessors change contracts at any time, so the response must not be kept.
     * Take the lessor from the request.
     *
     * `GET /v2/lessors/{lessorId}/contracts/{licensePlate}`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.3, §2.5, §4.4 (closing remark: optional query parameters exist). Confidence:
     * documented.
     *
     * @param lessorId The number of the lessor, as in `lessorId` of a request.
     * @param licensePlate The license plate of the vehicle.
     */
    get(lessorId: number, licensePlate: string, query?: OpenQuery<LessorContractGetQuery>, options?: CallOptions): CallPromise<Contract>;
    /**
     * Get a vehicle's allowed components from its lessor.
     *
     * Lists the components that a request may hold as lines, with the fields that each needs, whether the vehicle
     * is active or not. Read it again each time a request is changed. Take the lessor from the request.
     *
     * `GET /v2/lessors/{lessorId}/contracts/{licensePlate}/components`: reads only, and is repeated after a passing
     * failure.
     *
     * Source: supplier-api.md §4.3, §2.6, §8, §4.4 (closing remark: optional query parameters exist). Confidence:
     * documented.
     *
     * @param lessorId The number of the lessor, as in `lessorId` of a request.
     * @param licensePlate The license plate of the vehicle.
     */
    components(lessorId: number, licensePlate: string, query?: OpenQuery<LessorContractComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
    /**
     * Get a vehicle's allowed damage components from its lessor.
     *
     * Lists the damage components that a damage request may hold as lines, whether the vehicle is active or not.
     * Read it again each time a request is changed. Take the lessor from the request.
     *
     * `GET /v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents`: reads only, and is repeated after a
     * passing failure.
     *
     * Source: supplier-api.md §4.3, §2.6, §8, §4.4 (closing remark: optional query parameters exist). Confidence:
     * documented.
     *
     * @param lessorId The number of the lessor, as in `lessorId` of a request.
     * @param licensePlate The license plate of the vehicle.
     */
    damageComponents(lessorId: number, licensePlate: string, query?: OpenQuery<LessorContractDamageComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
  };
}

/** The kinds of object that the service knows. */
export interface ObjectTypesMethods {
  /**
   * List the object types.
   *
   * Lists the codes and categories of object types; some rates depend on the category.
   *
   * `GET /v2/objecttypes`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §1, §2.7. Confidence: documented.
   */
  list(options?: CallOptions): CallPromise<ObjectTypeList>;
}

/** Makes as the service names them, for agreements and contracts. */
export interface DealershipsMethods {
  /**
   * List the dealerships.
   *
   * Lists the codes and names of dealerships, that is of vehicle makes, as agreements use them.
   *
   * `GET /v2/dealerships`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §1, §2.7. Confidence: documented.
   */
  list(options?: CallOptions): CallPromise<DealershipList>;
}

/** The classes of rental vehicle. */
export interface RentalClassesMethods {
  /**
   * List the rental classes.
   *
   * Lists the classes of rental vehicle and says of each whether estate cars have rates of their own.
   *
   * `GET /v2/rentalclasses`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.7. Confidence: documented.
   */
  list(options?: CallOptions): CallPromise<RentalClassList>;
}

/** The rental class properties of a vehicle, for choosing rates. */
export interface RentalVehiclesMethods {
  /**
   * Get the rental class of a vehicle.
   *
   * Returns the rental class properties of a vehicle, for choosing rates. Neither their fields are shown, nor
   * whether the license plate is that of the rental vehicle or of the vehicle that it replaces.
   *
   * `GET /v2/rentalvehicles/{licensePlate}`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.7. Confidence: documented.
   *
   * @param licensePlate The license plate of the vehicle.
   */
  get(licensePlate: string, options?: CallOptions): CallPromise<RentalVehicle>;
}

/** The tire catalogue. */
export interface TiresMethods {
  /**
   * Get a tire by BAC code or id.
   *
   * Returns the specification of one tire, found by its BAC code or by its id. One of the two is needed.
   *
   * `GET /v2/tire`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.4; the names of the two parameters are taken from the fields of a tire.
   * Confidence: documented.
   */
  get(query?: TireGetQuery, options?: CallOptions): CallPromise<Tire>;
  /**
   * Search tires.
   *
   * Finds tires by general terms, by part of a specification or by EAN code. Makes and seasons may be given
   * several times. The name of the parameter for general terms and those for the parts of a specification are not
   * shown.
   *
   * `GET /v2/tires`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.3, §2.4, §9. Confidence: documented.
   */
  search(query?: TireSearchQuery, options?: CallOptions): CallPromise<TireList>;
  readonly makes: {
    /**
     * List the makes of tires.
     *
     * Lists every make of tire that the catalogue knows. The form of the list is not shown.
     *
     * `GET /v2/tires/makes`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.3, §4.4 (closing remark: optional query parameters exist). Confidence: documented.
     */
    list(query?: OpenQuery<TireMakeListQuery>, options?: CallOptions): CallPromise<TireMakeList>;
  };
}

/**
 * Rates and preferences of the supplier: a default, and agreements that override it by category. Looked up in
 * the order agreement for lessor and make, agreement for lessor, default.
 */
export interface ServiceLevelsMethods {
  /**
   * Get the service levels in one piece.
   *
   * Returns the default service level, the agreements and the cluster together.
   *
   * `GET /v2/servicelevel`: reads only, and is repeated after a passing failure.
   *
   * Source: supplier-api.md §4.4. Confidence: documented.
   */
  get(options?: CallOptions): CallPromise<ServiceLevel>;
  readonly cluster: {
    /**
     * Get the cluster.
     *
     * Returns the cluster that the user is a member or the administrator of.
     *
     * `GET /v2/servicelevel/cluster`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     */
    get(options?: CallOptions): CallPromise<ServiceLevelCluster>;
  };
  readonly default: {
    /**
     * Get the default service level.
     *
     * Returns the service level that applies where no agreement does. Administrators of a cluster get 403.
     *
     * `GET /v2/servicelevel/default`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4, §5. Confidence: documented.
     */
    get(options?: CallOptions): CallPromise<ServiceLevelDefault>;
    /**
     * Modify the default service level.
     *
     * Changes current or future values of the default service level. The fields are not shown.
     *
     * `PATCH /v2/servicelevel/default`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     */
    patch(body: ServiceLevelDefaultPatch, options?: CallOptions): CallPromise<ServiceLevelDefault | undefined>;
    readonly repairAndMaintenance: {
      /**
       * Clear the repair and maintenance category of the default service level.
       *
       * Empties the repair and maintenance category; that this takes the future values along is assumed. No level is
       * named that stands behind the default, so nothing is taken to apply afterwards.
       *
       * `DELETE /v2/servicelevel/default/repairandmaintenance`: can be repeated without harm, and is after a passing
       * failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clear(options?: CallOptions): CallPromise<void>;
      /**
       * Clear future repair and maintenance rates of the default service level.
       *
       * Drops the repair and maintenance rates that were to take effect later; the current rates stay.
       *
       * `DELETE /v2/servicelevel/default/repairandmaintenance/rates/future`: can be repeated without harm, and is
       * after a passing failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clearFutureRates(options?: CallOptions): CallPromise<void>;
    };
    readonly tires: {
      /**
       * Clear the tire category of the default service level.
       *
       * Empties the tire category; that this takes the future values along is assumed. No level is named that stands
       * behind the default, so nothing is taken to apply afterwards.
       *
       * `DELETE /v2/servicelevel/default/tires`: can be repeated without harm, and is after a passing failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clear(options?: CallOptions): CallPromise<void>;
      /**
       * Clear future tire rates of the default service level.
       *
       * Drops the tire rates that were to take effect later; the current rates stay.
       *
       * `DELETE /v2/servicelevel/default/tires/rates/future`: can be repeated without harm, and is after a passing
       * failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clearFutureRates(options?: CallOptions): CallPromise<void>;
      /**
       * Clear future preferred tire makes of the default service level.
       *
       * Drops the preferred tire makes that were to take effect later; the current ones stay.
       *
       * `DELETE /v2/servicelevel/default/tires/preferredmakes/future`: can be repeated without harm, and is after a
       * passing failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clearFuturePreferredMakes(options?: CallOptions): CallPromise<void>;
      /**
       * Clear future tire discounts of the default service level.
       *
       * Drops the tire discounts that were to take effect later; the current ones stay.
       *
       * `DELETE /v2/servicelevel/default/tires/discounts/future`: can be repeated without harm, and is after a
       * passing failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clearFutureDiscounts(options?: CallOptions): CallPromise<void>;
    };
    readonly rentalVehicle: {
      /**
       * Clear the rental vehicle category of the default service level.
       *
       * Empties the rental vehicle category; that this takes the future values along is assumed. No level is named
       * that stands behind the default, so nothing is taken to apply afterwards.
       *
       * `DELETE /v2/servicelevel/default/rentalvehicle`: can be repeated without harm, and is after a passing
       * failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clear(options?: CallOptions): CallPromise<void>;
      /**
       * Clear future rental vehicle rates of the default service level.
       *
       * Drops the rental vehicle rates that were to take effect later; the current rates stay.
       *
       * `DELETE /v2/servicelevel/default/rentalvehicle/rates/future`: can be repeated without harm, and is after a
       * passing failure.
       *
       * Source: supplier-api.md §4.4, §1. Confidence: documented.
       */
      clearFutureRates(options?: CallOptions): CallPromise<void>;
    };
  };
  readonly agreements: {
    /**
     * List the service level agreements.
     *
     * Lists every agreement that applies to the supplier. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/agreements`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     */
    list(options?: CallOptions): CallPromise<ServiceLevelAgreementList>;
    /**
     * Create a service level agreement.
     *
     * Adds an agreement for one or more lessors and, if wanted, dealerships; no other agreement may have the same
     * set. The fields are not shown.
     *
     * `POST /v2/servicelevel/agreements`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.4, §1. Confidence: documented.
     */
    create(body: ServiceLevelAgreementCreate, options?: CallOptions): CallPromise<Created<ServiceLevelAgreement, string | undefined>>;
    /**
     * Get a service level agreement.
     *
     * Returns one agreement with its current and future values.
     *
     * `GET /v2/servicelevel/agreements/{id}`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4, §1. Confidence: documented.
     *
     * @param id The id of the agreement. Its form is not shown.
     */
    get(id: string, options?: CallOptions): CallPromise<ServiceLevelAgreement>;
    /**
     * Modify a service level agreement.
     *
     * Changes current or future values of an agreement. The fields are not shown.
     *
     * `PATCH /v2/servicelevel/agreements/{id}`: is never sent again once it may have been carried out.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     *
     * @param id The id of the agreement. Its form is not shown.
     */
    patch(id: string, body: ServiceLevelAgreementPatch, options?: CallOptions): CallPromise<ServiceLevelAgreement | undefined>;
    /**
     * Delete a service level agreement.
     *
     * Removes an agreement; what it settled falls back to the next agreement that matches, or to the default.
     *
     * `DELETE /v2/servicelevel/agreements/{id}`: can be repeated without harm, and is after a passing failure.
     *
     * Source: supplier-api.md §4.4, §1. Confidence: documented.
     *
     * @param id The id of the agreement. Its form is not shown.
     */
    delete(id: string, options?: CallOptions): CallPromise<void>;
    readonly repairAndMaintenance: {
      /**
       * Clear the repair and maintenance category of an agreement.
       *
       * Empties the repair and maintenance category; that this takes the future values along is assumed. The category
       * falls back to the next agreement that matches, or to the default.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/repairandmaintenance`: can be repeated without harm, and is after a
       * passing failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clear(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Clear future repair and maintenance rates of an agreement.
       *
       * Drops the repair and maintenance rates that were to take effect later; the current rates stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/repairandmaintenance/rates/future`: can be repeated without harm,
       * and is after a passing failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clearFutureRates(id: string, options?: CallOptions): CallPromise<void>;
    };
    readonly tires: {
      /**
       * Clear the tire category of an agreement.
       *
       * Empties the tire category; that this takes the future values along is assumed. The category falls back to the
       * next agreement that matches, or to the default.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires`: can be repeated without harm, and is after a passing
       * failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clear(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Clear future tire rates of an agreement.
       *
       * Drops the tire rates that were to take effect later; the current rates stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires/rates/future`: can be repeated without harm, and is after a
       * passing failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clearFutureRates(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Clear future preferred tire makes of an agreement.
       *
       * Drops the preferred tire makes that were to take effect later; the current ones stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires/preferredmakes/future`: can be repeated without harm, and is
       * after a passing failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clearFuturePreferredMakes(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Clear future tire discounts of an agreement.
       *
       * Drops the tire discounts that were to take effect later; the current ones stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires/discounts/future`: can be repeated without harm, and is after
       * a passing failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clearFutureDiscounts(id: string, options?: CallOptions): CallPromise<void>;
    };
    readonly rentalVehicle: {
      /**
       * Clear the rental vehicle category of an agreement.
       *
       * Empties the rental vehicle category; that this takes the future values along is assumed. The category falls
       * back to the next agreement that matches, or to the default.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/rentalvehicle`: can be repeated without harm, and is after a passing
       * failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clear(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Clear future rental vehicle rates of an agreement.
       *
       * Drops the rental vehicle rates that were to take effect later; the current rates stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/rentalvehicle/rates/future`: can be repeated without harm, and is
       * after a passing failure.
       *
       * Source: supplier-api.md §4.4, §1; same set of paths as under the default. Confidence: documented.
       *
       * @param id The id of the agreement. Its form is not shown.
       */
      clearFutureRates(id: string, options?: CallOptions): CallPromise<void>;
    };
  };
  readonly repairAndMaintenance: {
    /**
     * List the components with repair and maintenance rates.
     *
     * Lists the components for which repair and maintenance rates can be set. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/repairandmaintenance/components`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     */
    components(options?: CallOptions): CallPromise<ServiceLevelComponentList>;
  };
  readonly tires: {
    /**
     * List the allowed tire rates.
     *
     * Lists the rates that a service level may hold for tires. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/tires/allowedrates`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     */
    allowedRates(options?: CallOptions): CallPromise<AllowedTireRateList>;
  };
  readonly rentalVehicle: {
    /**
     * List the allowed rental vehicle rates.
     *
     * Lists the rates that a service level may hold for rental vehicles. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/rentalvehicle/allowedrates`: reads only, and is repeated after a passing failure.
     *
     * Source: supplier-api.md §4.4. Confidence: documented.
     */
    allowedRates(options?: CallOptions): CallPromise<AllowedRentalVehicleRateList>;
  };
}

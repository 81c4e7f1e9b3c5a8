// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import type { DownloadedFile, StreamedFile, Upload } from "../../base/files.js";
import type { CallOptions, DownloadOptions, StreamOptions, UploadOptions } from "../../http/call/options.js";
import type { CallPromise } from "../../http/client.js";
import type { Created } from "../../http/result.js";
import type { OpenQuery } from "../../document/open.js";
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
   * @deprecated Use `serviceRequests.list`.
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
   * Lists your open service requests in short form; archived ones are not in it. `hasMore` says that there are
   * more, with or without a filter; how to ask for the rest is not shown. `follow` polls this list for you.
   *
   * `GET /v2/servicerequests` is repeated after a temporary failure.
   *
   * @example
   * const { serviceRequests, hasMore } = await supplier.serviceRequests.list({ licensePlate: "AB-123-C" });
   *
   * @see supplier-api.md §4.1, §2.2
   */
  list(query?: ServiceRequestListQuery, options?: CallOptions): CallPromise<ServiceRequestList>;
  /**
   * Creates a service request and returns its id, which the service chooses. With the status `Draft` it needs
   * only a license plate. With `ApprovalRequested` it must meet all requirements of approval and goes to the
   * lessor at once. A vehicle can have two open requests of yours: one for a rental vehicle, one for other work.
   * See docs/approval.md.
   *
   * Phases: Draft.
   *
   * `POST /v2/servicerequests` is never sent again once it may have been processed.
   *
   * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
   * (damage), REG-SVC000187, REG-SVC000190 (appointment.workshopDate)
   *
   * @example
   * const { id } = await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" }
   * });
   *
   * @see supplier-api.md §4.1, §3, §7
   */
  create(body: ServiceRequestCreate, options?: CallOptions): CallPromise<Created<ServiceRequestCreated, string>>;
  /**
   * Reads a service request with all its lines, in any phase but Archived.
   *
   * Phases: Draft, Lessor, Response, Invoicing.
   *
   * `GET /v2/servicerequests/{id}` is repeated after a temporary failure.
   *
   * @param id The id of the request.
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * const { status, components } = await supplier.serviceRequests.get(id);
   *
   * @see supplier-api.md §4.1, §2.2, §7
   */
  get(id: string, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Replaces a draft; that what is left out is gone is inferred. With the status `ApprovalRequested` it also
   * sends the request to the lessor, provided that every requirement of approval is met. After that, use `patch`.
   *
   * Phases: Draft.
   *
   * `PUT /v2/servicerequests/{id}` is never sent again once it may have been processed.
   *
   * @param id The id of the request.
   * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
   * (damage), REG-SVC000190 (appointment.workshopDate)
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * await supplier.serviceRequests.overwrite(id, { status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
   *
   * @see supplier-api.md §4.1, §3
   */
  overwrite(id: string, body: ServiceRequestOverwrite, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Changes the given parts of a request; an approved one loses its approval and is in Response again (inferred
   * for PATCH). The status `ApprovalRequested` sends it to the lessor; `submit` and `resubmit` check the rules
   * first. What becomes of lines left out is not shown: see docs/unknowns.md.
   *
   * Phases: Draft, Response, Invoicing.
   *
   * `PATCH /v2/servicerequests/{id}` is never sent again once it may have been processed.
   *
   * @param id The id of the request.
   * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
   * (damage), REG-SVC000190 (appointment.workshopDate)
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * await supplier.serviceRequests.patch(id, { appointment: { workshopDate: "2026-06-22" } });
   *
   * @see supplier-api.md §4.1, §3
   */
  patch(id: string, body: ServiceRequestPatch, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Deletes a draft for good. A request that was sent to the lessor cannot be deleted.
   *
   * Phases: Draft.
   *
   * `DELETE /v2/servicerequests/{id}` is repeated after a temporary failure.
   *
   * @param id The id of the request.
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * await supplier.serviceRequests.delete(id);
   *
   * @see supplier-api.md §4.1, §3
   */
  delete(id: string, options?: CallOptions): CallPromise<void>;
  readonly components: {
    /**
     * Creates the line with this id, or overwrites it. You choose the id, a UUID that is unique within the request.
     * The allowed components of the vehicle say which fields the line needs: read them again for each change.
     *
     * Phases: Draft, Response.
     *
     * `PUT /v2/servicerequests/{requestId}/components/{componentId}` is repeated after a temporary failure.
     *
     * @param requestId The id of the request.
     * @param componentId The id that you gave to the line.
     * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
     * (damage)
     * @throws RegArchivedError (410) once it is archived
     *
     * @example
     * await supplier.serviceRequests.components.put(id, crypto.randomUUID(), lineFor(allowed, "1101"));
     *
     * @see supplier-api.md §4.1, §2.3, §8
     */
    put(requestId: string, componentId: string, body: ComponentPut, options?: CallOptions): CallPromise<Created<ComponentWritten, string>>;
    /**
     * Removes a line that the lessor has never seen. A line that was sent to the lessor can only be cancelled;
     * `cancelOrDelete` does what is possible.
     *
     * Phases: Draft, Response.
     *
     * `DELETE /v2/servicerequests/{requestId}/components/{componentId}` is repeated after a temporary failure.
     *
     * @param requestId The id of the request.
     * @param componentId The id that you gave to the line.
     * @throws RegArchivedError (410) once it is archived
     *
     * @example
     * await supplier.serviceRequests.components.delete(id, componentId);
     *
     * @see supplier-api.md §4.1, §3
     */
    delete(requestId: string, componentId: string, options?: CallOptions): CallPromise<void>;
    /**
     * Cancels a line that was sent to the lessor; it stays in the request with the status `Cancelled`. A line that
     * was never sent is deleted instead; `cancelOrDelete` does what is possible.
     *
     * Phases: Response.
     *
     * `POST /v2/servicerequests/{requestId}/components/{componentId}/cancel` is never sent again once it may have
     * been processed.
     *
     * @param requestId The id of the request.
     * @param componentId The id that you gave to the line.
     * @throws RegArchivedError (410) once it is archived
     *
     * @example
     * await supplier.serviceRequests.components.cancel(id, componentId);
     *
     * @see supplier-api.md §4.1, §3
     */
    cancel(requestId: string, componentId: string, options?: CallOptions): CallPromise<ComponentCancelled>;
  };
  readonly attachments: {
    /**
     * Lists the files of the request. The form of the list is not shown.
     *
     * `GET /v2/servicerequests/{id}/attachments` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     *
     * @example
     * const attachments = await supplier.serviceRequests.attachments.list(id);
     *
     * @see supplier-api.md §4.1, §2.7
     */
    list(id: string, options?: CallOptions): CallPromise<AttachmentList>;
    /**
     * Adds a file to the request and returns its id; that the service chooses it is inferred. Limits on size and
     * number, and how the file is encoded, are not shown: see the option `uploadEncoding`.
     *
     * `PUT /v2/servicerequests/{id}/attachments` is never sent again once it may have been processed.
     *
     * @param id The id of the request.
     *
     * @example
     * await supplier.serviceRequests.attachments.upload(id, new File([bytes], "photo.jpg"));
     *
     * @see supplier-api.md §4.1, §8
     */
    upload(id: string, file: Upload, options?: UploadOptions): CallPromise<Created<AttachmentStored, string | undefined>>;
    /**
     * Downloads a file of the request. The response is the file itself, not a record about it (inferred).
     *
     * `GET /v2/servicerequests/{id}/attachments/{attachmentId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     *
     * @example
     * const file = await supplier.serviceRequests.attachments.get(id, attachmentId);
     *
     * @see supplier-api.md §4.1
     */
    get(id: string, attachmentId: string, options: StreamOptions): CallPromise<StreamedFile>;
    /**
     * Downloads a file of the request. The response is the file itself, not a record about it (inferred).
     *
     * `GET /v2/servicerequests/{id}/attachments/{attachmentId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     *
     * @example
     * const file = await supplier.serviceRequests.attachments.get(id, attachmentId);
     *
     * @see supplier-api.md §4.1
     */
    get(id: string, attachmentId: string, options?: DownloadOptions): CallPromise<DownloadedFile>;
    /**
     * Deletes one file of the request.
     *
     * `DELETE /v2/servicerequests/{id}/attachments/{attachmentId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     *
     * @example
     * await supplier.serviceRequests.attachments.delete(id, attachmentId);
     *
     * @see supplier-api.md §4.1
     */
    delete(id: string, attachmentId: string, options?: CallOptions): CallPromise<void>;
  };
  readonly invoiceTemplates: {
    /**
     * Says what the next invoice must contain: sender, receiver, and the amount to debit, to credit, or both, given
     * what was invoiced before. `invoice` reads the templates for you.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoicetemplates` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     *
     * @example
     * const { debit, credit } = await supplier.serviceRequests.invoiceTemplates.list(id);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceTemplates>;
  };
  /** @deprecated Use `serviceRequests.invoiceTemplates.list`. */
  readonly invoiceTemplate: {
    /**
     * Reads a single template for the next invoice, which cannot show that a debit and a credit invoice are both
     * due.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoicetemplate` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @deprecated Use `serviceRequests.invoiceTemplates.list`.
     *
     * @example
     * const template = await supplier.serviceRequests.invoiceTemplate.get(id);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    get(id: string, options?: CallOptions): CallPromise<InvoiceTemplate>;
  };
  readonly invoices: {
    /**
     * Lists all invoices of the request. The form of the list is not shown.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoices` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     *
     * @example
     * const invoices = await supplier.serviceRequests.invoices.list(id);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceList>;
    /**
     * Creates an invoice; the request is then archived (assumed: at midnight in Amsterdam) and can no longer be
     * altered. Only Archived takes credits. Before you send one again, read the list of invoices, as `invoice`
     * does.
     *
     * Phases: Invoicing, Archived.
     *
     * `POST /v2/servicerequests/{id}/invoices` is never sent again once it may have been processed.
     *
     * @param id The id of the request.
     * @throws RegValidationError, such as REG-INV000010 (identitySender.RegNumber), REG-INV000018 (total),
     * REG-INV000104 (invoiceNumber), REG-INV000105, REG-INV000106, REG-INV000107 (invoiceDate)
     * @throws RegConflictError (409) after a concurrent call
     *
     * @example
     * await supplier.serviceRequests.invoices.create(id, invoice);
     *
     * @see supplier-api.md §4.2, §2.7, §3, §7
     */
    create(id: string, body: InvoiceCreate, options?: CallOptions): CallPromise<Created<InvoiceCreated, number>>;
    /**
     * Reads one invoice.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/servicerequests/{id}/invoices/{invoiceId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
     *
     * @example
     * const invoice = await supplier.serviceRequests.invoices.get(id, invoiceId);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    get(id: string, invoiceId: number, options?: CallOptions): CallPromise<Invoice>;
    /**
     * Records why the request is not invoiced through this interface: it is invoiced in another way, or not at all.
     * The fields of the reason are not shown. `markNotInvoiced` checks first that there is no invoice.
     *
     * Phases: Invoicing.
     *
     * `POST /v2/servicerequests/{id}/invoices/status` is never sent again once it may have been processed.
     *
     * @param id The id of the request.
     *
     * @example
     * await supplier.serviceRequests.invoices.setStatus(id, reason);
     *
     * @see supplier-api.md §4.2, §9
     */
    setStatus(id: string, body: InvoiceStatusReason, options?: CallOptions): CallPromise<void>;
    readonly pdf: {
      /**
       * Downloads the PDF that was uploaded for an invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/servicerequests/{id}/invoices/{invoiceId}/pdf` is repeated after a temporary failure.
       *
       * @param id The id of the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       *
       * @example
       * const pdf = await supplier.serviceRequests.invoices.pdf.get(id, invoiceId);
       *
       * @see supplier-api.md §4.2
       */
      get(id: string, invoiceId: number, options: StreamOptions): CallPromise<StreamedFile>;
      /**
       * Downloads the PDF that was uploaded for an invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/servicerequests/{id}/invoices/{invoiceId}/pdf` is repeated after a temporary failure.
       *
       * @param id The id of the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       *
       * @example
       * const pdf = await supplier.serviceRequests.invoices.pdf.get(id, invoiceId);
       *
       * @see supplier-api.md §4.2
       */
      get(id: string, invoiceId: number, options?: DownloadOptions): CallPromise<DownloadedFile>;
      /**
       * Stores the PDF of an invoice; that a second one replaces the first is assumed. How the file is encoded is not
       * shown: see the option `uploadEncoding`.
       *
       * Phases: Invoicing, Archived.
       *
       * `PUT /v2/servicerequests/{id}/invoices/{invoiceId}/pdf` is repeated after a temporary failure.
       *
       * @param id The id of the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       *
       * @example
       * await supplier.serviceRequests.invoices.pdf.upload(id, invoiceId, new File([bytes], "2026-0001.pdf"));
       *
       * @see supplier-api.md §4.2
       */
      upload(id: string, invoiceId: number, file: Upload, options?: UploadOptions): CallPromise<Created<object, number>>;
    };
  };
}

/** The same life cycle for damage repairs, with their own components and invoice rules. */
export interface DamageServiceRequestsMethods {
  /**
   * Lists your open damage service requests in short form; archived ones are not in it. `hasMore` says that there
   * are more, with or without a filter; how to ask for the rest is not shown. `follow` polls this list for you.
   *
   * `GET /v2/damageservicerequests` is repeated after a temporary failure.
   *
   * @example
   * const { serviceRequests, hasMore } = await supplier.damageServiceRequests.list({ licensePlate: "AB-123-C" });
   *
   * @see supplier-api.md §4.1, §2.2
   */
  list(query?: DamageServiceRequestListQuery, options?: CallOptions): CallPromise<ServiceRequestList>;
  /**
   * Creates a damage service request and returns its id, which the service chooses. With the status `Draft` it
   * needs only a license plate. With `ApprovalRequested` it must meet all requirements of approval and goes to
   * the lessor at once. What a damage needs for approval is not shown. You may have any number of open damage
   * requests for a vehicle.
   *
   * Phases: Draft.
   *
   * `POST /v2/damageservicerequests` is never sent again once it may have been processed.
   *
   * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
   * (damage), REG-SVC000187, REG-SVC000190 (appointment.workshopDate)
   *
   * @example
   * const { id } = await supplier.damageServiceRequests.create({ status: "Draft", vehicle: { licensePlate:
   * "AB-123-C" } });
   *
   * @see supplier-api.md §4.1, §3, §7
   */
  create(body: ServiceRequestCreate, options?: CallOptions): CallPromise<Created<ServiceRequestCreated, string>>;
  /**
   * Reads a damage service request with all its lines, in any phase but Archived.
   *
   * Phases: Draft, Lessor, Response, Invoicing.
   *
   * `GET /v2/damageservicerequests/{id}` is repeated after a temporary failure.
   *
   * @param id The id of the request.
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * const { status, components } = await supplier.damageServiceRequests.get(id);
   *
   * @see supplier-api.md §4.1, §2.2, §7
   */
  get(id: string, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Replaces a draft; that what is left out is gone is inferred. With the status `ApprovalRequested` it also
   * sends the request to the lessor, provided that every requirement of approval is met. After that, use `patch`.
   *
   * Phases: Draft.
   *
   * `PUT /v2/damageservicerequests/{id}` is never sent again once it may have been processed.
   *
   * @param id The id of the request.
   * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
   * (damage), REG-SVC000190 (appointment.workshopDate)
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * await supplier.damageServiceRequests.overwrite(id, { status: "Draft", vehicle: { licensePlate: "AB-123-C" }
   * });
   *
   * @see supplier-api.md §4.1, §3
   */
  overwrite(id: string, body: ServiceRequestOverwrite, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Changes the given parts of a request; an approved one loses its approval and is in Response again (inferred
   * for PATCH). The status `ApprovalRequested` sends it to the lessor; `submit` and `resubmit` check the rules
   * first. What becomes of lines left out is not shown: see docs/unknowns.md.
   *
   * Phases: Draft, Response, Invoicing.
   *
   * `PATCH /v2/damageservicerequests/{id}` is never sent again once it may have been processed.
   *
   * @param id The id of the request.
   * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
   * (damage), REG-SVC000190 (appointment.workshopDate)
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * await supplier.damageServiceRequests.patch(id, { appointment: { workshopDate: "2026-06-22" } });
   *
   * @see supplier-api.md §4.1, §3
   */
  patch(id: string, body: ServiceRequestPatch, options?: CallOptions): CallPromise<ServiceRequest>;
  /**
   * Deletes a draft for good. A request that was sent to the lessor cannot be deleted.
   *
   * Phases: Draft.
   *
   * `DELETE /v2/damageservicerequests/{id}` is repeated after a temporary failure.
   *
   * @param id The id of the request.
   * @throws RegArchivedError (410) once it is archived
   *
   * @example
   * await supplier.damageServiceRequests.delete(id);
   *
   * @see supplier-api.md §4.1, §3
   */
  delete(id: string, options?: CallOptions): CallPromise<void>;
  readonly components: {
    /**
     * Creates the line with this id, or overwrites it. You choose the id, a UUID that is unique within the request.
     * The allowed components of the vehicle say which fields the line needs: read them again for each change.
     *
     * Phases: Draft, Response.
     *
     * `PUT /v2/damageservicerequests/{requestId}/components/{componentId}` is repeated after a temporary failure.
     *
     * @param requestId The id of the request.
     * @param componentId The id that you gave to the line.
     * @throws RegValidationError, such as REG-SVC000175 (warranty), REG-SVC000176 (leniency), REG-SVC000177
     * (damage)
     * @throws RegArchivedError (410) once it is archived
     *
     * @example
     * await supplier.damageServiceRequests.components.put(id, componentId, line);
     *
     * @see supplier-api.md §4.1, §2.3, §8
     */
    put(requestId: string, componentId: string, body: ComponentPut, options?: CallOptions): CallPromise<Created<ComponentWritten, string>>;
    /**
     * Removes a line that the lessor has never seen. A line that was sent to the lessor can only be cancelled;
     * `cancelOrDelete` does what is possible.
     *
     * Phases: Draft, Response.
     *
     * `DELETE /v2/damageservicerequests/{requestId}/components/{componentId}` is repeated after a temporary
     * failure.
     *
     * @param requestId The id of the request.
     * @param componentId The id that you gave to the line.
     * @throws RegArchivedError (410) once it is archived
     *
     * @example
     * await supplier.damageServiceRequests.components.delete(id, componentId);
     *
     * @see supplier-api.md §4.1, §3
     */
    delete(requestId: string, componentId: string, options?: CallOptions): CallPromise<void>;
    /**
     * Cancels a line that was sent to the lessor; it stays in the request with the status `Cancelled`. A line that
     * was never sent is deleted instead; `cancelOrDelete` does what is possible.
     *
     * Phases: Response.
     *
     * `POST /v2/damageservicerequests/{requestId}/components/{componentId}/cancel` is never sent again once it may
     * have been processed.
     *
     * @param requestId The id of the request.
     * @param componentId The id that you gave to the line.
     * @throws RegArchivedError (410) once it is archived
     *
     * @example
     * await supplier.damageServiceRequests.components.cancel(id, componentId);
     *
     * @see supplier-api.md §4.1, §3
     */
    cancel(requestId: string, componentId: string, options?: CallOptions): CallPromise<ComponentCancelled>;
  };
  readonly attachments: {
    /**
     * Lists the files of the request. The form of the list is not shown.
     *
     * `GET /v2/damageservicerequests/{id}/attachments` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     *
     * @example
     * const attachments = await supplier.damageServiceRequests.attachments.list(id);
     *
     * @see supplier-api.md §4.1, §2.7
     */
    list(id: string, options?: CallOptions): CallPromise<AttachmentList>;
    /**
     * Adds a file to the request and returns its id; that the service chooses it is inferred. Limits on size and
     * number, and how the file is encoded, are not shown: see the option `uploadEncoding`.
     *
     * `PUT /v2/damageservicerequests/{id}/attachments` is never sent again once it may have been processed.
     *
     * @param id The id of the request.
     *
     * @example
     * await supplier.damageServiceRequests.attachments.upload(id, new File([bytes], "photo.jpg"));
     *
     * @see supplier-api.md §4.1, §8
     */
    upload(id: string, file: Upload, options?: UploadOptions): CallPromise<Created<AttachmentStored, string | undefined>>;
    /**
     * Downloads a file of the request. The response is the file itself, not a record about it (inferred).
     *
     * `GET /v2/damageservicerequests/{id}/attachments/{attachmentId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     *
     * @example
     * const file = await supplier.damageServiceRequests.attachments.get(id, attachmentId);
     *
     * @see supplier-api.md §4.1
     */
    get(id: string, attachmentId: string, options: StreamOptions): CallPromise<StreamedFile>;
    /**
     * Downloads a file of the request. The response is the file itself, not a record about it (inferred).
     *
     * `GET /v2/damageservicerequests/{id}/attachments/{attachmentId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     *
     * @example
     * const file = await supplier.damageServiceRequests.attachments.get(id, attachmentId);
     *
     * @see supplier-api.md §4.1
     */
    get(id: string, attachmentId: string, options?: DownloadOptions): CallPromise<DownloadedFile>;
    /**
     * Deletes one file of the request.
     *
     * `DELETE /v2/damageservicerequests/{id}/attachments/{attachmentId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param attachmentId The id of the attachment. Neither its form nor who chooses it is shown; that it is the
     * service is inferred.
     *
     * @example
     * await supplier.damageServiceRequests.attachments.delete(id, attachmentId);
     *
     * @see supplier-api.md §4.1
     */
    delete(id: string, attachmentId: string, options?: CallOptions): CallPromise<void>;
  };
  readonly invoiceTemplates: {
    /**
     * Says what the next invoice must contain: sender, receiver, and the amount to debit, to credit, or both, given
     * what was invoiced before. Some lessors want a discount invoice besides the first debit invoice; how a
     * template shows that is not shown. `invoice` reads the templates for you.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/damageservicerequests/{id}/invoicetemplates` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     *
     * @example
     * const { debit, credit } = await supplier.damageServiceRequests.invoiceTemplates.list(id);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceTemplates>;
  };
  readonly invoices: {
    /**
     * Lists all invoices of the request. The form of the list is not shown.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/damageservicerequests/{id}/invoices` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     *
     * @example
     * const invoices = await supplier.damageServiceRequests.invoices.list(id);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    list(id: string, options?: CallOptions): CallPromise<InvoiceList>;
    /**
     * Creates an invoice; the request is then archived (assumed: at midnight in Amsterdam) and can no longer be
     * altered. A discount that the lessor wants comes before the debit. Only Archived takes credits. Before you
     * send one again, read the list of invoices, as `invoice` does.
     *
     * Phases: Invoicing, Archived.
     *
     * `POST /v2/damageservicerequests/{id}/invoices` is never sent again once it may have been processed.
     *
     * @param id The id of the request.
     * @throws RegValidationError, such as REG-INV000010 (identitySender.RegNumber), REG-INV000018 (total),
     * REG-INV000104 (invoiceNumber), REG-INV000105, REG-INV000107 (invoiceDate)
     * @throws RegConflictError (409) after a concurrent call
     *
     * @example
     * await supplier.damageServiceRequests.invoices.create(id, invoice);
     *
     * @see supplier-api.md §4.2, §2.7, §3, §7
     */
    create(id: string, body: InvoiceCreate, options?: CallOptions): CallPromise<Created<InvoiceCreated, number>>;
    /**
     * Reads one invoice.
     *
     * Phases: Invoicing, Archived.
     *
     * `GET /v2/damageservicerequests/{id}/invoices/{invoiceId}` is repeated after a temporary failure.
     *
     * @param id The id of the request.
     * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
     *
     * @example
     * const invoice = await supplier.damageServiceRequests.invoices.get(id, invoiceId);
     *
     * @see supplier-api.md §4.2, §2.7
     */
    get(id: string, invoiceId: number, options?: CallOptions): CallPromise<Invoice>;
    /**
     * Records why the request is not invoiced through this interface: it is invoiced in another way, or not at all.
     * The fields of the reason are not shown. `markNotInvoiced` checks first that there is no invoice.
     *
     * Phases: Invoicing.
     *
     * `POST /v2/damageservicerequests/{id}/invoices/status` is never sent again once it may have been processed.
     *
     * @param id The id of the request.
     *
     * @example
     * await supplier.damageServiceRequests.invoices.setStatus(id, reason);
     *
     * @see supplier-api.md §4.2, §7, §9
     */
    setStatus(id: string, body: InvoiceStatusReason, options?: CallOptions): CallPromise<void>;
    readonly pdf: {
      /**
       * Downloads the PDF that was uploaded for an invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf` is repeated after a temporary failure.
       *
       * @param id The id of the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       *
       * @example
       * const pdf = await supplier.damageServiceRequests.invoices.pdf.get(id, invoiceId);
       *
       * @see supplier-api.md §4.2
       */
      get(id: string, invoiceId: number, options: StreamOptions): CallPromise<StreamedFile>;
      /**
       * Downloads the PDF that was uploaded for an invoice.
       *
       * Phases: Invoicing, Archived.
       *
       * `GET /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf` is repeated after a temporary failure.
       *
       * @param id The id of the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       *
       * @example
       * const pdf = await supplier.damageServiceRequests.invoices.pdf.get(id, invoiceId);
       *
       * @see supplier-api.md §4.2
       */
      get(id: string, invoiceId: number, options?: DownloadOptions): CallPromise<DownloadedFile>;
      /**
       * Stores the PDF of an invoice; that a second one replaces the first is assumed. How the file is encoded is not
       * shown: see the option `uploadEncoding`.
       *
       * Phases: Invoicing, Archived.
       *
       * `PUT /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf` is repeated after a temporary failure.
       *
       * @param id The id of the request.
       * @param invoiceId The number under which the service keeps the invoice; not the supplier's own invoice number.
       *
       * @example
       * await supplier.damageServiceRequests.invoices.pdf.upload(id, invoiceId, new File([bytes], "2026-0001.pdf"));
       *
       * @see supplier-api.md §4.2
       */
      upload(id: string, invoiceId: number, file: Upload, options?: UploadOptions): CallPromise<Created<object, number>>;
    };
  };
}

/**
 * The older request model, kept for callers who have not moved on. Use `serviceRequests`.
 *
 * @deprecated Use `serviceRequests.list`.
 */
export interface RequestsMethods {
  /**
   * Lists the open requests of the model before service requests. Neither its query parameters nor its response
   * are shown.
   *
   * `GET /v2/requests` is repeated after a temporary failure.
   *
   * @deprecated Use `serviceRequests.list`.
   *
   * @example
   * await supplier.requests.list();
   *
   * @see supplier-api.md §4.1
   */
  list(query?: OpenQuery<RequestListQuery>, options?: CallOptions): CallPromise<OldRequestList>;
}

/** The whole catalogue of components, whatever a vehicle allows. */
export interface ComponentsMethods {
  /**
   * Lists the whole catalogue of components. It does not say what a vehicle allows: `contracts.components` does.
   *
   * `GET /v2/components` is repeated after a temporary failure.
   *
   * @example
   * const catalogue = await supplier.components.list();
   *
   * @see supplier-api.md §4.3, §4.4
   */
  list(query?: OpenQuery<ComponentListQuery>, options?: CallOptions): CallPromise<ComponentCatalogue>;
}

/** The whole catalogue of damage components. */
export interface DamageComponentsMethods {
  /**
   * Lists the whole catalogue of damage components. It does not say what a vehicle allows:
   * `contracts.damageComponents` does.
   *
   * `GET /v2/damagecomponents` is repeated after a temporary failure.
   *
   * @example
   * const catalogue = await supplier.damageComponents.list();
   *
   * @see supplier-api.md §4.3, §4.4
   */
  list(query?: OpenQuery<DamageComponentListQuery>, options?: CallOptions): CallPromise<DamageComponentCatalogue>;
}

/** What the lessor of an active vehicle agreed with its lessee, and what it leaves to this supplier. */
export interface ContractsMethods {
  /**
   * Reads a contract, for an active vehicle: the vehicle, what its lessee has in the lease contract, and what the
   * lessor allows you to do. Do not keep it: a lessor can change it at any time. That `lessors.contracts.get` is
   * the better choice once there is a request is inferred: the reference says so of the components.
   *
   * `GET /v2/contracts/{licensePlate}` is repeated after a temporary failure.
   *
   * @param licensePlate The license plate of the vehicle.
   *
   * @example
   * const { vehicle, supplierContract } = await supplier.contracts.get("AB-123-C");
   *
   * @see supplier-api.md §4.3, §2.5, §4.4
   */
  get(licensePlate: string, query?: OpenQuery<ContractGetQuery>, options?: CallOptions): CallPromise<Contract>;
  /**
   * Lists what the lines of a request can be, for an active vehicle, with the fields that each needs. Read it
   * again for each change of a request. Once there is a request, `lessors.contracts.components` is the better
   * choice. `lineFor` makes lines from the list.
   *
   * `GET /v2/contracts/{licensePlate}/components` is repeated after a temporary failure.
   *
   * @param licensePlate The license plate of the vehicle.
   *
   * @example
   * const { components } = await supplier.contracts.components("AB-123-C");
   *
   * @see supplier-api.md §4.3, §2.6, §8, §4.4
   */
  components(licensePlate: string, query?: OpenQuery<ContractComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
  /**
   * Lists what the lines of a damage request can be, for an active vehicle. Read it again for each change of a
   * request. That `lessors.contracts.damageComponents` is the better choice once there is a request is inferred:
   * the reference says so of the components.
   *
   * `GET /v2/contracts/{licensePlate}/damagecomponents` is repeated after a temporary failure.
   *
   * @param licensePlate The license plate of the vehicle.
   *
   * @example
   * const { components } = await supplier.contracts.damageComponents("AB-123-C");
   *
   * @see supplier-api.md §4.3, §2.6, §8, §4.4
   */
  damageComponents(licensePlate: string, query?: OpenQuery<ContractDamageComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
}

/** The lessors, what they announce, and the contracts of their vehicles, active or not. */
export interface LessorsMethods {
  /**
   * Lists the active lessors. The form of the list is not shown.
   *
   * `GET /v2/lessors` is repeated after a temporary failure.
   *
   * @example
   * const lessors = await supplier.lessors.list();
   *
   * @see supplier-api.md §4.3, §2.7
   */
  list(options?: CallOptions): CallPromise<LessorList>;
  /**
   * Reads the address, phone numbers, payment details and sublessors of an active lessor.
   *
   * `GET /v2/lessor/{lessorId}` is repeated after a temporary failure.
   *
   * @param lessorId The number of the lessor, as in `lessorId` of a request.
   *
   * @example
   * const { name, phone } = await supplier.lessors.get(request.lessorId);
   *
   * @see supplier-api.md §4.3, §2.7
   */
  get(lessorId: number, options?: CallOptions): CallPromise<Lessor>;
  /**
   * Lists what lessors have published for you and what is still in force. There is no push, so poll it. The
   * fields of a notification are not shown.
   *
   * `GET /v2/lessors/notifications` is repeated after a temporary failure.
   *
   * @example
   * const notifications = await supplier.lessors.notifications({ showInactiveNotifications: true });
   *
   * @see supplier-api.md §4.3, §6
   */
  notifications(query?: LessorNotificationsQuery, options?: CallOptions): CallPromise<NotificationList>;
  readonly contracts: {
    /**
     * Reads a contract, whether the vehicle is active or not: the vehicle, what its lessee has in the lease
     * contract, and what the lessor allows you to do. Do not keep it: a lessor can change it at any time. Take the
     * lessor from the request.
     *
     * `GET /v2/lessors/{lessorId}/contracts/{licensePlate}` is repeated after a temporary failure.
     *
     * @param lessorId The number of the lessor, as in `lessorId` of a request.
     * @param licensePlate The license plate of the vehicle.
     *
     * @example
     * const { vehicle, supplierContract } = await supplier.lessors.contracts.get(request.lessorId, "AB-123-C");
     *
     * @see supplier-api.md §4.3, §2.5, §4.4
     */
    get(lessorId: number, licensePlate: string, query?: OpenQuery<LessorContractGetQuery>, options?: CallOptions): CallPromise<Contract>;
    /**
     * Lists what the lines of a request can be, whether the vehicle is active or not, with the fields that each
     * needs. Read it again for each change of a request. Take the lessor from the request. `lineFor` makes lines
     * from the list.
     *
     * `GET /v2/lessors/{lessorId}/contracts/{licensePlate}/components` is repeated after a temporary failure.
     *
     * @param lessorId The number of the lessor, as in `lessorId` of a request.
     * @param licensePlate The license plate of the vehicle.
     *
     * @example
     * const { components } = await supplier.lessors.contracts.components(request.lessorId, "AB-123-C");
     *
     * @see supplier-api.md §4.3, §2.6, §8, §4.4
     */
    components(lessorId: number, licensePlate: string, query?: OpenQuery<LessorContractComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
    /**
     * Lists what the lines of a damage request can be, whether the vehicle is active or not. Read it again for each
     * change of a request. Take the lessor from the request.
     *
     * `GET /v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents` is repeated after a temporary failure.
     *
     * @param lessorId The number of the lessor, as in `lessorId` of a request.
     * @param licensePlate The license plate of the vehicle.
     *
     * @example
     * const { components } = await supplier.lessors.contracts.damageComponents(request.lessorId, "AB-123-C");
     *
     * @see supplier-api.md §4.3, §2.6, §8, §4.4
     */
    damageComponents(lessorId: number, licensePlate: string, query?: OpenQuery<LessorContractDamageComponentsQuery>, options?: CallOptions): CallPromise<AllowedComponentList>;
  };
}

/** The kinds of object that the service knows. */
export interface ObjectTypesMethods {
  /**
   * Lists the codes and categories of object types; some rates depend on the category.
   *
   * `GET /v2/objecttypes` is repeated after a temporary failure.
   *
   * @example
   * const types = await supplier.objectTypes.list();
   *
   * @see supplier-api.md §4.3, §1, §2.7
   */
  list(options?: CallOptions): CallPromise<ObjectTypeList>;
}

/** Makes as the service names them, for agreements and contracts. */
export interface DealershipsMethods {
  /**
   * Lists the codes and names of dealerships, which are vehicle makes; agreements use them.
   *
   * `GET /v2/dealerships` is repeated after a temporary failure.
   *
   * @example
   * const dealerships = await supplier.dealerships.list();
   *
   * @see supplier-api.md §4.3, §1, §2.7
   */
  list(options?: CallOptions): CallPromise<DealershipList>;
}

/** The classes of rental vehicle. */
export interface RentalClassesMethods {
  /**
   * Lists the classes of rental vehicles, and says of each whether estate cars have rates of their own.
   *
   * `GET /v2/rentalclasses` is repeated after a temporary failure.
   *
   * @example
   * const classes = await supplier.rentalClasses.list();
   *
   * @see supplier-api.md §4.3, §2.7
   */
  list(options?: CallOptions): CallPromise<RentalClassList>;
}

/** The rental class properties of a vehicle, for choosing rates. */
export interface RentalVehiclesMethods {
  /**
   * Reads the rental class properties of a vehicle, for choosing rates. Neither their fields are shown, nor
   * whether the license plate is that of the rental vehicle or of the vehicle that it replaces.
   *
   * `GET /v2/rentalvehicles/{licensePlate}` is repeated after a temporary failure.
   *
   * @param licensePlate The license plate of the vehicle.
   *
   * @example
   * const properties = await supplier.rentalVehicles.get("AB-123-C");
   *
   * @see supplier-api.md §4.3, §2.7
   */
  get(licensePlate: string, options?: CallOptions): CallPromise<RentalVehicle>;
}

/** The tire catalogue. */
export interface TiresMethods {
  /**
   * Reads the specification of one tire. Give its BAC code or its id.
   *
   * `GET /v2/tire` is repeated after a temporary failure.
   *
   * @example
   * const tire = await supplier.tires.get({ bacCode });
   *
   * @see supplier-api.md §4.3, §2.4
   */
  get(query?: TireGetQuery, options?: CallOptions): CallPromise<Tire>;
  /**
   * Finds tires by general terms, by part of a specification or by EAN code. Several makes and seasons can be
   * given. The names of the parameters for general terms and for the parts of a specification are not shown.
   *
   * `GET /v2/tires` is repeated after a temporary failure.
   *
   * @example
   * const tires = await supplier.tires.search({ eanCode });
   *
   * @see supplier-api.md §4.3, §2.4, §9
   */
  search(query?: TireSearchQuery, options?: CallOptions): CallPromise<TireList>;
  readonly makes: {
    /**
     * Lists all makes of tires. The form of the list is not shown.
     *
     * `GET /v2/tires/makes` is repeated after a temporary failure.
     *
     * @example
     * const makes = await supplier.tires.makes.list();
     *
     * @see supplier-api.md §4.3, §4.4
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
   * Reads your default service level, the agreements and the cluster together.
   *
   * `GET /v2/servicelevel` is repeated after a temporary failure.
   *
   * @example
   * const levels = await supplier.serviceLevels.get();
   *
   * @see supplier-api.md §4.4
   */
  get(options?: CallOptions): CallPromise<ServiceLevel>;
  readonly cluster: {
    /**
     * Reads the cluster that you are a member or the administrator of.
     *
     * `GET /v2/servicelevel/cluster` is repeated after a temporary failure.
     *
     * @example
     * const cluster = await supplier.serviceLevels.cluster.get();
     *
     * @see supplier-api.md §4.4
     */
    get(options?: CallOptions): CallPromise<ServiceLevelCluster>;
  };
  readonly default: {
    /**
     * Reads the service level that applies where no agreement does. Administrators of a cluster get 403.
     *
     * `GET /v2/servicelevel/default` is repeated after a temporary failure.
     *
     * @throws RegPermissionError (403)
     *
     * @example
     * const level = await supplier.serviceLevels.default.get();
     *
     * @see supplier-api.md §4.4, §5
     */
    get(options?: CallOptions): CallPromise<ServiceLevelDefault>;
    /**
     * Changes current or future values of the default service level. The fields are not shown.
     *
     * `PATCH /v2/servicelevel/default` is never sent again once it may have been processed.
     *
     * @example
     * await supplier.serviceLevels.default.patch(changes);
     *
     * @see supplier-api.md §4.4
     */
    patch(body: ServiceLevelDefaultPatch, options?: CallOptions): CallPromise<ServiceLevelDefault | undefined>;
    readonly repairAndMaintenance: {
      /**
       * Clears the repair and maintenance values of the default service level; that this includes the future ones is
       * assumed. What applies afterwards is not shown; the SDK assumes that nothing does.
       *
       * `DELETE /v2/servicelevel/default/repairandmaintenance` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.repairAndMaintenance.clear();
       *
       * @see supplier-api.md §4.4, §1
       */
      clear(options?: CallOptions): CallPromise<void>;
      /**
       * Removes the repair and maintenance rates of the default service level that would apply from a later date. The
       * current rates stay.
       *
       * `DELETE /v2/servicelevel/default/repairandmaintenance/rates/future` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.repairAndMaintenance.clearFutureRates();
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureRates(options?: CallOptions): CallPromise<void>;
    };
    readonly tires: {
      /**
       * Clears the tire values of the default service level; that this includes the future ones is assumed. What
       * applies afterwards is not shown; the SDK assumes that nothing does.
       *
       * `DELETE /v2/servicelevel/default/tires` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.tires.clear();
       *
       * @see supplier-api.md §4.4, §1
       */
      clear(options?: CallOptions): CallPromise<void>;
      /**
       * Removes the tire rates of the default service level that would apply from a later date. The current rates
       * stay.
       *
       * `DELETE /v2/servicelevel/default/tires/rates/future` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.tires.clearFutureRates();
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureRates(options?: CallOptions): CallPromise<void>;
      /**
       * Removes the preferred tire makes of the default service level that would apply from a later date. The current
       * ones stay.
       *
       * `DELETE /v2/servicelevel/default/tires/preferredmakes/future` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.tires.clearFuturePreferredMakes();
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFuturePreferredMakes(options?: CallOptions): CallPromise<void>;
      /**
       * Removes the tire discounts of the default service level that would apply from a later date. The current ones
       * stay.
       *
       * `DELETE /v2/servicelevel/default/tires/discounts/future` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.tires.clearFutureDiscounts();
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureDiscounts(options?: CallOptions): CallPromise<void>;
    };
    readonly rentalVehicle: {
      /**
       * Clears the rental vehicle values of the default service level; that this includes the future ones is assumed.
       * What applies afterwards is not shown; the SDK assumes that nothing does.
       *
       * `DELETE /v2/servicelevel/default/rentalvehicle` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.rentalVehicle.clear();
       *
       * @see supplier-api.md §4.4, §1
       */
      clear(options?: CallOptions): CallPromise<void>;
      /**
       * Removes the rental vehicle rates of the default service level that would apply from a later date. The current
       * rates stay.
       *
       * `DELETE /v2/servicelevel/default/rentalvehicle/rates/future` is repeated after a temporary failure.
       *
       * @example
       * await supplier.serviceLevels.default.rentalVehicle.clearFutureRates();
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureRates(options?: CallOptions): CallPromise<void>;
    };
  };
  readonly agreements: {
    /**
     * Lists all agreements that apply to you. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/agreements` is repeated after a temporary failure.
     *
     * @example
     * const agreements = await supplier.serviceLevels.agreements.list();
     *
     * @see supplier-api.md §4.4
     */
    list(options?: CallOptions): CallPromise<ServiceLevelAgreementList>;
    /**
     * Creates an agreement with one or more lessors and, if wanted, dealerships; no other agreement may have the
     * same set. The fields are not shown.
     *
     * `POST /v2/servicelevel/agreements` is never sent again once it may have been processed.
     *
     * @example
     * const { id } = await supplier.serviceLevels.agreements.create(agreement);
     *
     * @see supplier-api.md §4.4, §1
     */
    create(body: ServiceLevelAgreementCreate, options?: CallOptions): CallPromise<Created<ServiceLevelAgreement, string | undefined>>;
    /**
     * Reads one agreement with its current and future values.
     *
     * `GET /v2/servicelevel/agreements/{id}` is repeated after a temporary failure.
     *
     * @param id The id of the agreement. Its form is not shown.
     *
     * @example
     * const agreement = await supplier.serviceLevels.agreements.get(id);
     *
     * @see supplier-api.md §4.4, §1
     */
    get(id: string, options?: CallOptions): CallPromise<ServiceLevelAgreement>;
    /**
     * Changes current or future values of an agreement. The fields are not shown.
     *
     * `PATCH /v2/servicelevel/agreements/{id}` is never sent again once it may have been processed.
     *
     * @param id The id of the agreement. Its form is not shown.
     *
     * @example
     * await supplier.serviceLevels.agreements.patch(id, changes);
     *
     * @see supplier-api.md §4.4
     */
    patch(id: string, body: ServiceLevelAgreementPatch, options?: CallOptions): CallPromise<ServiceLevelAgreement | undefined>;
    /**
     * Deletes an agreement. From then on, the next agreement that matches applies, or the default.
     *
     * `DELETE /v2/servicelevel/agreements/{id}` is repeated after a temporary failure.
     *
     * @param id The id of the agreement. Its form is not shown.
     *
     * @example
     * await supplier.serviceLevels.agreements.delete(id);
     *
     * @see supplier-api.md §4.4, §1
     */
    delete(id: string, options?: CallOptions): CallPromise<void>;
    readonly repairAndMaintenance: {
      /**
       * Clears the repair and maintenance values of an agreement; that this includes the future ones is assumed. From
       * then on, the next agreement that matches applies, or the default.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/repairandmaintenance` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.repairAndMaintenance.clear(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clear(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Removes the repair and maintenance rates of an agreement that would apply from a later date. The current
       * rates stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/repairandmaintenance/rates/future` is repeated after a temporary
       * failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.repairAndMaintenance.clearFutureRates(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureRates(id: string, options?: CallOptions): CallPromise<void>;
    };
    readonly tires: {
      /**
       * Clears the tire values of an agreement; that this includes the future ones is assumed. From then on, the next
       * agreement that matches applies, or the default.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.tires.clear(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clear(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Removes the tire rates of an agreement that would apply from a later date. The current rates stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires/rates/future` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.tires.clearFutureRates(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureRates(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Removes the preferred tire makes of an agreement that would apply from a later date. The current ones stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires/preferredmakes/future` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.tires.clearFuturePreferredMakes(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFuturePreferredMakes(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Removes the tire discounts of an agreement that would apply from a later date. The current ones stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/tires/discounts/future` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.tires.clearFutureDiscounts(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureDiscounts(id: string, options?: CallOptions): CallPromise<void>;
    };
    readonly rentalVehicle: {
      /**
       * Clears the rental vehicle values of an agreement; that this includes the future ones is assumed. From then
       * on, the next agreement that matches applies, or the default.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/rentalvehicle` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.rentalVehicle.clear(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clear(id: string, options?: CallOptions): CallPromise<void>;
      /**
       * Removes the rental vehicle rates of an agreement that would apply from a later date. The current rates stay.
       *
       * `DELETE /v2/servicelevel/agreements/{id}/rentalvehicle/rates/future` is repeated after a temporary failure.
       *
       * @param id The id of the agreement. Its form is not shown.
       *
       * @example
       * await supplier.serviceLevels.agreements.rentalVehicle.clearFutureRates(id);
       *
       * @see supplier-api.md §4.4, §1
       */
      clearFutureRates(id: string, options?: CallOptions): CallPromise<void>;
    };
  };
  readonly repairAndMaintenance: {
    /**
     * Lists the components for which repair and maintenance rates can be set. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/repairandmaintenance/components` is repeated after a temporary failure.
     *
     * @example
     * const components = await supplier.serviceLevels.repairAndMaintenance.components();
     *
     * @see supplier-api.md §4.4
     */
    components(options?: CallOptions): CallPromise<ServiceLevelComponentList>;
  };
  readonly tires: {
    /**
     * Lists the rates that a service level can have for tires. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/tires/allowedrates` is repeated after a temporary failure.
     *
     * @example
     * const rates = await supplier.serviceLevels.tires.allowedRates();
     *
     * @see supplier-api.md §4.4
     */
    allowedRates(options?: CallOptions): CallPromise<AllowedTireRateList>;
  };
  readonly rentalVehicle: {
    /**
     * Lists the rates that a service level can have for rental vehicles. The form of the list is not shown.
     *
     * `GET /v2/servicelevel/rentalvehicle/allowedrates` is repeated after a temporary failure.
     *
     * @example
     * const rates = await supplier.serviceLevels.rentalVehicle.allowedRates();
     *
     * @see supplier-api.md §4.4
     */
    allowedRates(options?: CallOptions): CallPromise<AllowedRentalVehicleRateList>;
  };
}

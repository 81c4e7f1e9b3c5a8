// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import type { DownloadedFile, Upload } from "../../base/files.js";
import type { CallOptions, DownloadOptions, UploadOptions } from "../../http/call/options.js";
import type { OpenQuery } from "../../document/open.js";
import type { AllowedComponentList, AllowedRentalVehicleRateList, AllowedTireRateList, AttachmentList, AttachmentStored, ComponentCancelled, ComponentCatalogue, ComponentListQuery, ComponentPut, ComponentWritten, Contract, ContractComponentsQuery, ContractDamageComponentsQuery, ContractGetQuery, DamageComponentCatalogue, DamageComponentListQuery, DamageServiceRequestListQuery, DealershipList, Invoice, InvoiceCreate, InvoiceCreated, InvoiceList, InvoiceStatusReason, InvoiceTemplate, InvoiceTemplates, Lessor, LessorContractComponentsQuery, LessorContractDamageComponentsQuery, LessorContractGetQuery, LessorList, LessorNotificationsQuery, NotificationList, ObjectTypeList, OldRequestList, RentalClassList, RentalVehicle, RequestListQuery, ServiceLevel, ServiceLevelAgreement, ServiceLevelAgreementCreate, ServiceLevelAgreementList, ServiceLevelAgreementPatch, ServiceLevelCluster, ServiceLevelComponentList, ServiceLevelDefault, ServiceLevelDefaultPatch, ServiceRequestCreate, ServiceRequestCreated, ServiceRequestEnvelope, ServiceRequestList, ServiceRequestListQuery, ServiceRequestOverwrite, ServiceRequestPatch, Tire, TireGetQuery, TireList, TireMakeList, TireMakeListQuery, TireSearchQuery } from "./models.js";

/** Every path, by HTTP method: the parameters of a call, and the whole body of its response. */
export interface SupplierRoutes {
  GET: {
    /** List open service requests. */
    "/v2/servicerequests": {
      args: [init?: { params?: { query?: ServiceRequestListQuery } } & CallOptions];
      data: ServiceRequestList;
    };
    /** Get a service request. */
    "/v2/servicerequests/{id}": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: ServiceRequestEnvelope;
    };
    /** List the attachments. */
    "/v2/servicerequests/{id}/attachments": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: AttachmentList;
    };
    /** Get an attachment. */
    "/v2/servicerequests/{id}/attachments/{attachmentId}": {
      args: [init: { params: { path: { id: string; attachmentId: string } } } & DownloadOptions];
      data: DownloadedFile;
    };
    /** Get the templates for the next invoice. */
    "/v2/servicerequests/{id}/invoicetemplates": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: InvoiceTemplates;
    };
    /**
     * Get the single template for the next invoice.
     *
     * @deprecated Use `serviceRequests.invoiceTemplates.list`.
     */
    "/v2/servicerequests/{id}/invoicetemplate": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: InvoiceTemplate;
    };
    /** List the invoices. */
    "/v2/servicerequests/{id}/invoices": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: InvoiceList;
    };
    /** Get an invoice. */
    "/v2/servicerequests/{id}/invoices/{invoiceId}": {
      args: [init: { params: { path: { id: string; invoiceId: number } } } & CallOptions];
      data: Invoice;
    };
    /** Get the PDF of an invoice. */
    "/v2/servicerequests/{id}/invoices/{invoiceId}/pdf": {
      args: [init: { params: { path: { id: string; invoiceId: number } } } & DownloadOptions];
      data: DownloadedFile;
    };
    /** List open damage service requests. */
    "/v2/damageservicerequests": {
      args: [init?: { params?: { query?: DamageServiceRequestListQuery } } & CallOptions];
      data: ServiceRequestList;
    };
    /** Get a damage service request. */
    "/v2/damageservicerequests/{id}": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: ServiceRequestEnvelope;
    };
    /** List the attachments. */
    "/v2/damageservicerequests/{id}/attachments": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: AttachmentList;
    };
    /** Get an attachment. */
    "/v2/damageservicerequests/{id}/attachments/{attachmentId}": {
      args: [init: { params: { path: { id: string; attachmentId: string } } } & DownloadOptions];
      data: DownloadedFile;
    };
    /** Get the templates for the next invoice. */
    "/v2/damageservicerequests/{id}/invoicetemplates": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: InvoiceTemplates;
    };
    /** List the invoices. */
    "/v2/damageservicerequests/{id}/invoices": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: InvoiceList;
    };
    /** Get an invoice. */
    "/v2/damageservicerequests/{id}/invoices/{invoiceId}": {
      args: [init: { params: { path: { id: string; invoiceId: number } } } & CallOptions];
      data: Invoice;
    };
    /** Get the PDF of an invoice. */
    "/v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf": {
      args: [init: { params: { path: { id: string; invoiceId: number } } } & DownloadOptions];
      data: DownloadedFile;
    };
    /**
     * List open requests of the older model.
     *
     * @deprecated Use `serviceRequests.list`.
     */
    "/v2/requests": {
      args: [init?: { params?: { query?: OpenQuery<RequestListQuery> } } & CallOptions];
      data: OldRequestList;
    };
    /** List all components. */
    "/v2/components": {
      args: [init?: { params?: { query?: OpenQuery<ComponentListQuery> } } & CallOptions];
      data: ComponentCatalogue;
    };
    /** List all damage components. */
    "/v2/damagecomponents": {
      args: [init?: { params?: { query?: OpenQuery<DamageComponentListQuery> } } & CallOptions];
      data: DamageComponentCatalogue;
    };
    /** Get the contract of an active vehicle. */
    "/v2/contracts/{licensePlate}": {
      args: [init: { params: { path: { licensePlate: string }; query?: OpenQuery<ContractGetQuery> } } & CallOptions];
      data: Contract;
    };
    /** Get the allowed components of an active vehicle. */
    "/v2/contracts/{licensePlate}/components": {
      args: [init: { params: { path: { licensePlate: string }; query?: OpenQuery<ContractComponentsQuery> } } & CallOptions];
      data: AllowedComponentList;
    };
    /** Get the allowed damage components of an active vehicle. */
    "/v2/contracts/{licensePlate}/damagecomponents": {
      args: [init: { params: { path: { licensePlate: string }; query?: OpenQuery<ContractDamageComponentsQuery> } } & CallOptions];
      data: AllowedComponentList;
    };
    /** List the active lessors. */
    "/v2/lessors": {
      args: [init?: CallOptions];
      data: LessorList;
    };
    /** Get an active lessor. */
    "/v2/lessor/{lessorId}": {
      args: [init: { params: { path: { lessorId: number } } } & CallOptions];
      data: Lessor;
    };
    /** List the notifications of lessors. */
    "/v2/lessors/notifications": {
      args: [init?: { params?: { query?: LessorNotificationsQuery } } & CallOptions];
      data: NotificationList;
    };
    /** Get a vehicle's contract from its lessor. */
    "/v2/lessors/{lessorId}/contracts/{licensePlate}": {
      args: [init: { params: { path: { lessorId: number; licensePlate: string }; query?: OpenQuery<LessorContractGetQuery> } } & CallOptions];
      data: Contract;
    };
    /** Get a vehicle's allowed components from its lessor. */
    "/v2/lessors/{lessorId}/contracts/{licensePlate}/components": {
      args: [init: { params: { path: { lessorId: number; licensePlate: string }; query?: OpenQuery<LessorContractComponentsQuery> } } & CallOptions];
      data: AllowedComponentList;
    };
    /** Get a vehicle's allowed damage components from its lessor. */
    "/v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents": {
      args: [init: { params: { path: { lessorId: number; licensePlate: string }; query?: OpenQuery<LessorContractDamageComponentsQuery> } } & CallOptions];
      data: AllowedComponentList;
    };
    /** List the object types. */
    "/v2/objecttypes": {
      args: [init?: CallOptions];
      data: ObjectTypeList;
    };
    /** List the dealerships. */
    "/v2/dealerships": {
      args: [init?: CallOptions];
      data: DealershipList;
    };
    /** List the rental classes. */
    "/v2/rentalclasses": {
      args: [init?: CallOptions];
      data: RentalClassList;
    };
    /** Get the rental class of a vehicle. */
    "/v2/rentalvehicles/{licensePlate}": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: RentalVehicle;
    };
    /** Get a tire by BAC code or id. */
    "/v2/tire": {
      args: [init?: { params?: { query?: TireGetQuery } } & CallOptions];
      data: Tire;
    };
    /** Search tires. */
    "/v2/tires": {
      args: [init?: { params?: { query?: TireSearchQuery } } & CallOptions];
      data: TireList;
    };
    /** List the makes of tires. */
    "/v2/tires/makes": {
      args: [init?: { params?: { query?: OpenQuery<TireMakeListQuery> } } & CallOptions];
      data: TireMakeList;
    };
    /** Get the service levels in one piece. */
    "/v2/servicelevel": {
      args: [init?: CallOptions];
      data: ServiceLevel;
    };
    /** Get the cluster. */
    "/v2/servicelevel/cluster": {
      args: [init?: CallOptions];
      data: ServiceLevelCluster;
    };
    /** Get the default service level. */
    "/v2/servicelevel/default": {
      args: [init?: CallOptions];
      data: ServiceLevelDefault;
    };
    /** List the service level agreements. */
    "/v2/servicelevel/agreements": {
      args: [init?: CallOptions];
      data: ServiceLevelAgreementList;
    };
    /** Get a service level agreement. */
    "/v2/servicelevel/agreements/{id}": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: ServiceLevelAgreement;
    };
    /** List the components with repair and maintenance rates. */
    "/v2/servicelevel/repairandmaintenance/components": {
      args: [init?: CallOptions];
      data: ServiceLevelComponentList;
    };
    /** List the allowed tire rates. */
    "/v2/servicelevel/tires/allowedrates": {
      args: [init?: CallOptions];
      data: AllowedTireRateList;
    };
    /** List the allowed rental vehicle rates. */
    "/v2/servicelevel/rentalvehicle/allowedrates": {
      args: [init?: CallOptions];
      data: AllowedRentalVehicleRateList;
    };
  };
  PUT: {
    /** Overwrite a draft service request. */
    "/v2/servicerequests/{id}": {
      args: [init: { params: { path: { id: string } }; body: ServiceRequestOverwrite } & CallOptions];
      data: ServiceRequestEnvelope;
    };
    /** Create or overwrite a line. */
    "/v2/servicerequests/{requestId}/components/{componentId}": {
      args: [init: { params: { path: { requestId: string; componentId: string } }; body: ComponentPut } & CallOptions];
      data: ComponentWritten | undefined;
    };
    /** Upload an attachment. */
    "/v2/servicerequests/{id}/attachments": {
      args: [init: { params: { path: { id: string } }; body: Upload } & UploadOptions];
      data: AttachmentStored | undefined;
    };
    /** Upload the PDF of an invoice. */
    "/v2/servicerequests/{id}/invoices/{invoiceId}/pdf": {
      args: [init: { params: { path: { id: string; invoiceId: number } }; body: Upload } & UploadOptions];
      data: undefined;
    };
    /** Overwrite a draft damage service request. */
    "/v2/damageservicerequests/{id}": {
      args: [init: { params: { path: { id: string } }; body: ServiceRequestOverwrite } & CallOptions];
      data: ServiceRequestEnvelope;
    };
    /** Create or overwrite a line. */
    "/v2/damageservicerequests/{requestId}/components/{componentId}": {
      args: [init: { params: { path: { requestId: string; componentId: string } }; body: ComponentPut } & CallOptions];
      data: ComponentWritten | undefined;
    };
    /** Upload an attachment. */
    "/v2/damageservicerequests/{id}/attachments": {
      args: [init: { params: { path: { id: string } }; body: Upload } & UploadOptions];
      data: AttachmentStored | undefined;
    };
    /** Upload the PDF of an invoice. */
    "/v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf": {
      args: [init: { params: { path: { id: string; invoiceId: number } }; body: Upload } & UploadOptions];
      data: undefined;
    };
  };
  POST: {
    /** Create a service request. */
    "/v2/servicerequests": {
      args: [init: { body: ServiceRequestCreate } & CallOptions];
      data: ServiceRequestCreated | undefined;
    };
    /** Cancel a line that was sent to the lessor. */
    "/v2/servicerequests/{requestId}/components/{componentId}/cancel": {
      args: [init: { params: { path: { requestId: string; componentId: string } } } & CallOptions];
      data: ComponentCancelled;
    };
    /** Create an invoice. */
    "/v2/servicerequests/{id}/invoices": {
      args: [init: { params: { path: { id: string } }; body: InvoiceCreate } & CallOptions];
      data: InvoiceCreated | undefined;
    };
    /** Say why the request is not invoiced. */
    "/v2/servicerequests/{id}/invoices/status": {
      args: [init: { params: { path: { id: string } }; body: InvoiceStatusReason } & CallOptions];
      data: undefined;
    };
    /** Create a damage service request. */
    "/v2/damageservicerequests": {
      args: [init: { body: ServiceRequestCreate } & CallOptions];
      data: ServiceRequestCreated | undefined;
    };
    /** Cancel a line that was sent to the lessor. */
    "/v2/damageservicerequests/{requestId}/components/{componentId}/cancel": {
      args: [init: { params: { path: { requestId: string; componentId: string } } } & CallOptions];
      data: ComponentCancelled;
    };
    /** Create an invoice. */
    "/v2/damageservicerequests/{id}/invoices": {
      args: [init: { params: { path: { id: string } }; body: InvoiceCreate } & CallOptions];
      data: InvoiceCreated | undefined;
    };
    /** Say why the request is not invoiced. */
    "/v2/damageservicerequests/{id}/invoices/status": {
      args: [init: { params: { path: { id: string } }; body: InvoiceStatusReason } & CallOptions];
      data: undefined;
    };
    /** Create a service level agreement. */
    "/v2/servicelevel/agreements": {
      args: [init: { body: ServiceLevelAgreementCreate } & CallOptions];
      data: ServiceLevelAgreement | undefined;
    };
  };
  PATCH: {
    /** Modify or submit a service request. */
    "/v2/servicerequests/{id}": {
      args: [init: { params: { path: { id: string } }; body: ServiceRequestPatch } & CallOptions];
      data: ServiceRequestEnvelope;
    };
    /** Modify or submit a damage service request. */
    "/v2/damageservicerequests/{id}": {
      args: [init: { params: { path: { id: string } }; body: ServiceRequestPatch } & CallOptions];
      data: ServiceRequestEnvelope;
    };
    /** Modify the default service level. */
    "/v2/servicelevel/default": {
      args: [init: { body: ServiceLevelDefaultPatch } & CallOptions];
      data: ServiceLevelDefault | undefined;
    };
    /** Modify a service level agreement. */
    "/v2/servicelevel/agreements/{id}": {
      args: [init: { params: { path: { id: string } }; body: ServiceLevelAgreementPatch } & CallOptions];
      data: ServiceLevelAgreement | undefined;
    };
  };
  DELETE: {
    /** Delete a draft service request. */
    "/v2/servicerequests/{id}": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Delete a line that was not sent yet. */
    "/v2/servicerequests/{requestId}/components/{componentId}": {
      args: [init: { params: { path: { requestId: string; componentId: string } } } & CallOptions];
      data: undefined;
    };
    /** Delete an attachment. */
    "/v2/servicerequests/{id}/attachments/{attachmentId}": {
      args: [init: { params: { path: { id: string; attachmentId: string } } } & CallOptions];
      data: undefined;
    };
    /** Delete a draft damage service request. */
    "/v2/damageservicerequests/{id}": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Delete a line that was not sent yet. */
    "/v2/damageservicerequests/{requestId}/components/{componentId}": {
      args: [init: { params: { path: { requestId: string; componentId: string } } } & CallOptions];
      data: undefined;
    };
    /** Delete an attachment. */
    "/v2/damageservicerequests/{id}/attachments/{attachmentId}": {
      args: [init: { params: { path: { id: string; attachmentId: string } } } & CallOptions];
      data: undefined;
    };
    /** Delete a service level agreement. */
    "/v2/servicelevel/agreements/{id}": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the repair and maintenance category of the default service level. */
    "/v2/servicelevel/default/repairandmaintenance": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear future repair and maintenance rates of the default service level. */
    "/v2/servicelevel/default/repairandmaintenance/rates/future": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear the tire category of the default service level. */
    "/v2/servicelevel/default/tires": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear future tire rates of the default service level. */
    "/v2/servicelevel/default/tires/rates/future": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear future preferred tire makes of the default service level. */
    "/v2/servicelevel/default/tires/preferredmakes/future": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear future tire discounts of the default service level. */
    "/v2/servicelevel/default/tires/discounts/future": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear the rental vehicle category of the default service level. */
    "/v2/servicelevel/default/rentalvehicle": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear future rental vehicle rates of the default service level. */
    "/v2/servicelevel/default/rentalvehicle/rates/future": {
      args: [init?: CallOptions];
      data: undefined;
    };
    /** Clear the repair and maintenance category of an agreement. */
    "/v2/servicelevel/agreements/{id}/repairandmaintenance": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear future repair and maintenance rates of an agreement. */
    "/v2/servicelevel/agreements/{id}/repairandmaintenance/rates/future": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the tire category of an agreement. */
    "/v2/servicelevel/agreements/{id}/tires": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear future tire rates of an agreement. */
    "/v2/servicelevel/agreements/{id}/tires/rates/future": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear future preferred tire makes of an agreement. */
    "/v2/servicelevel/agreements/{id}/tires/preferredmakes/future": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear future tire discounts of an agreement. */
    "/v2/servicelevel/agreements/{id}/tires/discounts/future": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the rental vehicle category of an agreement. */
    "/v2/servicelevel/agreements/{id}/rentalvehicle": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear future rental vehicle rates of an agreement. */
    "/v2/servicelevel/agreements/{id}/rentalvehicle/rates/future": {
      args: [init: { params: { path: { id: string } } } & CallOptions];
      data: undefined;
    };
  };
}

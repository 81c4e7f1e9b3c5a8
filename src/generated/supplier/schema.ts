// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import type { Open, OpenBody } from "../open.js";
import type { AllowedRateListBody, AttachmentFields, AttachmentListBody, ComponentCatalogueBody, ComponentWrittenFields, ContractDealershipFields, ContractTireSpecifications, DealershipListBody, InvoiceCreateFields, InvoiceCreatedFields, InvoiceFields, InvoiceIdentityFields, InvoiceListBody, InvoiceStatusReasonFields, InvoiceTemplateFields, InvoiceTemplatesFields, LeaseRentalVehicleFields, LessorListBody, NotificationListBody, ObjectTypeListBody, OldRequestListBody, RentalClassFields, RentalClassListBody, RentalVehicleFields, ServiceLevelAgreementCreateFields, ServiceLevelAgreementFields, ServiceLevelAgreementListBody, ServiceLevelAgreementPatchFields, ServiceLevelClusterFields, ServiceLevelComponentListBody, ServiceLevelDefaultFields, ServiceLevelDefaultPatchFields, ServiceLevelFields, ServiceRequestCreatedFields, ServiceRequestExtraFields, StoredTires, TireListBody, TireMakeListBody, VatLineFields } from "./open-fields.js";

export interface paths {
    "/v2/servicerequests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open service requests
         * @description Gives an overview of the service requests that are still open; archived ones are not in it. `hasMore` tells that the answer is incomplete, with or without a filter; how to ask for the rest is not shown.
         */
        get: operations["serviceRequests.list"];
        put?: never;
        /**
         * Create a service request
         * @description Opens a service request; the service chooses its id. A draft needs a license plate only; with the status `ApprovalRequested` it must meet every approval requirement, skips the draft and goes to the lessor at once. For each vehicle a supplier may have two requests open: one with a rental vehicle line, one with other work.
         */
        post: operations["serviceRequests.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a service request
         * @description Returns the complete service request with its lines, in any phase but Archived.
         */
        get: operations["serviceRequests.get"];
        /**
         * Overwrite a draft service request
         * @description Replaces a draft as a whole; what is left out is gone. With the status `ApprovalRequested` it also hands the request to the lessor, provided that every approval requirement is met. Not possible any more once the lessor has the request.
         */
        put: operations["serviceRequests.overwrite"];
        post?: never;
        /**
         * Delete a draft service request
         * @description Removes a request for good. Only a draft can be deleted.
         */
        delete: operations["serviceRequests.delete"];
        options?: never;
        head?: never;
        /**
         * Modify or submit a service request
         * @description The usual way to change a request: its status, or its lines, appointment, partial VIN, vehicle and supplier remarks. The status `ApprovalRequested` hands the request to the lessor, from a draft or as the reply to a denial. Whether `components` replaces all lines or merges them by id is not shown.
         */
        patch: operations["serviceRequests.patch"];
        trace?: never;
    };
    "/v2/servicerequests/{requestId}/components/{componentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or overwrite a line
         * @description Writes one line under an id that the caller chooses and that must be unique within the request: 201 when the line is new, 200 when it was overwritten. Which fields a line must or may have follows from the allowed components of the vehicle, which have to be read anew for each change.
         */
        put: operations["serviceRequests.components.put"];
        post?: never;
        /**
         * Delete a line that was not sent yet
         * @description Removes a line that the lessor has never seen. A line that was sent to the lessor can only be cancelled.
         */
        delete: operations["serviceRequests.components.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{requestId}/components/{componentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a line that was sent to the lessor
         * @description Withdraws a line that the lessor knows already; it stays in the request with the status `Cancelled`. A line that was never sent is deleted instead.
         */
        post: operations["serviceRequests.components.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments
         * @description Lists what is attached to the service request. The form of the list is not shown.
         */
        get: operations["serviceRequests.attachments.list"];
        /**
         * Upload an attachment
         * @description Adds a file to the service request; the service chooses its id. Limits on size and number, and how the file is encoded, are not shown.
         */
        put: operations["serviceRequests.attachments.upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attachment
         * @description Returns one attachment. That the answer is the file itself, not a record about it, is inferred.
         */
        get: operations["serviceRequests.attachments.get"];
        put?: never;
        post?: never;
        /**
         * Delete an attachment
         * @description Removes one file from the service request.
         */
        delete: operations["serviceRequests.attachments.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/invoicetemplates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the templates for the next invoice
         * @description Says how the next invoice has to look: whom it names as sender and receiver and which amount it debits, credits, or both, given what was invoiced before.
         */
        get: operations["serviceRequests.invoiceTemplates.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/invoicetemplate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the single template for the next invoice
         * @deprecated
         * @description The predecessor of `invoiceTemplates.list`: one template only, so it cannot show that a debit and a credit invoice are both due. Use the list.
         */
        get: operations["serviceRequests.invoiceTemplate.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invoices
         * @description Lists every invoice of the service request. The form of the list is not shown.
         */
        get: operations["serviceRequests.invoices.list"];
        put?: never;
        /**
         * Create an invoice
         * @description Invoices the approved amount; an invoiced request cannot be altered and is archived around midnight, Amsterdam time. In the invoicing phase only debit invoices are taken, in the archived phase credit invoices too. Of several callers who invoice one request at the same time, one succeeds and the others get 409. Not safe to repeat blindly: look at the list of invoices first.
         */
        post: operations["serviceRequests.invoices.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/invoices/{invoiceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description Returns one invoice.
         */
        get: operations["serviceRequests.invoices.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/invoices/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say why the request is not invoiced
         * @description Records that no invoice will come through this interface, because it is sent another way or not at all, and for what reason.
         */
        post: operations["serviceRequests.invoices.setStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicerequests/{id}/invoices/{invoiceId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the PDF of an invoice
         * @description Returns the document that was uploaded for the invoice.
         */
        get: operations["serviceRequests.invoices.pdf.get"];
        /**
         * Upload the PDF of an invoice
         * @description Stores the invoice as a document. A second upload for the same invoice is taken to replace the first. How the file is encoded is not shown.
         */
        put: operations["serviceRequests.invoices.pdf.upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open damage service requests
         * @description Gives an overview of the damage service requests that are still open; archived ones are not in it. `hasMore` tells that the answer is incomplete, with or without a filter; how to ask for the rest is not shown.
         */
        get: operations["damageServiceRequests.list"];
        put?: never;
        /**
         * Create a damage service request
         * @description Opens a damage service request; the service chooses its id. A draft needs a license plate only; with the status `ApprovalRequested` it must meet every approval requirement, skips the draft and goes to the lessor at once. A supplier may have any number of open damage requests for a vehicle.
         */
        post: operations["damageServiceRequests.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a damage service request
         * @description Returns the complete damage service request with its lines, in any phase but Archived.
         */
        get: operations["damageServiceRequests.get"];
        /**
         * Overwrite a draft damage service request
         * @description Replaces a draft as a whole; what is left out is gone. With the status `ApprovalRequested` it also hands the request to the lessor, provided that every approval requirement is met. Not possible any more once the lessor has the request.
         */
        put: operations["damageServiceRequests.overwrite"];
        post?: never;
        /**
         * Delete a draft damage service request
         * @description Removes a request for good. Only a draft can be deleted.
         */
        delete: operations["damageServiceRequests.delete"];
        options?: never;
        head?: never;
        /**
         * Modify or submit a damage service request
         * @description The usual way to change a request: its status, or its lines, appointment, partial VIN, vehicle and supplier remarks. The status `ApprovalRequested` hands the request to the lessor, from a draft or as the reply to a denial. Whether `components` replaces all lines or merges them by id is not shown.
         */
        patch: operations["damageServiceRequests.patch"];
        trace?: never;
    };
    "/v2/damageservicerequests/{requestId}/components/{componentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or overwrite a line
         * @description Writes one line under an id that the caller chooses and that must be unique within the request: 201 when the line is new, 200 when it was overwritten. Which fields a line must or may have follows from the allowed components of the vehicle, which have to be read anew for each change.
         */
        put: operations["damageServiceRequests.components.put"];
        post?: never;
        /**
         * Delete a line that was not sent yet
         * @description Removes a line that the lessor has never seen. A line that was sent to the lessor can only be cancelled.
         */
        delete: operations["damageServiceRequests.components.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{requestId}/components/{componentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a line that was sent to the lessor
         * @description Withdraws a line that the lessor knows already; it stays in the request with the status `Cancelled`. A line that was never sent is deleted instead.
         */
        post: operations["damageServiceRequests.components.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments
         * @description Lists what is attached to the damage service request. The form of the list is not shown.
         */
        get: operations["damageServiceRequests.attachments.list"];
        /**
         * Upload an attachment
         * @description Adds a file to the damage service request; the service chooses its id. Limits on size and number, and how the file is encoded, are not shown.
         */
        put: operations["damageServiceRequests.attachments.upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attachment
         * @description Returns one attachment. That the answer is the file itself, not a record about it, is inferred.
         */
        get: operations["damageServiceRequests.attachments.get"];
        put?: never;
        post?: never;
        /**
         * Delete an attachment
         * @description Removes one file from the damage service request.
         */
        delete: operations["damageServiceRequests.attachments.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/invoicetemplates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the templates for the next invoice
         * @description Says how the next invoice has to look: whom it names as sender and receiver and which amount it debits, credits, or both, given what was invoiced before. Some lessors want a discount invoice besides the first debit invoice; how a template shows that is not shown.
         */
        get: operations["damageServiceRequests.invoiceTemplates.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invoices
         * @description Lists every invoice of the damage service request. The form of the list is not shown.
         */
        get: operations["damageServiceRequests.invoices.list"];
        put?: never;
        /**
         * Create an invoice
         * @description Invoices the approved amount; an invoiced request cannot be altered and is archived around midnight, Amsterdam time. Debit invoices, and a discount invoice where the lessor asks for one, belong to the invoicing phase; credit invoices, like later debit invoices, to the archive. Of several callers who invoice one request at the same time, one succeeds and the others get 409. Not safe to repeat blindly: look at the list of invoices first.
         */
        post: operations["damageServiceRequests.invoices.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/invoices/{invoiceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description Returns one invoice.
         */
        get: operations["damageServiceRequests.invoices.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/invoices/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say why the request is not invoiced
         * @description Records that no invoice will come through this interface, because it is sent another way or not at all, and for what reason.
         */
        post: operations["damageServiceRequests.invoices.setStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the PDF of an invoice
         * @description Returns the document that was uploaded for the invoice.
         */
        get: operations["damageServiceRequests.invoices.pdf.get"];
        /**
         * Upload the PDF of an invoice
         * @description Stores the invoice as a document. A second upload for the same invoice is taken to replace the first. How the file is encoded is not shown.
         */
        put: operations["damageServiceRequests.invoices.pdf.upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open requests of the older model
         * @deprecated
         * @description The overview of the model before service requests. Neither its query parameters nor its answer are shown; use `serviceRequests.list`.
         */
        get: operations["requests.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all components
         * @description The full catalogue of components. It does not say what a given vehicle allows; ask the contract for that.
         */
        get: operations["components.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/damagecomponents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all damage components
         * @description The full catalogue of damage components. It does not say what a given vehicle allows; ask the contract for that.
         */
        get: operations["damageComponents.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/contracts/{licensePlate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the contract of an active vehicle
         * @description Returns the vehicle, what its lessee has in the lease contract and what the lessor leaves to this supplier, for an active vehicle. Lessors change contracts at any time, so the answer must not be kept. Once there is a request, the variant under its lessor is the better choice.
         */
        get: operations["contracts.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/contracts/{licensePlate}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the allowed components of an active vehicle
         * @description Lists the components that a request may hold as lines, with the fields that each needs, for an active vehicle. Read it again each time a request is changed. Once there is a request, the variant under its lessor is the better choice.
         */
        get: operations["contracts.components"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/contracts/{licensePlate}/damagecomponents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the allowed damage components of an active vehicle
         * @description Lists the damage components that a damage request may hold as lines, for an active vehicle. Read it again each time a request is changed. Once there is a request, the variant under its lessor is the better choice.
         */
        get: operations["contracts.damageComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lessors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active lessors
         * @description Lists the lessors that work with the service at present. The form of the list is not shown.
         */
        get: operations["lessors.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lessor/{lessorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an active lessor
         * @description Returns the address, phone numbers, payment details and sublessors of one lessor.
         */
        get: operations["lessors.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lessors/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notifications of lessors
         * @description Lists what lessors have published for this supplier and what is still in force. There is no push, so poll it. The fields of a notification are not shown.
         */
        get: operations["lessors.notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lessors/{lessorId}/contracts/{licensePlate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's contract from its lessor
         * @description Returns the vehicle, what its lessee has in the lease contract and what the lessor leaves to this supplier, whether the vehicle is active or not. Lessors change contracts at any time, so the answer must not be kept. Take the lessor from the request.
         */
        get: operations["lessors.contracts.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lessors/{lessorId}/contracts/{licensePlate}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's allowed components from its lessor
         * @description Lists the components that a request may hold as lines, with the fields that each needs, whether the vehicle is active or not. Read it again each time a request is changed. Take the lessor from the request.
         */
        get: operations["lessors.contracts.components"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's allowed damage components from its lessor
         * @description Lists the damage components that a damage request may hold as lines, whether the vehicle is active or not. Read it again each time a request is changed. Take the lessor from the request.
         */
        get: operations["lessors.contracts.damageComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/objecttypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the object types
         * @description Lists the codes and categories of object types; some rates depend on the category.
         */
        get: operations["objectTypes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/dealerships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dealerships
         * @description Lists the codes and names of dealerships, that is of vehicle makes, as agreements use them.
         */
        get: operations["dealerships.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/rentalclasses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rental classes
         * @description Lists the classes of rental vehicle and says of each whether estate cars have rates of their own.
         */
        get: operations["rentalClasses.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/rentalvehicles/{licensePlate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the rental class of a vehicle
         * @description Returns the properties that decide which rental rates apply to a vehicle. Their fields are not shown.
         */
        get: operations["rentalVehicles.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tire by BAC code or id
         * @description Returns the specification of one tire, found by its BAC code or by its id. One of the two is needed.
         */
        get: operations["tires.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tires": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search tires
         * @description Finds tires by general terms, by part of a specification or by EAN code. Makes and seasons may be given several times. The name of the parameter for general terms and those for the parts of a specification are not shown.
         */
        get: operations["tires.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tires/makes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the makes of tires
         * @description Lists every make of tire that the catalogue knows. The form of the list is not shown.
         */
        get: operations["tires.makes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the service levels in one piece
         * @description Returns the default service level, the agreements and the cluster together.
         */
        get: operations["serviceLevels.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/cluster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the cluster
         * @description Returns the cluster that the user is a member or the administrator of.
         */
        get: operations["serviceLevels.cluster.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the default service level
         * @description Returns the service level that applies where no agreement does. Administrators of a cluster get 403.
         */
        get: operations["serviceLevels.default.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Modify the default service level
         * @description Changes current or future values of the default service level. The fields are not shown.
         */
        patch: operations["serviceLevels.default.patch"];
        trace?: never;
    };
    "/v2/servicelevel/agreements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service level agreements
         * @description Lists every agreement that applies to the supplier. The form of the list is not shown.
         */
        get: operations["serviceLevels.agreements.list"];
        put?: never;
        /**
         * Create a service level agreement
         * @description Adds an agreement for one or more lessors and, if wanted, dealerships; no other agreement may have the same set. The fields are not shown.
         */
        post: operations["serviceLevels.agreements.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a service level agreement
         * @description Returns one agreement with its current and future values.
         */
        get: operations["serviceLevels.agreements.get"];
        put?: never;
        post?: never;
        /**
         * Delete a service level agreement
         * @description Removes an agreement; what it settled falls back to the next agreement that matches, or to the default.
         */
        delete: operations["serviceLevels.agreements.delete"];
        options?: never;
        head?: never;
        /**
         * Modify a service level agreement
         * @description Changes current or future values of an agreement. The fields are not shown.
         */
        patch: operations["serviceLevels.agreements.patch"];
        trace?: never;
    };
    "/v2/servicelevel/repairandmaintenance/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the components with repair and maintenance rates
         * @description Lists the components for which repair and maintenance rates can be set. The form of the list is not shown.
         */
        get: operations["serviceLevels.repairAndMaintenance.components"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/tires/allowedrates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allowed tire rates
         * @description Lists the rates that a service level may hold for tires. The form of the list is not shown.
         */
        get: operations["serviceLevels.tires.allowedRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/rentalvehicle/allowedrates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allowed rental vehicle rates
         * @description Lists the rates that a service level may hold for rental vehicles. The form of the list is not shown.
         */
        get: operations["serviceLevels.rentalVehicle.allowedRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/repairandmaintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear the repair and maintenance category of the default service level
         * @description Empties the repair and maintenance category; that this takes the future values along is inferred. No level is named that stands behind the default, so nothing is taken to apply afterwards.
         */
        delete: operations["serviceLevels.default.repairAndMaintenance.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/repairandmaintenance/rates/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future repair and maintenance rates of the default service level
         * @description Drops the repair and maintenance rates that were to take effect later; the current rates stay.
         */
        delete: operations["serviceLevels.default.repairAndMaintenance.clearFutureRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/tires": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear the tire category of the default service level
         * @description Empties the tire category; that this takes the future values along is inferred. No level is named that stands behind the default, so nothing is taken to apply afterwards.
         */
        delete: operations["serviceLevels.default.tires.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/tires/rates/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future tire rates of the default service level
         * @description Drops the tire rates that were to take effect later; the current rates stay.
         */
        delete: operations["serviceLevels.default.tires.clearFutureRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/tires/preferredmakes/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future preferred tire makes of the default service level
         * @description Drops the preferred tire makes that were to take effect later; the current ones stay.
         */
        delete: operations["serviceLevels.default.tires.clearFuturePreferredMakes"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/tires/discounts/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future tire discounts of the default service level
         * @description Drops the tire discounts that were to take effect later; the current ones stay.
         */
        delete: operations["serviceLevels.default.tires.clearFutureDiscounts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/rentalvehicle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear the rental vehicle category of the default service level
         * @description Empties the rental vehicle category; that this takes the future values along is inferred. No level is named that stands behind the default, so nothing is taken to apply afterwards.
         */
        delete: operations["serviceLevels.default.rentalVehicle.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/default/rentalvehicle/rates/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future rental vehicle rates of the default service level
         * @description Drops the rental vehicle rates that were to take effect later; the current rates stay.
         */
        delete: operations["serviceLevels.default.rentalVehicle.clearFutureRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/repairandmaintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear the repair and maintenance category of an agreement
         * @description Empties the repair and maintenance category; that this takes the future values along is inferred. The category falls back to the next agreement that matches, or to the default.
         */
        delete: operations["serviceLevels.agreements.repairAndMaintenance.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/repairandmaintenance/rates/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future repair and maintenance rates of an agreement
         * @description Drops the repair and maintenance rates that were to take effect later; the current rates stay.
         */
        delete: operations["serviceLevels.agreements.repairAndMaintenance.clearFutureRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/tires": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear the tire category of an agreement
         * @description Empties the tire category; that this takes the future values along is inferred. The category falls back to the next agreement that matches, or to the default.
         */
        delete: operations["serviceLevels.agreements.tires.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/tires/rates/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future tire rates of an agreement
         * @description Drops the tire rates that were to take effect later; the current rates stay.
         */
        delete: operations["serviceLevels.agreements.tires.clearFutureRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/tires/preferredmakes/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future preferred tire makes of an agreement
         * @description Drops the preferred tire makes that were to take effect later; the current ones stay.
         */
        delete: operations["serviceLevels.agreements.tires.clearFuturePreferredMakes"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/tires/discounts/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future tire discounts of an agreement
         * @description Drops the tire discounts that were to take effect later; the current ones stay.
         */
        delete: operations["serviceLevels.agreements.tires.clearFutureDiscounts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/rentalvehicle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear the rental vehicle category of an agreement
         * @description Empties the rental vehicle category; that this takes the future values along is inferred. The category falls back to the next agreement that matches, or to the default.
         */
        delete: operations["serviceLevels.agreements.rentalVehicle.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/servicelevel/agreements/{id}/rentalvehicle/rates/future": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Clear future rental vehicle rates of an agreement
         * @description Drops the rental vehicle rates that were to take effect later; the current rates stay.
         */
        delete: operations["serviceLevels.agreements.rentalVehicle.clearFutureRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A code with its meaning in words. */
        CodedValue: {
            /** @description The code. The service checks it against a pattern that is not shown. */
            code: string;
            /** @description The meaning of the code in words. */
            description?: string;
        };
        /** @description The code of a component. Some are fixed: 5401 and 5449 for the readings of mileage and hours; 3101 for a tire, 3156 for its disposal fee; 3196 for a tire sold but not mounted, 3197 for tire operations, 3198 for replacing and 3199 for swapping tires. */
        ComponentCode: {
            /** @description The code. The service checks it against a pattern that is not shown. */
            code: string;
            /** @description The name of the component. */
            description?: string;
        };
        /** @description What is done to the component. A mileage or hours reading has the code 19 and no type. */
        LineOperation: {
            /** @description The code. The service checks it against a pattern that is not shown. */
            code: string;
            /** @description The meaning of the code in words. */
            description?: string;
            /** @description The kind of operation, where there is one. */
            type?: components["schemas"]["CodedValue"];
        };
        /**
         * @description A decimal number as text, with a dot for the decimals and nothing between thousands.
         * @example 48210
         * @example 7.5
         */
        DecimalText: string;
        /** @description Whether warranty covers the work. The permitted values are not shown; others are refused (REG-SVC000175). */
        Warranty: string;
        /** @description Whether leniency covers the work. The permitted values are not shown; others are refused (REG-SVC000176). */
        Leniency: string;
        /**
         * Format: binary
         * @description The bytes of a file.
         */
        RawFile: Blob;
        /** @description A form with the file in it. The name of the field is assumed. (assumed: the reference does not show it) */
        FileForm: {
            /**
             * Format: binary
             * @description The bytes of the file.
             */
            file: Blob;
        };
        /**
         * @description Where a request stands. `ProvisionallyApproved` does not allow invoicing.
         * @enum {string}
         */
        ServiceRequestStatus: "Draft" | "Modified" | "ApprovalRequested" | "Approved" | "ProvisionallyApproved" | "Denied";
        /** @description Where a request stands; values may be added. */
        ServiceRequestStatusValue: components["schemas"]["ServiceRequestStatus"] | (string & {});
        /**
         * @description The statuses that a supplier sets: `Draft` keeps the request, `ApprovalRequested` hands it to the lessor. The others are reached by what the lessor or the service does. (inferred: the reference does not show it)
         * @enum {string}
         */
        SubmittableStatus: "Draft" | "ApprovalRequested";
        /**
         * @description Where a line stands. With `ProvisionallyApproved` the lessor takes an incomplete line as it is.
         * @enum {string}
         */
        LineStatus: "Entered" | "Changed" | "ApprovalRequested" | "Approved" | "ProvisionallyApproved" | "CallLessor" | "Denied" | "LessorWillCall" | "Cancelled" | "CancellationApproved" | "CancellationDenied";
        /** @description Where a line stands; values may be added. */
        LineStatusValue: components["schemas"]["LineStatus"] | (string & {});
        /** @description Whether the request can be invoiced. Two values have been seen; the second of them means that warranty covers every line and nothing is left to invoice. */
        InvoicingStatusValue: ("ReadyForInvoicing" | "WillNotBeInvoicedForWarrantyOrLeniencyReasons") | (string & {});
        /** @description One request, wrapped. */
        ServiceRequestEnvelope: {
            data: components["schemas"]["ServiceRequest"];
        };
        /** @description A service request or a damage service request. The supplier's remarks belong to it as well, under a name that is not shown. */
        ServiceRequest: {
            /**
             * Format: uuid
             * @description Chosen by the service at creation.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the request was created, in UTC.
             */
            creationTimeStamp: string;
            status: components["schemas"]["ServiceRequestStatusValue"];
            /** @description Whether the request can be changed at present. */
            readOnly: boolean;
            /** @description The supplier to whom the token belongs. */
            supplierId: number;
            /** @description The number of the vehicle's lessor. */
            lessorId: number;
            /** @description The sublessor. Left out where the vehicle has none. */
            sublessorCode?: string;
            /** @description The number under which the lessor keeps the request. */
            serviceRequestNumber?: number;
            /** @description The license plate of the vehicle. */
            licensePlate: string;
            appointment?: components["schemas"]["Appointment"];
            vehicle: components["schemas"]["RequestVehicle"];
            /** @description The lines. */
            components: components["schemas"]["Component"][];
            invoicing?: components["schemas"]["InvoicingSummary"];
            parking?: components["schemas"]["Parking"];
        } & ServiceRequestExtraFields;
        /** @description The vehicle of a request. */
        RequestVehicle: {
            /** @description The license plate. */
            licensePlate: string;
            /** @description Part of the vehicle identification number, once it was given. */
            partialVin?: string;
        };
        /** @description When and by whom the work is done. Which parts are there depends on the kind of request and on what was given. */
        Appointment: {
            /**
             * Format: date
             * @description The day of the work; not for rental vehicles.
             */
            workshopDate?: string;
            /**
             * Format: date-time
             * @description When the rental vehicle is handed over, in UTC; for rental vehicles only.
             */
            checkoutDate?: string;
            /** @description The supplier's own number for the work. */
            workOrderNumber?: string;
            /** @description A number of the supplier. Seen in a draft only; that answers carry it as well is inferred. (inferred: the reference does not show it) */
            supplierNumber?: string;
            contact?: components["schemas"]["AppointmentContact"];
            /** @description How many days the work is expected to take. */
            estimatedDurationInDays?: number;
        };
        /** @description Whom to ask about the work. */
        AppointmentContact: {
            /** @description The name of the person. */
            name?: string;
            /** @description The phone number of the person. */
            phone?: string;
        };
        /** @description What can be invoiced, and what was. */
        InvoicingSummary: {
            status?: components["schemas"]["InvoicingStatusValue"];
            /** @description What the lessor approved. */
            totalAmountApproved?: number;
            /** @description What is still to be invoiced. */
            totalAmountToInvoice?: number;
            /** @description What was invoiced so far. */
            totalAmountInvoiced?: number;
        };
        /** @description Whether the request is parked, and why. */
        Parking: {
            /** @description Whether the request is parked. */
            isParked: boolean;
            /** @description Why it is parked. */
            remark?: string;
        };
        /** @description What creating a request returns. It tells the new id; in which field, and what else it holds, is not shown. */
        ServiceRequestCreated: {
            /**
             * Format: uuid
             * @description The id that the service chose. (inferred: the reference does not show it)
             */
            id: string;
        } & Open<ServiceRequestCreatedFields>;
        /** @description An overview of open requests. */
        ServiceRequestList: {
            /** @description The requests, in brief. */
            serviceRequests: components["schemas"]["ServiceRequestListItem"][];
            /** @description Whether there are more requests than these, whatever the filter. */
            hasMore: boolean;
        };
        /** @description A request in brief. */
        ServiceRequestListItem: {
            /** @description The address of the complete request. */
            href: string;
            /**
             * Format: uuid
             * @description The id of the request.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the request last changed, in UTC. (inferred: the reference does not show it)
             */
            lastModifiedUtc: string;
            /** @description The number of the vehicle's lessor. */
            lessorId: number;
            /** @description The name of the vehicle's lessor. */
            lessorName?: string;
            /** @description The number under which the lessor keeps the request. */
            serviceRequestNumber?: number;
            /** @description The supplier to whom the token belongs. */
            supplierId: number;
            /** @description The license plate of the vehicle. */
            licensePlate: string;
            /** @description The supplier's own number for the work. */
            workOrderNumber?: string;
            status: components["schemas"]["ServiceRequestStatusValue"];
            invoicing?: components["schemas"]["InvoicingSummary"];
            parking?: components["schemas"]["Parking"];
        };
        /** @description A new request. A draft needs the license plate only. For approval, repair, maintenance and tire work also needs the partial VIN, an appointment with work order number, duration, workshop date and contact, a mileage or hours reading and one more line; a rental vehicle needs an appointment with work order number and checkout date, and exactly one line. */
        ServiceRequestCreate: {
            status: components["schemas"]["SubmittableStatus"];
            vehicle: components["schemas"]["RequestVehicleInput"];
            appointment?: components["schemas"]["AppointmentInput"];
            /** @description The lines. */
            components?: components["schemas"]["ComponentInput"][];
        };
        /** @description A draft as it shall be from now on; the same rules as for a new request. */
        ServiceRequestOverwrite: {
            status: components["schemas"]["SubmittableStatus"];
            vehicle: components["schemas"]["RequestVehicleInput"];
            appointment?: components["schemas"]["AppointmentInput"];
            /** @description The lines; those left out are removed. */
            components?: components["schemas"]["ComponentInput"][];
        };
        /** @description What shall change: the status, or the rest. The supplier's remarks belong here too, under a name that is not shown. */
        ServiceRequestPatch: {
            status?: components["schemas"]["SubmittableStatus"];
            vehicle?: components["schemas"]["RequestVehiclePatch"];
            appointment?: components["schemas"]["AppointmentInput"];
            /** @description The lines. Whether lines left out stay or go is not shown. */
            components?: components["schemas"]["ComponentInput"][];
        } & ServiceRequestExtraFields;
        /** @description The vehicle that the work is for. */
        RequestVehicleInput: {
            /** @description The license plate. The service checks it against a pattern that is not shown. */
            licensePlate: string;
            /** @description Part of the vehicle identification number; needed for approval, not for rental vehicles. */
            partialVin?: string;
        };
        /** @description What shall change about the vehicle. The partial VIN is a part of it: the reference lists both as changeable, and shows the partial VIN nowhere else. */
        RequestVehiclePatch: {
            /** @description The license plate. The service checks it against a pattern that is not shown. */
            licensePlate?: string;
            /** @description Part of the vehicle identification number; needed for approval, not for rental vehicles. */
            partialVin?: string;
        };
        /** @description When and by whom the work is done. */
        AppointmentInput: {
            /**
             * Format: date
             * @description The day of the work, in a year from 2000 to 2100 and not before the lease contract starts (REG-SVC000190); not for rental vehicles.
             */
            workshopDate?: string;
            /**
             * Format: date-time
             * @description When the rental vehicle is handed over, in a year from 2000 to 2100 in UTC, with `Z` or an offset such as `+02:00`; for rental vehicles only.
             */
            checkoutDate?: string;
            /** @description The supplier's own number for the work. */
            workOrderNumber?: string;
            /** @description A number of the supplier. Seen in an example of a draft, not explained. */
            supplierNumber?: string;
            contact?: components["schemas"]["AppointmentContact"];
            /** @description How many days the work is expected to take. */
            estimatedDurationInDays?: number;
        };
        /** @description A line of a request. `operation`, `reason` and `location` are left out where none was given. */
        Component: {
            /**
             * Format: uuid
             * @description Chosen by the supplier; unique within the request.
             */
            id: string;
            reg?: components["schemas"]["ComponentCode"];
            /** @description The supplier's own code for the component. */
            supplierCode?: string;
            operation?: components["schemas"]["LineOperation"];
            /** @description Why the work is needed. */
            reason?: components["schemas"]["CodedValue"];
            /** @description The position codes, for example of a wheel. */
            location?: string[];
            /** @description A reading or a quantity. */
            value?: components["schemas"]["DecimalText"];
            /** @description The price of the line. */
            price?: number;
            status: components["schemas"]["ComponentStatus"];
            part?: components["schemas"]["TirePart"];
            /** @description Whether damage is the cause. */
            damage?: boolean;
            warranty?: components["schemas"]["Warranty"];
            leniency?: components["schemas"]["Leniency"];
            /** @description What the line consists of. */
            subcomponents?: components["schemas"]["Subcomponent"][];
        };
        /** @description Where a line stands. */
        ComponentStatus: {
            code: components["schemas"]["LineStatusValue"];
            /** @description The status in words. */
            description?: string;
        };
        /** @description A part of a line. `operation`, `reason` and `location` are left out where none was given. */
        Subcomponent: {
            /**
             * Format: uuid
             * @description The id, where subcomponents have one. (inferred: the reference does not show it)
             */
            id?: string;
            reg?: components["schemas"]["ComponentCode"];
            /** @description The supplier's own code for the component. */
            supplierCode?: string;
            operation?: components["schemas"]["LineOperation"];
            /** @description Why the work is needed. */
            reason?: components["schemas"]["CodedValue"];
            /** @description The position codes, for example of a wheel. */
            location?: string[];
            /** @description A reading or a quantity. */
            value?: components["schemas"]["DecimalText"];
            /** @description The price of the subcomponent. */
            price?: number;
            /** @description Where the subcomponent stands. Its codes are not those of a line, and are not shown. */
            status?: components["schemas"]["CodedValue"];
            part?: components["schemas"]["TirePart"];
            /** @description Whether damage is the cause. (inferred: the reference does not show it) */
            damage?: boolean;
            warranty?: components["schemas"]["Warranty"];
            leniency?: components["schemas"]["Leniency"];
        };
        /** @description What writing a line returns. Not shown. */
        ComponentWritten: Open<ComponentWrittenFields>;
        /** @description What cancelling a line returns. */
        ComponentCancelled: {
            component: components["schemas"]["Component"];
        };
        /** @description A line of a request that is created, overwritten or patched. No two lines may say the same unless the component can occur several times. */
        ComponentInput: {
            /**
             * Format: uuid
             * @description Chosen by the caller; unique within the request. Not needed where the path holds it.
             */
            id: string;
            reg?: components["schemas"]["ComponentCode"];
            /** @description The supplier's own code for the component. */
            supplierCode?: string;
            operation: components["schemas"]["LineOperation"];
            /** @description Why the work is needed; 99 for a reading. */
            reason: components["schemas"]["CodedValue"];
            /** @description The position codes, where the allowed component has a location; two for a place on an axle, for example. */
            location?: string[];
            /** @description A reading or a quantity. */
            value?: components["schemas"]["DecimalText"];
            /** @description The price of the line. */
            price?: number;
            part?: components["schemas"]["TirePartInput"];
            /** @description Whether damage is the cause. Refused where the contract does not allow it (REG-SVC000177). */
            damage?: boolean;
            warranty?: components["schemas"]["Warranty"];
            leniency?: components["schemas"]["Leniency"];
            /** @description What the line consists of. The component decides which subcomponents it must, may and must not have. */
            subcomponents?: components["schemas"]["SubcomponentInput"][];
        };
        /** @description A line that is written by itself; its id stands in the path. */
        ComponentPut: {
            /**
             * Format: uuid
             * @description Chosen by the caller; unique within the request. Not needed where the path holds it.
             */
            id?: string;
            reg?: components["schemas"]["ComponentCode"];
            /** @description The supplier's own code for the component. */
            supplierCode?: string;
            operation: components["schemas"]["LineOperation"];
            /** @description Why the work is needed; 99 for a reading. */
            reason: components["schemas"]["CodedValue"];
            /** @description The position codes, where the allowed component has a location; two for a place on an axle, for example. */
            location?: string[];
            /** @description A reading or a quantity. */
            value?: components["schemas"]["DecimalText"];
            /** @description The price of the line. */
            price?: number;
            part?: components["schemas"]["TirePartInput"];
            /** @description Whether damage is the cause. Refused where the contract does not allow it (REG-SVC000177). */
            damage?: boolean;
            warranty?: components["schemas"]["Warranty"];
            leniency?: components["schemas"]["Leniency"];
            /** @description What the line consists of. The component decides which subcomponents it must, may and must not have. */
            subcomponents?: components["schemas"]["SubcomponentInput"][];
        };
        /** @description A part of a line. Unlike a line it may do without operation and reason. None may occur twice unless it is meant to, as the position of a tire in a tire swap (3199) is. */
        SubcomponentInput: {
            /**
             * Format: uuid
             * @description The id, where subcomponents have one. (inferred: the reference does not show it)
             */
            id?: string;
            reg?: components["schemas"]["ComponentCode"];
            /** @description The supplier's own code for the component. */
            supplierCode?: string;
            operation?: components["schemas"]["LineOperation"];
            /** @description Why the work is needed. A tire disposed of in a swap or replacement may be dried out (38). */
            reason?: components["schemas"]["CodedValue"];
            /** @description The position codes. Anything but null is refused where the allowed component has no location. */
            location?: string[] | null;
            /** @description A reading or a quantity. */
            value?: components["schemas"]["DecimalText"];
            /** @description The price of the subcomponent. */
            price?: number;
            part?: components["schemas"]["TirePartInput"];
            /** @description Whether damage is the cause. Refused where the contract does not allow it (REG-SVC000177). (inferred: the reference does not show it) */
            damage?: boolean;
            warranty?: components["schemas"]["Warranty"];
            leniency?: components["schemas"]["Leniency"];
        };
        /** @description A tire in a line. Tires are the only kind of part that the reference names. */
        TirePart: {
            /**
             * @description Tells a tire from other parts.
             * @constant
             */
            partType: "Tire";
            /** @description The id of the tire in the catalogue. */
            id?: number;
            vacoStatus?: components["schemas"]["VacoStatusValue"];
            /** @description The year in which the tire left the list; in search results. */
            obsoleteVacoStatusSinceYear?: number;
            seasonIndicator?: components["schemas"]["SeasonIndicatorValue"];
            category?: components["schemas"]["TireCategoryValue"];
            /** @description The code of the make. The reference can be read to make it a number. (inferred: the reference does not show it) */
            makeCode?: string | number;
            /** @description The name of the make. */
            make?: string;
            /** @description The width. */
            nominalWidthInMillimeters?: number;
            /** @description The height in percent of the width. */
            widthHeightRatio?: number;
            /** @description The diameter of the rim. */
            rimDiameterInInches?: number;
            /** @description The load index. */
            loadIndex?: number;
            /** @description The speed rating. */
            speedRating?: string;
            /** @description Model, type and profile. */
            modelTypeProfile?: string;
            /** @description The type number. (inferred: the reference does not show it) */
            typeNumber?: string;
            /** @description The noise level. */
            noiseOutputLevelInDecibels?: number;
            /** @description The class of rolling resistance. (inferred: the reference does not show it) */
            rollingResistanceCode?: string;
            /** @description The class of wet grip. (inferred: the reference does not show it) */
            wetGripCode?: string;
            /** @description The list price. */
            manufacturerSuggestedRetailPrice?: number;
            /** @description The tire in words. */
            description?: string;
            /** @description The BAC code. (inferred: the reference does not show it) */
            bacCode?: string;
            /** @description The EAN code. (inferred: the reference does not show it) */
            eanCode?: string;
        };
        /** @description A tire in a line. It takes the fields of a search result as they are; which of them a line needs is not shown. No other kind of part is known to be taken; the kind `Base` is refused. */
        TirePartInput: {
            /**
             * @description Tells a tire from other parts.
             * @constant
             */
            partType: "Tire";
            /** @description The id of the tire in the catalogue. */
            id?: number;
            vacoStatus?: components["schemas"]["VacoStatusValue"];
            /** @description The year in which the tire left the list; in search results. */
            obsoleteVacoStatusSinceYear?: number;
            seasonIndicator?: components["schemas"]["SeasonIndicatorValue"];
            category?: components["schemas"]["TireCategoryValue"];
            /** @description The code of the make. The reference can be read to make it a number. (inferred: the reference does not show it) */
            makeCode?: string | number;
            /** @description The name of the make. */
            make?: string;
            /** @description The width. */
            nominalWidthInMillimeters?: number;
            /** @description The height in percent of the width. */
            widthHeightRatio?: number;
            /** @description The diameter of the rim. */
            rimDiameterInInches?: number;
            /** @description The load index. */
            loadIndex?: number;
            /** @description The speed rating. */
            speedRating?: string;
            /** @description Model, type and profile. */
            modelTypeProfile?: string;
            /** @description The type number. (inferred: the reference does not show it) */
            typeNumber?: string;
            /** @description The noise level. */
            noiseOutputLevelInDecibels?: number;
            /** @description The class of rolling resistance. (inferred: the reference does not show it) */
            rollingResistanceCode?: string;
            /** @description The class of wet grip. (inferred: the reference does not show it) */
            wetGripCode?: string;
            /** @description The list price. */
            manufacturerSuggestedRetailPrice?: number;
            /** @description The tire in words. */
            description?: string;
            /** @description The BAC code. (inferred: the reference does not show it) */
            bacCode?: string;
            /** @description The EAN code. (inferred: the reference does not show it) */
            eanCode?: string;
        };
        /** @description A tire of the catalogue or on a vehicle. */
        Tire: {
            /**
             * @description Tells a tire from other parts.
             * @constant
             */
            partType?: "Tire";
            /** @description The id of the tire in the catalogue. */
            id?: number;
            vacoStatus?: components["schemas"]["VacoStatusValue"];
            /** @description The year in which the tire left the list; in search results. */
            obsoleteVacoStatusSinceYear?: number;
            seasonIndicator?: components["schemas"]["SeasonIndicatorValue"];
            category?: components["schemas"]["TireCategoryValue"];
            /** @description The code of the make. The reference can be read to make it a number. (inferred: the reference does not show it) */
            makeCode?: string | number;
            /** @description The name of the make. */
            make?: string;
            /** @description The width. */
            nominalWidthInMillimeters?: number;
            /** @description The height in percent of the width. */
            widthHeightRatio?: number;
            /** @description The diameter of the rim. */
            rimDiameterInInches?: number;
            /** @description The load index. */
            loadIndex?: number;
            /** @description The speed rating. */
            speedRating?: string;
            /** @description Model, type and profile. */
            modelTypeProfile?: string;
            /** @description The type number. (inferred: the reference does not show it) */
            typeNumber?: string;
            /** @description The noise level. */
            noiseOutputLevelInDecibels?: number;
            /** @description The class of rolling resistance. (inferred: the reference does not show it) */
            rollingResistanceCode?: string;
            /** @description The class of wet grip. (inferred: the reference does not show it) */
            wetGripCode?: string;
            /** @description The list price. */
            manufacturerSuggestedRetailPrice?: number;
            /** @description The tire in words. */
            description?: string;
            /** @description The BAC code. (inferred: the reference does not show it) */
            bacCode?: string;
            /** @description The EAN code. (inferred: the reference does not show it) */
            eanCode?: string;
        };
        /**
         * @description Whether the tire can be bought directly, as `Current` ones can.
         * @enum {string}
         */
        VacoStatus: "Current" | "Obsolete";
        /** @description Whether the tire can be bought directly, as `Current` ones can; values may be added. (inferred: the reference does not show it) */
        VacoStatusValue: components["schemas"]["VacoStatus"] | (string & {});
        /** @description The season that a tire is made for. Two values have been seen; there may be more. (inferred: the reference does not show it) */
        SeasonIndicatorValue: ("Summer" | "Winter") | (string & {});
        /** @description The category of a tire. One value has been seen; there may be more. (inferred: the reference does not show it) */
        TireCategoryValue: "Standard" | (string & {});
        /** @description The tires that a search found. The form of the list is not shown. */
        TireList: OpenBody<TireListBody, components["schemas"]["Tire"]>;
        /** @description The makes of tires. Neither the list nor its entries are shown. */
        TireMakeList: OpenBody<TireMakeListBody>;
        /** @description What uploading an attachment returns. Not shown. */
        AttachmentStored: Open<AttachmentFields>;
        /** @description The attachments of a request. Neither the list nor its entries are shown. */
        AttachmentList: OpenBody<AttachmentListBody>;
        /** @description The sender or the receiver of an invoice. */
        InvoiceIdentity: {
            /** @description The name of the company. */
            name?: string;
            /** @description The street. */
            street?: string;
            /** @description What follows the house number. */
            streetNumberSuffix?: string;
            /** @description The postal code. */
            postalCode?: string;
            /** @description The city. */
            city?: string;
            /** @description Of a sender, the number of the supplier to whom the token belongs; any other is refused (REG-INV000010). Its type is not shown. (inferred: the reference does not show it) */
            RegNumber?: string | number;
        } & InvoiceIdentityFields;
        /** @description The amounts under one VAT rate. The fields are not shown. */
        VatLine: Open<VatLineFields>;
        /** @description A new invoice. The fields beyond these are not shown. */
        InvoiceCreate: {
            /** @description Who sends the invoice, as the template has it. */
            identitySender: components["schemas"]["InvoiceIdentity"];
            /** @description Who receives the invoice, as the template has it. */
            identityReceiver: components["schemas"]["InvoiceIdentity"];
            /** @description The supplier's number for the invoice; not `0` (REG-INV000104). The name of the field is not shown. (assumed: the reference does not show it) */
            invoiceNumber?: string;
            /**
             * Format: date
             * @description The date of the invoice; not before the workshop or checkout date (REG-INV000105, REG-INV000106), and in the archive the same as on the invoice processed last (REG-INV000107). The name of the field is not shown. (assumed: the reference does not show it)
             */
            invoiceDate?: string;
            /** @description The amounts by VAT rate. */
            vatLines: components["schemas"]["VatLine"][];
            /** @description The total. Limits apply that are not shown; only what is outstanding before VAT may be debited (REG-INV000018). (inferred: the reference does not show it) */
            total: number;
        } & InvoiceCreateFields;
        /** @description What creating an invoice returns besides `Location`. Not shown. */
        InvoiceCreated: Open<InvoiceCreatedFields>;
        /** @description An invoice that was created. Its fields are not shown; those here are the ones that it was created with. */
        Invoice: {
            /** @description The supplier's number for the invoice. (assumed: the reference does not show it) */
            invoiceNumber?: string;
            /**
             * Format: date
             * @description The date of the invoice. (assumed: the reference does not show it)
             */
            invoiceDate?: string;
            /** @description The amounts by VAT rate. (inferred: the reference does not show it) */
            vatLines?: components["schemas"]["VatLine"][];
            /** @description The total. (inferred: the reference does not show it) */
            total?: number;
        } & Open<InvoiceFields>;
        /** @description The invoices of a request. The form of the list is not shown. */
        InvoiceList: OpenBody<InvoiceListBody, components["schemas"]["Invoice"]>;
        /** @description How an invoice has to look. Also holds the address of the lessor or sublessor and the amount, under names that are not shown. */
        InvoiceTemplate: {
            /** @description The sender to put on the invoice. */
            identitySender?: components["schemas"]["InvoiceIdentity"];
            /** @description The receiver to put on the invoice. That the template names it as the invoice does is inferred. (inferred: the reference does not show it) */
            identityReceiver?: components["schemas"]["InvoiceIdentity"];
        } & Open<InvoiceTemplateFields>;
        /** @description The templates for the next invoice. That they stand side by side in an object, and under these names, is assumed. */
        InvoiceTemplates: {
            /** @description The template for a debit invoice, if one is due. (assumed: the reference does not show it) */
            debit?: components["schemas"]["InvoiceTemplate"];
            /** @description The template for a credit invoice, if one is due. (assumed: the reference does not show it) */
            credit?: components["schemas"]["InvoiceTemplate"];
        } & Open<InvoiceTemplatesFields>;
        /** @description Why a request is not invoiced here. Neither the field nor its values are shown. */
        InvoiceStatusReason: Open<InvoiceStatusReasonFields>;
        /** @description Open requests of the older model. Neither the list nor its entries are shown. */
        OldRequestList: OpenBody<OldRequestListBody>;
        /** @description All components. Neither the list nor its entries are shown. */
        ComponentCatalogue: OpenBody<ComponentCatalogueBody>;
        /** @description The components that a vehicle allows. */
        AllowedComponentList: {
            /** @description The components. */
            components: components["schemas"]["AllowedComponent"][];
        };
        /** @description A component that a line may have, and what such a line must and may say. */
        AllowedComponent: {
            /** @description The name of the component. */
            description?: string;
            /** @description The code to send as `reg.code`. */
            regCode?: string;
            /** @description The operation that the line is about. */
            operation?: components["schemas"]["LineOperation"];
            /** @description The reasons to choose from. */
            reasons?: components["schemas"]["CodedValue"][];
            /** @description The fields that the line must have. */
            requiredFields?: components["schemas"]["ComponentFieldValue"][];
            /** @description The fields that the line may have. */
            optionalFields?: components["schemas"]["ComponentFieldValue"][];
            /** @description The locations to choose from, if the component has any. What an entry looks like is not shown. (inferred: the reference does not show it) */
            locations?: unknown[];
            /** @description What the service level says about the component, where one applies. */
            serviceLevel?: {
                /** @description The price of the service level. */
                price: number;
            };
            /** @description What such a line may consist of. That entries have the same form is inferred. (inferred: the reference does not show it) */
            subcomponents?: components["schemas"]["AllowedComponent"][];
        };
        /** @description The name of a field of a line. Four values have been seen; there may be more. */
        ComponentFieldValue: ("RegCode" | "Operation" | "Reason" | "Price") | (string & {});
        /** @description A vehicle with the contracts that concern it. The lessor may change them at any time, so do not keep it. */
        Contract: {
            /** @description Whether the vehicle is active. */
            isActive: boolean;
            /** @description Whether a line may have `damage` set (REG-SVC000177). */
            componentsWithDamageAllowed: boolean;
            vehicle: components["schemas"]["ContractVehicle"];
            lessor: components["schemas"]["ContractLessor"];
            leaseContract: components["schemas"]["LeaseContract"];
            supplierContract: components["schemas"]["SupplierContract"];
        };
        /** @description The lessor of the vehicle. */
        ContractLessor: {
            /** @description The number of the lessor. (inferred: the reference does not show it) */
            number: number;
            /** @description The name of the lessor. */
            name?: string;
        };
        /** @description The vehicle. */
        ContractVehicle: {
            /** @description The license plate. */
            licensePlate: string;
            /** @description The make. (inferred: the reference does not show it) */
            vehicleMake?: string;
            /** @description The model. (inferred: the reference does not show it) */
            vehicleModel?: string;
            /** @description The type. (inferred: the reference does not show it) */
            vehicleType?: string;
            objectType?: components["schemas"]["ContractObjectType"];
            /** @description The fuel. */
            fuelTypeCode?: components["schemas"]["CodedValue"];
            /** @description The second fuel of a vehicle that takes two. Its form is not shown. */
            secondaryFuelType?: unknown;
            /** @description The dealership, where there is one. Its form is not shown; that it is an object is inferred. (inferred: the reference does not show it) */
            dealership?: Open<ContractDealershipFields>;
            /**
             * Format: date
             * @description When the vehicle was first registered. (inferred: the reference does not show it)
             */
            firstRegisteredDate?: string;
            /** @description What is known about past maintenance. */
            maintenance?: {
                /** @description The code of the last maintenance. Its type is not shown. */
                lastMaintenanceCode?: unknown;
            };
            /** @description The places for tires. */
            tirePositions?: components["schemas"]["TirePosition"][];
            /** @description The tires on the vehicle. */
            mountedTires?: components["schemas"]["MountedTire"][];
            /** @description The tires in storage. Their form is not shown. (inferred: the reference does not show it) */
            storedTires?: OpenBody<StoredTires>;
        };
        /** @description The kind of object. Some rates depend on its category. */
        ContractObjectType: {
            /** @description The code. */
            code?: string;
            /** @description The category; always there. (inferred: the reference does not show it) */
            objectTypeCategory: string;
            /** @description The kind in words. */
            description?: string;
        };
        /** @description A place for a tire. */
        TirePosition: {
            /** @description The first position code. */
            positionCode1?: string;
            /** @description The second position code. */
            positionCode2?: string;
        };
        /** @description A tire on the vehicle. */
        MountedTire: {
            /** @description The first position code. */
            positionCode1?: string;
            /** @description The second position code. */
            positionCode2?: string;
            specifications?: components["schemas"]["Tire"];
            /** @description The depth of the profile when last measured. (inferred: the reference does not show it) */
            lastMeasuredProfileDepth?: number;
        };
        /** @description What the lessor and the lessee agreed. */
        LeaseContract: {
            /**
             * Format: date
             * @description The first day; no workshop date may lie before it (REG-SVC000190). (inferred: the reference does not show it)
             */
            startDate?: string;
            /**
             * Format: date
             * @description The last day. (inferred: the reference does not show it)
             */
            endDate?: string;
            /** @description The mileage agreed. (inferred: the reference does not show it) */
            maximumMileage?: number;
            /** @description Repair and maintenance. */
            repairAndMaintenance?: {
                /** @description Whether it is part of the contract. */
                inContract?: boolean;
                /** @description A remark. */
                remark?: string;
            };
            tires?: components["schemas"]["LeaseTires"];
            rentalVehicle?: components["schemas"]["LeaseRentalVehicle"];
            /** @description Damage. */
            damage?: {
                /** @description Remarks. (inferred: the reference does not show it) */
                remarks?: string;
            };
        };
        /** @description What the lease contract says about tires. Types that are not stated are left open. */
        LeaseTires: {
            /** @description Whether tires are part of the contract. */
            inContract?: boolean;
            /** @description Whether swapping tires is part of it. Type not shown. */
            tireSwapInContract?: unknown;
            /** @description Whether run-on-flat tires are part of it. Type not shown. */
            rofTiresInContract?: unknown;
            allSeasonTiresInContract?: components["schemas"]["AllSeasonTiresValue"];
            /** @description Whether filling with nitrogen is part of it. Type not shown. */
            nitrogenTireFillingInContract?: unknown;
            /** @description Whether used tires are part of it. Type not shown. */
            usedTiresInContract?: unknown;
            /** @description Whether a set for the swap is in storage. (inferred: the reference does not show it) */
            hasTireSetForTireSwapInStorage?: boolean;
            /** @description Remarks. (inferred: the reference does not show it) */
            remarks?: string;
            /** @description Which tires the contract provides for, where it says so. Their form is not shown. (inferred: the reference does not show it) */
            contractTireSpecifications?: OpenBody<ContractTireSpecifications>;
        };
        /** @description Whether all-season tires are part of the contract. Three values have been seen; there may be more. */
        AllSeasonTiresValue: ("IncludedInContract" | "Required" | "Allowed") | (string & {});
        /** @description What the lease contract says about rental vehicles. A counterpart of the hours for damage exists, under a name that is not shown. Types that are not stated are left open. */
        LeaseRentalVehicle: {
            /** @description Whether a rental vehicle is part of the contract. */
            inContract?: boolean;
            /** @description What hours the lessee pays for during repair and maintenance. Type not shown. */
            rentalHoursChargedToLesseeForRepairAndMaintenance?: unknown;
            /** @description The class that the lessee is entitled to. Type not shown. */
            rentalClass?: unknown;
            /** @description The fuel that the lessee is entitled to. Type not shown. */
            fuelType?: unknown;
            /** @description Whether or what an estate car costs extra. Type not shown. */
            surchargeEstate?: unknown;
            /** @description Whether or what an automatic transmission costs extra. Type not shown. */
            surchargeAutomaticTransmission?: unknown;
            /** @description Whether asking for an extension needs a comment. */
            extensionCommentRequired?: boolean;
            /** @description A remark. (inferred: the reference does not show it) */
            remark?: string;
            /** @description The classes that are part of the contract. */
            rentalClassesInContract?: components["schemas"]["ContractRentalClass"][];
            /** @description The classes that are not part of the contract. */
            rentalClassesNotInContract?: components["schemas"]["ContractRentalClass"][];
        } & LeaseRentalVehicleFields;
        /** @description A class of rental vehicle in a contract. Types that are not stated are left open. */
        ContractRentalClass: {
            /** @description The class. Type not shown. */
            rentalClass?: unknown;
            /** @description The fuel. Type not shown. */
            fuelType?: unknown;
            /** @description Whether it is meant for estate cars. (inferred: the reference does not show it) */
            forEstate?: boolean;
            /** @description The kilometres that cost nothing extra. (inferred: the reference does not show it) */
            freeKilometrage?: number;
        };
        /** @description What the lessor leaves to this supplier. */
        SupplierContract: {
            /** @description Repair and maintenance. */
            repairAndMaintenance?: {
                /** @description Whether the supplier may do it. */
                allowed?: boolean;
                serviceLevel?: components["schemas"]["ServiceLevelLink"];
            };
            tires?: components["schemas"]["SupplierTires"];
            /** @description Rental vehicles. */
            rentalVehicle?: {
                /** @description Whether the supplier may provide them. */
                allowed?: boolean;
                /** @description The costs that the supplier may charge. */
                allowedCosts?: {
                    /** @description Delivery. (inferred: the reference does not show it) */
                    deliveryCosts?: boolean;
                    /** @description Pick-up. (inferred: the reference does not show it) */
                    pickupCosts?: boolean;
                    /** @description Fuel service. (inferred: the reference does not show it) */
                    fuelServiceCosts?: boolean;
                };
                serviceLevel?: components["schemas"]["ServiceLevelLink"];
            };
            /** @description Damage. */
            damage?: {
                /** @description Whether the supplier may repair it. */
                allowed?: boolean;
                /** @description Whether a discount invoice has to come with the first debit invoice. (inferred: the reference does not show it) */
                firstDebitInvoiceRequiresCreditDiscountInvoice?: boolean;
            };
        };
        /** @description Tires. */
        SupplierTires: {
            /** @description Whether the supplier may swap tires. */
            tireSwapAllowed?: boolean;
            /** @description Whether the supplier may replace tires. */
            tireReplaceAllowed?: boolean;
            /** @description Whether the supplier may sell tires without mounting them. */
            tirePurchaseWithoutMountingAllowed?: boolean;
            /** @description Whether used tires are allowed. */
            usedTiresAllowed?: boolean;
            /** @description Whether the profile depth may be left out. Type not shown. */
            profileDepthRequiredExemption?: unknown;
            allowedCosts?: components["schemas"]["AllowedTireCosts"];
            serviceLevel?: components["schemas"]["ServiceLevelLink"];
        };
        /** @description The costs that the supplier may charge for tires. */
        AllowedTireCosts: {
            tireStorageCosts?: boolean;
            tireTransportCosts?: boolean;
            surchargeNitrogen?: boolean;
            surchargeRunOnFlat?: boolean;
            surchargeLargeRim?: boolean;
            surchargeMobileService?: boolean;
            surchargeTruckTire?: boolean;
            handlingCostLessorStock?: boolean;
            handlingCostThirdPartyTire?: boolean;
            tireDisposalFee?: boolean;
            deliveryFeeToDealer?: boolean;
            tireTrim?: boolean;
            tirematch?: boolean;
            tireRegroove?: boolean;
            wheelBalance?: boolean;
            wheelExchange?: boolean;
        };
        /** @description Where the service level stands that applies. */
        ServiceLevelLink: {
            /** @description The address of the service level. */
            href?: string;
        };
        /** @description A lessor. */
        Lessor: {
            /** @description The number of the lessor. (inferred: the reference does not show it) */
            number: number;
            /** @description The name of the lessor. */
            name: string;
            /** @description Whether new requests can be created for its vehicles (REG-SVC000187). */
            active?: boolean;
            /** @description The address. */
            address?: {
                /** @description The street. */
                street?: string;
                /** @description The house number. (inferred: the reference does not show it) */
                streetNumber?: string | number;
                /** @description The postal code. */
                postalCode?: string;
                /** @description The city. */
                city?: string;
            };
            /** @description Whom to turn to. Its form is not shown. */
            contact?: unknown;
            /** @description Phone numbers by subject. */
            phone?: {
                /** @description For anything else. */
                general?: string;
                /** @description About maintenance. */
                maintenance?: string;
                /** @description About damage. */
                damage?: string;
                /** @description About rental vehicles, where there is such a number. */
                rental?: string;
            };
            /** @description How the lessor is paid and taxed. */
            paymentInformation?: {
                /** @description The account. */
                iban?: string;
                /** @description The bank. */
                bic?: string;
                /** @description The VAT number. */
                vatNumber?: string;
            };
            /** @description The sublessors. What an entry looks like is not shown. */
            subLessors?: unknown[];
        };
        /** @description The active lessors. The form of the list is not shown. */
        LessorList: OpenBody<LessorListBody, components["schemas"]["Lessor"]>;
        /** @description Notifications of lessors. Neither the list nor its entries are shown. */
        NotificationList: OpenBody<NotificationListBody>;
        /** @description The object types. The list is not shown; its entries have codes and categories. */
        ObjectTypeList: OpenBody<ObjectTypeListBody>;
        /** @description The dealerships. The list is not shown; its entries have codes and names. */
        DealershipList: OpenBody<DealershipListBody>;
        /** @description The rental classes. The form of the list is not shown. */
        RentalClassList: OpenBody<RentalClassListBody, components["schemas"]["RentalClass"]>;
        /** @description A class of rental vehicle. The fields beyond this one are not shown. */
        RentalClass: {
            /** @description Whether estate cars of this class have rates of their own. */
            hasEstateVariant?: boolean;
        } & Open<RentalClassFields>;
        /** @description The rental class properties of a vehicle. The fields are not shown. */
        RentalVehicle: Open<RentalVehicleFields>;
        /** @description Default, agreements and cluster together. The fields are not shown. */
        ServiceLevel: Open<ServiceLevelFields>;
        /** @description The cluster of the user. The fields are not shown. */
        ServiceLevelCluster: Open<ServiceLevelClusterFields>;
        /** @description The default service level. The fields are not shown. */
        ServiceLevelDefault: Open<ServiceLevelDefaultFields>;
        /** @description Changes to the default service level. The fields are not shown. */
        ServiceLevelDefaultPatch: Open<ServiceLevelDefaultPatchFields>;
        /** @description An agreement: a set of lessors, possibly of dealerships, with current and future values by category. The names of the fields are not shown. */
        ServiceLevelAgreement: Open<ServiceLevelAgreementFields>;
        /** @description A new agreement; it needs at least one lessor. The names of the fields are not shown. */
        ServiceLevelAgreementCreate: Open<ServiceLevelAgreementCreateFields>;
        /** @description Changes to an agreement. The names of the fields are not shown. */
        ServiceLevelAgreementPatch: Open<ServiceLevelAgreementPatchFields>;
        /** @description The agreements. The form of the list is not shown. */
        ServiceLevelAgreementList: OpenBody<ServiceLevelAgreementListBody, components["schemas"]["ServiceLevelAgreement"]>;
        /** @description Components for which rates can be set. Neither the list nor its entries are shown. */
        ServiceLevelComponentList: OpenBody<ServiceLevelComponentListBody>;
        /** @description Rates that a service level may hold. Neither the list nor its entries are shown. */
        AllowedRateList: OpenBody<AllowedRateListBody>;
        /** @description The answer to a request that breaks a rule. */
        ValidationProblem: {
            /** @description An address that explains the status. */
            type?: string;
            /** @description The status in words. */
            title?: string;
            /** @description The status code. */
            status?: number;
            /** @description What went wrong. */
            detail?: string;
            /** @description The trace to quote to the operator. */
            traceId?: string;
            /** @description Each rule that was broken. */
            errors: components["schemas"]["ValidationError"][];
        };
        /** @description One rule that was broken. */
        ValidationError: {
            /** @description The code, for example of `x-reg-codes`; there are more than are listed. */
            code: string;
            /** @description What is wrong. */
            description?: string;
            /** @description Details for programs, such as `fieldName`; may be empty. */
            context?: {
                /** @description The field at fault. */
                fieldName?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The answer to anything else that fails. Its form is not shown; that of a validation error is inferred. (inferred: the reference does not show it) */
        Problem: {
            /** @description An address that explains the status. */
            type?: string;
            /** @description The status in words. */
            title?: string;
            /** @description The status code. */
            status?: number;
            /** @description What went wrong. */
            detail?: string;
            /** @description The trace to quote to the operator. */
            traceId?: string;
            /** @description What was wrong. */
            errors?: components["schemas"]["ValidationError"][];
        };
    };
    responses: {
        /** @description The open requests, and whether there are more. That damage service requests are listed in the same way is inferred. */
        ServiceRequestList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceRequestList"];
            };
        };
        /** @description The complete request. That damage service requests come wrapped in the same way is inferred. */
        ServiceRequestRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceRequestEnvelope"];
            };
        };
        /** @description The request after the change. That it has the form of the answer to a GET is inferred from `parking`, which all of them return. (inferred: the reference does not show it) */
        ServiceRequestChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceRequestEnvelope"];
            };
        };
        /** @description The request exists; the answer tells its id. (inferred: the reference does not show it) */
        ServiceRequestCreated: {
            headers: {
                Location: components["headers"]["PossibleLocation"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceRequestCreated"];
            };
        };
        /** @description The line is new. */
        LineCreated: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ComponentWritten"];
            };
        };
        /** @description The line existed and was overwritten. */
        LineReplaced: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ComponentWritten"];
            };
        };
        /** @description The line as it stands after the cancellation. */
        LineCancelled: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ComponentCancelled"];
            };
        };
        /** @description Done; there is nothing to return. (inferred: the reference does not show it) */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The file is attached. (inferred: the reference does not show it) */
        AttachmentStored: {
            headers: {
                Location: components["headers"]["PossibleLocation"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AttachmentStored"];
            };
        };
        /** @description The attachments of the request. (inferred: the reference does not show it) */
        AttachmentList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AttachmentList"];
            };
        };
        /** @description The file, with the media type under which it was uploaded. (inferred: the reference does not show it) */
        AttachmentFile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "*/*": components["schemas"]["RawFile"];
            };
        };
        /** @description The templates, as many as the next step needs. */
        InvoiceTemplates: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoiceTemplates"];
            };
        };
        /** @description The template. */
        InvoiceTemplate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoiceTemplate"];
            };
        };
        /** @description The invoice exists; `Location` tells its id. */
        InvoiceCreated: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoiceCreated"];
            };
        };
        /** @description The invoices of the request. (inferred: the reference does not show it) */
        InvoiceList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoiceList"];
            };
        };
        /** @description The invoice. (inferred: the reference does not show it) */
        InvoiceRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Invoice"];
            };
        };
        /** @description The reason is recorded. */
        InvoiceStatusSet: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The PDF is stored. */
        InvoicePdfStored: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The PDF. (inferred: the reference does not show it) */
        InvoicePdfFile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/pdf": components["schemas"]["RawFile"];
            };
        };
        /** @description The open requests of the older model. (inferred: the reference does not show it) */
        OldRequestList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OldRequestList"];
            };
        };
        /** @description The catalogue. (inferred: the reference does not show it) */
        ComponentCatalogue: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ComponentCatalogue"];
            };
        };
        /** @description The contract as it is now. */
        Contract: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Contract"];
            };
        };
        /** @description The components that the vehicle allows now. */
        AllowedComponents: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AllowedComponentList"];
            };
        };
        /** @description The active lessors. (inferred: the reference does not show it) */
        LessorList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LessorList"];
            };
        };
        /** @description The lessor. */
        Lessor: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Lessor"];
            };
        };
        /** @description The notifications. (inferred: the reference does not show it) */
        Notifications: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationList"];
            };
        };
        /** @description The object types. (inferred: the reference does not show it) */
        ObjectTypes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ObjectTypeList"];
            };
        };
        /** @description The dealerships. (inferred: the reference does not show it) */
        Dealerships: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DealershipList"];
            };
        };
        /** @description The rental classes. (inferred: the reference does not show it) */
        RentalClasses: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RentalClassList"];
            };
        };
        /** @description The rental class properties of the vehicle. (inferred: the reference does not show it) */
        RentalVehicle: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RentalVehicle"];
            };
        };
        /** @description The tire. (inferred: the reference does not show it) */
        Tire: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tire"];
            };
        };
        /** @description The tires that match. (inferred: the reference does not show it) */
        TireSearch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TireList"];
            };
        };
        /** @description The makes. (inferred: the reference does not show it) */
        TireMakes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TireMakeList"];
            };
        };
        /** @description Default, agreements and cluster in one piece. (inferred: the reference does not show it) */
        ServiceLevel: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevel"];
            };
        };
        /** @description The cluster. (inferred: the reference does not show it) */
        ServiceLevelCluster: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelCluster"];
            };
        };
        /** @description The default service level. (inferred: the reference does not show it) */
        ServiceLevelDefault: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelDefault"];
            };
        };
        /** @description The default service level is changed. What the answer holds is not shown. (inferred: the reference does not show it) */
        ServiceLevelDefaultChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelDefault"];
            };
        };
        /** @description The agreements. (inferred: the reference does not show it) */
        ServiceLevelAgreements: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelAgreementList"];
            };
        };
        /** @description The agreement. (inferred: the reference does not show it) */
        ServiceLevelAgreement: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelAgreement"];
            };
        };
        /** @description The agreement exists. What the answer holds is not shown. (inferred: the reference does not show it) */
        ServiceLevelAgreementCreated: {
            headers: {
                Location: components["headers"]["PossibleLocation"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelAgreement"];
            };
        };
        /** @description The agreement is changed. What the answer holds is not shown. (inferred: the reference does not show it) */
        ServiceLevelAgreementChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelAgreement"];
            };
        };
        /** @description Changed. Whether the service answers with a body is not shown, so callers must be ready for none. (inferred: the reference does not show it) */
        ChangedWithoutBody: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The components. (inferred: the reference does not show it) */
        ServiceLevelComponents: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceLevelComponentList"];
            };
        };
        /** @description The rates. (inferred: the reference does not show it) */
        AllowedRates: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AllowedRateList"];
            };
        };
        /** @description The request breaks a rule; `errors` names each one. */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The token is missing, malformed or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The user administers a cluster and has no default service level of their own. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing stands under this id for this supplier. (inferred: the reference does not show it) */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Somebody else is creating an invoice for the same request, and was faster. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is archived. Documented for service requests, inferred for damage service requests. */
        Archived: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description More than 5000 requests within a minute. Whether the answer says how long to wait is not shown. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The id that the service gave to the request. */
        Id: string;
        /** @description The id that the service gave to the request. */
        RequestId: string;
        /** @description The id that the caller gave to the line; unique within the request. */
        ComponentId: string;
        /** @description The id that the service gave to the attachment. Its form is not shown. */
        AttachmentId: string;
        /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
        InvoiceId: number;
        /** @description The number of the lessor, as in `lessorId` of a request. */
        LessorId: number;
        /** @description The license plate of the vehicle. */
        LicensePlate: string;
        /** @description Only requests for this vehicle. */
        LicensePlateFilter: string;
        /** @description The id of the agreement. Its form is not shown. */
        AgreementId: string;
    };
    requestBodies: {
        /** @description A draft, or a complete request that goes to the lessor at once. */
        ServiceRequestCreate: {
            content: {
                "application/json": components["schemas"]["ServiceRequestCreate"];
            };
        };
        /** @description The whole request as it shall be from now on. */
        ServiceRequestOverwrite: {
            content: {
                "application/json": components["schemas"]["ServiceRequestOverwrite"];
            };
        };
        /** @description Only what shall change. */
        ServiceRequestPatch: {
            content: {
                "application/json": components["schemas"]["ServiceRequestPatch"];
            };
        };
        /** @description The line as it shall be from now on. */
        ComponentPut: {
            content: {
                "application/json": components["schemas"]["ComponentPut"];
            };
        };
        /** @description The file. How the service wants it is not shown; the client sends it raw unless told to send a form. (assumed: the reference does not show it) */
        Attachment: {
            content: {
                "multipart/form-data": components["schemas"]["FileForm"];
                "*/*": components["schemas"]["RawFile"];
            };
        };
        /** @description The PDF. How the service wants it is not shown; the client sends it raw unless told to send a form. (assumed: the reference does not show it) */
        InvoicePdf: {
            content: {
                "application/pdf": components["schemas"]["RawFile"];
                "multipart/form-data": components["schemas"]["FileForm"];
            };
        };
        /** @description The invoice. Take sender, receiver and amount from the template that the service offers for it. */
        InvoiceCreate: {
            content: {
                "application/json": components["schemas"]["InvoiceCreate"];
            };
        };
        /** @description The reason. Neither the field that holds it nor its values are shown. */
        InvoiceStatus: {
            content: {
                "application/json": components["schemas"]["InvoiceStatusReason"];
            };
        };
        /** @description What shall change. The fields are not shown. */
        ServiceLevelDefaultPatch: {
            content: {
                "application/json": components["schemas"]["ServiceLevelDefaultPatch"];
            };
        };
        /** @description The agreement. Its fields are not shown. */
        ServiceLevelAgreementCreate: {
            content: {
                "application/json": components["schemas"]["ServiceLevelAgreementCreate"];
            };
        };
        /** @description What shall change. The fields are not shown. */
        ServiceLevelAgreementPatch: {
            content: {
                "application/json": components["schemas"]["ServiceLevelAgreementPatch"];
            };
        };
    };
    headers: {
        /** @description The address of what was created. Its last segment is the id. */
        Location: string;
        /** @description The address of what was created, if the service says it here as it does for invoices and lines. (inferred: the reference does not show it) */
        PossibleLocation: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "serviceRequests.list": {
        parameters: {
            query?: {
                /** @description Only requests for this vehicle. */
                licensePlate?: components["parameters"]["LicensePlateFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequestList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceRequestCreate"];
        responses: {
            201: components["responses"]["ServiceRequestCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequestRead"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.overwrite": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceRequestOverwrite"];
        responses: {
            200: components["responses"]["ServiceRequestChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceRequestPatch"];
        responses: {
            200: components["responses"]["ServiceRequestChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.components.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                requestId: components["parameters"]["RequestId"];
                /** @description The id that the caller gave to the line; unique within the request. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ComponentPut"];
        responses: {
            200: components["responses"]["LineReplaced"];
            201: components["responses"]["LineCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.components.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                requestId: components["parameters"]["RequestId"];
                /** @description The id that the caller gave to the line; unique within the request. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.components.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                requestId: components["parameters"]["RequestId"];
                /** @description The id that the caller gave to the line; unique within the request. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LineCancelled"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.attachments.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AttachmentList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.attachments.upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Attachment"];
        responses: {
            201: components["responses"]["AttachmentStored"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.attachments.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The id that the service gave to the attachment. Its form is not shown. */
                attachmentId: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AttachmentFile"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.attachments.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The id that the service gave to the attachment. Its form is not shown. */
                attachmentId: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoiceTemplates.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceTemplates"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoiceTemplate.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceTemplate"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoices.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoices.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvoiceCreate"];
        responses: {
            201: components["responses"]["InvoiceCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoices.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
                invoiceId: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceRead"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoices.setStatus": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvoiceStatus"];
        responses: {
            204: components["responses"]["InvoiceStatusSet"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoices.pdf.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
                invoiceId: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoicePdfFile"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceRequests.invoices.pdf.upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
                invoiceId: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvoicePdf"];
        responses: {
            201: components["responses"]["InvoicePdfStored"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.list": {
        parameters: {
            query?: {
                /** @description Only requests for this vehicle. Documented for service requests only. (inferred: the reference does not show it) */
                licensePlate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequestList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceRequestCreate"];
        responses: {
            201: components["responses"]["ServiceRequestCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequestRead"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.overwrite": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceRequestOverwrite"];
        responses: {
            200: components["responses"]["ServiceRequestChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceRequestPatch"];
        responses: {
            200: components["responses"]["ServiceRequestChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.components.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                requestId: components["parameters"]["RequestId"];
                /** @description The id that the caller gave to the line; unique within the request. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ComponentPut"];
        responses: {
            200: components["responses"]["LineReplaced"];
            201: components["responses"]["LineCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.components.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                requestId: components["parameters"]["RequestId"];
                /** @description The id that the caller gave to the line; unique within the request. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.components.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                requestId: components["parameters"]["RequestId"];
                /** @description The id that the caller gave to the line; unique within the request. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LineCancelled"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Archived"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.attachments.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AttachmentList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.attachments.upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Attachment"];
        responses: {
            201: components["responses"]["AttachmentStored"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.attachments.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The id that the service gave to the attachment. Its form is not shown. */
                attachmentId: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AttachmentFile"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.attachments.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The id that the service gave to the attachment. Its form is not shown. */
                attachmentId: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoiceTemplates.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceTemplates"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoices.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoices.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvoiceCreate"];
        responses: {
            201: components["responses"]["InvoiceCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoices.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
                invoiceId: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceRead"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoices.setStatus": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvoiceStatus"];
        responses: {
            204: components["responses"]["InvoiceStatusSet"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoices.pdf.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
                invoiceId: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoicePdfFile"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageServiceRequests.invoices.pdf.upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the service gave to the request. */
                id: components["parameters"]["Id"];
                /** @description The number under which the service keeps the invoice; not the supplier's own invoice number. */
                invoiceId: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvoicePdf"];
        responses: {
            201: components["responses"]["InvoicePdfStored"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "requests.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OldRequestList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "components.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ComponentCatalogue"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "damageComponents.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ComponentCatalogue"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "contracts.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Contract"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "contracts.components": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllowedComponents"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "contracts.damageComponents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllowedComponents"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "lessors.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LessorList"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "lessors.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the lessor, as in `lessorId` of a request. */
                lessorId: components["parameters"]["LessorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Lessor"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "lessors.notifications": {
        parameters: {
            query?: {
                /** @description Also return notifications that have expired. */
                showInactiveNotifications?: boolean;
                /** @description Only notifications that this lessor published. */
                lessorId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Notifications"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "lessors.contracts.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the lessor, as in `lessorId` of a request. */
                lessorId: components["parameters"]["LessorId"];
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Contract"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "lessors.contracts.components": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the lessor, as in `lessorId` of a request. */
                lessorId: components["parameters"]["LessorId"];
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllowedComponents"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "lessors.contracts.damageComponents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the lessor, as in `lessorId` of a request. */
                lessorId: components["parameters"]["LessorId"];
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllowedComponents"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "objectTypes.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ObjectTypes"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "dealerships.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Dealerships"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "rentalClasses.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RentalClasses"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "rentalVehicles.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The license plate of the vehicle. */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RentalVehicle"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "tires.get": {
        parameters: {
            query?: {
                /** @description The BAC code of the tire. The name of the parameter is not shown. (inferred: the reference does not show it) */
                bacCode?: string;
                /** @description The id of the tire. The name of the parameter is not shown. (inferred: the reference does not show it) */
                id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Tire"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "tires.search": {
        parameters: {
            query?: {
                /** @description Makes to look for; repeat it for several. */
                makeCode?: (string | number)[];
                /** @description Seasons to look for; repeat it for several. */
                seasonIndicator?: components["schemas"]["SeasonIndicatorValue"][];
                /** @description The EAN code to look for. The name of the parameter is not shown. (inferred: the reference does not show it) */
                eanCode?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TireSearch"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "tires.makes.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TireMakes"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceLevel"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.cluster.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceLevelCluster"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceLevelDefault"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.patch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceLevelDefaultPatch"];
        responses: {
            200: components["responses"]["ServiceLevelDefaultChanged"];
            204: components["responses"]["ChangedWithoutBody"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceLevelAgreements"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceLevelAgreementCreate"];
        responses: {
            201: components["responses"]["ServiceLevelAgreementCreated"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceLevelAgreement"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ServiceLevelAgreementPatch"];
        responses: {
            200: components["responses"]["ServiceLevelAgreementChanged"];
            204: components["responses"]["ChangedWithoutBody"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.repairAndMaintenance.components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceLevelComponents"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.tires.allowedRates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllowedRates"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.rentalVehicle.allowedRates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllowedRates"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.repairAndMaintenance.clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.repairAndMaintenance.clearFutureRates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.tires.clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.tires.clearFutureRates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.tires.clearFuturePreferredMakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.tires.clearFutureDiscounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.rentalVehicle.clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.default.rentalVehicle.clearFutureRates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.repairAndMaintenance.clear": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.repairAndMaintenance.clearFutureRates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.tires.clear": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.tires.clearFutureRates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.tires.clearFuturePreferredMakes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.tires.clearFutureDiscounts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.rentalVehicle.clear": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    "serviceLevels.agreements.rentalVehicle.clearFutureRates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agreement. Its form is not shown. */
                id: components["parameters"]["AgreementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
}

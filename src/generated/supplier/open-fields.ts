// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

/**
 * What the reference does not show of `AllowedRateList`.
 *
 * Say it with `declare module "@reg/sdk" { interface AllowedRateListBody { … } }`.
 */
export interface AllowedRateListBody {}

/**
 * What the reference does not show of `AttachmentStored`.
 *
 * Say it with `declare module "@reg/sdk" { interface AttachmentFields { … } }`.
 */
export interface AttachmentFields {}

/**
 * What the reference does not show of `AttachmentList`.
 *
 * Say it with `declare module "@reg/sdk" { interface AttachmentListBody { … } }`.
 */
export interface AttachmentListBody {}

/**
 * What the reference does not show of `ComponentCatalogue`.
 *
 * Say it with `declare module "@reg/sdk" { interface ComponentCatalogueBody { … } }`.
 */
export interface ComponentCatalogueBody {}

/**
 * What the reference does not show of `ComponentWritten`.
 *
 * Say it with `declare module "@reg/sdk" { interface ComponentWrittenFields { … } }`.
 */
export interface ComponentWrittenFields {}

/**
 * What the reference does not show of `ContractVehicle.dealership`.
 *
 * Say it with `declare module "@reg/sdk" { interface ContractDealershipFields { … } }`.
 */
export interface ContractDealershipFields {}

/**
 * What the reference does not show of `LeaseTires.contractTireSpecifications`.
 *
 * Say it with `declare module "@reg/sdk" { interface ContractTireSpecifications { … } }`.
 */
export interface ContractTireSpecifications {}

/**
 * What the reference does not show of `DealershipList`.
 *
 * Say it with `declare module "@reg/sdk" { interface DealershipListBody { … } }`.
 */
export interface DealershipListBody {}

/**
 * What the reference does not show of `InvoiceCreate`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceCreateFields { … } }`.
 */
export interface InvoiceCreateFields {}

/**
 * What the reference does not show of `InvoiceCreated`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceCreatedFields { … } }`.
 */
export interface InvoiceCreatedFields {}

/**
 * What the reference does not show of `Invoice`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceFields { … } }`.
 */
export interface InvoiceFields {}

/**
 * What the reference does not show of `InvoiceIdentity`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceIdentityFields { … } }`.
 */
export interface InvoiceIdentityFields {}

/**
 * What the reference does not show of `InvoiceList`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceListBody { … } }`.
 */
export interface InvoiceListBody {}

/**
 * What the reference does not show of `InvoiceStatusReason`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceStatusReasonFields { … } }`.
 */
export interface InvoiceStatusReasonFields {}

/**
 * What the reference does not show of `InvoiceTemplate`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceTemplateFields { … } }`.
 */
export interface InvoiceTemplateFields {}

/**
 * What the reference does not show of `InvoiceTemplates`.
 *
 * Say it with `declare module "@reg/sdk" { interface InvoiceTemplatesFields { … } }`.
 */
export interface InvoiceTemplatesFields {}

/**
 * What the reference does not show of `LeaseRentalVehicle`.
 *
 * Say it with `declare module "@reg/sdk" { interface LeaseRentalVehicleFields { … } }`.
 */
export interface LeaseRentalVehicleFields {}

/**
 * What the reference does not show of `LessorList`.
 *
 * Say it with `declare module "@reg/sdk" { interface LessorListBody { … } }`.
 */
export interface LessorListBody {}

/**
 * What the reference does not show of `NotificationList`.
 *
 * Say it with `declare module "@reg/sdk" { interface NotificationListBody { … } }`.
 */
export interface NotificationListBody {}

/**
 * What the reference does not show of `ObjectTypeList`.
 *
 * Say it with `declare module "@reg/sdk" { interface ObjectTypeListBody { … } }`.
 */
export interface ObjectTypeListBody {}

/**
 * What the reference does not show of `OldRequestList`.
 *
 * Say it with `declare module "@reg/sdk" { interface OldRequestListBody { … } }`.
 */
export interface OldRequestListBody {}

/**
 * What the reference does not show of `RentalClass`.
 *
 * Say it with `declare module "@reg/sdk" { interface RentalClassFields { … } }`.
 */
export interface RentalClassFields {}

/**
 * What the reference does not show of `RentalClassList`.
 *
 * Say it with `declare module "@reg/sdk" { interface RentalClassListBody { … } }`.
 */
export interface RentalClassListBody {}

/**
 * What the reference does not show of `RentalVehicle`.
 *
 * Say it with `declare module "@reg/sdk" { interface RentalVehicleFields { … } }`.
 */
export interface RentalVehicleFields {}

/**
 * What the reference does not show of `ServiceLevelAgreementCreate`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelAgreementCreateFields { … } }`.
 */
export interface ServiceLevelAgreementCreateFields {}

/**
 * What the reference does not show of `ServiceLevelAgreement`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelAgreementFields { … } }`.
 */
export interface ServiceLevelAgreementFields {}

/**
 * What the reference does not show of `ServiceLevelAgreementList`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelAgreementListBody { … } }`.
 */
export interface ServiceLevelAgreementListBody {}

/**
 * What the reference does not show of `ServiceLevelAgreementPatch`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelAgreementPatchFields { … } }`.
 */
export interface ServiceLevelAgreementPatchFields {}

/**
 * What the reference does not show of `ServiceLevelCluster`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelClusterFields { … } }`.
 */
export interface ServiceLevelClusterFields {}

/**
 * What the reference does not show of `ServiceLevelComponentList`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelComponentListBody { … } }`.
 */
export interface ServiceLevelComponentListBody {}

/**
 * What the reference does not show of `ServiceLevelDefault`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelDefaultFields { … } }`.
 */
export interface ServiceLevelDefaultFields {}

/**
 * What the reference does not show of `ServiceLevelDefaultPatch`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelDefaultPatchFields { … } }`.
 */
export interface ServiceLevelDefaultPatchFields {}

/**
 * What the reference does not show of `ServiceLevel`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceLevelFields { … } }`.
 */
export interface ServiceLevelFields {}

/**
 * What the reference does not show of `ServiceRequestCreated`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceRequestCreatedFields { … } }`.
 */
export interface ServiceRequestCreatedFields {}

/**
 * What the reference does not show of `ServiceRequest`, `ServiceRequestPatch`.
 *
 * Say it with `declare module "@reg/sdk" { interface ServiceRequestExtraFields { … } }`.
 */
export interface ServiceRequestExtraFields {}

/**
 * What the reference does not show of `ContractVehicle.storedTires`.
 *
 * Say it with `declare module "@reg/sdk" { interface StoredTires { … } }`.
 */
export interface StoredTires {}

/**
 * What the reference does not show of `TireList`.
 *
 * Say it with `declare module "@reg/sdk" { interface TireListBody { … } }`.
 */
export interface TireListBody {}

/**
 * What the reference does not show of `TireMakeList`.
 *
 * Say it with `declare module "@reg/sdk" { interface TireMakeListBody { … } }`.
 */
export interface TireMakeListBody {}

/**
 * What the reference does not show of `VatLine`.
 *
 * Say it with `declare module "@reg/sdk" { interface VatLineFields { … } }`.
 */
export interface VatLineFields {}

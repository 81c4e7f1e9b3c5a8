// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

import * as z from "zod/mini";
import { about, type OperationSchemas, type ResponseSchemas } from "../../document/bodies.js";

const date = /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$/;
const dateTime = /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))$/;
const CodedValue: z.ZodMiniType = z.lazy(() => z.object({
  code: z.string(),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const ComponentCode: z.ZodMiniType = z.lazy(() => z.object({
  code: z.string(),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const LineOperation: z.ZodMiniType = z.lazy(() => z.object({
  code: z.string(),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
  type: z.optional(CodedValue),
}));
const DecimalText: z.ZodMiniType = z.lazy(() => z.stringFormat("decimal", /^-?\d+(\.\d+)?$/));
const Warranty: z.ZodMiniType = z.lazy(() => about(z.string(), { confidence: "inferred" }));
const Leniency: z.ZodMiniType = z.lazy(() => about(z.string(), { confidence: "inferred" }));
const RawFile: z.ZodMiniType = z.lazy(() => z.string());
const FileForm: z.ZodMiniType = z.lazy(() => about(z.object({
  file: z.string(),
}), { confidence: "assumed" }));
const ServiceRequestStatus: z.ZodMiniType = z.lazy(() => z.enum(["Draft","Modified","ApprovalRequested","Approved","ProvisionallyApproved","Denied"]));
const ServiceRequestStatusValue: z.ZodMiniType = z.lazy(() => z.union([ServiceRequestStatus, about(z.string(), { confidence: "assumed" })]));
const SubmittableStatus: z.ZodMiniType = z.lazy(() => about(z.enum(["Draft","ApprovalRequested"]), { confidence: "inferred" }));
const LineStatus: z.ZodMiniType = z.lazy(() => z.enum(["Entered","Changed","ApprovalRequested","Approved","ProvisionallyApproved","CallLessor","Denied","LessorWillCall","Cancelled","CancellationApproved","CancellationDenied"]));
const LineStatusValue: z.ZodMiniType = z.lazy(() => z.union([LineStatus, about(z.string(), { confidence: "assumed" })]));
const InvoicingStatusValue: z.ZodMiniType = z.lazy(() => z.union([z.enum(["ReadyForInvoicing","WillNotBeInvoicedForWarrantyOrLeniencyReasons"]), about(z.string(), { confidence: "inferred" })]));
const ServiceRequestEnvelope: z.ZodMiniType = z.lazy(() => z.object({
  data: ServiceRequest,
}));
const ServiceRequest: z.ZodMiniType = z.lazy(() => z.looseObject({
  id: z.guid(),
  creationTimeStamp: z.stringFormat("date-time", dateTime),
  status: ServiceRequestStatusValue,
  readOnly: z.boolean(),
  supplierId: z.int(),
  lessorId: z.int(),
  sublessorCode: z.optional(z.string()),
  serviceRequestNumber: z.int(),
  licensePlate: z.string(),
  appointment: z.optional(Appointment),
  vehicle: RequestVehicle,
  components: z.array(Component),
  invoicing: InvoicingSummary,
  parking: Parking,
}));
const RequestVehicle: z.ZodMiniType = z.lazy(() => z.object({
  licensePlate: z.string(),
  partialVin: z.optional(about(z.string(), { sensitive: true })),
}));
const Appointment: z.ZodMiniType = z.lazy(() => z.object({
  workshopDate: z.optional(z.stringFormat("date", date)),
  checkoutDate: z.optional(z.stringFormat("date-time", dateTime)),
  workOrderNumber: z.optional(z.string()),
  supplierNumber: z.optional(about(z.string(), { confidence: "inferred" })),
  contact: z.optional(AppointmentContact),
  estimatedDurationInDays: z.optional(z.int()),
}));
const AppointmentContact: z.ZodMiniType = z.lazy(() => z.object({
  name: z.optional(about(z.string(), { sensitive: true })),
  phone: z.optional(about(z.string(), { sensitive: true })),
}));
const InvoicingSummary: z.ZodMiniType = z.lazy(() => z.object({
  status: z.optional(InvoicingStatusValue),
  totalAmountApproved: z.number(),
  totalAmountToInvoice: z.number(),
  totalAmountInvoiced: z.number(),
}));
const Parking: z.ZodMiniType = z.lazy(() => z.object({
  isParked: z.boolean(),
  remark: z.optional(z.string()),
}));
const ServiceRequestCreated: z.ZodMiniType = z.lazy(() => z.looseObject({
  id: about(z.guid(), { confidence: "inferred" }),
}));
const ServiceRequestList: z.ZodMiniType = z.lazy(() => z.object({
  serviceRequests: z.array(ServiceRequestListItem),
  hasMore: z.boolean(),
}));
const ServiceRequestListItem: z.ZodMiniType = z.lazy(() => z.object({
  href: about(z.string(), { confidence: "inferred" }),
  id: z.guid(),
  lastModifiedUtc: about(z.stringFormat("date-time", dateTime), { confidence: "inferred" }),
  lessorId: z.int(),
  lessorName: about(z.string(), { confidence: "inferred" }),
  serviceRequestNumber: z.int(),
  supplierId: z.int(),
  licensePlate: z.string(),
  workOrderNumber: z.optional(z.string()),
  status: ServiceRequestStatusValue,
  invoicing: about(z.lazy(() => InvoicingSummary), { confidence: "inferred" }),
  parking: Parking,
}));
const ServiceRequestCreate: z.ZodMiniType = z.lazy(() => z.object({
  status: SubmittableStatus,
  vehicle: about(z.lazy(() => RequestVehicleInput), { confidence: "inferred" }),
  appointment: z.optional(AppointmentInput),
  components: z.optional(z.array(ComponentInput)),
}));
const ServiceRequestOverwrite: z.ZodMiniType = z.lazy(() => z.object({
  status: SubmittableStatus,
  vehicle: about(z.lazy(() => RequestVehicleInput), { confidence: "inferred" }),
  appointment: z.optional(AppointmentInput),
  components: z.optional(about(z.array(ComponentInput), { confidence: "inferred" })),
}));
const ServiceRequestPatch: z.ZodMiniType = z.lazy(() => z.looseObject({
  status: z.optional(SubmittableStatus),
  vehicle: z.optional(RequestVehiclePatch),
  appointment: z.optional(AppointmentInput),
  components: z.optional(z.array(ComponentInput)),
}));
const RequestVehicleInput: z.ZodMiniType = z.lazy(() => z.object({
  licensePlate: z.string(),
  partialVin: z.optional(about(z.string(), { sensitive: true })),
}));
const RequestVehiclePatch: z.ZodMiniType = z.lazy(() => z.object({
  licensePlate: z.optional(z.string()),
  partialVin: z.optional(about(z.string(), { sensitive: true })),
}));
const AppointmentInput: z.ZodMiniType = z.lazy(() => z.object({
  workshopDate: z.optional(z.stringFormat("date", date).check(z.regex(/^(20\d\d|2100)-/))),
  checkoutDate: z.optional(z.stringFormat("date-time", dateTime)),
  workOrderNumber: z.optional(z.string()),
  supplierNumber: z.optional(z.string()),
  contact: z.optional(AppointmentContact),
  estimatedDurationInDays: z.optional(z.int()),
}));
const Component: z.ZodMiniType = z.lazy(() => z.object({
  id: z.guid(),
  reg: z.optional(ComponentCode),
  supplierCode: z.optional(z.string()),
  operation: LineOperation,
  reason: CodedValue,
  location: z.optional(z.array(z.string())),
  value: z.optional(DecimalText),
  price: z.optional(z.number()),
  status: ComponentStatus,
  part: z.optional(TirePart),
  damage: z.optional(z.boolean()),
  warranty: z.optional(Warranty),
  leniency: z.optional(Leniency),
  subcomponents: z.optional(z.array(Subcomponent)),
}));
const ComponentStatus: z.ZodMiniType = z.lazy(() => z.object({
  code: LineStatusValue,
  description: about(z.string(), { confidence: "inferred" }),
}));
const Subcomponent: z.ZodMiniType = z.lazy(() => z.object({
  id: z.optional(about(z.guid(), { confidence: "inferred" })),
  reg: z.optional(ComponentCode),
  supplierCode: z.optional(z.string()),
  operation: z.optional(LineOperation),
  reason: z.optional(CodedValue),
  location: z.optional(z.array(z.string())),
  value: z.optional(DecimalText),
  price: z.optional(z.number()),
  status: z.optional(about(z.object({
    code: z.string(),
    description: about(z.string(), { confidence: "inferred" }),
  }), { confidence: "inferred" })),
  part: z.optional(TirePart),
  damage: z.optional(about(z.boolean(), { confidence: "inferred" })),
  warranty: z.optional(Warranty),
  leniency: z.optional(Leniency),
}));
const ComponentWritten: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ComponentCancelled: z.ZodMiniType = z.lazy(() => z.object({
  component: Component,
}));
const ComponentInput: z.ZodMiniType = z.lazy(() => z.object({
  id: z.guid(),
  reg: z.optional(ComponentCode),
  supplierCode: z.optional(z.string()),
  operation: LineOperation,
  reason: CodedValue,
  location: z.optional(z.array(z.string())),
  value: z.optional(DecimalText),
  price: z.optional(z.number()),
  part: z.optional(TirePartInput),
  damage: z.optional(z.boolean()),
  warranty: z.optional(Warranty),
  leniency: z.optional(Leniency),
  subcomponents: z.optional(z.array(SubcomponentInput)),
}));
const ComponentPut: z.ZodMiniType = z.lazy(() => z.object({
  id: z.optional(z.guid()),
  reg: z.optional(ComponentCode),
  supplierCode: z.optional(z.string()),
  operation: LineOperation,
  reason: CodedValue,
  location: z.optional(z.array(z.string())),
  value: z.optional(DecimalText),
  price: z.optional(z.number()),
  part: z.optional(TirePartInput),
  damage: z.optional(z.boolean()),
  warranty: z.optional(Warranty),
  leniency: z.optional(Leniency),
  subcomponents: z.optional(z.array(SubcomponentInput)),
}));
const SubcomponentInput: z.ZodMiniType = z.lazy(() => z.object({
  id: z.optional(about(z.guid(), { confidence: "inferred" })),
  reg: z.optional(ComponentCode),
  supplierCode: z.optional(z.string()),
  operation: z.optional(LineOperation),
  reason: z.optional(CodedValue),
  location: z.optional(z.union([z.array(z.string()), z.null()])),
  value: z.optional(DecimalText),
  price: z.optional(z.number()),
  part: z.optional(TirePartInput),
  damage: z.optional(about(z.boolean(), { confidence: "inferred" })),
  warranty: z.optional(Warranty),
  leniency: z.optional(Leniency),
}));
const TirePart: z.ZodMiniType = z.lazy(() => z.object({
  partType: z.literal("Tire"),
  id: z.optional(z.int()),
  vacoStatus: z.optional(about(z.lazy(() => VacoStatusValue), { confidence: "assumed" })),
  obsoleteVacoStatusSinceYear: z.optional(z.int()),
  seasonIndicator: z.optional(about(z.lazy(() => SeasonIndicatorValue), { confidence: "inferred" })),
  category: z.optional(about(z.lazy(() => TireCategoryValue), { confidence: "inferred" })),
  makeCode: z.optional(about(z.union([z.string(), z.int()]), { confidence: "inferred" })),
  make: z.optional(about(z.string(), { confidence: "inferred" })),
  nominalWidthInMillimeters: z.optional(z.int()),
  widthHeightRatio: z.optional(z.int()),
  rimDiameterInInches: z.optional(z.int()),
  loadIndex: z.optional(z.int()),
  speedRating: z.optional(about(z.string(), { confidence: "inferred" })),
  modelTypeProfile: z.optional(about(z.string(), { confidence: "inferred" })),
  typeNumber: z.optional(about(z.string(), { confidence: "inferred" })),
  noiseOutputLevelInDecibels: z.optional(z.number()),
  rollingResistanceCode: z.optional(about(z.string(), { confidence: "inferred" })),
  wetGripCode: z.optional(about(z.string(), { confidence: "inferred" })),
  manufacturerSuggestedRetailPrice: z.optional(z.number()),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
  bacCode: z.optional(about(z.string(), { confidence: "inferred" })),
  eanCode: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const TirePartInput: z.ZodMiniType = z.lazy(() => z.object({
  partType: z.literal("Tire"),
  id: z.optional(z.int()),
  vacoStatus: z.optional(about(z.lazy(() => VacoStatusValue), { confidence: "assumed" })),
  obsoleteVacoStatusSinceYear: z.optional(z.int()),
  seasonIndicator: z.optional(about(z.lazy(() => SeasonIndicatorValue), { confidence: "inferred" })),
  category: z.optional(about(z.lazy(() => TireCategoryValue), { confidence: "inferred" })),
  makeCode: z.optional(about(z.union([z.string(), z.int()]), { confidence: "inferred" })),
  make: z.optional(about(z.string(), { confidence: "inferred" })),
  nominalWidthInMillimeters: z.optional(z.int()),
  widthHeightRatio: z.optional(z.int()),
  rimDiameterInInches: z.optional(z.int()),
  loadIndex: z.optional(z.int()),
  speedRating: z.optional(about(z.string(), { confidence: "inferred" })),
  modelTypeProfile: z.optional(about(z.string(), { confidence: "inferred" })),
  typeNumber: z.optional(about(z.string(), { confidence: "inferred" })),
  noiseOutputLevelInDecibels: z.optional(z.number()),
  rollingResistanceCode: z.optional(about(z.string(), { confidence: "inferred" })),
  wetGripCode: z.optional(about(z.string(), { confidence: "inferred" })),
  manufacturerSuggestedRetailPrice: z.optional(z.number()),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
  bacCode: z.optional(about(z.string(), { confidence: "inferred" })),
  eanCode: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const Tire: z.ZodMiniType = z.lazy(() => z.object({
  partType: z.optional(z.literal("Tire")),
  id: z.optional(z.int()),
  vacoStatus: z.optional(about(z.lazy(() => VacoStatusValue), { confidence: "assumed" })),
  obsoleteVacoStatusSinceYear: z.optional(z.int()),
  seasonIndicator: z.optional(about(z.lazy(() => SeasonIndicatorValue), { confidence: "inferred" })),
  category: z.optional(about(z.lazy(() => TireCategoryValue), { confidence: "inferred" })),
  makeCode: z.optional(about(z.union([z.string(), z.int()]), { confidence: "inferred" })),
  make: z.optional(about(z.string(), { confidence: "inferred" })),
  nominalWidthInMillimeters: z.optional(z.int()),
  widthHeightRatio: z.optional(z.int()),
  rimDiameterInInches: z.optional(z.int()),
  loadIndex: z.optional(z.int()),
  speedRating: z.optional(about(z.string(), { confidence: "inferred" })),
  modelTypeProfile: z.optional(about(z.string(), { confidence: "inferred" })),
  typeNumber: z.optional(about(z.string(), { confidence: "inferred" })),
  noiseOutputLevelInDecibels: z.optional(z.number()),
  rollingResistanceCode: z.optional(about(z.string(), { confidence: "inferred" })),
  wetGripCode: z.optional(about(z.string(), { confidence: "inferred" })),
  manufacturerSuggestedRetailPrice: z.optional(z.number()),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
  bacCode: z.optional(about(z.string(), { confidence: "inferred" })),
  eanCode: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const VacoStatus: z.ZodMiniType = z.lazy(() => z.enum(["Current","Obsolete"]));
const VacoStatusValue: z.ZodMiniType = z.lazy(() => z.union([VacoStatus, about(z.string(), { confidence: "assumed" })]));
const SeasonIndicatorValue: z.ZodMiniType = z.lazy(() => z.union([z.enum(["Summer","Winter"]), about(z.string(), { confidence: "inferred" })]));
const TireCategoryValue: z.ZodMiniType = z.lazy(() => z.union([z.enum(["Standard"]), about(z.string(), { confidence: "inferred" })]));
const TireList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(Tire)]));
const TireMakeList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const AttachmentStored: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const AttachmentList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const InvoiceIdentityInput: z.ZodMiniType = z.lazy(() => z.looseObject({
  name: z.optional(about(z.string().check(z.maxLength(150)), { sensitive: true })),
  street: z.optional(about(z.string().check(z.maxLength(100)), { sensitive: true })),
  streetNumberSuffix: z.optional(z.string().check(z.maxLength(10))),
  postalCode: z.optional(z.string().check(z.maxLength(10))),
  city: z.optional(z.string().check(z.maxLength(100))),
  RegNumber: z.optional(about(z.union([z.string(), z.int()]), { confidence: "inferred" })),
}));
const InvoiceIdentity: z.ZodMiniType = z.lazy(() => z.looseObject({
  name: z.optional(about(z.string().check(z.maxLength(150)), { sensitive: true })),
  street: z.optional(about(z.string().check(z.maxLength(100)), { sensitive: true })),
  streetNumberSuffix: z.optional(z.string().check(z.maxLength(10))),
  postalCode: z.optional(z.string().check(z.maxLength(10))),
  city: z.optional(z.string().check(z.maxLength(100))),
  RegNumber: z.optional(about(z.union([z.string(), z.int()]), { confidence: "inferred" })),
}));
const VatLineInput: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const VatLine: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const InvoiceCreate: z.ZodMiniType = z.lazy(() => z.looseObject({
  identitySender: InvoiceIdentityInput,
  identityReceiver: InvoiceIdentityInput,
  invoiceNumber: z.optional(about(z.string(), { confidence: "assumed" })),
  invoiceDate: z.optional(about(z.stringFormat("date", date), { confidence: "assumed" })),
  vatLines: about(z.array(VatLineInput), { confidence: "inferred" }),
  total: about(z.number(), { confidence: "inferred" }),
}));
const InvoiceCreated: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const Invoice: z.ZodMiniType = z.lazy(() => z.looseObject({
  invoiceNumber: z.optional(about(z.string(), { confidence: "assumed" })),
  invoiceDate: z.optional(about(z.stringFormat("date", date), { confidence: "assumed" })),
  vatLines: z.optional(about(z.array(VatLine), { confidence: "inferred" })),
  total: z.optional(about(z.number(), { confidence: "inferred" })),
}));
const InvoiceList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(Invoice)]));
const InvoiceTemplate: z.ZodMiniType = z.lazy(() => z.looseObject({
  identitySender: InvoiceIdentity,
  identityReceiver: z.optional(about(z.lazy(() => InvoiceIdentity), { confidence: "inferred" })),
}));
const InvoiceTemplates: z.ZodMiniType = z.lazy(() => about(z.looseObject({
  debit: z.optional(about(z.lazy(() => InvoiceTemplate), { confidence: "assumed" })),
  credit: z.optional(about(z.lazy(() => InvoiceTemplate), { confidence: "assumed" })),
}), { confidence: "assumed" }));
const InvoiceStatusReason: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const OldRequestList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const ComponentCatalogue: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const DamageComponentCatalogue: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const AllowedComponentList: z.ZodMiniType = z.lazy(() => z.object({
  components: z.array(AllowedComponent),
}));
const AllowedComponent: z.ZodMiniType = z.lazy(() => z.object({
  description: z.optional(about(z.string(), { confidence: "inferred" })),
  regCode: z.optional(about(z.string(), { confidence: "inferred" })),
  operation: z.optional(LineOperation),
  reasons: z.optional(z.array(CodedValue)),
  requiredFields: z.optional(z.array(ComponentFieldValue)),
  optionalFields: z.optional(z.array(ComponentFieldValue)),
  locations: z.optional(about(z.array(z.unknown()), { confidence: "inferred" })),
  serviceLevel: z.optional(z.object({
    price: z.number(),
  })),
  subcomponents: z.optional(about(z.array(AllowedComponent), { confidence: "inferred" })),
}));
const ComponentFieldValue: z.ZodMiniType = z.lazy(() => z.union([about(z.enum(["RegCode","Operation","Reason","Price","Value","Location","Part"]), { confidence: "assumed" }), about(z.string(), { confidence: "inferred" })]));
const Contract: z.ZodMiniType = z.lazy(() => z.object({
  isActive: z.boolean(),
  componentsWithDamageAllowed: z.boolean(),
  vehicle: ContractVehicle,
  lessor: ContractLessor,
  leaseContract: LeaseContract,
  supplierContract: SupplierContract,
}));
const ContractLessor: z.ZodMiniType = z.lazy(() => z.object({
  number: about(z.int(), { confidence: "inferred" }),
  name: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const ContractVehicle: z.ZodMiniType = z.lazy(() => z.object({
  licensePlate: about(z.string(), { confidence: "inferred" }),
  vehicleMake: z.optional(about(z.string(), { confidence: "inferred" })),
  vehicleModel: z.optional(about(z.string(), { confidence: "inferred" })),
  vehicleType: z.optional(about(z.string(), { confidence: "inferred" })),
  objectType: z.optional(ContractObjectType),
  fuelTypeCode: z.optional(z.object({
    code: z.optional(about(z.string(), { confidence: "inferred" })),
    description: z.optional(about(z.string(), { confidence: "inferred" })),
  })),
  secondaryFuelType: z.optional(z.unknown()),
  dealership: z.optional(about(z.looseObject({}), { confidence: "inferred" })),
  firstRegisteredDate: z.optional(about(z.stringFormat("date", date), { confidence: "inferred" })),
  maintenance: z.optional(z.object({
    lastMaintenanceCode: z.optional(z.unknown()),
  })),
  tirePositions: z.optional(z.array(TirePosition)),
  mountedTires: z.optional(z.array(MountedTire)),
  storedTires: z.optional(about(z.union([z.looseObject({}), z.array(z.unknown())]), { confidence: "inferred" })),
}));
const ContractObjectType: z.ZodMiniType = z.lazy(() => z.object({
  code: z.optional(about(z.string(), { confidence: "inferred" })),
  objectTypeCategory: about(z.string(), { confidence: "inferred" }),
  description: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const TirePosition: z.ZodMiniType = z.lazy(() => z.object({
  positionCode1: z.optional(about(z.string(), { confidence: "inferred" })),
  positionCode2: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const MountedTire: z.ZodMiniType = z.lazy(() => z.object({
  positionCode1: z.optional(about(z.string(), { confidence: "inferred" })),
  positionCode2: z.optional(about(z.string(), { confidence: "inferred" })),
  specifications: z.optional(Tire),
  lastMeasuredProfileDepth: z.optional(about(z.number(), { confidence: "inferred" })),
}));
const LeaseContract: z.ZodMiniType = z.lazy(() => z.object({
  startDate: z.optional(about(z.stringFormat("date", date), { confidence: "inferred" })),
  endDate: z.optional(about(z.stringFormat("date", date), { confidence: "inferred" })),
  maximumMileage: z.optional(about(z.number(), { confidence: "inferred" })),
  repairAndMaintenance: z.optional(z.object({
    inContract: z.optional(z.boolean()),
    remark: z.optional(about(z.string(), { confidence: "inferred" })),
  })),
  tires: z.optional(LeaseTires),
  rentalVehicle: z.optional(LeaseRentalVehicle),
  damage: z.optional(z.object({
    remarks: z.optional(about(z.string(), { confidence: "inferred" })),
  })),
}));
const LeaseTires: z.ZodMiniType = z.lazy(() => z.object({
  inContract: z.optional(about(z.boolean(), { confidence: "inferred" })),
  tireSwapInContract: z.optional(z.unknown()),
  rofTiresInContract: z.optional(z.unknown()),
  allSeasonTiresInContract: z.optional(AllSeasonTiresValue),
  nitrogenTireFillingInContract: z.optional(z.unknown()),
  usedTiresInContract: z.optional(z.unknown()),
  hasTireSetForTireSwapInStorage: z.optional(about(z.boolean(), { confidence: "inferred" })),
  remarks: z.optional(about(z.string(), { confidence: "inferred" })),
  contractTireSpecifications: z.optional(about(z.union([z.looseObject({}), z.array(z.unknown())]), { confidence: "inferred" })),
}));
const AllSeasonTiresValue: z.ZodMiniType = z.lazy(() => z.union([z.enum(["IncludedInContract","Required","Allowed"]), about(z.string(), { confidence: "inferred" })]));
const LeaseRentalVehicle: z.ZodMiniType = z.lazy(() => z.looseObject({
  inContract: z.optional(about(z.boolean(), { confidence: "inferred" })),
  rentalHoursChargedToLesseeForRepairAndMaintenance: z.optional(z.unknown()),
  rentalClass: z.optional(z.unknown()),
  fuelType: z.optional(z.unknown()),
  surchargeEstate: z.optional(z.unknown()),
  surchargeAutomaticTransmission: z.optional(z.unknown()),
  extensionCommentRequired: z.optional(z.boolean()),
  remark: z.optional(about(z.string(), { confidence: "inferred" })),
  rentalClassesInContract: z.optional(z.array(ContractRentalClass)),
  rentalClassesNotInContract: z.optional(z.array(ContractRentalClass)),
}));
const ContractRentalClass: z.ZodMiniType = z.lazy(() => z.object({
  rentalClass: z.optional(z.unknown()),
  fuelType: z.optional(z.unknown()),
  forEstate: z.optional(about(z.boolean(), { confidence: "inferred" })),
  freeKilometrage: z.optional(about(z.number(), { confidence: "inferred" })),
}));
const SupplierContract: z.ZodMiniType = z.lazy(() => z.object({
  repairAndMaintenance: z.optional(z.object({
    allowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
    serviceLevel: z.optional(ServiceLevelLink),
  })),
  tires: z.optional(SupplierTires),
  rentalVehicle: z.optional(z.object({
    allowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
    allowedCosts: z.optional(z.object({
      deliveryCosts: z.optional(about(z.boolean(), { confidence: "inferred" })),
      pickupCosts: z.optional(about(z.boolean(), { confidence: "inferred" })),
      fuelServiceCosts: z.optional(about(z.boolean(), { confidence: "inferred" })),
    })),
    serviceLevel: z.optional(ServiceLevelLink),
  })),
  damage: z.optional(z.object({
    allowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
    firstDebitInvoiceRequiresCreditDiscountInvoice: z.optional(about(z.boolean(), { confidence: "inferred" })),
  })),
}));
const SupplierTires: z.ZodMiniType = z.lazy(() => z.object({
  tireSwapAllowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
  tireReplaceAllowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
  tirePurchaseWithoutMountingAllowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
  usedTiresAllowed: z.optional(about(z.boolean(), { confidence: "inferred" })),
  profileDepthRequiredExemption: z.optional(z.unknown()),
  allowedCosts: z.optional(AllowedTireCosts),
  serviceLevel: z.optional(ServiceLevelLink),
}));
const AllowedTireCosts: z.ZodMiniType = z.lazy(() => z.object({
  tireStorageCosts: z.optional(z.boolean()),
  tireTransportCosts: z.optional(z.boolean()),
  surchargeNitrogen: z.optional(z.boolean()),
  surchargeRunOnFlat: z.optional(z.boolean()),
  surchargeLargeRim: z.optional(z.boolean()),
  surchargeMobileService: z.optional(z.boolean()),
  surchargeTruckTire: z.optional(z.boolean()),
  handlingCostLessorStock: z.optional(z.boolean()),
  handlingCostThirdPartyTire: z.optional(z.boolean()),
  tireDisposalFee: z.optional(z.boolean()),
  deliveryFeeToDealer: z.optional(z.boolean()),
  tireTrim: z.optional(z.boolean()),
  tirematch: z.optional(z.boolean()),
  tireRegroove: z.optional(z.boolean()),
  wheelBalance: z.optional(z.boolean()),
  wheelExchange: z.optional(z.boolean()),
}));
const ServiceLevelLink: z.ZodMiniType = z.lazy(() => z.object({
  href: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const Lessor: z.ZodMiniType = z.lazy(() => z.object({
  number: about(z.int(), { confidence: "inferred" }),
  name: about(z.string(), { confidence: "inferred" }),
  active: z.boolean(),
  address: z.object({
    street: about(z.string(), { confidence: "inferred" }),
    streetNumber: about(z.union([z.string(), z.int()]), { confidence: "inferred" }),
    postalCode: about(z.string(), { confidence: "inferred" }),
    city: about(z.string(), { confidence: "inferred" }),
  }),
  contact: about(z.unknown(), { sensitive: true }),
  phone: z.object({
    general: about(z.string(), { confidence: "inferred", sensitive: true }),
    maintenance: about(z.string(), { confidence: "inferred", sensitive: true }),
    damage: about(z.string(), { confidence: "inferred", sensitive: true }),
    rental: z.optional(about(z.string(), { confidence: "inferred", sensitive: true })),
  }),
  paymentInformation: z.object({
    iban: about(z.string(), { confidence: "inferred", sensitive: true }),
    bic: about(z.string(), { confidence: "inferred", sensitive: true }),
    vatNumber: about(z.string(), { confidence: "inferred", sensitive: true }),
  }),
  subLessors: z.array(z.unknown()),
}));
const LessorList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(Lessor)]));
const NotificationList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const ObjectTypeList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const DealershipList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const RentalClassList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(RentalClass)]));
const RentalClass: z.ZodMiniType = z.lazy(() => z.looseObject({
  hasEstateVariant: z.boolean(),
}));
const RentalVehicle: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevel: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelCluster: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelDefault: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelDefaultPatch: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelAgreement: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelAgreementCreate: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelAgreementPatch: z.ZodMiniType = z.lazy(() => z.looseObject({}));
const ServiceLevelAgreementList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(ServiceLevelAgreement)]));
const ServiceLevelComponentList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const AllowedTireRateList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const AllowedRentalVehicleRateList: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const ValidationProblem: z.ZodMiniType = z.lazy(() => z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  traceId: z.string(),
  errors: z.array(ValidationError),
}));
const ValidationError: z.ZodMiniType = z.lazy(() => z.object({
  code: z.string(),
  description: z.string(),
  context: z.looseObject({
    fieldName: z.optional(about(z.string(), { confidence: "inferred" })),
  }),
}));
const Problem: z.ZodMiniType = z.lazy(() => about(z.object({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  status: z.optional(z.int()),
  detail: z.optional(z.string()),
  traceId: z.optional(z.string()),
  errors: z.optional(z.array(ValidationError)),
}), { confidence: "inferred" }));

const parameter1: z.ZodMiniType = z.lazy(() => z.string());
const parameter2: z.ZodMiniType = z.lazy(() => z.guid());
const parameter3: z.ZodMiniType = z.lazy(() => z.int());
const parameter4: z.ZodMiniType = z.lazy(() => z.boolean());
const parameter5: z.ZodMiniType = z.lazy(() => z.array(z.union([z.string(), z.int()])));
const parameter6: z.ZodMiniType = z.lazy(() => z.array(SeasonIndicatorValue));

const ServiceRequestListResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceRequestList } };
const ServiceRequestReadResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceRequestEnvelope } };
const ServiceRequestChangedResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": about(z.lazy(() => ServiceRequestEnvelope), { confidence: "inferred" }) } };
const ServiceRequestCreatedResponse: ResponseSchemas = { confidence: "inferred", location: "maybe", content: { "application/json": about(z.lazy(() => ServiceRequestCreated), { confidence: "inferred" }) } };
const LineCreatedResponse: ResponseSchemas = { location: "always", content: { "application/json": ComponentWritten } };
const LineReplacedResponse: ResponseSchemas = { content: { "application/json": ComponentWritten } };
const LineCancelledResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ComponentCancelled } };
const DeletedResponse: ResponseSchemas = { confidence: "inferred" };
const AttachmentStoredResponse: ResponseSchemas = { confidence: "inferred", location: "maybe", content: { "application/json": AttachmentStored } };
const AttachmentListResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": AttachmentList } };
const AttachmentFileResponse: ResponseSchemas = { confidence: "inferred", content: { "*/*": about(z.lazy(() => RawFile), { confidence: "inferred" }) } };
const InvoiceTemplatesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": InvoiceTemplates } };
const InvoiceTemplateResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": about(z.lazy(() => InvoiceTemplate), { confidence: "inferred" }) } };
const InvoiceCreatedResponse: ResponseSchemas = { location: "always", content: { "application/json": InvoiceCreated } };
const InvoiceListResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": InvoiceList } };
const InvoiceReadResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": about(z.lazy(() => Invoice), { confidence: "inferred" }) } };
const InvoiceStatusSetResponse: ResponseSchemas = {};
const InvoicePdfStoredResponse: ResponseSchemas = { location: "always" };
const InvoicePdfFileResponse: ResponseSchemas = { confidence: "inferred", content: { "application/pdf": about(z.lazy(() => RawFile), { confidence: "inferred" }) } };
const OldRequestListResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": OldRequestList } };
const ComponentCatalogueResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ComponentCatalogue } };
const DamageComponentCatalogueResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": DamageComponentCatalogue } };
const ContractResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": about(z.lazy(() => Contract), { confidence: "inferred" }) } };
const AllowedComponentsResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": AllowedComponentList } };
const LessorListResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": LessorList } };
const LessorResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": about(z.lazy(() => Lessor), { confidence: "inferred" }) } };
const NotificationsResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": NotificationList } };
const ObjectTypesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ObjectTypeList } };
const DealershipsResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": DealershipList } };
const RentalClassesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": RentalClassList } };
const RentalVehicleResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": RentalVehicle } };
const TireResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": about(z.lazy(() => Tire), { confidence: "inferred" }) } };
const TireSearchResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": TireList } };
const TireMakesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": TireMakeList } };
const ServiceLevelResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevel } };
const ServiceLevelClusterResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelCluster } };
const ServiceLevelDefaultResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelDefault } };
const ServiceLevelDefaultChangedResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelDefault } };
const ServiceLevelAgreementsResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelAgreementList } };
const ServiceLevelAgreementResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelAgreement } };
const ServiceLevelAgreementCreatedResponse: ResponseSchemas = { confidence: "inferred", location: "maybe", content: { "application/json": ServiceLevelAgreement } };
const ServiceLevelAgreementChangedResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelAgreement } };
const ChangedWithoutBodyResponse: ResponseSchemas = { confidence: "inferred" };
const ServiceLevelComponentsResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ServiceLevelComponentList } };
const AllowedTireRatesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": AllowedTireRateList } };
const AllowedRentalVehicleRatesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": AllowedRentalVehicleRateList } };
const ValidationFailedResponse: ResponseSchemas = { content: { "application/json": ValidationProblem } };
const UnauthorizedResponse: ResponseSchemas = { content: { "application/json": Problem } };
const ForbiddenResponse: ResponseSchemas = { content: { "application/json": Problem } };
const NotFoundResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": Problem } };
const ConflictResponse: ResponseSchemas = { content: { "application/json": Problem } };
const ArchivedResponse: ResponseSchemas = { content: { "application/json": Problem } };
const DamageArchivedResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": Problem } };
const TooManyRequestsResponse: ResponseSchemas = { content: { "application/json": Problem } };

/** The requests and responses of every operation. */
export const supplierSchemas: Readonly<Record<string, OperationSchemas>> = {
  "serviceRequests.list": { query: { licensePlate: parameter1 }, openQuery: true, responses: { "200": ServiceRequestListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.create": { body: { "application/json": ServiceRequestCreate }, responses: { "201": ServiceRequestCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.get": { path: { id: parameter2 }, responses: { "200": ServiceRequestReadResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.overwrite": { path: { id: parameter2 }, body: { "application/json": ServiceRequestOverwrite }, responses: { "200": ServiceRequestChangedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.patch": { path: { id: parameter2 }, body: { "application/json": ServiceRequestPatch }, responses: { "200": ServiceRequestChangedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.delete": { path: { id: parameter2 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.components.put": { path: { requestId: parameter2, componentId: parameter2 }, body: { "application/json": ComponentPut }, responses: { "200": LineReplacedResponse, "201": LineCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.components.delete": { path: { requestId: parameter2, componentId: parameter2 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.components.cancel": { path: { requestId: parameter2, componentId: parameter2 }, responses: { "200": LineCancelledResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": ArchivedResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.attachments.list": { path: { id: parameter2 }, responses: { "200": AttachmentListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.attachments.upload": { path: { id: parameter2 }, body: { "multipart/form-data": FileForm, "*/*": RawFile }, responses: { "201": AttachmentStoredResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.attachments.get": { path: { id: parameter2, attachmentId: parameter1 }, responses: { "200": AttachmentFileResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.attachments.delete": { path: { id: parameter2, attachmentId: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoiceTemplates.list": { path: { id: parameter2 }, responses: { "200": InvoiceTemplatesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoiceTemplate.get": { path: { id: parameter2 }, responses: { "200": InvoiceTemplateResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoices.list": { path: { id: parameter2 }, responses: { "200": InvoiceListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoices.create": { path: { id: parameter2 }, body: { "application/json": InvoiceCreate }, responses: { "201": InvoiceCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "409": ConflictResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoices.get": { path: { id: parameter2, invoiceId: parameter3 }, responses: { "200": InvoiceReadResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoices.setStatus": { path: { id: parameter2 }, body: { "application/json": InvoiceStatusReason }, responses: { "204": InvoiceStatusSetResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoices.pdf.get": { path: { id: parameter2, invoiceId: parameter3 }, responses: { "200": InvoicePdfFileResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceRequests.invoices.pdf.upload": { path: { id: parameter2, invoiceId: parameter3 }, body: { "application/pdf": RawFile, "multipart/form-data": FileForm }, responses: { "201": InvoicePdfStoredResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.list": { query: { licensePlate: parameter1 }, openQuery: true, responses: { "200": ServiceRequestListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.create": { body: { "application/json": ServiceRequestCreate }, responses: { "201": ServiceRequestCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.get": { path: { id: parameter2 }, responses: { "200": ServiceRequestReadResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.overwrite": { path: { id: parameter2 }, body: { "application/json": ServiceRequestOverwrite }, responses: { "200": ServiceRequestChangedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.patch": { path: { id: parameter2 }, body: { "application/json": ServiceRequestPatch }, responses: { "200": ServiceRequestChangedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.delete": { path: { id: parameter2 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.components.put": { path: { requestId: parameter2, componentId: parameter2 }, body: { "application/json": ComponentPut }, responses: { "200": LineReplacedResponse, "201": LineCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.components.delete": { path: { requestId: parameter2, componentId: parameter2 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.components.cancel": { path: { requestId: parameter2, componentId: parameter2 }, responses: { "200": LineCancelledResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "410": DamageArchivedResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.attachments.list": { path: { id: parameter2 }, responses: { "200": AttachmentListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.attachments.upload": { path: { id: parameter2 }, body: { "multipart/form-data": FileForm, "*/*": RawFile }, responses: { "201": AttachmentStoredResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.attachments.get": { path: { id: parameter2, attachmentId: parameter1 }, responses: { "200": AttachmentFileResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.attachments.delete": { path: { id: parameter2, attachmentId: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoiceTemplates.list": { path: { id: parameter2 }, responses: { "200": InvoiceTemplatesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoices.list": { path: { id: parameter2 }, responses: { "200": InvoiceListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoices.create": { path: { id: parameter2 }, body: { "application/json": InvoiceCreate }, responses: { "201": InvoiceCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "409": ConflictResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoices.get": { path: { id: parameter2, invoiceId: parameter3 }, responses: { "200": InvoiceReadResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoices.setStatus": { path: { id: parameter2 }, body: { "application/json": InvoiceStatusReason }, responses: { "204": InvoiceStatusSetResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoices.pdf.get": { path: { id: parameter2, invoiceId: parameter3 }, responses: { "200": InvoicePdfFileResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "damageServiceRequests.invoices.pdf.upload": { path: { id: parameter2, invoiceId: parameter3 }, body: { "application/pdf": RawFile, "multipart/form-data": FileForm }, responses: { "201": InvoicePdfStoredResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "requests.list": { openQuery: true, responses: { "200": OldRequestListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "components.list": { openQuery: true, responses: { "200": ComponentCatalogueResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "damageComponents.list": { openQuery: true, responses: { "200": DamageComponentCatalogueResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "contracts.get": { path: { licensePlate: parameter1 }, openQuery: true, responses: { "200": ContractResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "contracts.components": { path: { licensePlate: parameter1 }, openQuery: true, responses: { "200": AllowedComponentsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "contracts.damageComponents": { path: { licensePlate: parameter1 }, openQuery: true, responses: { "200": AllowedComponentsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "lessors.list": { responses: { "200": LessorListResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "lessors.get": { path: { lessorId: parameter3 }, responses: { "200": LessorResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "lessors.notifications": { query: { showInactiveNotifications: parameter4, lessorId: parameter3 }, responses: { "200": NotificationsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "lessors.contracts.get": { path: { lessorId: parameter3, licensePlate: parameter1 }, openQuery: true, responses: { "200": ContractResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "lessors.contracts.components": { path: { lessorId: parameter3, licensePlate: parameter1 }, openQuery: true, responses: { "200": AllowedComponentsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "lessors.contracts.damageComponents": { path: { lessorId: parameter3, licensePlate: parameter1 }, openQuery: true, responses: { "200": AllowedComponentsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "objectTypes.list": { responses: { "200": ObjectTypesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "dealerships.list": { responses: { "200": DealershipsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "rentalClasses.list": { responses: { "200": RentalClassesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "rentalVehicles.get": { path: { licensePlate: parameter1 }, responses: { "200": RentalVehicleResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "tires.get": { query: { bacCode: parameter1, id: parameter3 }, openQuery: true, responses: { "200": TireResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "tires.search": { query: { makeCode: parameter5, seasonIndicator: parameter6, eanCode: parameter1 }, openQuery: true, responses: { "200": TireSearchResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "tires.makes.list": { openQuery: true, responses: { "200": TireMakesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.get": { responses: { "200": ServiceLevelResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.cluster.get": { responses: { "200": ServiceLevelClusterResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.get": { responses: { "200": ServiceLevelDefaultResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "403": ForbiddenResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.patch": { body: { "application/json": ServiceLevelDefaultPatch }, responses: { "200": ServiceLevelDefaultChangedResponse, "204": ChangedWithoutBodyResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.list": { responses: { "200": ServiceLevelAgreementsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.create": { body: { "application/json": ServiceLevelAgreementCreate }, responses: { "201": ServiceLevelAgreementCreatedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.get": { path: { id: parameter1 }, responses: { "200": ServiceLevelAgreementResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.patch": { path: { id: parameter1 }, body: { "application/json": ServiceLevelAgreementPatch }, responses: { "200": ServiceLevelAgreementChangedResponse, "204": ChangedWithoutBodyResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.delete": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.repairAndMaintenance.components": { responses: { "200": ServiceLevelComponentsResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.tires.allowedRates": { responses: { "200": AllowedTireRatesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.rentalVehicle.allowedRates": { responses: { "200": AllowedRentalVehicleRatesResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.repairAndMaintenance.clear": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.repairAndMaintenance.clearFutureRates": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.tires.clear": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.tires.clearFutureRates": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.tires.clearFuturePreferredMakes": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.tires.clearFutureDiscounts": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.rentalVehicle.clear": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.default.rentalVehicle.clearFutureRates": { responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.repairAndMaintenance.clear": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.repairAndMaintenance.clearFutureRates": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.tires.clear": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.tires.clearFutureRates": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.tires.clearFuturePreferredMakes": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.tires.clearFutureDiscounts": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.rentalVehicle.clear": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
  "serviceLevels.agreements.rentalVehicle.clearFutureRates": { path: { id: parameter1 }, responses: { "204": DeletedResponse, "400": ValidationFailedResponse, "401": UnauthorizedResponse, "404": NotFoundResponse, "429": TooManyRequestsResponse } },
};

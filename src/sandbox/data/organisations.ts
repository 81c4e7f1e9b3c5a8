import type { InvoiceIdentityInput, Lessor } from "../../generated/supplier/models.js";

/**
 * The organisations of the seeded world: dealerships, rental classes, lessors with their notifications, and suppliers
 * (supplier-api.md §4.2, §4.3). Codes, numbers, names, addresses and accounts are made up.
 */

/** The dealerships: makes of vehicles with their codes. */
export const dealerships = [
  { code: "VW", name: "Volkswagen" },
  { code: "RE", name: "Renault" },
  { code: "OP", name: "Opel" },
  { code: "VO", name: "Volvo" },
  { code: "KI", name: "Kia" },
  { code: "SK", name: "Skoda" },
  { code: "MB", name: "Mercedes-Benz" },
  { code: "DA", name: "DAF" },
] as const;

/** The classes of rental vehicles. */
export const rentalClasses = [
  { code: "A", description: "Small car", hasEstateVariant: false },
  { code: "C", description: "Family car", hasEstateVariant: true },
  { code: "E", description: "Large car", hasEstateVariant: true },
  { code: "V", description: "Van", hasEstateVariant: false },
  { code: "T", description: "Truck", hasEstateVariant: false },
] as const;

/** The lessors; 1003 is inactive. */
export const lessors: readonly Lessor[] = [
  {
    number: 1001,
    name: "Noordzee Lease",
    active: true,
    address: { street: "Havenkade", streetNumber: "12", postalCode: "3011 AA", city: "Rotterdam" },
    contact: "Desk repair and maintenance",
    phone: { general: "+31 10 000 00 01", maintenance: "+31 10 000 00 02", damage: "+31 10 000 00 03" },
    paymentInformation: { iban: "NL00TEST0000001001", bic: "TESTNL2A", vatNumber: "NL000000001B01" },
    subLessors: [],
  },
  {
    number: 1002,
    name: "Polder Mobiliteit",
    active: true,
    address: { street: "Dijkweg", streetNumber: "7", postalCode: "8232 BB", city: "Lelystad" },
    contact: "Front office",
    phone: {
      general: "+31 320 000 001",
      maintenance: "+31 320 000 002",
      damage: "+31 320 000 003",
      rental: "+31 320 000 004",
    },
    paymentInformation: { iban: "NL00TEST0000001002", bic: "TESTNL2A", vatNumber: "NL000000002B01" },
    subLessors: [{ code: "PM-ZUID", name: "Polder Mobiliteit Zuid" }],
  },
  {
    number: 1003,
    name: "Oude Lease",
    active: false,
    address: { street: "Stationsplein", streetNumber: "1", postalCode: "6811 CC", city: "Arnhem" },
    contact: "Nobody any more",
    phone: { general: "+31 26 000 00 01", maintenance: "+31 26 000 00 02", damage: "+31 26 000 00 03" },
    paymentInformation: { iban: "NL00TEST0000001003", bic: "TESTNL2A", vatNumber: "NL000000003B01" },
    subLessors: [],
  },
];

/** A notification of a lessor. The fields are not shown, so these are made up. */
export interface LessorNotification {
  readonly id: number;
  /** The number of the lessor that published it. */
  readonly lessorId: number;
  readonly title: string;
  /** The first day on which it is active, `yyyy-MM-dd` in Amsterdam. */
  readonly validFrom: string;
  /** The last day on which it is active. */
  readonly validUntil: string;
}

/** The notifications; the third one is no longer valid in 2026. */
export const notifications: readonly LessorNotification[] = [
  { id: 1, lessorId: 1001, title: "New invoice address", validFrom: "2026-01-01", validUntil: "2099-12-31" },
  {
    id: 2,
    lessorId: 1002,
    title: "Winter tires from October",
    validFrom: "2026-01-01",
    validUntil: "2099-12-31",
  },
  {
    id: 3,
    lessorId: 1001,
    title: "Desk closed at New Year",
    validFrom: "2025-12-20",
    validUntil: "2026-01-02",
  },
];

/** A supplier with an account. */
export interface SupplierAccount {
  readonly number: number;
  /** The supplier as its invoices name it. */
  readonly identity: InvoiceIdentityInput;
  /** Whether its user administers a cluster, and so has no default service level (supplier-api.md §5). */
  readonly clusterAdministrator: boolean;
}

const supplier = (
  number: number,
  identity: Omit<InvoiceIdentityInput, "RegNumber">,
  clusterAdministrator = false,
): SupplierAccount => ({ number, identity: { ...identity, RegNumber: number }, clusterAdministrator });

/** A supplier of the option `suppliers`. */
export const createSupplier = (number: number): SupplierAccount =>
  supplier(number, {
    name: `Garage ${number}`,
    street: "Werkplaatsweg",
    streetNumberSuffix: "1",
    postalCode: "1011 HH",
    city: "Amsterdam",
  });

/** The suppliers that every sandbox has. */
export const suppliers: readonly SupplierAccount[] = [
  supplier(4711, {
    name: "Garage De Brug",
    street: "Brugstraat",
    streetNumberSuffix: "3",
    postalCode: "3511 DD",
    city: "Utrecht",
  }),
  supplier(4712, {
    name: "Banden Service Oost",
    street: "Enschedesestraat",
    streetNumberSuffix: "44",
    postalCode: "7551 EE",
    city: "Hengelo",
  }),
  supplier(
    4713,
    {
      name: "Keten Noord",
      street: "Kanaalweg",
      streetNumberSuffix: "100",
      postalCode: "9711 FF",
      city: "Groningen",
    },
    true,
  ),
];

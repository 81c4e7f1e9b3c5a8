import type { Lessor } from "../../generated/supplier/models.js";

/** The lessors; numbers, addresses and accounts are made up. */
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

/** A vehicle that suppliers can work on. Everything but the license plate can be left out. */
export interface SandboxVehicle {
  readonly licensePlate: string;
  /** The number of its lessor. Default 1001, an active one; 1003 is inactive. */
  readonly lessorNumber?: number;
  /** Left out where there is no sublessor. */
  readonly sublessorCode?: string;
  /** Whether the object is active. Default true. */
  readonly active?: boolean;
  readonly make?: string;
  readonly model?: string;
  /** The first day of the lease contract. Default 2024-01-01. */
  readonly leaseStart?: string;
  /** The contract's `componentsWithDamageAllowed`. Default true. */
  readonly damageAllowed?: boolean;
}

/** The vehicles of the seeded world: one for each rule that depends on the contract. */
export const vehicles: readonly SandboxVehicle[] = [
  { licensePlate: "AB-123-C", make: "Volkswagen", model: "ID.4" },
  {
    licensePlate: "DE-456-F",
    lessorNumber: 1002,
    sublessorCode: "PM-ZUID",
    make: "Renault",
    model: "Trafic",
  },
  { licensePlate: "GH-789-J", lessorNumber: 1003, make: "Opel", model: "Corsa" },
  { licensePlate: "KL-012-M", damageAllowed: false, make: "Volvo", model: "XC40" },
  { licensePlate: "NP-345-R", leaseStart: "2026-06-01", make: "Kia", model: "EV3" },
  { licensePlate: "ST-678-V", active: false, make: "Fiat", model: "Ducato" },
];

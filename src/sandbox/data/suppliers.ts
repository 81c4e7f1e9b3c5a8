/** A supplier that has an account. */
export interface SandboxSupplier {
  /** The number by which the service knows it. */
  readonly number: number;
  readonly name: string;
  readonly street: string;
  readonly streetNumberSuffix: string;
  readonly postalCode: string;
  readonly city: string;
  /** Whether its user administers a cluster, who has no default service level (supplier-api.md §5). Default false. */
  readonly clusterAdministrator?: boolean;
}

/** The suppliers; numbers and addresses are made up. */
export const suppliers = [
  {
    number: 4711,
    name: "Garage De Brug",
    street: "Brugstraat",
    streetNumberSuffix: "3",
    postalCode: "3511 DD",
    city: "Utrecht",
  },
  {
    number: 4712,
    name: "Banden Service Oost",
    street: "Enschedesestraat",
    streetNumberSuffix: "44",
    postalCode: "7551 EE",
    city: "Hengelo",
  },
  {
    number: 4713,
    name: "Keten Noord",
    street: "Kanaalweg",
    streetNumberSuffix: "100",
    postalCode: "9711 FF",
    city: "Groningen",
    clusterAdministrator: true,
  },
] as const satisfies readonly SandboxSupplier[];

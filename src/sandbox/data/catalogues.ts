/** Makes as dealerships have them; the codes are made up. */
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

/** The classes of rental vehicle; codes and descriptions are made up. */
export const rentalClasses = [
  { code: "A", description: "Small car", hasEstateVariant: false },
  { code: "C", description: "Family car", hasEstateVariant: true },
  { code: "E", description: "Large car", hasEstateVariant: true },
  { code: "V", description: "Van", hasEstateVariant: false },
  { code: "T", description: "Truck", hasEstateVariant: false },
] as const;

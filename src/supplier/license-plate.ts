/** A license plate as plates are compared: without regard to case, hyphens and blanks. Empty for what is no text. */
export function plainPlate(licensePlate: unknown): string {
  return typeof licensePlate === "string" ? licensePlate.replace(/[\s-]/g, "").toUpperCase() : "";
}

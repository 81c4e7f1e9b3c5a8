import type { RequestDraft } from "./context.js";

/** The license plate. The field beside the vehicle is the service's, and counts only where the service gave it. */
export function plateOf({ id, licensePlate, vehicle }: RequestDraft): string | undefined {
  return vehicle?.licensePlate ?? (id === undefined ? undefined : licensePlate);
}

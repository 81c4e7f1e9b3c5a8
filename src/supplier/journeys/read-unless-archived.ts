import { RegError } from "../../errors/reg-error.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import type { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";

/** A request; undefined if it is archived, and so cannot be read any more. */
export async function readUnlessArchived(
  { requests }: JourneyParts,
  journey: Journey,
  id: string,
): Promise<ServiceRequest | undefined> {
  try {
    return await requests.get(id, journey.callOptions());
  } catch (error) {
    if (RegError.is(error, "archived")) return undefined;
    throw error;
  }
}

/** A subcomponent as it is sent; anything can be missing. */
export interface PartBody {
  id?: string;
  reg?: { code?: string };
  supplierCode?: string;
  operation?: { code?: string; type?: { code?: string } };
  reason?: { code?: string };
  location?: string[] | null;
  value?: string;
  price?: number;
  part?: { partType?: string; id?: number };
  damage?: boolean;
  warranty?: string;
  leniency?: string;
}

/** A line as it is sent. */
export interface LineBody extends PartBody {
  subcomponents?: PartBody[];
}

/** A request as it is sent. */
export interface RequestBody {
  status: "Draft" | "ApprovalRequested";
  vehicle: { licensePlate?: string; partialVin?: string };
  appointment?: {
    workshopDate?: string;
    checkoutDate?: string;
    workOrderNumber?: string;
    estimatedDurationInDays?: number;
    contact?: { name?: string; phone?: string };
  };
  components?: LineBody[];
}

/** One of a list, going round; undefined of an empty one. */
export function pickOf<T>(list: readonly T[] | undefined, index: number): T | undefined {
  return list?.[index % Math.max(1, list.length)];
}

/** The id of a line by its place, always the same. */
export function lineId(index: number): string {
  return `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
}

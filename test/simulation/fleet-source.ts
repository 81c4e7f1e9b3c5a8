import type { FleetItem } from "@reg/sdk";
import type { FleetPlan } from "./deployment.js";

type PlannedItem = FleetPlan["items"][number];

/** Spellings of a license plate that a service may take for the same vehicle. */
const spellingsOf = (vehicle: number): readonly string[] => [
  `AB-${vehicle}É`,
  `ab-${vehicle}é`,
  `AB${vehicle}É`,
  `AB ${vehicle} É`,
  `AB-${vehicle}E\u0301`,
  `AB-${vehicle}\u200bÉ`,
  `ＡＢ-${vehicle}É`,
  `\u0410\u0412-${vehicle}É`,
];

/** How many spellings a vehicle has. */
export const spellings = spellingsOf(0).length;

const firstSpellings: ReadonlyMap<string, string> = new Map(
  [0, 1, 2, 3].flatMap((vehicle) => spellingsOf(vehicle).map((each) => [each, `AB-${vehicle}É`] as const)),
);

/** The first spelling of a license plate; of what is no license plate of the fleet, the text itself. */
export const vehicleOf = (licensePlate: string): string => firstSpellings.get(licensePlate) ?? licensePlate;

export const isRemoval = ({ kind }: PlannedItem): boolean => kind === "remove" || kind === "put-and-remove";

/** What the service has of a vehicle after an item, as texts by the name of the resource. */
export function contentsOf({ content }: PlannedItem): ReadonlyMap<string, string> {
  return new Map([
    ["vehicle", content === 0 ? "Volvo" : "Kia"],
    ["mileages", content === 0 ? "nothing" : "1000"],
  ]);
}

/** Reads what a body says, in the form of {@link contentsOf}. */
export function contentOf(body: unknown): string {
  const [reading] = Array.isArray(body) ? body : [];
  return String(Reflect.get(Object(reading ?? body), reading === undefined ? "make" : "value") ?? "nothing");
}

/** The items of a plan as a job reads them. */
export class FleetSource {
  readonly plan: FleetPlan;
  readonly #isRespelling: boolean;

  constructor(plan: FleetPlan, { isRespelling }: { readonly isRespelling: boolean }) {
    this.plan = plan;
    this.#isRespelling = isRespelling;
  }

  /** How many items are expected; undefined: any number. */
  get expectItems(): number | undefined {
    const { items, expected } = this.plan;
    return expected === undefined ? undefined : Math.max(0, items.length + expected);
  }

  /** Whether it ends with an error. */
  get isBroken(): boolean {
    return this.plan.breaks || (this.expectItems ?? this.plan.items.length) !== this.plan.items.length;
  }

  get hasUnreadable(): boolean {
    return this.plan.items.some(({ kind }) => kind === "unreadable");
  }

  /** The last item of each license plate. */
  get listed(): ReadonlyMap<string, PlannedItem> {
    const readable = this.plan.items.filter(({ kind }) => kind !== "unreadable");
    return new Map(readable.map((each) => [this.plateOf(each), each]));
  }

  /** The license plates that it contains. */
  get contained(): readonly string[] {
    return [...this.listed].filter(([, item]) => !isRemoval(item)).map(([licensePlate]) => licensePlate);
  }

  plateOf({ vehicle, spelling }: PlannedItem): string {
    return spellingsOf(vehicle)[this.#isRespelling ? spelling : vehicle % 3] ?? "";
  }

  *read(): Generator<FleetItem | Error> {
    for (const each of this.plan.items) yield this.#itemOf(each);
    if (this.plan.breaks) throw new BrokenSource();
  }

  #itemOf(each: PlannedItem): FleetItem | Error {
    const licensePlate = this.plateOf(each);
    const contents = contentsOf(each);
    const mileage = contents.get("mileages");
    const item: FleetItem = {
      licensePlate,
      vehicle: { make: contents.get("vehicle") },
      mileages: mileage === "nothing" ? null : [{ date: "2026-06-01", value: Number(mileage) }],
    };
    switch (each.kind) {
      case "put":
        return item;
      case "remove":
        return { licensePlate, remove: true };
      case "put-and-remove":
        return { ...item, remove: true };
      case "wrong":
        return { ...item, other: 1 } as FleetItem;
      case "unreadable":
        return new Error("a line that cannot be read");
    }
  }
}

/** The error of a source that breaks. */
export class BrokenSource extends Error {}

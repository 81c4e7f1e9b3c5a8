import type { FleetItem } from "@reg/sdk";
import type { FleetResource } from "@reg/sdk/lessor";

/**
 * Generates a fleet that is the same in every process: of each vehicle its own fields, its mileages, and of every
 * second one its mounted tires.
 */
export function* generateFleet(vehicles: number): Generator<FleetItem> {
  for (let index = 0; index < vehicles; index += 1) {
    const licensePlate = `KT-${String(index).padStart(6, "0")}`;
    const vehicle = { make: `make ${index % 40}`, chassis: `WBA${index * 7919}` };
    const mileages = { date: "2026-06-15", value: 1000 + index };
    yield index % 2 === 0
      ? { licensePlate, vehicle, mileages }
      : { licensePlate, vehicle, mileages, currentTire: { size: "205/55 R16", season: index % 3 } };
  }
}

/** The resources that {@link generateFleet} uses, with the last part of their paths. */
const paths = { vehicle: "", currentTire: "/currenttire", mileages: "/mileages" } as const;

/** One resource of a vehicle, and its content at the service. */
export interface Resource {
  /** The license plate and the name of the resource. */
  readonly key: string;
  readonly licensePlate: string;
  readonly name: FleetResource;
  readonly path: string;
  readonly content: object;
}

/** Lists the resources that the service must hold after a fleet was synced. */
export function listResources(fleet: Iterable<FleetItem>): readonly Resource[] {
  return [...fleet].flatMap(({ licensePlate, vehicle, currentTire, mileages }) =>
    Object.entries({ vehicle: { ...vehicle, licensePlate }, currentTire, mileages }).flatMap(([name, content]) => {
      if (content === undefined || content === null) return [];
      const resource = name as keyof typeof paths;
      const path = `/v1/vehicles/${licensePlate}${paths[resource]}`;
      return [{ key: `${licensePlate} ${resource}`, licensePlate, name: resource, path, content }];
    }),
  );
}

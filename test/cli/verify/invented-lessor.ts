import type { RelatedKind } from "@reg/sdk/sandbox";
import { type BodyShapes, createShapeRecorder } from "@reg/sdk/validation";
import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import { jwt } from "../../support/jwt.js";

/** The name of a resource of a vehicle on the client: the vehicle itself or a kind of related data. */
export type Resource = "vehicle" | RelatedKind;

/** The bodies of a vehicle by resource. */
export type InventedBodies = Readonly<Record<Resource, object>>;

export const resources: readonly Resource[] = ["vehicle", ...relatedKinds];

/** The license plates of the vehicles that the service has at its start. */
export const inventedPlates: readonly string[] = ["LS-100-A", "LS-101-B", "LS-102-C", "LS-103-D"];

/**
 * Creates the bodies of a vehicle: 40 fields in 8 resources, all invented. The vehicles differ as those of a service
 * do: fields that are left out or null, fields of two types, and an empty list.
 *
 * @param index decides which of the variants a vehicle has
 */
export function inventedBodies(licensePlate: string, index = 0): InventedBodies {
  const isOdd = index % 2 === 1;
  return {
    vehicle: {
      licensePlate,
      vin: `VF1RFB0065${String(4_100_000 + index)}`,
      make: ["Renault", "Volvo", "Kia"][index % 3],
      model: ["Trafic", "XC40", "EV3"][index % 3],
      fuelType: isOdd ? "Diesel" : "Electric",
      firstRegistrationDate: `2024-03-0${1 + (index % 9)}`,
      seats: 5 + (index % 3),
      catalogPrice: 41_250.5 + index,
      isActive: !isOdd,
      lastChangedUtc: `2026-05-0${1 + (index % 9)}T06:30:00Z`,
      driver: isOdd ? { name: "Sam Bakker" } : { name: "Kim Visser", phone: "+31 6 00 00 00 11" },
    },
    contractTires: isOdd
      ? []
      : [
          { season: "Summer", quantity: 4, maximumPrice: 180.5, validUntil: "2028-02-29" },
          { season: "Winter", quantity: 4, maximumPrice: null, validUntil: "2028-02-29" },
        ],
    currentTire: {
      mountedOn: "2026-04-11",
      mileage: 40_125 + index,
      positions: ["L", "R"].map((position) => ({ position, tireId: 501 + index, profileDepth: "6.5" })),
    },
    lastMaintenance: {
      date: "2026-01-19",
      mileage: isOdd ? String(38_000 + index) : 38_000 + index,
      workshop: "Garage Westzijde",
      nextDueDate: isOdd ? null : "2027-01-19",
    },
    mileages: [0, 1, 2].map((month) => ({
      date: `2026-0${3 + month}-01`,
      value: 39_000 + month * 800 + index,
      unit: "Kilometre",
      ...(month === 2 ? { source: "Telematics" } : {}),
    })),
    routings: {
      mandatory: isOdd ? null : "7d1f2a34-0c55-4e7b-9d21-5a7f10c3b9e0",
      preferred: [{ kind: "Dealer", code: "RE-17" }],
      validFrom: "2026-01-01",
    },
    extraTireSet: isOdd ? { purchased: false } : { purchased: true, purchasedOn: "2025-10-02", season: "Winter" },
    purchasedTires: {
      summer: { allowed: 8, purchased: 4 },
      winter: { allowed: 8, purchased: index % 5 },
    },
  };
}

/** A lessor service with invented bodies that remembers what is put into it. */
export interface InventedLessor {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: typeof fetch;
}

const related = new Map<string, RelatedKind>(relatedKinds.map((kind) => [kind.toLowerCase(), kind]));

/**
 * Creates a lessor service with its own fields, which has the vehicles of `inventedPlates`. It is not the sandbox: it
 * stores every body as it comes, and knows nothing of the OpenAPI document.
 */
export function createInventedLessor(): InventedLessor {
  const vehicles = new Map(
    inventedPlates.map((plate, index) => [plate, new Map<string, unknown>(bodiesOf(plate, index))]),
  );
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/token") return Response.json(token());
    if (request.headers.get("authorization")?.startsWith("Bearer ") !== true) return problem(401);
    const [, , , segment = "", kind] = pathname.split("/");
    if (segment === "") return putVehicle(await request.json());
    const licensePlate = decodeURIComponent(segment);
    const resource = kind === undefined ? "vehicle" : related.get(kind);
    const stored = vehicles.get(licensePlate);
    if (resource === undefined || stored === undefined) return problem(404);
    if (request.method === "PUT") {
      stored.set(resource, await request.json());
      return noContent();
    }
    if (!stored.has(resource)) return problem(404);
    if (request.method === "GET") return Response.json(stored.get(resource));
    if (resource === "vehicle") vehicles.delete(licensePlate);
    stored.delete(resource);
    return noContent();
  };
  const putVehicle = (body: unknown) => {
    const { licensePlate } = Object(body);
    if (typeof licensePlate !== "string") return problem(400);
    const stored = vehicles.get(licensePlate) ?? new Map<string, unknown>();
    vehicles.set(licensePlate, stored.set("vehicle", body));
    return noContent();
  };
  return {
    baseUrl: "https://lessor.example",
    clientId: "invented-client",
    clientSecret: "invented-secret",
    fetch: async (input, init) => respond(new Request(input, init)),
  };
}

/** What a recorder has seen of vehicles: each resource is sent as it is returned. */
export function recordVehicles(first = 0, end = 6): BodyShapes {
  const recorder = createShapeRecorder();
  for (let index = first; index < end; index++)
    for (const [resource, body] of bodiesOf(`AB-${index}23-C`, index)) {
      const group = resource === "vehicle" ? "vehicles" : `vehicles.${resource}`;
      const response = { status: 200, headers: new Headers() };
      recorder.inspect({ ...response, operationId: `${group}.get`, body });
      recorder.inspect({ ...response, operationId: `${group}.put`, body: undefined, sent: body });
    }
  return recorder.shapes();
}

const bodiesOf = (licensePlate: string, index: number) => Object.entries(inventedBodies(licensePlate, index));

const token = () => ({ access_token: jwt({ sub: "fleet" }), token_type: "Bearer", expires_in: 3600 });

const noContent = () => new Response(null, { status: 204 });

const problem = (status: number) => Response.json({ reason: "refused" }, { status });

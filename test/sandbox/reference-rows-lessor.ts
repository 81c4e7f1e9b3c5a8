import type { ReferenceRow } from "./reference-rows.js";

/** Sections 3, 4, 7 and 8 of lessor-api.md. */
export const lessorSections: readonly ReferenceRow[] = [
  {
    id: "L3.EXISTS",
    document: "lessor-api.md",
    section: "3",
    part: "lifecycle rules",
    row: "a vehicle must exist before any sub-resource is set",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 3 states and transitions > a vehicle must exist before any related data is set [L3.EXISTS]",
    ],
  },
  {
    id: "L3.UPSERT",
    document: "lessor-api.md",
    section: "3",
    part: "lifecycle rules",
    row: "creating or updating is one operation (PUT)",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 3 states and transitions > creating and updating are one operation [L3.UPSERT]",
    ],
  },
  {
    id: "L3.DELETE",
    document: "lessor-api.md",
    section: "3",
    part: "lifecycle rules",
    row: "DELETE removes it",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 3 states and transitions > DELETE removes a vehicle, and the related data with it [L3.DELETE]",
    ],
  },
  {
    id: "L4.1",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "POST /token: form body; access_token, token_type, expires_in",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 4 endpoints > POST /token, with the form and for the answer that are shown [L4.1]",
    ],
  },
  {
    id: "L4.2",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT /v1/vehicles: create, or update when the license plate exists",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT a vehicle: new, or updated when the license plate exists [L4.2]",
    ],
  },
  {
    id: "L4.3",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "GET /v1/vehicles/{licensePlate}: current details",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > GET one vehicle as it is [L4.3]"],
  },
  {
    id: "L4.4",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "DELETE /v1/vehicles/{licensePlate}: remove the vehicle",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > DELETE a vehicle [L4.4]"],
  },
  {
    id: "L4.5",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/contracttires: set contract tires",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT contract tires [L4.5]"],
  },
  {
    id: "L4.6",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/currenttire: set mounted tires; GET returns the latest state",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT mounted tires, and GET their latest state [L4.6]",
    ],
  },
  {
    id: "L4.7",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/lastmaintenance: set last maintenance data",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT last maintenance data [L4.7]"],
  },
  {
    id: "L4.8",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/mileages: set mileage readings",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT mileage readings [L4.8]"],
  },
  {
    id: "L4.9",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/routings: set routing rules",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT routing rules [L4.9]"],
  },
  {
    id: "L4.10",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/extratireset: set the extra tire set flag",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT the extra tire set flag [L4.10]"],
  },
  {
    id: "L4.11",
    document: "lessor-api.md",
    section: "4",
    part: "endpoints",
    row: "PUT …/purchasedtires: set purchase settings",
    tests: ["test/sandbox/rows/lessor.test.ts > 4 endpoints > PUT purchase settings [L4.11]"],
  },
  {
    id: "L4.RELATED",
    document: "lessor-api.md",
    section: "4",
    part: "prose",
    row: "sub-resources: PUT, and where applicable GET and DELETE",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 4 endpoints > related data is set with PUT, read with GET and cleared with DELETE, each alone [L4.RELATED]",
    ],
  },
  {
    id: "L4.ORDER",
    document: "lessor-api.md",
    section: "4",
    part: "prose",
    row: "recommended order: vehicle, sub-resources, DELETE",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 4 endpoints > the recommended order goes through: vehicle, related data, removal [L4.ORDER]",
    ],
  },
  {
    id: "L7.401",
    document: "lessor-api.md",
    section: "7",
    part: "errors",
    row: "401 for a missing, malformed or expired token",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 7 errors > 401 for a token that is missing, malformed or expired [L7.401]",
    ],
  },
  {
    id: "L8.EXPIRES",
    document: "lessor-api.md",
    section: "8",
    part: "limits",
    row: "token lifetime is given in expires_in",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 8 limits > the lifetime of a token is what expires_in says [L8.EXPIRES]",
    ],
  },
  {
    id: "L8.RATE",
    document: "lessor-api.md",
    section: "8",
    part: "limits",
    row: "request rate limits: not shown",
    tests: [
      "test/sandbox/rows/lessor.test.ts > 8 limits > no limit on requests is shown, so none is made up [L8.RATE]",
    ],
  },
];

// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { components } from "./schema.js";

/**
 * The form that asks for a token.
 *
 * Source: lessor-api.md §4, §5.
 */
export type ClientCredentials = components["schemas"]["ClientCredentials"];

/**
 * A token and how long it lasts.
 *
 * Source: lessor-api.md §4, §5.
 */
export type AccessToken = components["schemas"]["AccessToken"];

/**
 * Why no token was given, in the fields of RFC 6749 section 5.2.
 *
 * Source: lessor-api.md §7.
 */
export type TokenProblem = components["schemas"]["TokenProblem"];

/**
 * A vehicle to create or update. Fields beyond the license plate are not shown.
 *
 * Source: lessor-api.md §1, §2.
 */
export type VehicleInput = components["schemas"]["VehicleInput"];

/**
 * A vehicle as the service holds it. Fields beyond the license plate are not shown, nor is the envelope, if
 * any; hence nothing is required.
 *
 * Source: lessor-api.md §1, §2.
 */
export type Vehicle = components["schemas"]["Vehicle"];

/**
 * Tires that the vehicle's contract covers. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type ContractTires = components["schemas"]["ContractTires"];

/**
 * Tires that are mounted on the vehicle. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type CurrentTire = components["schemas"]["CurrentTire"];

/**
 * The most recent maintenance of the vehicle. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type LastMaintenance = components["schemas"]["LastMaintenance"];

/**
 * Mileage readings of the vehicle. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type Mileages = components["schemas"]["Mileages"];

/**
 * Rules that lead the vehicle, by obligation or by preference, to a supplier, a dealer or a service level
 * cluster. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type Routings = components["schemas"]["Routings"];

/**
 * Whether an extra set of tires has been purchased. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type ExtraTireSet = components["schemas"]["ExtraTireSet"];

/**
 * Numbers of tires allowed and purchased, per tire category and season. Fields not shown.
 *
 * Source: lessor-api.md §2.
 */
export type PurchasedTires = components["schemas"]["PurchasedTires"];

/**
 * An error body. Neither its fields nor its error codes are shown.
 *
 * Source: lessor-api.md §7.
 */
export type LessorProblem = components["schemas"]["LessorProblem"];

// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { Open, OpenBody, OpenType } from "../../document/open.js";

/**
 * The form that asks for a token.
 *
 * Source: lessor-api.md §4, §5.
 */
export interface ClientCredentials {
    /**
     * The only grant there is.
     * @constant
     */
    grant_type: "client_credentials";
    /** Handed out by the operator. */
    client_id: string;
    /** Handed out by the operator. A password, to be rotated when compromised. */
    client_secret: string;
}

/**
 * A token and how long it lasts.
 *
 * Source: lessor-api.md §4, §5.
 */
export interface AccessToken {
    /** A signed JWT. */
    access_token: string;
    /** `Bearer`. */
    token_type: string;
    /** Seconds until the token expires. */
    expires_in: number;
}

/**
 * Why no token was given, in the fields of RFC 6749 section 5.2.
 *
 * Source: lessor-api.md §7.
 */
export interface TokenProblem {
    /** Code of the error, such as `invalid_client` or `invalid_request`. */
    error?: string;
    /** The error in words, for developers. */
    error_description?: string;
    /** Address of a page about the error. */
    error_uri?: string;
}

/**
 * A vehicle to create or update. Fields beyond the license plate are not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `VehicleInputFields`.
 *
 * Source: lessor-api.md §1, §2.
 */
export interface VehicleInput extends Open<OpenType<"VehicleInputFields">> {
    /** The vehicle's key. Inferred to be required in the body, since the path does not name the vehicle. The notation is not shown. (inferred) */
    licensePlate: string;
}

/**
 * A vehicle as the service holds it. Fields beyond the license plate are not shown, nor is the envelope, if
 * any; hence nothing is required.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `VehicleFields`.
 *
 * Source: lessor-api.md §1, §2.
 */
export interface Vehicle extends Open<OpenType<"VehicleFields">> {
    /** The vehicle's key. (inferred) */
    licensePlate?: string;
}

/**
 * Tires that the vehicle's contract covers. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ContractTiresInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type ContractTiresInput = Readonly<OpenBody<OpenType<"ContractTiresInputBody">>>;

/**
 * Tires that the vehicle's contract covers. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ContractTiresBody`.
 *
 * Source: lessor-api.md §2.
 */
export type ContractTires = OpenBody<OpenType<"ContractTiresBody">>;

/**
 * Tires that are mounted on the vehicle. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `CurrentTireInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type CurrentTireInput = Readonly<OpenBody<OpenType<"CurrentTireInputBody">>>;

/**
 * Tires that are mounted on the vehicle. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `CurrentTireBody`.
 *
 * Source: lessor-api.md §2.
 */
export type CurrentTire = OpenBody<OpenType<"CurrentTireBody">>;

/**
 * The most recent maintenance of the vehicle. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `LastMaintenanceInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type LastMaintenanceInput = Readonly<OpenBody<OpenType<"LastMaintenanceInputBody">>>;

/**
 * The most recent maintenance of the vehicle. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `LastMaintenanceBody`.
 *
 * Source: lessor-api.md §2.
 */
export type LastMaintenance = OpenBody<OpenType<"LastMaintenanceBody">>;

/**
 * Mileage readings of the vehicle. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `MileagesInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type MileagesInput = Readonly<OpenBody<OpenType<"MileagesInputBody">>>;

/**
 * Mileage readings of the vehicle. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `MileagesBody`.
 *
 * Source: lessor-api.md §2.
 */
export type Mileages = OpenBody<OpenType<"MileagesBody">>;

/**
 * Rules that lead the vehicle, by obligation or by preference, to a supplier, a dealer or a service level
 * cluster. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `RoutingsInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type RoutingsInput = Readonly<OpenBody<OpenType<"RoutingsInputBody">>>;

/**
 * Rules that lead the vehicle, by obligation or by preference, to a supplier, a dealer or a service level
 * cluster. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `RoutingsBody`.
 *
 * Source: lessor-api.md §2.
 */
export type Routings = OpenBody<OpenType<"RoutingsBody">>;

/**
 * Whether an extra set of tires has been purchased. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ExtraTireSetInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type ExtraTireSetInput = Readonly<OpenBody<OpenType<"ExtraTireSetInputBody">>>;

/**
 * Whether an extra set of tires has been purchased. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `ExtraTireSetBody`.
 *
 * Source: lessor-api.md §2.
 */
export type ExtraTireSet = OpenBody<OpenType<"ExtraTireSetBody">>;

/**
 * Numbers of tires allowed and purchased, per tire category and season. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `PurchasedTiresInputBody`.
 *
 * Source: lessor-api.md §2.
 */
export type PurchasedTiresInput = Readonly<OpenBody<OpenType<"PurchasedTiresInputBody">>>;

/**
 * Numbers of tires allowed and purchased, per tire category and season. Fields not shown.
 *
 * The reference does not show all of it: declare what you know in `OpenTypes`, as `PurchasedTiresBody`.
 *
 * Source: lessor-api.md §2.
 */
export type PurchasedTires = OpenBody<OpenType<"PurchasedTiresBody">>;

/**
 * An error body. Neither its fields nor its error codes are shown.
 *
 * Source: lessor-api.md §7.
 */
export type LessorProblem = {
    [key: string]: unknown;
};

// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { Open, OpenBody } from "../open.js";
import type { ContractTiresBody, CurrentTireBody, ExtraTireSetBody, LastMaintenanceBody, MileagesBody, PurchasedTiresBody, RoutingsBody, VehicleFields } from "./open-fields.js";

export interface paths {
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Obtain an access token
         * @description OAuth 2.0 client credentials grant, from machine to machine. The token is short-lived: keep it for its lifetime and ask for the next one shortly before it ends, rather than once per call.
         */
        post: operations["token.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a vehicle
         * @description Creates the vehicle, or updates it when its license plate is already registered. To come before any related data of that vehicle. Whether fields that are left out keep their values is not shown.
         */
        put: operations["vehicles.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get a vehicle
         * @description The vehicle's current details, to verify what the service holds.
         */
        get: operations["vehicles.get"];
        put?: never;
        post?: never;
        /**
         * Remove a vehicle
         * @description For a vehicle that is no longer relevant. What becomes of its related data is not shown.
         */
        delete: operations["vehicles.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/contracttires": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the contract tires
         * @description The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
         */
        get: operations["vehicles.contractTires.get"];
        /**
         * Set the contract tires
         * @description Sets the tires that the vehicle's contract covers.
         */
        put: operations["vehicles.contractTires.put"];
        post?: never;
        /**
         * Clear the contract tires
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.contractTires.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/currenttire": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the mounted tires
         * @description The latest state that the service holds, which need not be what was sent last.
         */
        get: operations["vehicles.currentTire.get"];
        /**
         * Set the mounted tires
         * @description Sets the tires that are mounted on the vehicle now.
         */
        put: operations["vehicles.currentTire.put"];
        post?: never;
        /**
         * Clear the mounted tires
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.currentTire.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/lastmaintenance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the last maintenance
         * @description The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
         */
        get: operations["vehicles.lastMaintenance.get"];
        /**
         * Set the last maintenance
         * @description Sets the vehicle's most recent maintenance data.
         */
        put: operations["vehicles.lastMaintenance.put"];
        post?: never;
        /**
         * Clear the last maintenance
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.lastMaintenance.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/mileages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the mileage readings
         * @description The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
         */
        get: operations["vehicles.mileages.get"];
        /**
         * Set the mileage readings
         * @description Sets the vehicle's mileage readings. Whether they replace or join the earlier ones is not shown.
         */
        put: operations["vehicles.mileages.put"];
        post?: never;
        /**
         * Clear the mileage readings
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.mileages.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/routings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the routing rules
         * @description The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
         */
        get: operations["vehicles.routings.get"];
        /**
         * Set the routing rules
         * @description Sets the rules that lead the vehicle, by obligation or by preference, to a supplier, a dealer or a service level cluster.
         */
        put: operations["vehicles.routings.put"];
        post?: never;
        /**
         * Clear the routing rules
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.routings.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/extratireset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the extra tire set flag
         * @description The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
         */
        get: operations["vehicles.extraTireSet.get"];
        /**
         * Set the extra tire set flag
         * @description Sets whether an extra set of tires has been purchased for the vehicle.
         */
        put: operations["vehicles.extraTireSet.put"];
        post?: never;
        /**
         * Clear the extra tire set flag
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.extraTireSet.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{licensePlate}/purchasedtires": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /**
         * Get the purchase settings
         * @description The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
         */
        get: operations["vehicles.purchasedTires.get"];
        /**
         * Set the purchase settings
         * @description Sets how many tires are allowed and how many have been purchased, per tire category and season.
         */
        put: operations["vehicles.purchasedTires.put"];
        post?: never;
        /**
         * Clear the purchase settings
         * @description Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
         */
        delete: operations["vehicles.purchasedTires.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The form that asks for a token. */
        ClientCredentials: {
            /**
             * @description The only grant there is.
             * @constant
             */
            grant_type: "client_credentials";
            /** @description Handed out by the operator. */
            client_id: string;
            /** @description Handed out by the operator. A password, to be rotated when compromised. */
            client_secret: string;
        };
        /** @description A token and how long it lasts. */
        AccessToken: {
            /** @description A signed JWT. */
            access_token: string;
            /** @description `Bearer`. */
            token_type: string;
            /** @description Seconds until the token expires. */
            expires_in: number;
        };
        /** @description Why no token was given, in the fields of RFC 6749 section 5.2. (inferred: the reference does not show it) */
        TokenProblem: {
            /** @description Code of the refusal, such as `invalid_client` or `invalid_request`. */
            error?: string;
            /** @description The refusal in words, for developers. */
            error_description?: string;
            /** @description Address of a page about the refusal. */
            error_uri?: string;
        };
        /** @description A vehicle to create or update. Fields beyond the license plate are not shown. */
        VehicleInput: {
            /** @description The vehicle's key. Inferred to be required in the body, since the path does not name the vehicle. The notation is not shown. (inferred: the reference does not show it) */
            licensePlate: string;
        } & Open<VehicleFields>;
        /** @description A vehicle as the service holds it. Fields beyond the license plate are not shown, nor is the envelope, if any; hence nothing is required. */
        Vehicle: {
            /** @description The vehicle's key. (inferred: the reference does not show it) */
            licensePlate?: string;
        } & Open<VehicleFields>;
        /** @description Tires that the vehicle's contract covers. Fields not shown. */
        ContractTires: OpenBody<ContractTiresBody>;
        /** @description Tires that are mounted on the vehicle. Fields not shown. */
        CurrentTire: OpenBody<CurrentTireBody>;
        /** @description The most recent maintenance of the vehicle. Fields not shown. */
        LastMaintenance: OpenBody<LastMaintenanceBody>;
        /** @description Mileage readings of the vehicle. Fields not shown. */
        Mileages: OpenBody<MileagesBody>;
        /** @description Rules that lead the vehicle, by obligation or by preference, to a supplier, a dealer or a service level cluster. Fields not shown. */
        Routings: OpenBody<RoutingsBody>;
        /** @description Whether an extra set of tires has been purchased. Fields not shown. */
        ExtraTireSet: OpenBody<ExtraTireSetBody>;
        /** @description Numbers of tires allowed and purchased, per tire category and season. Fields not shown. */
        PurchasedTires: OpenBody<PurchasedTiresBody>;
        /** @description An error body. Neither its fields nor its error codes are shown. (assumed: the reference does not show it) */
        LessorProblem: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The service did as asked. Neither the code nor whether there is a body is shown, so none is promised. (inferred: the reference does not show it) */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The contract tires as the service holds them. (inferred: the reference does not show it) */
        ContractTires: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContractTires"];
            };
        };
        /** @description The mounted tires as the service holds them. (inferred: the reference does not show it) */
        CurrentTire: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CurrentTire"];
            };
        };
        /** @description The last maintenance as the service holds it. (inferred: the reference does not show it) */
        LastMaintenance: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LastMaintenance"];
            };
        };
        /** @description The mileage readings as the service holds them. (inferred: the reference does not show it) */
        Mileages: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Mileages"];
            };
        };
        /** @description The routing rules as the service holds them. (inferred: the reference does not show it) */
        Routings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Routings"];
            };
        };
        /** @description The extra tire set flag as the service holds it. (inferred: the reference does not show it) */
        ExtraTireSet: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExtraTireSet"];
            };
        };
        /** @description The purchase settings as the service holds them. (inferred: the reference does not show it) */
        PurchasedTires: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PurchasedTires"];
            };
        };
        /** @description The token is missing, malformed or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LessorProblem"];
            };
        };
        /** @description The body is not JSON, or lacks what it must hold. That the service refuses it so is inferred; no status code but 401 is shown. (inferred: the reference does not show it) */
        BodyRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LessorProblem"];
            };
        };
        /** @description The vehicle is not registered, or holds nothing of this kind. A vehicle must exist before related data is set; the code that says so is not shown. (inferred: the reference does not show it) */
        VehicleNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LessorProblem"];
            };
        };
        /** @description The grant is refused: 401 for unknown client credentials, 400 for any other reason. Taken from RFC 6749 section 5.2; what this service answers is not shown. (inferred: the reference does not show it) */
        TokenRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenProblem"];
            };
        };
    };
    parameters: {
        /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
        LicensePlate: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "token.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The credentials, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ClientCredentials"];
            };
        };
        responses: {
            /** @description A signed token and the seconds for which it is valid. The code itself is inferred. (inferred: the reference does not show it) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            400: components["responses"]["TokenRefused"];
            401: components["responses"]["TokenRefused"];
        };
    };
    "vehicles.put": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VehicleInput"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vehicle as the service holds it. The code itself is inferred. (inferred: the reference does not show it) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @description (inferred: the reference does not show it) */
                    "application/json": components["schemas"]["Vehicle"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.contractTires.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ContractTires"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.contractTires.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractTires"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.contractTires.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.currentTire.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CurrentTire"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.currentTire.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CurrentTire"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.currentTire.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.lastMaintenance.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LastMaintenance"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.lastMaintenance.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LastMaintenance"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.lastMaintenance.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.mileages.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Mileages"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.mileages.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Mileages"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.mileages.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.routings.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Routings"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.routings.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Routings"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.routings.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.extraTireSet.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExtraTireSet"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.extraTireSet.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtraTireSet"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.extraTireSet.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.purchasedTires.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PurchasedTires"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
        };
    };
    "vehicles.purchasedTires.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        /** @description The data to set. That they are JSON, without a wrapper, is inferred. (inferred: the reference does not show it) */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurchasedTires"];
            };
        };
        responses: {
            400: components["responses"]["BodyRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
    "vehicles.purchasedTires.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description License plate of the vehicle, its key. Neither its type nor its notation is shown. (inferred: the reference does not show it) */
                licensePlate: components["parameters"]["LicensePlate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VehicleNotFound"];
            "2XX": components["responses"]["Done"];
        };
    };
}

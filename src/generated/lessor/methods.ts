// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { CallOptions } from "../../http/call/options.js";
import type { CallPromise } from "../../http/client.js";
import type { ContractTires, ContractTiresInput, CurrentTire, CurrentTireInput, ExtraTireSet, ExtraTireSetInput, LastMaintenance, LastMaintenanceInput, Mileages, MileagesInput, PurchasedTires, PurchasedTiresInput, Routings, RoutingsInput, Vehicle, VehicleInput } from "./models.js";

/** Every operation by its name. */
export interface LessorMethods {
  /** The vehicles, keyed on license plate, and the related data of each. */
  readonly vehicles: VehiclesMethods;
}

/** The vehicles, keyed on license plate, and the related data of each. */
export interface VehiclesMethods {
  /**
   * Create or update a vehicle.
   *
   * Creates the vehicle, or updates it when its license plate is already registered. To come before any related
   * data of that vehicle. Whether fields that are left out keep their values is not shown.
   *
   * `PUT /v1/vehicles`: can be repeated without harm, and is after a passing failure.
   *
   * Source: lessor-api.md §2, §3, §4. Confidence: documented.
   */
  put(body: VehicleInput, options?: CallOptions): CallPromise<void>;
  /**
   * Get a vehicle.
   *
   * The vehicle's current details, to verify what the service holds.
   *
   * `GET /v1/vehicles/{licensePlate}`: reads only, and is repeated after a passing failure.
   *
   * Source: lessor-api.md §1, §4. Confidence: documented.
   *
   * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
   */
  get(licensePlate: string, options?: CallOptions): CallPromise<Vehicle>;
  /**
   * Remove a vehicle.
   *
   * For a vehicle that is no longer relevant. What becomes of its related data is not shown.
   *
   * `DELETE /v1/vehicles/{licensePlate}`: can be repeated without harm, and is after a passing failure.
   *
   * Source: lessor-api.md §3, §4. Confidence: documented.
   *
   * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
   */
  delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  readonly contractTires: {
    /**
     * Get the contract tires.
     *
     * The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that
     * is.
     *
     * `GET /v1/vehicles/{licensePlate}/contracttires`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<ContractTires>;
    /**
     * Set the contract tires.
     *
     * Sets the tires that the vehicle's contract covers.
     *
     * `PUT /v1/vehicles/{licensePlate}/contracttires`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: ContractTiresInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the contract tires.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/contracttires`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly currentTire: {
    /**
     * Get the mounted tires.
     *
     * The latest state that the service holds, which need not be what was sent last.
     *
     * `GET /v1/vehicles/{licensePlate}/currenttire`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §1, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<CurrentTire>;
    /**
     * Set the mounted tires.
     *
     * Sets the tires that are mounted on the vehicle now.
     *
     * `PUT /v1/vehicles/{licensePlate}/currenttire`: can be repeated without harm, and is after a passing failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: CurrentTireInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the mounted tires.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/currenttire`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly lastMaintenance: {
    /**
     * Get the last maintenance.
     *
     * The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that
     * is.
     *
     * `GET /v1/vehicles/{licensePlate}/lastmaintenance`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<LastMaintenance>;
    /**
     * Set the last maintenance.
     *
     * Sets the vehicle's most recent maintenance data.
     *
     * `PUT /v1/vehicles/{licensePlate}/lastmaintenance`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: LastMaintenanceInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the last maintenance.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/lastmaintenance`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly mileages: {
    /**
     * Get the mileage readings.
     *
     * The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that
     * is.
     *
     * `GET /v1/vehicles/{licensePlate}/mileages`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<Mileages>;
    /**
     * Set the mileage readings.
     *
     * Sets the vehicle's mileage readings. Whether they replace or join the earlier ones is not shown.
     *
     * `PUT /v1/vehicles/{licensePlate}/mileages`: can be repeated without harm, and is after a passing failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: MileagesInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the mileage readings.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/mileages`: can be repeated without harm, and is after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly routings: {
    /**
     * Get the routing rules.
     *
     * The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that
     * is.
     *
     * `GET /v1/vehicles/{licensePlate}/routings`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<Routings>;
    /**
     * Set the routing rules.
     *
     * Sets the rules that lead the vehicle, by obligation or by preference, to a supplier, a dealer or a service
     * level cluster.
     *
     * `PUT /v1/vehicles/{licensePlate}/routings`: can be repeated without harm, and is after a passing failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: RoutingsInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the routing rules.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/routings`: can be repeated without harm, and is after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly extraTireSet: {
    /**
     * Get the extra tire set flag.
     *
     * The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that
     * is.
     *
     * `GET /v1/vehicles/{licensePlate}/extratireset`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<ExtraTireSet>;
    /**
     * Set the extra tire set flag.
     *
     * Sets whether an extra set of tires has been purchased for the vehicle.
     *
     * `PUT /v1/vehicles/{licensePlate}/extratireset`: can be repeated without harm, and is after a passing failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: ExtraTireSetInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the extra tire set flag.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/extratireset`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly purchasedTires: {
    /**
     * Get the purchase settings.
     *
     * The latest state that the service holds. Assumed: GET is said to exist where applicable, but not where that
     * is.
     *
     * `GET /v1/vehicles/{licensePlate}/purchasedtires`: reads only, and is repeated after a passing failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<PurchasedTires>;
    /**
     * Set the purchase settings.
     *
     * Sets how many tires are allowed and how many have been purchased, per tire category and season.
     *
     * `PUT /v1/vehicles/{licensePlate}/purchasedtires`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §2, §4. Confidence: documented.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    put(licensePlate: string, body: PurchasedTiresInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clear the purchase settings.
     *
     * Clears what the service holds. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/purchasedtires`: can be repeated without harm, and is after a passing
     * failure.
     *
     * Source: lessor-api.md §4. Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
}

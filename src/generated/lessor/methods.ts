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
   * Creates the vehicle, or updates it if its license plate exists. It must exist before its related data is
   * sent. Whether fields that are left out keep their values is not shown.
   *
   * `PUT /v1/vehicles` is repeated after a temporary failure.
   *
   * @example
   * await lessor.vehicles.put({ licensePlate: "AB-123-C", ...fields });
   *
   * @see lessor-api.md §2, §3, §4
   */
  put(body: VehicleInput, options?: CallOptions): CallPromise<void>;
  /**
   * Reads what the service holds of a vehicle, to verify it.
   *
   * `GET /v1/vehicles/{licensePlate}` is repeated after a temporary failure.
   *
   * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
   *
   * @example
   * const vehicle = await lessor.vehicles.get("AB-123-C");
   *
   * @see lessor-api.md §1, §4
   */
  get(licensePlate: string, options?: CallOptions): CallPromise<Vehicle>;
  /**
   * Removes a vehicle that is no longer relevant. What becomes of its related data is not shown.
   *
   * `DELETE /v1/vehicles/{licensePlate}` is repeated after a temporary failure.
   *
   * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
   *
   * @example
   * await lessor.vehicles.delete("AB-123-C");
   *
   * @see lessor-api.md §3, §4
   */
  delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  readonly contractTires: {
    /**
     * Reads the tires that the vehicle's contract covers: the latest state that the service holds. Assumed: GET is
     * said to exist where applicable, but not where that is.
     *
     * `GET /v1/vehicles/{licensePlate}/contracttires` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.contractTires.get("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<ContractTires>;
    /**
     * Sets the tires that the vehicle's contract covers.
     *
     * `PUT /v1/vehicles/{licensePlate}/contracttires` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.contractTires.put("AB-123-C", tires);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: ContractTiresInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears the tires that the vehicle's contract covers. Assumed: DELETE is said to exist where applicable, but
     * not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/contracttires` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.contractTires.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly currentTire: {
    /**
     * Reads the tires that are mounted on the vehicle now: the latest state that the service holds, which need not
     * be what was sent last.
     *
     * `GET /v1/vehicles/{licensePlate}/currenttire` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.currentTire.get("AB-123-C");
     *
     * @see lessor-api.md §1, §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<CurrentTire>;
    /**
     * Sets the tires that are mounted on the vehicle now.
     *
     * `PUT /v1/vehicles/{licensePlate}/currenttire` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.currentTire.put("AB-123-C", tires);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: CurrentTireInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears the tires that are mounted on the vehicle now. Assumed: DELETE is said to exist where applicable, but
     * not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/currenttire` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.currentTire.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly lastMaintenance: {
    /**
     * Reads the vehicle's most recent maintenance data: the latest state that the service holds. Assumed: GET is
     * said to exist where applicable, but not where that is.
     *
     * `GET /v1/vehicles/{licensePlate}/lastmaintenance` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.lastMaintenance.get("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<LastMaintenance>;
    /**
     * Sets the vehicle's most recent maintenance data.
     *
     * `PUT /v1/vehicles/{licensePlate}/lastmaintenance` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.lastMaintenance.put("AB-123-C", maintenance);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: LastMaintenanceInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears the vehicle's most recent maintenance data. Assumed: DELETE is said to exist where applicable, but not
     * where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/lastmaintenance` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.lastMaintenance.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly mileages: {
    /**
     * Reads the vehicle's mileage readings: the latest state that the service holds. Assumed: GET is said to exist
     * where applicable, but not where that is.
     *
     * `GET /v1/vehicles/{licensePlate}/mileages` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.mileages.get("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<Mileages>;
    /**
     * Sets the vehicle's mileage readings. Whether they replace or join the earlier readings is not shown.
     *
     * `PUT /v1/vehicles/{licensePlate}/mileages` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.mileages.put("AB-123-C", [{ date: "2026-06-15", value: 48210 }]);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: MileagesInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears the vehicle's mileage readings. Assumed: DELETE is said to exist where applicable, but not where that
     * is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/mileages` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.mileages.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly routings: {
    /**
     * Reads the rules that lead the vehicle, as mandatory or preferred, to a supplier, a dealer or a service level
     * cluster: the latest state that the service holds. Assumed: GET is said to exist where applicable, but not
     * where that is.
     *
     * `GET /v1/vehicles/{licensePlate}/routings` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.routings.get("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<Routings>;
    /**
     * Sets the rules that lead the vehicle, as mandatory or preferred, to a supplier, a dealer or a service level
     * cluster.
     *
     * `PUT /v1/vehicles/{licensePlate}/routings` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.routings.put("AB-123-C", routings);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: RoutingsInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears the rules that lead the vehicle, as mandatory or preferred, to a supplier, a dealer or a service level
     * cluster. Assumed: DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/routings` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.routings.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly extraTireSet: {
    /**
     * Reads whether an extra set of tires has been purchased for the vehicle: the latest state that the service
     * holds. Assumed: GET is said to exist where applicable, but not where that is.
     *
     * `GET /v1/vehicles/{licensePlate}/extratireset` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.extraTireSet.get("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<ExtraTireSet>;
    /**
     * Sets whether an extra set of tires has been purchased for the vehicle.
     *
     * `PUT /v1/vehicles/{licensePlate}/extratireset` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.extraTireSet.put("AB-123-C", extraTireSet);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: ExtraTireSetInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears whether an extra set of tires has been purchased for the vehicle. Assumed: DELETE is said to exist
     * where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/extratireset` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.extraTireSet.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
  readonly purchasedTires: {
    /**
     * Reads how many tires are allowed and how many have been purchased, by tire category and season: the latest
     * state that the service holds. Assumed: GET is said to exist where applicable, but not where that is.
     *
     * `GET /v1/vehicles/{licensePlate}/purchasedtires` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * const current = await lessor.vehicles.purchasedTires.get("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    get(licensePlate: string, options?: CallOptions): CallPromise<PurchasedTires>;
    /**
     * Sets how many tires are allowed and how many have been purchased, by tire category and season.
     *
     * `PUT /v1/vehicles/{licensePlate}/purchasedtires` is repeated after a temporary failure.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.purchasedTires.put("AB-123-C", settings);
     *
     * @see lessor-api.md §2, §4
     */
    put(licensePlate: string, body: PurchasedTiresInput, options?: CallOptions): CallPromise<void>;
    /**
     * Clears how many tires are allowed and how many have been purchased, by tire category and season. Assumed:
     * DELETE is said to exist where applicable, but not where that is.
     *
     * `DELETE /v1/vehicles/{licensePlate}/purchasedtires` is repeated after a temporary failure.
     *
     * Confidence: assumed.
     *
     * @param licensePlate License plate of the vehicle, its key. Neither its type nor its notation is shown.
     *
     * @example
     * await lessor.vehicles.purchasedTires.delete("AB-123-C");
     *
     * @see lessor-api.md §4
     */
    delete(licensePlate: string, options?: CallOptions): CallPromise<void>;
  };
}

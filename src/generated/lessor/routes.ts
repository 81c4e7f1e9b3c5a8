// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { CallOptions } from "../../http/call/options.js";
import type { ContractTires, ContractTiresInput, CurrentTire, CurrentTireInput, ExtraTireSet, ExtraTireSetInput, LastMaintenance, LastMaintenanceInput, Mileages, MileagesInput, PurchasedTires, PurchasedTiresInput, Routings, RoutingsInput, Vehicle, VehicleInput } from "./models.js";

/** Every path, by HTTP method: the parameters of a call, and the whole body of its response. */
export interface LessorRoutes {
  GET: {
    /** Get a vehicle. */
    "/v1/vehicles/{licensePlate}": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: Vehicle;
    };
    /** Get the contract tires. */
    "/v1/vehicles/{licensePlate}/contracttires": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: ContractTires;
    };
    /** Get the mounted tires. */
    "/v1/vehicles/{licensePlate}/currenttire": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: CurrentTire;
    };
    /** Get the last maintenance. */
    "/v1/vehicles/{licensePlate}/lastmaintenance": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: LastMaintenance;
    };
    /** Get the mileage readings. */
    "/v1/vehicles/{licensePlate}/mileages": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: Mileages;
    };
    /** Get the routing rules. */
    "/v1/vehicles/{licensePlate}/routings": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: Routings;
    };
    /** Get the extra tire set flag. */
    "/v1/vehicles/{licensePlate}/extratireset": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: ExtraTireSet;
    };
    /** Get the purchase settings. */
    "/v1/vehicles/{licensePlate}/purchasedtires": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: PurchasedTires;
    };
  };
  PUT: {
    /** Create or update a vehicle. */
    "/v1/vehicles": {
      args: [init: { body: VehicleInput } & CallOptions];
      data: undefined;
    };
    /** Set the contract tires. */
    "/v1/vehicles/{licensePlate}/contracttires": {
      args: [init: { params: { path: { licensePlate: string } }; body: ContractTiresInput } & CallOptions];
      data: undefined;
    };
    /** Set the mounted tires. */
    "/v1/vehicles/{licensePlate}/currenttire": {
      args: [init: { params: { path: { licensePlate: string } }; body: CurrentTireInput } & CallOptions];
      data: undefined;
    };
    /** Set the last maintenance. */
    "/v1/vehicles/{licensePlate}/lastmaintenance": {
      args: [init: { params: { path: { licensePlate: string } }; body: LastMaintenanceInput } & CallOptions];
      data: undefined;
    };
    /** Set the mileage readings. */
    "/v1/vehicles/{licensePlate}/mileages": {
      args: [init: { params: { path: { licensePlate: string } }; body: MileagesInput } & CallOptions];
      data: undefined;
    };
    /** Set the routing rules. */
    "/v1/vehicles/{licensePlate}/routings": {
      args: [init: { params: { path: { licensePlate: string } }; body: RoutingsInput } & CallOptions];
      data: undefined;
    };
    /** Set the extra tire set flag. */
    "/v1/vehicles/{licensePlate}/extratireset": {
      args: [init: { params: { path: { licensePlate: string } }; body: ExtraTireSetInput } & CallOptions];
      data: undefined;
    };
    /** Set the purchase settings. */
    "/v1/vehicles/{licensePlate}/purchasedtires": {
      args: [init: { params: { path: { licensePlate: string } }; body: PurchasedTiresInput } & CallOptions];
      data: undefined;
    };
  };
  POST: {
  };
  PATCH: {
  };
  DELETE: {
    /** Remove a vehicle. */
    "/v1/vehicles/{licensePlate}": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the contract tires. */
    "/v1/vehicles/{licensePlate}/contracttires": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the mounted tires. */
    "/v1/vehicles/{licensePlate}/currenttire": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the last maintenance. */
    "/v1/vehicles/{licensePlate}/lastmaintenance": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the mileage readings. */
    "/v1/vehicles/{licensePlate}/mileages": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the routing rules. */
    "/v1/vehicles/{licensePlate}/routings": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the extra tire set flag. */
    "/v1/vehicles/{licensePlate}/extratireset": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
    /** Clear the purchase settings. */
    "/v1/vehicles/{licensePlate}/purchasedtires": {
      args: [init: { params: { path: { licensePlate: string } } } & CallOptions];
      data: undefined;
    };
  };
}

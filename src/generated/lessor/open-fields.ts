// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

/**
 * What the reference does not show of `ContractTires`.
 *
 * Say it with `declare module "@reg/sdk" { interface ContractTiresBody { … } }`.
 */
export interface ContractTiresBody {}

/**
 * What the reference does not show of `CurrentTire`.
 *
 * Say it with `declare module "@reg/sdk" { interface CurrentTireBody { … } }`.
 */
export interface CurrentTireBody {}

/**
 * What the reference does not show of `ExtraTireSet`.
 *
 * Say it with `declare module "@reg/sdk" { interface ExtraTireSetBody { … } }`.
 */
export interface ExtraTireSetBody {}

/**
 * What the reference does not show of `LastMaintenance`.
 *
 * Say it with `declare module "@reg/sdk" { interface LastMaintenanceBody { … } }`.
 */
export interface LastMaintenanceBody {}

/**
 * What the reference does not show of `Mileages`.
 *
 * Say it with `declare module "@reg/sdk" { interface MileagesBody { … } }`.
 */
export interface MileagesBody {}

/**
 * What the reference does not show of `PurchasedTires`.
 *
 * Say it with `declare module "@reg/sdk" { interface PurchasedTiresBody { … } }`.
 */
export interface PurchasedTiresBody {}

/**
 * What the reference does not show of `Routings`.
 *
 * Say it with `declare module "@reg/sdk" { interface RoutingsBody { … } }`.
 */
export interface RoutingsBody {}

/**
 * What the reference does not show of `VehicleInput`, `Vehicle`.
 *
 * Say it with `declare module "@reg/sdk" { interface VehicleFields { … } }`.
 */
export interface VehicleFields {}

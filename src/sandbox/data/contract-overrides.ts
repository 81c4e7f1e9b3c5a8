import * as z from "zod/mini";
import { supplierContract } from "./agreed.js";

const anything = z.looseObject({});

/** Booleans by name: all may be left out, and others are refused, so that a slip of the pen shows. */
const switches = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, z.optional(z.boolean())]));

const { tires, rentalVehicle } = supplierContract;
const costs = (allowed: object | undefined) =>
  z.optional(z.strictObject(switches(Object.keys(allowed ?? {}))));
const serviceLevelSchema = z.optional(anything);

/** The form of what a vehicle's contract can have of its own. What the rules read is checked in full. */
export const contractOverrides = z.strictObject({
  vehicle: z.optional(anything),
  leaseContract: z.optional(anything),
  supplierContract: z.optional(
    z.strictObject({
      repairAndMaintenance: z.optional(z.strictObject({ ...switches(["allowed"]), serviceLevelSchema })),
      tires: z.optional(
        z.strictObject({
          ...switches([
            "tireSwapAllowed",
            "tireReplaceAllowed",
            "tirePurchaseWithoutMountingAllowed",
            "usedTiresAllowed",
          ]),
          profileDepthRequiredExemption: z.optional(z.unknown()),
          allowedCosts: costs(tires?.allowedCosts),
          serviceLevelSchema,
        }),
      ),
      rentalVehicle: z.optional(
        z.strictObject({
          ...switches(["allowed"]),
          allowedCosts: costs(rentalVehicle?.allowedCosts),
          serviceLevelSchema,
        }),
      ),
      damage: z.optional(
        z.strictObject(switches(["allowed", "firstDebitInvoiceRequiresCreditDiscountInvoice"])),
      ),
    }),
  ),
});

import * as z from "zod/mini";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../http/validate.js";
import { lifeRange, longestLife } from "../clock.js";
import type { Services } from "../server/context.js";
import { defaultSupplier } from "../world.js";

/** What a supplier's token can be told. */
export interface SupplierTokenOptions {
  /**
   * How long it is good for, in milliseconds, rounded up to whole seconds; at most ten years, the default: long enough for a
   * client that goes by the machine's clock while the sandbox stands at some earlier `now`.
   */
  readonly expiresInMs?: number;
  /** Whose it is. Default 4711; 4712 has an account too. Each supplier sees its own requests. */
  readonly supplierNumber?: number;
}

/** What a supplier needs to connect, and what the operator can do to it. */
export interface SupplierSide {
  readonly baseUrl: string;
  /**
   * Issues a token.
   *
   * @throws RegInputError for a supplier without an account, a lifetime that is none, and an option that there is not
   */
  token(options?: SupplierTokenOptions): Promise<string>;
  /** Has every supplier token issued so far, of any supplier, answered with 401 from now on. */
  revokeTokens(): void;
}

const tenYears = 3652 * 24 * 60 * 60 * 1000;

const lifetime = "must be a number of milliseconds";

const optionsSchema = z.strictObject({
  expiresInMs: z.optional(
    z.number(lifetime).check(z.minimum(-longestLife, lifeRange), z.maximum(longestLife, lifeRange)),
  ),
  // Whose account it is, is looked up.
  supplierNumber: z.optional(z.unknown()),
});

/** Makes the supplier's part of a sandbox. */
export function createSupplierSide(baseUrl: string, services: () => Services): SupplierSide {
  return {
    baseUrl,
    token: async (options = {}) => {
      checkInput(optionsSchema, options, { whole: "options", unknownKey: "is not an option of a token" });
      const { expiresInMs = tenYears, supplierNumber = defaultSupplier } = options;
      const { state, tokens } = services();
      if (!state.world.suppliers.has(supplierNumber)) {
        const known = [...state.world.suppliers.keys()].join(", ");
        throw new RegInputError("supplierNumber", `is not that of a supplier with an account: use ${known}`);
      }
      return tokens.issue("supplier", String(supplierNumber), expiresInMs);
    },
    revokeTokens: () => services().tokens.revoke("supplier"),
  };
}

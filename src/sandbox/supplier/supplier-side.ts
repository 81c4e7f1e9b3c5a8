import { RegInputError } from "../../errors/client-errors.js";
import type { Services } from "../core/handler.js";
import { defaultSupplier } from "../state/world.js";

/** What a supplier's token can be told. */
export interface SupplierTokenOptions {
  /**
   * How long it is good for, in milliseconds, rounded up to whole seconds. Default ten years: long enough for a
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
   * @throws RegInputError for a supplier without an account, and for a lifetime that is no number
   */
  token(options?: SupplierTokenOptions): Promise<string>;
  /** Has every supplier token issued so far, of any supplier, answered with 401 from now on. */
  revokeTokens(): void;
}

const tenYears = 3652 * 24 * 60 * 60 * 1000;

/** Makes the supplier's part of a sandbox. */
export function createSupplierSide(baseUrl: string, services: () => Services): SupplierSide {
  return {
    baseUrl,
    token: async ({ expiresInMs = tenYears, supplierNumber = defaultSupplier } = {}) => {
      const { state, tokens } = services();
      if (!state.world.suppliers.has(supplierNumber)) {
        const known = [...state.world.suppliers.keys()].join(", ");
        throw new RegInputError("supplierNumber", `is not that of a supplier with an account: use ${known}`);
      }
      if (!Number.isFinite(expiresInMs))
        throw new RegInputError("expiresInMs", "must be a number of milliseconds");
      return tokens.issue("supplier", String(supplierNumber), expiresInMs);
    },
    revokeTokens: () => services().tokens.revoke("supplier"),
  };
}

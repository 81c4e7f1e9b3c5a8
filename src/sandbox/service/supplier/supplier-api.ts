import * as z from "zod/mini";
import { checkInput } from "../../../errors/input.js";
import { day, lifeRange, longestLife } from "../../common/clock.js";
import { checkSupplierNumber, defaultSupplier } from "../../data/world.js";
import type { Services } from "../state/context.js";

/** Options of a supplier's token. */
export interface SupplierTokenOptions {
  /**
   * The lifetime of the token in milliseconds, rounded up to whole seconds; at most ten years, which is the default.
   * The default is that long because a client that uses the machine's clock may be years ahead of the sandbox's `now`.
   */
  readonly expiresInMs?: number | undefined;
  /**
   * The number of the supplier. Default 4711; 4712, 4713 and those of the option `suppliers` have accounts too. Each
   * supplier sees its own requests.
   */
  readonly supplierNumber?: number | undefined;
}

/** The connection data of a supplier, and the controls of its tokens. */
export interface SandboxSupplier {
  readonly baseUrl: string;
  /**
   * Issues a token.
   *
   * @throws RegInputError for a supplier without an account, an invalid lifetime, or an unknown option
   */
  token(options?: SupplierTokenOptions): Promise<string>;
  /**
   * Revokes the tokens issued so far, of all suppliers or of the one with `supplierNumber`: calls that use them get 401.
   *
   * @throws RegInputError for a supplier without an account, or an unknown option
   */
  revokeTokens(options?: {
    /** The number of the supplier. Default: all suppliers. */
    readonly supplierNumber?: number | undefined;
  }): void;
}

const tenYears = 3652 * day;

const lifetime = "must be a number of milliseconds";

// The number is looked up among the accounts instead, so that the error can name them.
const revocationOptions = z.strictObject({ supplierNumber: z.optional(z.unknown()) });

const tokenOptions = z.strictObject({
  expiresInMs: z.optional(
    z.number(lifetime).check(z.minimum(-longestLife, lifeRange), z.maximum(longestLife, lifeRange)),
  ),
  ...revocationOptions.shape,
});

/** Creates `sandbox.supplier`. */
export function createSandboxSupplier(baseUrl: string, services: Services): SandboxSupplier {
  return {
    baseUrl,
    token: async (options = {}) => {
      checkInput(tokenOptions, options, { whole: "options", unknownKey: "is not an option of a token" });
      const { expiresInMs = tenYears, supplierNumber = defaultSupplier } = options;
      const { state, tokens } = services;
      checkSupplierNumber(state.world, supplierNumber);
      return tokens.issue("supplier", String(supplierNumber), expiresInMs);
    },
    revokeTokens: (options = {}) => {
      checkInput(revocationOptions, options, { whole: "options", unknownKey: "is not an option of revokeTokens" });
      const { supplierNumber } = options;
      if (supplierNumber !== undefined) checkSupplierNumber(services.state.world, supplierNumber);
      services.tokens.revoke("supplier", supplierNumber?.toString());
    },
  };
}

import * as z from "zod/mini";
import { relatedKinds } from "../../../../sandbox/lessor/related.js";
import { number, optionalText, text } from "../fields.js";
import { done, json } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

const client = z.strictObject({ client: optionalText });

/** Tokens, the clients of the lessor API, and what the service itself changes about their vehicles. */
export const accessRoutes: readonly ControlRoute[] = [
  post(
    "/tokens/supplier",
    "Issues a supplier token: { supplierNumber, expiresInMs }; gives { token }",
    z.strictObject({ supplierNumber: z.exactOptional(number), expiresInMs: z.exactOptional(number) }),
    async ({ sandbox }, options) => json({ token: await sandbox.supplier.token(options) }),
  ),
  post(
    "/tokens/revoke",
    "Revokes every token of an API so far: { api }, supplier or lessor",
    z.strictObject({ api: z.enum(["supplier", "lessor"], "must be supplier or lessor") }),
    ({ sandbox }, { api }) => {
      if (api === "supplier") sandbox.supplier.revokeTokens();
      else sandbox.lessor.revokeTokens();
      return done;
    },
  ),
  post(
    "/lessor/client",
    "The credentials of another client of the lessor API: { name }; gives { clientId, clientSecret }",
    z.strictObject({ name: text }),
    ({ sandbox }, { name }) => json(sandbox.lessor.client(name)),
  ),
  post(
    "/lessor/rotate-secret",
    "Replaces the secret of a client: { client }, the usual one if left out; gives { clientSecret }",
    client,
    ({ sandbox }, body) => json({ clientSecret: sandbox.lessor.rotateSecret(body.client) }),
  ),
  post(
    "/lessor/disable-client",
    "Has the token endpoint refuse a client: { client }, the usual one if left out",
    client,
    ({ sandbox }, body) => {
      sandbox.lessor.disableClient(body.client);
      return done;
    },
  ),
  post(
    "/lessor/maintain",
    "Has the service change related data of a registered vehicle: { licensePlate, kind, value, client }",
    z.strictObject({
      licensePlate: text,
      kind: z.enum(relatedKinds, `must be one of ${relatedKinds.join(", ")}`),
      value: z.unknown(),
      client: optionalText,
    }),
    ({ sandbox }, { licensePlate, kind, value, client: name }) => {
      sandbox.lessor.maintain(licensePlate, kind, value, name);
      return done;
    },
  ),
];

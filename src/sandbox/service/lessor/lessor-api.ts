import type { RelatedKind } from "../../../generated/lessor/operations.js";
import { type Credentials, clientNamed, defaultClientId, knownClient, rotateSecret } from "../../common/secrets.js";
import type { Services } from "../state/context.js";
import type { LessorActor } from "./lessor-actor.js";
import { maintain } from "./vehicles.js";

/**
 * The connection data of a lessor's client, and the controls of the clients. A `client` is the name that was given to
 * `client()`; left out, it is the client whose credentials are here. A name that was not given to `client()` since the
 * last reset causes a RegInputError.
 */
export interface LessorControls extends Credentials {
  readonly baseUrl: string;
  /** The current secret. */
  readonly clientSecret: string;
  /**
   * Returns the credentials of another client, which is created on the first call. Each client has its own vehicles.
   * The same name and seed give the same credentials. A reset removes the client until the next call.
   *
   * @throws RegInputError for a name that is not 1 to 64 letters, digits, dots, dashes or underscores
   */
  client(name: string): Credentials;
  /** Replaces the secret and returns the new one. Tokens that were issued for the old secret stay valid (assumed). */
  rotateSecret(client?: string): string;
  /** Disables the client: the token endpoint rejects it. Its tokens stay valid (assumed). */
  disableClient(client?: string): void;
  /** Revokes the tokens of all lessor clients issued so far: calls that use them get 401. */
  revokeTokens(): void;
  /**
   * Changes related data of a registered vehicle on behalf of the service, so that it differs from the data that the
   * client sent last (lessor-api.md §1).
   *
   * @throws RegInputError for an unknown client, kind or vehicle, and for a value that is neither an object nor an
   *   array
   */
  maintain(licensePlate: string, kind: RelatedKind, value: unknown, client?: string): void;
}

/** The lessor's part of a sandbox: its client, the controls of the clients, and the actions of the lessor itself. */
export type SandboxLessor = LessorActor & LessorControls;

interface SandboxLessorParts {
  readonly baseUrl: string;
  readonly services: Services;
  readonly seed: number;
  readonly actor: LessorActor;
}

/** Creates `sandbox.lessor`. */
export function createSandboxLessor({ baseUrl, services, seed, actor }: SandboxLessorParts): SandboxLessor {
  const client = (name?: string) => clientNamed(services.state.lessorClients, seed, name);
  const known = (name?: string) => knownClient(services.state.lessorClients, name);
  return {
    ...actor,
    baseUrl,
    clientId: defaultClientId,
    get clientSecret() {
      return client().clientSecret;
    },
    client(name) {
      const { clientId, clientSecret } = client(name);
      return { clientId, clientSecret };
    },
    rotateSecret: (name) => rotateSecret(known(name), seed),
    disableClient(name) {
      known(name).disabled = true;
    },
    revokeTokens: () => services.tokens.revoke("lessor"),
    maintain(licensePlate, kind, value, name) {
      maintain(services.state, { clientId: known(name).clientId, licensePlate, kind, value });
    },
  };
}

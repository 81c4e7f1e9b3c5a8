import type { RelatedKind } from "../model.js";
import type { LessorActor } from "../reviewer/reviewer.js";
import { type Credentials, clientNamed, defaultClientId, knownClient, rotateSecret } from "../secrets.js";
import type { Services } from "../server/context.js";
import { maintain } from "./vehicles.js";

/**
 * What a lessor's client needs to connect, and what the operator can do to it. A `client` is named as in `client()`;
 * without one it is the client whose credentials stand here. Whoever names one that nobody has asked for since the
 * last reset gets a RegInputError.
 */
export interface LessorControls extends Credentials {
  readonly baseUrl: string;
  /** The secret as it is now. */
  readonly clientSecret: string;
  /**
   * The credentials of another client, which is made when it is first asked for. Its vehicles are its own. The same
   * name and seed give the same credentials, also after a reset, which forgets the client until it is asked for.
   *
   * @throws RegInputError for a name that is not 1 to 64 letters, digits, dots, dashes or underscores
   */
  client(name: string): Credentials;
  /** Replaces the secret and gives the new one. Tokens got with the old one stay good (assumed). */
  rotateSecret(client?: string): string;
  /** Has the token endpoint refuse the client from now on. Its tokens stay good (assumed). */
  disableClient(client?: string): void;
  /** Has every lessor token issued so far, of any client, answered with 401 from now on. */
  revokeTokens(): void;
  /**
   * Has the service itself change related data of a registered vehicle, so that what was sent last is no longer what
   * it holds (lessor-api.md §1).
   *
   * @throws RegInputError for a client or a vehicle that is not registered, and a value that is no object or array
   */
  maintain(licensePlate: string, kind: RelatedKind, value: unknown, client?: string): void;
}

/** The lessor's part of a sandbox: its client, the operator behind that, and the lessor in person. */
export type LessorSide = LessorActor & LessorControls;

/** What the lessor's part is made of. */
export interface LessorSideParts {
  readonly baseUrl: string;
  readonly services: () => Services;
  readonly seed: number;
  readonly actor: LessorActor;
}

/** Makes the lessor's part of a sandbox. */
export function createLessorSide({ baseUrl, services, seed, actor }: LessorSideParts): LessorSide {
  const client = (name?: string) => clientNamed(services().state.lessorClients, seed, name);
  const known = (name?: string) => knownClient(services().state.lessorClients, name);
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
    revokeTokens: () => services().tokens.revoke("lessor"),
    maintain: (licensePlate, kind, value, name) =>
      maintain(services().state, known(name).clientId, licensePlate, kind, value),
  };
}

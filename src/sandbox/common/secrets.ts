import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { RegInputError } from "../../errors/errors.js";

/** The credentials of a lessor's client. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A client of the lessor API as the operator stores it. */
interface LessorClientAccount {
  readonly clientId: string;
  clientSecret: string;
  /** How often the secret has been replaced. */
  rotations: number;
  disabled: boolean;
}

/** The clients of the lessor API by id. */
export type LessorClients = Map<string, LessorClientAccount>;

/** The id of the client that always exists. */
export const defaultClientId = "sandbox-lessor";

const namePattern = /^[\w.-]{1,64}$/;

/** The clients of a new sandbox: only the default one. */
export function firstClients(seed: number): LessorClients {
  return new Map([[defaultClientId, createAccount(seed, defaultClientId)]]);
}

/**
 * Finds the client with a name, or creates it; without a name, the default client.
 *
 * @throws RegInputError for an invalid name
 */
export function clientNamed(clients: LessorClients, seed: number, name?: string): LessorClientAccount {
  if (name !== undefined && (typeof name !== "string" || !namePattern.test(name)))
    throw new RegInputError("name", "must be 1 to 64 letters, digits, dots, dashes or underscores");
  const clientId = clientIdOf(name);
  const client = clients.get(clientId) ?? createAccount(seed, clientId);
  clients.set(clientId, client);
  return client;
}

/**
 * Finds the existing client with a name; without a name, the default client.
 *
 * @throws RegInputError for a client whose credentials have not been requested
 */
export function knownClient(clients: LessorClients, name?: string): LessorClientAccount {
  const client = name === undefined || typeof name === "string" ? clients.get(clientIdOf(name)) : undefined;
  if (client === undefined)
    throw new RegInputError("client", "is not the name of one: ask for its credentials first, by lessor.client()");
  return client;
}

/** Replaces the secret of a client and returns the new one. */
export function rotateSecret(client: LessorClientAccount, seed: number): string {
  client.rotations += 1;
  client.clientSecret = secretOf(seed, client.clientId, client.rotations);
  return client.clientSecret;
}

const clientIdOf = (name: string | undefined) => (name === undefined ? defaultClientId : `${defaultClientId}.${name}`);

function createAccount(seed: number, clientId: string): LessorClientAccount {
  return { clientId, clientSecret: secretOf(seed, clientId, 0), rotations: 0, disabled: false };
}

const secretOf = (seed: number, clientId: string, rotations: number) =>
  `sandbox-${shortHex(derived(String(seed), "client secret", clientId, rotations))}`;

/**
 * Derives 32 bytes from a secret and a purpose: the same bytes for the same arguments. If the secret is a seed, anyone
 * can compute the bytes, which is harmless because a sandbox protects no real data.
 */
export function derived(secret: string, ...purpose: readonly (string | number)[]): Uint8Array {
  // A copy, because a Buffer is not an instance of the Uint8Array of jsdom, which jose asks for.
  return new Uint8Array(createHmac("sha256", secret).update(JSON.stringify(purpose)).digest());
}

/** The first 16 bytes in hexadecimal digits. */
export const shortHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex", 0, 16);

/** Compares in a time that does not depend on where two texts differ. */
export function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** A key that nobody can guess, for the controls of a sandbox. */
export const randomKey = (): string => randomBytes(24).toString("base64url");

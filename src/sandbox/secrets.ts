import { createHmac } from "node:crypto";
import { RegInputError } from "../errors/errors.js";
import type { Api } from "./tokens.js";

/**
 * Bytes that follow from a secret text and from what they are for: 32 of them, the same for the same arguments.
 * With a seed for the secret they can be worked out by anybody, which does no harm: a sandbox guards nothing.
 */
export function derived(secret: string, ...purpose: readonly (string | number)[]): Buffer {
  return createHmac("sha256", secret).update(JSON.stringify(purpose)).digest();
}

/** A client of the lessor API as the operator keeps it. */
export interface LessorClientAccount {
  readonly clientId: string;
  clientSecret: string;
  /** How often the secret has been replaced. */
  rotations: number;
  /** The operator has shut it out. */
  disabled: boolean;
}

/** Clients by id. */
export type LessorClients = Map<string, LessorClientAccount>;

/** The client that is always there. */
export const defaultClientId = "sandbox-lessor";

const namePattern = /^[\w.-]{1,64}$/;

/** The clients of a new sandbox: the one that is always there. */
export function firstClients(seed: number): LessorClients {
  return new Map([[defaultClientId, account(seed, defaultClientId)]]);
}

/**
 * The client with a name, which is made when it is first asked for; without a name, the one that is always there.
 *
 * @throws RegInputError for a name that cannot be used
 */
export function clientNamed(clients: LessorClients, seed: number, name?: string): LessorClientAccount {
  if (name !== undefined && (typeof name !== "string" || !namePattern.test(name)))
    throw new RegInputError("name", "must be 1 to 64 letters, digits, dots, dashes or underscores");
  const clientId = name === undefined ? defaultClientId : `${defaultClientId}.${name}`;
  const client = clients.get(clientId) ?? account(seed, clientId);
  clients.set(clientId, client);
  return client;
}

/**
 * The client with a name, as the operator speaks of one that is there; without a name, the one that is always there.
 *
 * @throws RegInputError for a client that nobody has asked for
 */
export function knownClient(clients: LessorClients, name?: string): LessorClientAccount {
  const client = clients.get(name === undefined ? defaultClientId : `${defaultClientId}.${String(name)}`);
  if (client === undefined)
    throw new RegInputError(
      "client",
      "is not the name of one: ask for its credentials first, by lessor.client()",
    );
  return client;
}

/** Replaces the secret of a client and gives the new one. */
export function rotateSecret(client: LessorClientAccount, seed: number): string {
  client.rotations += 1;
  client.clientSecret = secretOf(seed, client.clientId, client.rotations);
  return client.clientSecret;
}

function account(seed: number, clientId: string): LessorClientAccount {
  return { clientId, clientSecret: secretOf(seed, clientId, 0), rotations: 0, disabled: false };
}

const secretOf = (seed: number, clientId: string, rotations: number) =>
  `sandbox-${derived(String(seed), "client secret", clientId, rotations).toString("hex", 0, 16)}`;

/** What a lessor's client is known by. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** How far the tokens of an API have come. Each token of an API has a serial number, the first one 1. */
export interface TokenMarks {
  /** The serial number of the last token. */
  issued: number;
  /** Tokens with a lower serial number are revoked. */
  revokedBefore: number;
}

/** The marks of both APIs while no token has been issued. */
export function firstMarks(): Readonly<Record<Api, TokenMarks>> {
  return { supplier: { issued: 0, revokedBefore: 0 }, lessor: { issued: 0, revokedBefore: 0 } };
}

import { randomBytes } from "node:crypto";
import type { Clock } from "../../../base/clock.js";
import type { ApiName } from "../../../document/apis.js";
import { derived, shortHex } from "../../common/secrets.js";
import { ProblemError } from "../../messages/problem.js";
import type { State } from "./state.js";

interface TokenParts {
  readonly clock: Clock;
  readonly state: () => State;
  /** The seed in the options of the sandbox; undefined if they have none. */
  readonly seed: number | undefined;
}

interface UsedToken {
  readonly api: ApiName;
  /** The supplier's number or the client id. */
  readonly subject: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Claims {
  readonly aud: unknown;
  readonly sub: string;
  readonly exp: number;
  readonly serial: number;
}

/** The claims of tokens are made up: the reference only says that a token is a signed JWT (lessor-api.md §5). */
const issuer = "reg-sandbox";

// A verification runs in another thread: without a cache, concurrent requests would be handled in a random order.
const maxCachedTokens = 500;

/** Stands for every subject of an API. */
const all = "all";

/** Issues, checks and revokes signed tokens, with one key and one clock. */
export class Tokens {
  readonly #parts: TokenParts;
  readonly #secret: string;
  readonly #key: Uint8Array;
  readonly #claims = new Map<string, Promise<Claims>>();
  /** The highest serial numbers issued so far, also by states that have been replaced. */
  readonly #highest: Record<ApiName, number> = { supplier: 0, lessor: 0 };

  /**
   * With a given seed the key follows from the seed, so that the same seed and calls give the same tokens byte for
   * byte, and two sandboxes with the same seed accept each other's tokens. Without a seed no caller can rely on the
   * bytes; the key is then random, so that another sandbox rejects the tokens.
   */
  constructor(parts: TokenParts) {
    this.#parts = parts;
    this.#secret = parts.seed === undefined ? randomBytes(32).toString("hex") : String(parts.seed);
    this.#key = derived(this.#secret, "key");
  }

  /** Signs a token that expires after `lifetimeMs`; the expiry is rounded up to a whole second. */
  async issue(api: ApiName, subject: string, lifetimeMs: number): Promise<string> {
    const now = this.#parts.clock.now();
    const marks = this.#parts.state().tokens[api];
    const serial = marks.issued + 1;
    marks.issued = serial;
    this.#highest[api] = Math.max(this.#highest[api], serial);
    // Imported only here, because it needs a TextDecoder as soon as it is imported: jsdom of Jest has none.
    const { SignJWT } = await import("jose/jwt/sign");
    return new SignJWT({ serial })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(api)
      .setSubject(subject)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.ceil((now + lifetimeMs) / 1000))
      .setJti(shortHex(derived(this.#secret, "jti", api, serial)))
      .sign(this.#key);
  }

  /**
   * Checks the token of a request and returns its subject.
   *
   * @throws ProblemError 401 for a token that is missing, malformed, expired, revoked or for the other API
   */
  async check(api: ApiName, request: Request): Promise<string> {
    const header = request.headers.get("authorization");
    if (header === null) throw new ProblemError(401, "The header Authorization is missing.");
    const token = /^Bearer ([\w.~+/-]+=*)$/.exec(header)?.[1];
    if (token === undefined) throw new ProblemError(401, "The header Authorization holds no bearer token.");
    const { aud, sub, exp, serial } = await this.#claimsOf(token);
    if (aud !== api) throw new ProblemError(401, `The token is not one for the ${api} API.`);
    if (exp * 1000 <= this.#parts.clock.now()) throw new ProblemError(401, "The token has expired.");
    if (this.#isRevoked(api, { sub, serial })) throw new ProblemError(401, "The token has been revoked.");
    return sub;
  }

  /**
   * Revokes every token of an API, or of a subject, issued so far, including those of states that have been replaced.
   * Tokens are ordered by serial number, because a standing clock gives many of them the same time.
   */
  revoke(api: ApiName, subject: string = all): void {
    const marks = this.#parts.state().tokens[api];
    marks.issued = Math.max(marks.issued, this.#highest[api]);
    marks.revokedBefore.set(subject, marks.issued + 1);
  }

  #isRevoked(api: ApiName, { sub, serial }: Pick<Claims, "sub" | "serial">): boolean {
    const { revokedBefore } = this.#parts.state().tokens[api];
    return [all, sub].some((subject) => serial < (revokedBefore.get(subject) ?? 0));
  }

  /** The tokens that calls have used lately and that are neither expired nor revoked. */
  async inUse(): Promise<readonly UsedToken[]> {
    const now = this.#parts.clock.now();
    const all = await Promise.allSettled(this.#claims.values());
    return all.flatMap((each) => {
      if (each.status === "rejected") return [];
      const { aud, sub, exp, serial } = each.value;
      const api = aud === "supplier" ? "supplier" : "lessor";
      const isAccepted = exp * 1000 > now && !this.#isRevoked(api, { sub, serial });
      return isAccepted ? [{ api, subject: sub, expiresAt: exp * 1000 }] : [];
    });
  }

  /** Forgets a token that only the sandbox itself has used. */
  forget(token: string): void {
    this.#claims.delete(token);
  }

  #claimsOf(token: string): Promise<Claims> {
    const claims = this.#claims.get(token) ?? this.#verify(token);
    this.#claims.set(token, claims);
    const [oldest = ""] = this.#claims.keys();
    if (this.#claims.size > maxCachedTokens) this.#claims.delete(oldest);
    return claims;
  }

  /** Verifies the parts of a token that never change: its signature, its issuer and the presence of all claims. */
  async #verify(token: string): Promise<Claims> {
    const { jwtVerify } = await import("jose/jwt/verify");
    try {
      const { payload } = await jwtVerify<Partial<Claims>>(token, this.#key, {
        algorithms: ["HS256"],
        issuer,
        currentDate: new Date(0),
      });
      const { aud, sub, exp, serial } = payload;
      if (sub !== undefined && exp !== undefined && serial !== undefined) return { aud, sub, exp, serial };
    } catch {
      // The response is the same for every defect of the token.
    }
    this.#claims.delete(token);
    throw new ProblemError(401, "The token is malformed, or is not one of this sandbox.");
  }
}

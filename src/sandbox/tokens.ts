import { randomBytes } from "node:crypto";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import type { Clock } from "../http/clock.js";
import { derived } from "./secrets.js";
import { ProblemError } from "./server/problem.js";
import type { State } from "./state.js";

/** Remembers what was worked out for the keys used last, and forgets the rest. */
export class Recent<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #limit: number;

  /** @param limit how many values are kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of a key, which is made unless it is still known. */
  get(key: string, make: () => Value): Value {
    const value = this.#kept.get(key) ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }

  /** Forgets the value of a key. */
  forget(key: string): void {
    this.#kept.delete(key);
  }
}

/** Which of the two APIs a token is good for. */
export type Api = "supplier" | "lessor";

/** What tokens are made of. */
export interface TokenParts {
  readonly clock: Clock;
  readonly state: () => State;
  /** The seed that the sandbox was given. Undefined: none was given. */
  readonly seed: number | undefined;
}

interface Claims {
  readonly aud: unknown;
  readonly sub: string;
  readonly exp: number;
  readonly serial: number;
}

/** Claims of tokens are made up: all that is said of a token is that it is a signed JWT (lessor-api.md §5). */
const issuer = "reg-sandbox";

/** How many tokens can be in use at the same time without their signatures being checked over and over. */
const rememberedTokens = 500;

/** Issues, checks and revokes signed tokens, by one key and one clock. */
export class Tokens {
  readonly #parts: TokenParts;
  readonly #secret: string;
  readonly #key: Uint8Array;
  readonly #claims = new Recent<Promise<Claims>>(rememberedTokens);
  /** The highest serial numbers ever given out, also by a state that has been replaced since. */
  readonly #highest: Record<Api, number> = { supplier: 0, lessor: 0 };

  /**
   * The key follows from a seed that was given, so that the same seed and calls give the same tokens to the byte;
   * two sandboxes with one seed then take each other's tokens. Where no seed was given nobody counts on the
   * bytes, and the key is random: a token that strays into another sandbox is refused there.
   */
  constructor(parts: TokenParts) {
    this.#parts = parts;
    this.#secret = parts.seed === undefined ? randomBytes(32).toString("hex") : String(parts.seed);
    this.#key = derived(this.#secret, "key");
  }

  /** Signs a token for a subject that expires after `lifetimeMs`; expiry is rounded up to a whole second. */
  issue(api: Api, subject: string, lifetimeMs: number): Promise<string> {
    const now = this.#parts.clock.now();
    const marks = this.#parts.state().tokens[api];
    const serial = marks.issued + 1;
    marks.issued = serial;
    this.#highest[api] = Math.max(this.#highest[api], serial);
    return new SignJWT({ serial })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(api)
      .setSubject(subject)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.ceil((now + lifetimeMs) / 1000))
      .setJti(derived(this.#secret, "jti", api, serial).toString("hex", 0, 16))
      .sign(this.#key);
  }

  /**
   * The subject of the token that a request carries; refuses with 401 one that is missing, malformed, expired,
   * revoked or for the other API.
   */
  async check(api: Api, request: Request): Promise<string> {
    const header = request.headers.get("authorization");
    if (header === null) throw new ProblemError(401, "The header Authorization is missing.");
    const token = /^Bearer ([\w.~+/-]+=*)$/.exec(header)?.[1];
    if (token === undefined) throw new ProblemError(401, "The header Authorization holds no bearer token.");
    const { aud, sub, exp, serial } = await this.#claims.get(token, () => this.#verify(token));
    if (aud !== api) throw new ProblemError(401, `The token is not one for the ${api} API.`);
    if (exp * 1000 <= this.#parts.clock.now()) throw new ProblemError(401, "The token has expired.");
    if (serial < this.#parts.state().tokens[api].revokedBefore)
      throw new ProblemError(401, "The token has been revoked.");
    return sub;
  }

  /**
   * Revokes every token of an API so far. They are told apart by number, since the clock may stand still, and
   * those that a state issued which has been replaced count too.
   */
  revoke(api: Api): void {
    const marks = this.#parts.state().tokens[api];
    marks.issued = Math.max(marks.issued, this.#highest[api]);
    marks.revokedBefore = marks.issued + 1;
  }

  /** Checks what never changes about a token: its signature, its issuer, and that it has all claims. */
  async #verify(token: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify<Partial<Claims>>(token, this.#key, {
        algorithms: ["HS256"],
        issuer,
        currentDate: new Date(0),
      });
      const { aud, sub, exp, serial } = payload;
      if (sub !== undefined && exp !== undefined && serial !== undefined) return { aud, sub, exp, serial };
    } catch {
      // Whatever is wrong with it, the answer is the same.
    }
    this.#claims.forget(token);
    throw new ProblemError(401, "The token is malformed, or is not one of this sandbox.");
  }
}

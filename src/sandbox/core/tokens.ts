import type { JWTPayload } from "jose";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import type { Clock } from "../../http/clock.js";
import { Refusal } from "./problem.js";

/** Which of the two APIs a token is good for. */
export type Api = "supplier" | "lessor";

/** Issues and checks signed tokens, by one key and one clock. */
export class Tokens {
  readonly #key = crypto.getRandomValues(new Uint8Array(32));
  readonly #clock: Clock;
  readonly #claims = new Map<string, Promise<JWTPayload>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Signs a token for a subject that expires after `lifetimeMs`; expiry is rounded up to a whole second. */
  issue(api: Api, subject: string, lifetimeMs: number): Promise<string> {
    const now = this.#clock.now();
    return new SignJWT({})
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setAudience(api)
      .setSubject(subject)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.ceil((now + lifetimeMs) / 1000))
      .sign(this.#key);
  }

  /** The subject of the token that a request carries; refuses with 401 one that is missing, malformed or expired. */
  async check(api: Api, request: Request): Promise<string> {
    const header = request.headers.get("authorization");
    if (header === null) throw new Refusal(401, "The header Authorization is missing.");
    const token = /^Bearer ([\w.~+/-]+=*)$/.exec(header)?.[1];
    if (token === undefined) throw new Refusal(401, "The header Authorization holds no bearer token.");
    const claims = await this.#claimsOf(token);
    if (claims.aud !== api) throw new Refusal(401, `The token is not one for the ${api} API.`);
    if ((claims.exp ?? 0) * 1000 <= this.#clock.now()) throw new Refusal(401, "The token has expired.");
    return claims.sub ?? "";
  }

  /** Checks each token's signature once; whether it has expired is for the caller to see, each time anew. */
  #claimsOf(token: string): Promise<JWTPayload> {
    const known = this.#claims.get(token);
    if (known !== undefined) return known;
    const claims = jwtVerify(token, this.#key, { algorithms: ["HS256"], currentDate: new Date(0) }).then(
      ({ payload }) => payload,
      () => {
        this.#claims.delete(token);
        throw new Refusal(401, "The token is malformed, or is not one of this sandbox.");
      },
    );
    this.#claims.set(token, claims);
    return claims;
  }
}

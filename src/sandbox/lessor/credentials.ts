/** What a lessor's client is known by. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

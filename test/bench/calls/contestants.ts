/** Who calls. */
export interface Contestant {
  /** As it is named on the command line; its module in `contestants/` has this name. */
  readonly name: string;
  /** As it is named in the tables. */
  readonly title: string;
  /** A file of the built package without which it is left out. */
  readonly needs?: string;
}

/** All that are measured; each is described where it is made. */
export const contestants: readonly Contestant[] = [
  { name: "ours", title: "ours, everything on" },
  { name: "ours-listener", title: "ours, and a listener" },
  { name: "ours-undici", title: "ours, undici transport", needs: "esm/undici/index.js" },
  { name: "fetch", title: "global fetch" },
  { name: "undici-request", title: "undici.request" },
  { name: "openapi-fetch", title: "openapi-fetch, bare" },
  { name: "openapi-fetch-features", title: "openapi-fetch, same features" },
  { name: "axios", title: "axios" },
  { name: "ky", title: "ky" },
  { name: "got", title: "got" },
  { name: "hey-api", title: "@hey-api/openapi-ts" },
  { name: "codegen", title: "openapi-typescript-codegen" },
];

/** What the others are compared with. */
export const baseline = "fetch";

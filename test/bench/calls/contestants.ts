/** Who calls. */
export interface Contestant {
  /** As it is named on the command line; its module in `contestants/` has this name. */
  readonly name: string;
  /** As it is named in the tables. */
  readonly title: string;
  /** A file of the built package without which it is left out. */
  readonly needs?: string;
  /** What it is made of, as npm names it: the page tells the versions. */
  readonly packages?: readonly string[];
}

/** All that are measured; each is described where it is made. */
export const contestants: readonly Contestant[] = [
  { name: "ours", title: "ours, everything on" },
  { name: "ours-listener", title: "ours, and a listener" },
  { name: "ours-undici", title: "ours, undici transport", needs: "esm/undici/index.js" },
  { name: "fetch", title: "global fetch" },
  { name: "undici-request", title: "undici.request", packages: ["undici"] },
  { name: "openapi-fetch", title: "openapi-fetch, bare", packages: ["openapi-fetch"] },
  {
    name: "openapi-fetch-features",
    title: "openapi-fetch, same features",
    packages: ["openapi-fetch", "p-retry", "p-throttle"],
  },
  { name: "axios", title: "axios", packages: ["axios"] },
  { name: "ky", title: "ky", packages: ["ky"] },
  { name: "got", title: "got", packages: ["got"] },
  { name: "hey-api", title: "@hey-api/openapi-ts", packages: ["@hey-api/openapi-ts"] },
  {
    name: "codegen",
    title: "openapi-typescript-codegen",
    packages: ["openapi-typescript-codegen"],
  },
];

/** What the others are compared with. */
export const baseline = "fetch";

/** Whether a contestant is one of ours. */
export const isOurs = (contestant: string): boolean => contestant.startsWith("ours");

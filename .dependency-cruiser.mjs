/**
 * The directions of the imports in src, checked by `npm run imports`. Type-only imports count like all others.
 * The lists are exported because `npm run structure` reports permissions that no file uses.
 */

/** The folders that each folder may import from, besides itself; `cli` may import from all of them. */
const directions = {
  values: [],
  errors: ["values", "generated"],
  http: ["errors", "values"],
  supplier: ["http", "errors", "values", "generated"],
  lessor: ["http", "errors", "values", "generated"],
  undici: ["http", "errors", "values"],
  redis: ["http", "errors"],
  logger: ["http", "errors", "values"],
  opentelemetry: ["http", "errors", "values"],
  shapes: ["http", "errors", "values", "generated"],
  validation: ["shapes", "http", "errors", "values", "generated"],
  sandbox: ["shapes", "errors", "values", "generated"],
  msw: ["sandbox"],
  generated: ["http"],
};

/** The files of the client that the sandbox shares, so that both use one clock, one body reader, one validator and one state machine. */
export const sharedWithSandbox = [
  "src/http/body.ts",
  "src/http/clock.ts",
  "src/http/files.ts",
  "src/http/validate.ts",
  "src/supplier/phases/line-status.ts",
  "src/supplier/phases/phases.ts",
  "src/validation/schema.ts",
];

/** The files, or folders with a slash at the end, that may import each library. The aim is one file for each. */
export const libraries = {
  "openapi-fetch": ["src/http/request.ts"],
  "p-retry": ["src/http/retry.ts"],
  jose: ["src/http/auth.ts", "src/redis/token-store.ts", "src/sandbox/tokens.ts"],
  msw: ["src/msw/index.ts"],
  undici: ["src/undici/"],
  "cli-progress": ["src/cli/sync/progress-bar.ts"],
  "csv-parse": ["src/cli/sync/csv.ts"],
  "@opentelemetry/api": ["src/opentelemetry/opentelemetry.ts"],
  // Schemas are data and stay next to what they describe.
  zod: [
    "src/http/validate.ts",
    "src/supplier/rules/",
    "src/lessor/token-request.ts",
    "src/shapes/shapes.ts",
    "src/sandbox/",
    "src/cli/sandbox/",
    "src/generated/",
    "src/validation/schema.ts",
  ],
};

/** Generated files that may be imported as values; the others hold types. */
const generatedTables = "^src/generated/.*(error-codes|operations|bodies|assumptions|holes)\\.ts$";

const literal = (path) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const files = (paths) => paths.map((path) => `^${literal(path)}${path.endsWith("/") ? "" : "$"}`);
const folders = (names) => `^src/(${names.join("|")})/`;
const packages = (names) => `(^|/)node_modules/(${names.map(literal).join("|")})/`;

/** A rule that fails the check. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const directionRules = Object.entries(directions).map(([folder, allowed]) =>
  forbid(
    `direction-${folder}`,
    `src/${folder} imports only from ${allowed.join(", ") || "its own files"}: a fixed direction keeps each folder usable alone.`,
    { path: folders([folder]) },
    {
      path: "^src/",
      pathNot: [folders([folder, ...allowed]), ...(folder === "sandbox" ? files(sharedWithSandbox) : [])],
    },
  ),
);

const libraryRules = Object.entries(libraries).map(([library, allowed]) =>
  forbid(
    `library-${library}`,
    `Only the files listed for ${library} import it: one place to look at for an upgrade.`,
    { path: "^src/", pathNot: files(allowed) },
    { path: packages([library]) },
  ),
);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    forbid(
      "no-circles",
      "Files that import each other, types included, can only be understood together.",
      {},
      { circular: true },
    ),
    ...directionRules,
    ...libraryRules,
    forbid(
      "known-folder",
      "A new folder in src needs an entry in `directions`.",
      { path: "^src/", pathNot: [folders([...Object.keys(directions), "cli"]), "^src/index\\.ts$"] },
      {},
    ),
    forbid(
      "known-library",
      "A new library needs an entry in `libraries`.",
      { path: "^src/" },
      { path: "(^|/)node_modules/", pathNot: packages(Object.keys(libraries)) },
    ),
    forbid(
      "resolvable",
      "The other rules cannot check an import that is not resolved.",
      { path: "^src/" },
      { couldNotResolve: true },
    ),
    forbid(
      "generated-imports-types",
      "Generated files contain types, data and schemas, and run no hand-written code.",
      { path: "^src/generated/" },
      { pathNot: ["^src/generated/", packages(["zod"])], dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "generated-as-types",
      "Only the tables of data are imported as values; an index.ts re-exports types with `export *`.",
      { path: "^src/", pathNot: ["^src/generated/", "/index\\.ts$"] },
      { path: "^src/generated/", pathNot: generatedTables, dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "main-entry",
      "The main entry must not load the sandbox, the command line or an optional package.",
      { path: "^src/index\\.ts$" },
      { path: folders(["sandbox", "msw", "undici", "validation", "cli"]), reachable: true },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};

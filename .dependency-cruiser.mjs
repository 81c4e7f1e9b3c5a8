/**
 * The directions of the imports in src, checked by `npm run lint`. Type-only imports count like all others.
 */

/** What every folder above them may import from. */
const core = ["errors", "base", "generated"];

/** The folders that each folder may import from, besides itself; `cli` may import from all of them. */
const directions = {
  base: [],
  errors: ["base", "generated"],
  document: core,
  domain: core,
  http: ["document", "errors", "base"],
  state: ["errors", "base"],
  supplier: ["state", "http", "domain", "document", ...core],
  lessor: ["state", "http", "document", ...core],
  sandbox: ["domain", "document", ...core],
  undici: ["http", "errors", "base"],
  redis: ["http", "errors", "base"],
  bottleneck: ["http", "errors", "base"],
  logger: ["http", "document", "errors", "base"],
  opentelemetry: ["http", "document", "errors", "base"],
  // Of the domain: its words, as types, and the codes of the readings.
  texts: ["domain", "errors", "base"],
  validation: ["document"],
  // Of the supplier's client, types only: those of the events.
  webhook: ["supplier", "errors", "base"],
  msw: ["sandbox", "errors", "base"],
  // Types only; the rule page-loads-no-sandbox sees to it.
  page: ["sandbox", "generated"],
  // It describes the methods of a client and the bodies of the documents.
  generated: ["http", "document", "base"],
};

/**
 * The folders that each folder of src/http may import from, besides itself; the files in src/http itself connect all of
 * them.
 */
const directionsInHttp = {
  call: [],
  diagnostics: ["call"],
  transport: ["call", "diagnostics"],
  authorization: ["call", "diagnostics"],
  throttle: ["call", "diagnostics"],
};

/** The same for src/sandbox and its sub-folders; the files in src/sandbox itself connect all of them. */
const directionsInSandbox = {
  common: [],
  messages: ["common"],
  data: ["messages"],
  service: ["data", "messages", "common"],
  "service/state": ["data", "messages", "common"],
  "service/supplier": ["service/state", "data", "messages", "common"],
  "service/lessor": ["service/supplier", "service/state", "data", "messages", "common"],
  faults: ["messages", "common"],
  server: ["service", "faults", "messages", "common"],
  "server/journal": ["faults", "messages", "common"],
  control: [
    ...["server/journal", "server/listen.ts", "server/loopback.ts"],
    ...["service/supplier", "service/lessor", "service/state", "faults", "messages", "common"],
    // What the controls call is described in files that connect the other folders.
    ...["types.ts", "scenarios.ts"],
  ],
};

/** The one file of the client that the sandbox shares: the reader of bodies. */
const sharedWithSandbox = "src/http/transport/body.ts";

/** The files, or folders with a slash at the end, that may import each library. The aim is one file for each. */
const libraries = {
  "openapi-fetch": ["src/http/request.ts"],
  "p-retry": ["src/http/retry-loop.ts"],
  jose: ["src/redis/token-store.ts", "src/sandbox/service/state/tokens.ts"],
  msw: ["src/msw.ts"],
  undici: ["src/undici/"],
  "cli-progress": ["src/cli/sync/progress.ts"],
  "csv-parse": ["src/cli/sync/csv.ts"],
  preact: ["src/page/"],
  "@opentelemetry/api": ["src/opentelemetry.ts"],
  // Schemas are data and stay next to what they describe.
  zod: [
    "src/domain/rules/",
    "src/document/shapes/shapes.ts",
    "src/sandbox/",
    "src/generated/",
    "src/document/schema.ts",
  ],
};

/** Generated files that may be imported as values; the others hold types. */
const generatedTables = "^src/generated/.*(error-codes|operations|bodies|assumptions|open-places)\\.ts$";

const literal = (path) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const files = (paths) => paths.map((path) => `^${literal(path)}${path.endsWith("/") ? "" : "$"}`);
/** Matches a folder, or the file that a folder with one file has become. */
const folders = (names) => `^src/(${names.join("|")})(/|\\.ts$)`;
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
      pathNot: [folders([folder, ...allowed]), ...(folder === "sandbox" ? files([sharedWithSandbox]) : [])],
    },
  ),
);

const innerDirectionRules = Object.entries({ http: directionsInHttp, sandbox: directionsInSandbox }).flatMap(
  ([outer, table]) => [
    forbid(
      `known-folder-${outer}`,
      `A new folder in src/${outer} needs an entry in its table of directions.`,
      { path: `^src/${outer}/.+/`, pathNot: `^src/${outer}/(${Object.keys(table).join("|")})/[^/]+$` },
      {},
    ),
    ...Object.entries(table).map(([folder, allowed]) =>
      forbid(
        `direction-${outer}-${folder}`,
        `src/${outer}/${folder} imports only from ${allowed.join(", ") || "its own files"}: it is one stage, and knows no later one.`,
        { path: `^src/${outer}/${folder}/` },
        { path: `^src/${outer}/`, pathNot: [folder, ...allowed].map((name) => `^src/${outer}/${name}(/|$)`) },
      ),
    ),
  ],
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
    ...innerDirectionRules,
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
      "Generated files contain types, data and schemas; src/document has the functions that complete these.",
      { path: "^src/generated/" },
      { pathNot: ["^src/(generated|document)/", packages(["zod"])], dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "generated-as-types",
      "Only the tables of data are imported as values; an index.ts re-exports types with `export *`.",
      { path: "^src/", pathNot: ["^src/generated/", "/index\\.ts$"] },
      { path: "^src/generated/", pathNot: generatedTables, dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "page-loads-no-sandbox",
      "The page runs in a browser: of the rest of src it imports types only.",
      { path: "^src/page/" },
      { path: "^src/", pathNot: "^src/page/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "main-entry",
      "The main entry must not load the sandbox, the command line or an optional package.",
      { path: "^src/index\\.ts$" },
      {
        path: [
          folders(["sandbox", "page", "msw", "undici", "redis", "bottleneck", "texts", "validation", "webhook", "cli"]),
          "^src/document/(apis|validator|compare|moved|schema|shapes/)",
        ],
        reachable: true,
      },
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

export * from "./errors/index.js";
export * from "./http/index.js";
export * from "./lessor/index.js";
export * from "./supplier/index.js";

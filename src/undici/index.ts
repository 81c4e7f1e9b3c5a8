export type { UndiciFetchOptions } from "./options.js";
export { type UndiciFetch, undiciFetch } from "./undici-fetch.js";

export { type UndiciFetch, type UndiciFetchOptions, undiciFetch } from "./undici-fetch.js";

import { make as makeOurs } from "./ours.mjs";

/** Ours with the fast transport, as it comes. */
export async function make(service) {
  const { undiciFetch } = await import(`${service.dist}/esm/undici/index.js`);
  return makeOurs(service, { fetch: undiciFetch() });
}

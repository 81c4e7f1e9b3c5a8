import { empty, json, type Reply, text } from "./fetch.js";

const html = { "content-type": "text/html" };
const plain = { "content-type": "text/plain" };
const page = "<!doctype html><title>Gateway</title>";

/** What gateways, proxies and login pages respond with. */
export const foreignAnswers = {
  "an empty 200": empty(200),
  "a page with 200": text(page, { headers: html }),
  "a page with 200 and an address": text(page, { headers: { ...html, location: "/login" } }),
  "a page with 200 and no type": () => new Response(new TextEncoder().encode(page)),
  "a text with 200": text("OK", { headers: plain }),
  "a text with 404": text("404 page not found", { status: 404, headers: plain }),
  "an empty 404": empty(404),
  "a page with 410": text(page, { status: 410, headers: html }),
  "JSON with 404 that is no error of the service": json({ message: "no route matches" }, { status: 404 }),
  "a redirect to a login page": empty(301, { location: "https://login.example/" }),
} satisfies Readonly<Record<string, Reply>>;

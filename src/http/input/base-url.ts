import { RegInputError } from "../../errors/client-errors.js";

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of a service and takes a trailing slash off.
 *
 * @throws RegInputError if it is missing, not an absolute URL, not https (http is for loopback only), or carries
 *   credentials, a query or a fragment
 */
export function checkBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== "string" || baseUrl.trim() === "") {
    throw new RegInputError(
      "baseUrl",
      "is missing: give the address of the service, such as https://api.example.com",
    );
  }
  const url = parse(baseUrl);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    throw new RegInputError("baseUrl", "must use https; http is for loopback addresses only");
  }
  if (url.username !== "" || url.password !== "") {
    throw new RegInputError("baseUrl", "must not carry credentials");
  }
  if (url.search !== "" || url.hash !== "" || /[?#]$/.test(baseUrl)) {
    throw new RegInputError("baseUrl", "must not carry a query or a fragment");
  }
  return url.href.replace(/\/+$/, "");
}

function parse(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) {
    throw new RegInputError("baseUrl", "is not an absolute URL such as https://api.example.com");
  }
  return new URL(baseUrl);
}

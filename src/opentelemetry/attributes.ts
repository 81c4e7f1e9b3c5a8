import type { Attributes } from "@opentelemetry/api";
import type { ErrorSummary } from "../errors/summary.js";
import type { EventBase } from "../http/diagnostics/events.js";

/** What all requests of an operation have in common, by the semantic conventions for HTTP clients. */
export function requestAttributes({ method, urlTemplate, origin }: EventBase): Attributes {
  return { "http.request.method": method, "url.template": urlTemplate, ...serverAttributes(origin) };
}

/** How a request or a call ended; nothing for a success without a status. */
export function endAttributes(status: number | undefined, error: ErrorSummary | undefined): Attributes {
  return {
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(error !== undefined && { "error.type": errorType(error, status) }),
  };
}

/** The status of an answer that says it failed, otherwise the system's code or the error's class. */
export function errorType({ name, code }: ErrorSummary, status: number | undefined): string {
  return (status ?? 0) >= 400 ? String(status) : (code ?? name);
}

/** What the reference's own words add to the span of a call. */
export function failureAttributes({ outcome, traceId, codes }: ErrorSummary): Attributes {
  return { "reg.outcome": outcome, "reg.trace_id": traceId, "reg.error.codes": codes && [...codes] };
}

function serverAttributes(origin: string): Attributes {
  const { protocol, hostname, port } = new URL(origin);
  const usual = protocol === "https:" ? 443 : 80;
  // The brackets around an IPv6 address belong to the URL, not to the address.
  return {
    "server.address": hostname.replace(/[[\]]/g, ""),
    "server.port": port === "" ? usual : Number(port),
  };
}

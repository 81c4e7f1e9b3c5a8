import { matchEnd } from "../../base/path.js";
import type { OperationAdapters, ServiceAdapter } from "../../document/adapter.js";
import { aServiceAdapter, readAdapters } from "../../document/adapter.js";
import { type ApiName, operationTables } from "../../document/apis.js";
import {
  convertRequest,
  convertResponse,
  convertsResponses,
  parseBody,
  reverseConversionOf,
  routeAtService,
} from "../../document/conversion.js";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../errors/input.js";
import { type Endpoint, endpointsOf, type Route } from "../messages/router.js";

/** The form of a service that differs from the documents. */
export interface ServiceForm {
  readonly endpoints: readonly Endpoint[];
  /** Brings a request into the form of the documents. */
  toDocument(received: ReceivedRequest): Promise<ReceivedRequest>;
  /** Brings a response into the form of the service. */
  toService(route: Route, response: Response): Promise<Response>;
}

/** A request whose body has been read. */
interface ReceivedRequest {
  readonly route: Route;
  readonly request: Request;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Creates the form of the service that an adapter describes.
 *
 * @throws RegInputError that names the first field that cannot be used, or the missing opposite of a function
 */
export function createServiceForm(adapter: ServiceAdapter): ServiceForm {
  checkInput(aServiceAdapter, adapter, { below: "adapter" });
  const adapters = { supplier: readReversible(adapter, "supplier"), lessor: readReversible(adapter, "lessor") };
  const conversionFor = ({ operation }: Route) => reverseConversionOf(adapters[operation.api], operation);
  return {
    endpoints: endpointsOf((operation) => routeAtService(adapters[operation.api][operation.id], operation)),
    async toDocument({ route, request: { method, url, headers: given }, body: bytes }) {
      const headers = Object.fromEntries(given);
      const isText = bytes.length === 0 || /json|urlencoded/.test(headers["content-type"] ?? "");
      const body = isText ? new TextDecoder().decode(bytes) || undefined : bytes;
      const converted = await convertRequest(conversionFor(route), { method, url, headers, body });
      // The types of a browser, with which the page is checked, do not have `duplex`.
      const request = new Request(converted.url, { ...converted, ...{ duplex: "half" }, body: converted.body ?? null });
      const params = matchEnd(route.operation.path, new URL(request.url).pathname) ?? {};
      return { route: { ...route, params }, request, body: new Uint8Array(await request.arrayBuffer()) };
    },
    async toService(route, response) {
      const conversion = conversionFor(route);
      if (!convertsResponses(conversion)) return response;
      const unchanged = response.clone();
      const bytes = await response.arrayBuffer().catch(() => undefined);
      const { status, headers, ok } = response;
      const type = headers.get("content-type");
      const isJson = type === null || /json/.test(type);
      const body = isJson ? parseBody(new TextDecoder().decode(bytes), type) : bytes && new Uint8Array(bytes);
      // A fault has broken the body, or replaced it.
      if (bytes === undefined || typeof body === "string" || !(isJson || ok)) return unchanged;
      const converted = await convertResponse(conversion, { status, headers, body });
      return new Response(converted.serialize() ?? null, converted);
    },
  };
}

/** Reads the adapters of an API, of which a sandbox needs the opposite directions. */
function readReversible(adapter: ServiceAdapter, api: ApiName): OperationAdapters {
  const adapters = readAdapters(adapter, api, operationTables[api]) ?? {};
  for (const [id, given] of Object.entries(adapters)) {
    const missing = (["request", "response", "error"] as const).find(
      (name) => given?.[name] !== undefined && given.reverse?.[name] === undefined,
    );
    if (missing !== undefined)
      throw new RegInputError(
        `adapter.${api}.${id}.reverse.${missing}`,
        `is missing: a sandbox needs the opposite of ${missing}`,
      );
  }
  return adapters;
}

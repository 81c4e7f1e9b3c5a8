import { matchPath } from "../../base/path.js";
import type { OperationAdapters, ServiceAdapter } from "../../document/adapter.js";
import { aServiceAdapter, readAdapters } from "../../document/adapter.js";
import {
  type Conversion,
  convertRequest,
  convertResponse,
  convertsResponses,
  parseBody,
  reverseConversionOf,
  routeAtService,
} from "../../document/conversion.js";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../errors/input.js";
import { lessorOperations, lessorTokenOperations } from "../../generated/lessor/operations.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import { readRequestBody, tooLong } from "../messages/request-body.js";
import { type Api, bySpecificity, operations } from "../messages/router.js";

const tables = {
  supplier: supplierOperations,
  lessor: { ...lessorOperations, ...lessorTokenOperations },
};

/** Responds to a request of the service's form with the help of a function that responds to those of the document. */
export type ServiceForm = (request: Request, respond: (request: Request) => Promise<Response>) => Promise<Response>;

/**
 * Creates the form of the service that an adapter describes.
 *
 * @throws RegInputError that names the first field that cannot be used, or the missing opposite of a function
 */
export function createServiceForm(adapter: ServiceAdapter): ServiceForm {
  checkInput(aServiceAdapter, adapter, { below: "adapter" });
  const adapters = { supplier: readReversible(adapter, "supplier"), lessor: readReversible(adapter, "lessor") };
  const routes = bySpecificity(
    operations.map((operation) => ({
      operation,
      ...routeAtService(adapters[operation.api][operation.id], operation),
    })),
  );

  return async (request, respond) => {
    const { pathname } = new URL(request.url);
    const matches = (api: string, route: { readonly method: string; readonly path: string }) =>
      route.method === request.method && matchPath(`/${api}${route.path}`, pathname) !== undefined;
    const route = routes.find((each) => matches(each.operation.api, each));
    if (route === undefined) {
      const isMoved = operations.some((operation) => matches(operation.api, operation));
      return isMoved ? new Response(null, { status: 404 }) : respond(request);
    }
    const conversion = reverseConversionOf(adapters[route.operation.api], route.operation);
    const bytes = await readRequestBody(request);
    if (bytes === undefined) return new Response(tooLong, { status: 400 });
    return toService(await respond(await toDocument(request, bytes, conversion)), conversion);
  };
}

/** Reads the adapters of an API, of which a sandbox needs the opposite directions. */
function readReversible(adapter: ServiceAdapter, api: Api): OperationAdapters {
  const adapters = readAdapters(adapter, api, tables[api]) ?? {};
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

async function toDocument(request: Request, bytes: Uint8Array<ArrayBuffer>, conversion: Conversion): Promise<Request> {
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  const isText = bytes.length === 0 || /json|urlencoded/.test(headers["content-type"] ?? "");
  const body = isText ? new TextDecoder().decode(bytes) || undefined : bytes;
  const converted = await convertRequest(conversion, { method, url, headers, body });
  // The types of a browser, with which the page is checked, do not have `duplex`.
  return new Request(converted.url, { ...converted, ...{ duplex: "half" }, body: converted.body ?? null });
}

async function toService(response: Response, conversion: Conversion): Promise<Response> {
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
}

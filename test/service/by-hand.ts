import type { ServiceAdapter } from "@reg/sdk";
import type { OperationAdapter } from "../../src/document/adapter.js";
import type { Bridge } from "../../src/document/bridge.js";
import type { Difference } from "./differences.js";
import fifteen, { capitals, statuses } from "./fifteen.js";
import { groups } from "./requests.js";

/** The differences that the command verify sees and that need a function, because no bridge can say them. */
export const functions: Readonly<Record<string, string>> = {
  "read-only-text": "other words for true and false",
  "invoiced-comma": "a number with a comma",
  "checkout-local": "a time without its offset",
  "status-capitals": "another spelling of known values",
  "line-status-lower": "another spelling of known values",
  "invoicing-status-words": "another spelling of known values",
  "list-status-capitals": "another spelling of known values",
  "required-lower": "another spelling of known values",
  "season-letter": "another spelling of known values",
  "modified-epoch": "a time as a number",
  "is-active-number": "a number for true and false",
  "lease-start-dutch": "another order of a date",
  "null-entry": "null as an entry of a list",
  "no-read-only": "a value that is not there",
  "no-invoicing": "a value that is not there",
  "no-href": "a value that is not there",
  "no-list-parking": "a value that is not there",
  "no-has-more": "a value that is not there",
  "no-damage-setting": "a value that is not there",
  "no-payment": "a value that is not there",
  "list-bare": "hasMore is not there",
  "create-200": "another status",
  "patch-204": "another status",
  "deleted-200": "another status",
  "makes-text": "another media type",
  "not-found-page": "another media type",
  "errors-by-field": "an object instead of a list",
  "templates-in-list": "a list instead of an object",
  "trace-header": "a value in a header",
  "upload-form": "a file in a form",
  "upload-base64": "a file in JSON",
  "download-base64": "a file in JSON",
};

/**
 * What becomes of a difference:
 *
 * - `data`: verify writes bridges for all that it sees of it.
 * - `function`: verify sees it, and it needs a function.
 * - `route`: verify sees that an operation has no success: it needs a method or a path.
 * - `access`: verify cannot run: it needs an adapter for the token or for all requests.
 * - `nothing`: verify sees it, and the clients work.
 * - `unseen`: verify cannot see it.
 */
export type Bridging = "data" | "function" | "route" | "access" | "nothing" | "unseen";

/** What becomes of a difference: exactly one of all. */
export function bridgingOf({ id, seen }: Difference): Bridging {
  if (id in functions) return "function";
  if ("at" in seen) return "data";
  if ("gone" in seen) return "route";
  if ("fails" in seen) return "access";
  return "refutes" in seen ? "nothing" : "unseen";
}

/** Adapters of one API by operation. */
type Table = Readonly<Record<string, OperationAdapter>>;

interface Addition {
  readonly supplier?: Table;
  readonly lessor?: Table;
}

const ofBoth = (names: readonly string[], adapter: OperationAdapter): Addition => ({
  supplier: Object.fromEntries(groups.flatMap((group) => names.map((name) => [`${group}.${name}`, adapter]))),
});

/** Bridges of requests, of which verify sees none. */
const sent = (names: readonly string[], ...bridges: readonly Bridge[]) =>
  ofBoth(names, { bridges: bridges.map((each) => ({ in: "request", ...each })) });

const written = ["create", "overwrite", "patch"];

const statusFrom = (words: Readonly<Record<string, string>>, { status, ...others }: { status?: string }) => ({
  ...others,
  ...(status !== undefined && { status: words[status] }),
});

/**
 * What has to be added by hand to the adapter that verify writes, by the difference: a function only where no bridge,
 * path or method says it.
 */
export const additions: Readonly<Record<string, Addition>> = {
  "work-order-name": sent(written, { at: "/appointment/workOrderNumber", is: "/appointment/workOrderNo" }),
  "phone-name": sent(written, { at: "/appointment/contact/phone", is: "/appointment/contact/phoneNumber" }),
  "invoice-number-name": sent(["invoices.create"], { at: "/invoiceNumber", is: "/number" }),
  "sender-number-name": sent(["invoices.create"], {
    at: "/identitySender/RegNumber",
    is: "/identitySender/regNumber",
  }),
  "filter-name": ofBoth(["list"], { bridges: [{ in: "query", at: "/licensePlate", is: "/plate" }] }),
  "invoices-name": ofBoth(["invoices.list"], { bridges: [{ at: "/invoices", is: "/items" }] }),
  "invoice-list-text": ofBoth(["invoices.list"], { bridges: [{ at: "/invoices/*/total", form: "decimal text" }] }),
  "cancelled-bare": ofBoth(["components.cancel"], { bridges: [{ at: "/component", is: "" }] }),
  "token-camel": {
    lessor: {
      "token.create": {
        bridges: [
          { at: "/access_token", is: "/accessToken" },
          { at: "/token_type", is: "/tokenType" },
          { at: "/expires_in", is: "/expiresIn" },
        ],
      },
    },
  },
  "lessor-path": { supplier: { "lessors.get": { path: "/v2/lessors/{lessorId}" } } },
  "patch-post": ofBoth(["patch"], { method: "POST" }),
  "vehicle-post": { lessor: { "vehicles.put": { method: "POST" } } },
  "status-capitals": {
    supplier: {
      ...ofBoth(["create"], { request: ({ body }) => ({ body: statusFrom(capitals, Object(body)) }) }).supplier,
      ...ofBoth(["get", "overwrite", "patch"], {
        request: ({ body }) => (body === undefined ? undefined : { body: statusFrom(capitals, Object(body)) }),
        response: ({ body }) => ({ body: { data: statusFrom(statuses, Object(body).data) } }),
      }).supplier,
    },
  },
  "modified-epoch": ofBoth(["list"], {
    response({ body }) {
      for (const each of Object(body).serviceRequests)
        each.lastModifiedUtc = new Date(each.lastModifiedUtc * 1000).toISOString().replace(".000Z", "Z");
    },
  }),
  "list-bare": ofBoth(["list"], {
    response: ({ body }) => ({ body: { serviceRequests: Object(body).serviceRequests, hasMore: false } }),
  }),
  "create-200": ofBoth(["create"], { response: () => ({ status: 201 }) }),
  "deleted-200": ofBoth(["delete"], { response: () => ({ status: 204, body: undefined }) }),
  "errors-by-field": ofBoth([...written, "get", "invoices.create"], {
    error: fifteen.supplier?.["serviceRequests.create"]?.error,
  }),
  "upload-form": ofBoth(["attachments.upload"], {
    request: fifteen.supplier?.["serviceRequests.attachments.upload"]?.request as OperationAdapter["request"],
  }),
  "download-base64": ofBoth(["attachments.get"], {
    response({ body }) {
      const { content, contentType } = Object(body);
      return { headers: { "content-type": contentType }, body: Uint8Array.from(Buffer.from(content, "base64")) };
    },
  }),
  "invoice-date-dutch": ofBoth(["invoices.create"], {
    request({ body }) {
      const { invoiceDate, ...others } = Object(body);
      return { body: { ...others, invoiceDate: invoiceDate.split("-").reverse().join("-") } };
    },
  }),
};

/** Adds what the differences of a service need besides the adapter that verify has written. */
export function addByHand(adapter: ServiceAdapter, differences: readonly Difference[]): ServiceAdapter {
  const added: Record<"supplier" | "lessor", Record<string, OperationAdapter>> = {
    supplier: { ...(adapter.supplier as Table) },
    lessor: { ...(adapter.lessor as Table) },
  };
  // The last difference is next to the service, and so are the first bridges.
  for (const { id } of differences.toReversed())
    for (const api of ["supplier", "lessor"] as const)
      for (const [operationId, addition] of Object.entries(additions[id]?.[api] ?? {})) {
        const known = added[api][operationId] ?? {};
        const twice = Object.keys(addition).filter((name) => name !== "bridges" && name in known);
        if (twice.length > 0) throw new Error(`two differences need ${twice} of ${operationId}`);
        const bridges = [...(known.bridges ?? []), ...(addition.bridges ?? [])];
        added[api][operationId] = { ...known, ...addition, bridges };
      }
  return added;
}

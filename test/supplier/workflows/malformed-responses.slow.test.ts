import { RegError, type SupplierClient } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { createDenied, groups, setUp } from "../support.js";

/** Values that no field of a response has, and a field that is missing. */
const wrong = [null, 5, undefined] as const;

/** Lists the paths of all objects, lists and values in JSON, of a list only the first entry. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  return [path, ...entries.flatMap(([name, item]) => pathsIn(item, [...path, name]))];
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Reflect.set(copy, name, replaceAt(Reflect.get(copy, name), rest, replacement));
  return copy;
}

describe.each(groups)("a workflow of %s", (group) => {
  const workflows = {
    submit: (requests: SupplierClient[typeof group], id: string) => requests.submit(id),
    resubmit: (requests: SupplierClient[typeof group], id: string) => requests.resubmit(id, { cancelDenied: true }),
    invoice: (requests: SupplierClient[typeof group], id: string) =>
      requests.invoice(id, { vatLines: [], number: "2026-1" }),
    markNotInvoiced: (requests: SupplierClient[typeof group], id: string) => requests.markNotInvoiced(id, {}),
  };

  it.each(Object.entries(workflows))(
    "%s rejects with an error of the package, whatever a read returns in one field",
    async (name, run) => {
      const setup = await setUp(group);
      const { sandbox, createClient } = setup;
      const id =
        name === "submit"
          ? await setup.createDraft()
          : name === "resubmit"
            ? (await createDenied(setup)).id
            : await setup.createApproved();
      const reads = new Map<string, unknown>();
      const isRead = ({ method }: RequestInit) => method === "GET";
      const recording = async (url: string, init: RequestInit) => {
        if (!isRead(init)) return Response.json({}, { status: 500 });
        const response = await sandbox.fetch(url, init);
        reads.set(url, await response.clone().json());
        return response;
      };
      const over = (fetch: typeof recording) => createClient({ fetch, throttle: false })[group];
      await run(over(recording), id).catch(() => {});
      expect(reads.size).toBeGreaterThan(0);
      for (const [changed, body] of reads) {
        for (const path of pathsIn(body)) {
          for (const replacement of wrong) {
            const fetch = async (url: string, init: RequestInit) => {
              if (!isRead(init)) return Response.json({}, { status: 400 });
              const known = url === changed ? replaceAt(body, path, replacement) : reads.get(url);
              return known === undefined && url !== changed
                ? Response.json({}, { status: 400 })
                : new Response(JSON.stringify(known), { headers: { "content-type": "application/json" } });
            };
            const error = await run(over(fetch), id).then(
              () => undefined,
              (reason: unknown) => reason,
            );
            if (error !== undefined && !RegError.is(error))
              throw new Error(`${changed} ${path.join(".")} = ${replacement}`, { cause: error });
          }
        }
      }
    },
    30_000,
  );
});

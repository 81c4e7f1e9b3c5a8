/** Calls with an adapter after the file that only an adapter needs was removed, as by an installation in between. */
import { readdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSupplierClient } from "@reg/sdk";

const folder = dirname(fileURLToPath(import.meta.resolve("@reg/sdk")));
const file = readdirSync(folder).find((name) => name.startsWith("adapted-"));
renameSync(join(folder, file), join(folder, `removed-${file}`));

let sent = 0;
const fetch = async () => {
  sent += 1;
  return Response.json({ lessors: [] });
};
const adapter = { supplier: { "lessors.list": { request: (request) => request } } };
const supplier = createSupplierClient({ baseUrl: "https://reg.example", token: "opaque", fetch, adapter });
const error = await supplier.lessors.list().catch((reason) => reason);
console.log(`${error.name} of ${error.field}, ${sent} sent`);

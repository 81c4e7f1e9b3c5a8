/** Throws errors of the ES modules and of the CommonJS files, and recognises each with the classes of the other. */
import { createRequire } from "node:module";
import * as esm from "@reg/sdk";

const cjs = createRequire(import.meta.url)("@reg/sdk");

for (const [from, to] of [
  [esm, cjs],
  [cjs, esm],
]) {
  const fetch = async () => Response.json({ traceId: "00-ab", errors: [] }, { status: 409 });
  const supplier = from.createSupplierClient({ baseUrl: "https://reg.example", token: "opaque", fetch, retry: false });
  const error = await supplier.lessors.list().catch((reason) => reason);
  if (from.RegError === to.RegError) throw new Error("there is only one copy");
  const classes = Object.keys(to).filter((name) => /^Reg\w*Error$/.test(name) && error instanceof to[name]);
  console.log(classes.sort().join());
}

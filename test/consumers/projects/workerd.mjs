/** Runs bundle.mjs, the bundled Worker, in workerd with the compatibility date of the first argument. */
import { Miniflare } from "miniflare";

const [compatibilityDate, NAME, SETTINGS] = process.argv.slice(2);
const bindings = { NAME, SETTINGS };
const workers = new Miniflare({ modules: true, scriptPath: "bundle.mjs", compatibilityDate, bindings });
try {
  const response = await workers.dispatchFetch("http://worker.example/");
  console.log(await response.text());
} finally {
  await workers.dispose();
}

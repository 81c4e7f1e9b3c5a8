/** Loads one file, by `import` or by `require`, and prints the time in milliseconds. */
import { createRequire } from "node:module";

const [way, file] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const begun = performance.now();
if (way === "require") require(file);
else await import(file);
const took = performance.now() - begun;
process.stdout.write(String(took), () => process.exit());

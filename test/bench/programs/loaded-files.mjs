/**
 * Loads one file and tells which files that made Node load, as JSON. A hook sees every ES module and what those
 * import; what CommonJS requires never reaches the hook, and stands in the cache of `require` instead.
 */
import { createRequire, register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

const [way, target] = process.argv.slice(2);
const { port1: here, port2: there } = new MessageChannel();
register("./tell-loads.mjs", {
  parentURL: import.meta.url,
  data: { port: there },
  transferList: [there],
});
const require = createRequire(import.meta.url);
if (way === "require") require(target);
else await import(target);

const files = new Set(Object.keys(require.cache));
for (let told = receiveMessageOnPort(here); told !== undefined; told = receiveMessageOnPort(here)) {
  if (told.message.startsWith("file:")) files.add(fileURLToPath(told.message));
}
const asked = target.startsWith("file:") ? target : pathToFileURL(target).href;
if (!files.has(fileURLToPath(asked))) throw new Error(`${asked} was not seen`);
process.stdout.write(JSON.stringify([...files]), () => process.exit());

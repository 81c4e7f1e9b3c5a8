/**
 * Loads one file and prints the files that Node loaded for it, as JSON. A hook reports ES modules and their imports;
 * files that CommonJS requires do not reach the hook, but are in the cache of `require`.
 */
import { createRequire, register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

const [way, target] = process.argv.slice(2);
const { port1: here, port2: there } = new MessageChannel();
register("./report-loads.mjs", {
  parentURL: import.meta.url,
  data: { port: there },
  transferList: [there],
});
const require = createRequire(import.meta.url);
if (way === "require") require(target);
else await import(target);

const files = new Set(Object.keys(require.cache));
for (let sent = receiveMessageOnPort(here); sent !== undefined; sent = receiveMessageOnPort(here)) {
  if (sent.message.startsWith("file:")) files.add(fileURLToPath(sent.message));
}
const requested = target.startsWith("file:") ? target : pathToFileURL(target).href;
if (!files.has(fileURLToPath(requested))) throw new Error(`${requested} was not reported`);
process.stdout.write(JSON.stringify([...files]), () => process.exit());

/** Serves a sandbox on a loopback port and sends its URL and a token. Argument: the URL of the built module. */
import { reportUsage } from "./usage.mjs";

const [, , module = ""] = process.argv;
const { createSandbox } = await import(module);
const sandbox = createSandbox({ rateLimit: false });
const { supplier } = await sandbox.listen();
reportUsage();
process.send?.({ baseUrl: supplier.baseUrl, token: await sandbox.supplier.token() });

/** Serves a sandbox on a loopback port and tells its parent how to reach it. Argument: the address of the built module. */
import { answerUsage } from "./usage.mjs";

const [, , module = ""] = process.argv;
const { createSandbox } = await import(module);
const sandbox = createSandbox({ rateLimit: false });
const { supplier } = await sandbox.listen();
answerUsage();
process.send?.({ baseUrl: supplier.baseUrl, token: await sandbox.supplier.token() });

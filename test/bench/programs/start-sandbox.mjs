/** Starts a sandbox as a test would, and ends after its first answer. Argument: the address of the built module. */
const [, , module = ""] = process.argv;
const { createSandbox } = await import(module);
const sandbox = createSandbox();
const { supplier, close } = await sandbox.listen();
const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
const { get } = await import("node:http");
get(`${supplier.baseUrl}/v2/lessors`, { headers }, (answer) => {
  if (answer.statusCode !== 200) throw new Error(`the first answer was ${answer.statusCode}`);
  answer.resume().once("end", () => {
    console.log("ready");
    close();
  });
});

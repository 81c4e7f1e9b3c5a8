/** Starts a sandbox as a test would, and ends after its first response. Argument: the URL of the built module. */
const [, , module = ""] = process.argv;
const { createSandbox } = await import(module);
const sandbox = createSandbox();
const { supplier, close } = await sandbox.listen();
const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
const { get } = await import("node:http");
get(`${supplier.baseUrl}/v2/lessors`, { headers }, (response) => {
  if (response.statusCode !== 200) throw new Error(`the first response was ${response.statusCode}`);
  response.resume().once("end", () => {
    console.log("ready");
    close();
  });
});

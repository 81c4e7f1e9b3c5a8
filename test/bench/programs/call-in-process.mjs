/**
 * Calls `sandbox.fetch` for each message of its parent, and sends the calls per second. Argument: the URL of the built
 * module.
 */
const concurrency = 32;
const [, , module = ""] = process.argv;
const { createSandbox } = await import(module);
const sandbox = createSandbox({ rateLimit: false });
const headers = {
  authorization: `Bearer ${await sandbox.supplier.token()}`,
  "content-type": "application/json",
};

process.on("message", async ({ method, path, body, milliseconds }) => {
  const end = performance.now() + milliseconds;
  const cpu = process.cpuUsage();
  let calls = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { method, headers, body });
      if (!response.ok) throw new Error(`${method} ${path}: status ${response.status}`);
      await response.text();
      calls += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: concurrency }, caller));
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({
    perSecond: (calls * 1000) / (performance.now() - begun),
    cpu: (user + system) / calls,
  });
});

// Creates the service request that is read.
const created = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/damageservicerequests`, {
  method: "POST",
  headers,
  body: JSON.stringify({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } }),
});
process.send?.({ location: created.headers.get("location") });

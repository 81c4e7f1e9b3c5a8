/**
 * Calls `sandbox.fetch` when its parent asks for it, and tells how many calls a second it took. Argument: the address
 * of the built module.
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
      const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { method, headers, body });
      if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`);
      await answer.text();
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

// A request to read: one that the supplier has made.
const created = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/damageservicerequests`, {
  method: "POST",
  headers,
  body: JSON.stringify({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } }),
});
process.send?.({ location: created.headers.get("location") });

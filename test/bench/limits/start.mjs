/**
 * A program that makes one request. It sends the CPU time of its process until it has the response, in microseconds.
 * Arguments: the name of the contestant, the URL of the service, the token.
 */
const [, , contestant, baseUrl, token] = process.argv;

const contestants = {
  ours: async () => {
    const { createSupplierClient } = await import("../../../dist/esm/index.js");
    return createSupplierClient({ baseUrl, token }).damageServiceRequests.list();
  },
  fetch: async () => {
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(`${baseUrl}/v2/damageservicerequests`, { headers });
    return response.json();
  },
};

const { serviceRequests } = await contestants[contestant]();
const { user, system } = process.cpuUsage();
if (serviceRequests.length === 0) throw new Error("the list is empty");
process.send?.(user + system);
process.disconnect();

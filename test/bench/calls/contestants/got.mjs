import { Agent } from "node:http";
import { peer } from "../../peers/load.mjs";

const { default: got } = await peer("got");

/** got as it comes: two repetitions of a GET. The agent keeps connections alive; got by itself takes Node's, which does too. */
export function make({ baseUrl, token, requestId }) {
  const client = got.extend({
    prefixUrl: baseUrl,
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
    agent: { http: new Agent({ keepAlive: true }) },
  });
  return {
    getSmall: async () => (await client.get(`v2/servicerequests/${requestId}`).json()).data,
    post: async (body) => (await client.post("v2/servicerequests", { json: body }).json()).id,
    getLarge: () => client.get("v2/servicerequests").json(),
  };
}

import { Agent } from "node:http";
import { peer } from "../../peers/load.mjs";

const { default: axios } = await peer("axios");

/** axios on its http adapter. The global agent keeps connections alive as well; this one is here so as to be sure. */
export function make({ baseUrl, token, requestId }) {
  const client = axios.create({
    baseURL: baseUrl,
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
    httpAgent: new Agent({ keepAlive: true }),
  });
  return {
    getSmall: async () => (await client.get(`/v2/servicerequests/${requestId}`)).data.data,
    post: async (body) => (await client.post("/v2/servicerequests", body)).data.id,
    getLarge: async () => (await client.get("/v2/servicerequests")).data,
  };
}

import { peer } from "../../peers/load.mjs";

const { default: createClient } = await peer("openapi-fetch");

/** Bare openapi-fetch: no feature but the headers. */
export function make({ baseUrl, token, requestId }) {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  return callsOf(createClient({ baseUrl, headers }), requestId);
}

/** The three calls, which are the same however the client was made. */
export function callsOf(client, requestId) {
  const dataOf = ({ data, error }) => {
    if (error !== undefined) throw new Error("the service refused", { cause: error });
    return data;
  };
  const path = { id: requestId };
  return {
    getSmall: async () => dataOf(await client.GET("/v2/servicerequests/{id}", { params: { path } })).data,
    post: async (body) => dataOf(await client.POST("/v2/servicerequests", { body })).id,
    getLarge: async () => dataOf(await client.GET("/v2/servicerequests")),
  };
}

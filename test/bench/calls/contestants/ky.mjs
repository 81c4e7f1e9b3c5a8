import { peer } from "../../peers/load.mjs";

const { default: ky } = await peer("ky");

/** ky as it comes: two repetitions of a GET, and ten seconds for a call. */
export function make({ baseUrl, token, requestId }) {
  const client = ky.create({
    prefixUrl: baseUrl,
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
  });
  return {
    getSmall: async () => (await client.get(`v2/servicerequests/${requestId}`).json()).data,
    post: async (body) => (await client.post("v2/servicerequests", { json: body }).json()).id,
    getLarge: () => client.get("v2/servicerequests").json(),
  };
}

import { peer } from "../../peers/load.mjs";

const { request } = await peer("undici");

/** The practical floor. Its pool keeps connections alive by itself. */
export function make({ baseUrl, token, requestId }) {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const call = async (path, options) => {
    const { statusCode, body } = await request(`${baseUrl}${path}`, options);
    if (statusCode >= 300) throw new Error(`the answer was ${statusCode}: ${await body.text()}`);
    return body.json();
  };
  return {
    getSmall: async () => (await call(`/v2/servicerequests/${requestId}`, { headers })).data,
    post: async (body) => {
      const options = {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      };
      return (await call("/v2/servicerequests", options)).id;
    },
    getLarge: () => call("/v2/servicerequests", { headers }),
  };
}

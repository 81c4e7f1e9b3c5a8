/** Global fetch as one would use it by hand: what all others are compared with. */
export function make({ baseUrl, token, requestId }) {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const call = async (path, init) => {
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    return JSON.parse(text);
  };
  return {
    getSmall: async () => (await call(`/v2/servicerequests/${requestId}`, { headers })).data,
    post: async (body) => {
      const init = {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      };
      return (await call("/v2/servicerequests", init)).id;
    },
    getLarge: () => call("/v2/servicerequests", { headers }),
  };
}

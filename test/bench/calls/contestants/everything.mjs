/**
 * What "everything on" is, for ours and for openapi-fetch with the same features. The limit is one that nobody here
 * reaches: it is counted, and no call waits.
 */
export const everything = {
  limit: 50_000,
  window: 1000,
  retries: 3,
  timeout: 30_000,
  deadline: 60_000,
};

/**
 * Three ways to count requests. Each returns a function that counts a request at an instant (milliseconds since 1970, in
 * ascending order) and returns whether the request is accepted. Rejected requests do not count.
 */
export const countings = {
  /** Windows start at the multiples of `window`; each counts from 0. */
  fixed(limit, window) {
    let begin = Number.NEGATIVE_INFINITY;
    let count = 0;
    return (now) => {
      const current = Math.floor(now / window) * window;
      if (current > begin) {
        begin = current;
        count = 0;
      }
      if (count >= limit) return false;
      count += 1;
      return true;
    };
  },

  /** No interval of length `window` contains more than `limit` requests. */
  rolling(limit, window) {
    const latest = [];
    return (now) => {
      if (latest.length >= limit) {
        if (now < latest[0] + window) return false;
        latest.shift();
      }
      latest.push(now);
      return true;
    };
  },

  /** A bucket of `limit` tokens, one for each request. It is refilled evenly with `limit` tokens per window. */
  bucket(limit, window) {
    let tokens = limit;
    let at = Number.NaN;
    return (now) => {
      if (now > at) tokens = Math.min(limit, tokens + ((now - at) * limit) / window);
      at = now;
      // A rounding error must not cost a token.
      if (tokens < 1 - 1e-9) return false;
      tokens -= 1;
      return true;
    };
  },
};

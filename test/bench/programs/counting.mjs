/**
 * Three ways to count requests. Each gives a function that counts one at an instant (milliseconds since 1970, never
 * going back) and says whether it is let through; one that is refused does not count.
 */
export const countings = {
  /** Windows begin at the multiples of `window`; each counts from nothing. */
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

  /** No stretch of `window` holds more than `limit`. */
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

  /** `limit` tokens, one for each request; `limit` a window flow back evenly. */
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

/** What the service saw of a run: when it counted each request, in milliseconds, and whether it let it through. */
export interface Record {
  readonly counted: readonly number[];
  readonly letThrough: readonly boolean[];
}

/** What was allowed. */
export interface Allowance {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  /** For how many windows the run was measured, from its first request on. */
  readonly windows: number;
}

/** What became of the requests of a run, as the service saw it. */
export interface Figures {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** The most requests in any stretch of a window, refused ones included. */
  readonly mostInAnyWindow: number;
  /** The requests that were let through, of `limit` for each window of the whole run. The burst at its start helps. */
  readonly utilisation: number;
  /**
   * The same for stretches of whole windows after the first one, and so after the burst: the mean over every start
   * in the second window, so that it does not matter where bursts fall.
   */
  readonly sustained: number;
  /** When the first 429 came, in milliseconds from the first request. */
  readonly firstRefusalAfter: number | undefined;
}

/** How many starts of a stretch are looked at. */
const starts = 300;

export function figuresOf({ counted, letThrough }: Record, { limit, window, windows }: Allowance): Figures {
  const first = counted[0] ?? 0;
  const all = counted
    .map((at, index) => ({ at: at - first, accepted: letThrough[index] === true }))
    .filter(({ at }) => at < window * windows);
  const accepted = all.filter((each) => each.accepted).map(({ at }) => at);
  return {
    sent: all.length,
    accepted: accepted.length,
    refused: all.length - accepted.length,
    mostInAnyWindow: mostInAny(
      window,
      all.map(({ at }) => at),
    ),
    utilisation: accepted.length / (windows * limit),
    sustained: sustainedShare(accepted, { limit, window, windows }),
    firstRefusalAfter: all.find((each) => !each.accepted)?.at,
  };
}

/** The most instants in any stretch; one at its very end is not in it. */
function mostInAny(window: number, instants: readonly number[]): number {
  let most = 0;
  let oldest = 0;
  for (const [index, at] of instants.entries()) {
    while ((instants[oldest] ?? at) <= at - window) oldest += 1;
    most = Math.max(most, index - oldest + 1);
  }
  return most;
}

function sustainedShare(accepted: readonly number[], { limit, window, windows }: Allowance): number {
  const stretch = windows - 2;
  const shares = Array.from({ length: starts }, (_, index) => {
    const from = window * (1 + index / starts);
    const within = accepted.filter((at) => at >= from && at < from + stretch * window);
    return within.length / (stretch * limit);
  });
  return shares.reduce((sum, share) => sum + share, 0) / starts;
}

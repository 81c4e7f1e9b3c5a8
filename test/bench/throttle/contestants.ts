import { createSupplierClient, RegError } from "@reg/sdk";
import Bottleneck from "bottleneck";
import pThrottle from "p-throttle";

/** The service that is called, and its limit. */
export interface Service {
  readonly baseUrl: string;
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
}

/** Sends a request as soon as the throttle permits it, and reads the response; rejects with `Refused` after a 429. */
export type Call = () => Promise<unknown>;

/** The service responded with 429. */
export class Refused extends Error {}

/** The number of Bottleneck's gradual refills in a window. */
const refills = 4;

/** The throttles, with their usual options; all use the global fetch and parse the response as JSON. */
export const contestants = {
  "@reg/sdk": ({ baseUrl, limit, window }) => {
    const client = createSupplierClient({ baseUrl, token, throttle: { limit, window } });
    return async () => {
      try {
        return await client.lessors.list();
      } catch (error) {
        throw RegError.is(error, "rate-limit") ? new Refused() : error;
      }
    };
  },

  "Bottleneck, refresh": (service) => {
    const { limit, window } = service;
    const limiter = new Bottleneck({
      reservoir: limit,
      reservoirRefreshAmount: limit,
      reservoirRefreshInterval: window,
    });
    return () => limiter.schedule(() => plainCall(service));
  },

  "Bottleneck, increase": (service) => {
    const { limit, window } = service;
    const limiter = new Bottleneck({
      reservoir: limit,
      reservoirIncreaseAmount: limit / refills,
      reservoirIncreaseInterval: window / refills,
      reservoirIncreaseMaximum: limit,
    });
    return () => limiter.schedule(() => plainCall(service));
  },

  "p-throttle": (service) => {
    const { limit, window: interval } = service;
    return pThrottle({ limit, interval })(() => plainCall(service));
  },

  "p-throttle, strict": (service) => {
    const { limit, window: interval } = service;
    return pThrottle({ limit, interval, strict: true })(() => plainCall(service));
  },
} as const satisfies Readonly<Record<string, (service: Service) => Call>>;

export type ContestantName = keyof typeof contestants;

export const contestantNames = Object.keys(contestants) as ContestantName[];

const token = "bench";

async function plainCall({ baseUrl }: Service): Promise<unknown> {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/v2/lessors`, { headers });
  const body = await response.json();
  if (response.status === 429) throw new Refused();
  if (!response.ok) throw new Error(`the response was ${response.status}`);
  return body;
}

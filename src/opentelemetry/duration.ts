import { type Histogram, type MeterProvider, metrics } from "@opentelemetry/api";

/** The boundaries that the conventions advise, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Gives the histogram `http.client.request.duration`. Where no provider is given, the global one is looked up at each
 * use, because it may be registered after the client was made; the API itself sees to that for tracers only.
 */
export function durationHistogram(given: MeterProvider | undefined, scope: string): () => Histogram {
  let provider: MeterProvider | undefined;
  let histogram: Histogram | undefined;
  return () => {
    const current = given ?? metrics.getMeterProvider();
    if (histogram === undefined || current !== provider) {
      provider = current;
      histogram = current.getMeter(scope).createHistogram("http.client.request.duration", {
        description: "Duration of HTTP client requests.",
        unit: "s",
        advice: { explicitBucketBoundaries: boundaries },
      });
    }
    return histogram;
  };
}

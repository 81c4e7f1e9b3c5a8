import { context, type MeterProvider, type TracerProvider, trace } from "@opentelemetry/api";
import type { RegEventListener } from "../http/diagnostics/events.js";
import { checkFields, type RulesFor } from "../http/input/check-fields.js";
import { hasFunctions } from "../http/input/rules.js";
import { CallSpans } from "./call-spans.js";
import { durationHistogram } from "./duration.js";

/** Where spans and measurements go. */
export interface OpenTelemetryOptions {
  /** Default: the global one, also if it is registered later. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the global one, also if it is registered later. */
  readonly meterProvider?: MeterProvider | undefined;
}

const scope = "@reg/sdk";

const providers: RulesFor<OpenTelemetryOptions> = {
  tracerProvider: { check: hasFunctions("getTracer"), must: "be a TracerProvider" },
  meterProvider: { check: hasFunctions("getMeter"), must: "be a MeterProvider" },
};

/**
 * Makes a listener for the `on` option that tells OpenTelemetry of each call. One listener may serve many clients.
 *
 * - A CLIENT span for each request that is handed to fetch, `{method} {url.template}`, by the semantic conventions for
 *   HTTP clients: `http.request.method`, `url.template`, `server.address`, `server.port`, `http.response.status_code`,
 *   `http.request.resend_count`, `error.type`. It ends with the last byte of the answer, or with the first one of a
 *   file that is handed out as a stream.
 * - Around them an INTERNAL span for the call, named by its operation, a child of the context that is active when the
 *   call begins. It has `reg.operation`, and after a failure `error.type`, `reg.error.codes`, `reg.trace_id` and
 *   `reg.outcome`; its events tell of waits, retries and giving up.
 * - The histogram `http.client.request.duration` in seconds, with the same attributes as a request's span but the
 *   count of resends.
 *
 * `url.full` is left out on purpose, although the conventions ask for it: it holds ids and license plates. Nothing is
 * sent to the service: no `traceparent` header. An instrumentation of fetch itself would make each request's span a
 * second time.
 *
 * `error.type` is the status of an answer from 400, otherwise the system's code such as `ECONNRESET`, otherwise the
 * error's class such as `RegTimeoutError`, or `AbortError`.
 *
 * @example
 * createSupplierClient({ baseUrl, token, on: openTelemetry() });
 *
 * @throws RegInputError for an option that cannot be used
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): RegEventListener {
  checkFields("openTelemetry", providers, options);
  const { tracerProvider, meterProvider } = options;
  const tracer = (tracerProvider ?? trace).getTracer(scope);
  const duration = durationHistogram(meterProvider, scope);
  const calls = new WeakMap<object, CallSpans>();
  return (event, call) => {
    if (event.type === "request") calls.set(call, new CallSpans(tracer, duration, event, context.active()));
    else calls.get(call)?.observe(event);
  };
}

import {
  type Attributes,
  type Context,
  context,
  type Histogram,
  type MeterProvider,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { ErrorSummary } from "../errors/summary.js";
import type { EventBase, RegEvent, RegEventListener } from "../http/events.js";
import { checkInput, custom, hasFunctions, optionsSchema } from "../http/validate.js";

/** What all requests of an operation have in common, by the semantic conventions for HTTP clients. */
function requestAttributes({ method, urlTemplate, origin }: EventBase): Attributes {
  return { "http.request.method": method, "url.template": urlTemplate, ...serverAttributes(origin) };
}

/** How a request or a call ended; nothing for a success without a status. */
function endAttributes(status: number | undefined, error: ErrorSummary | undefined): Attributes {
  return {
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(error !== undefined && { "error.type": errorType(error, status) }),
  };
}

/** The status of an answer that says it failed, otherwise the system's code or the error's class. */
function errorType({ name, code }: ErrorSummary, status: number | undefined): string {
  return (status ?? 0) >= 400 ? String(status) : (code ?? name);
}

/** What the reference's own words add to the span of a call. */
function failureAttributes({ outcome, traceId, codes }: ErrorSummary): Attributes {
  return { "reg.outcome": outcome, "reg.trace_id": traceId, "reg.error.codes": codes && [...codes] };
}

function serverAttributes(origin: string): Attributes {
  const { protocol, hostname, port } = new URL(origin);
  const usual = protocol === "https:" ? 443 : 80;
  // The brackets around an IPv6 address belong to the URL, not to the address.
  return {
    "server.address": hostname.replace(/[[\]]/g, ""),
    "server.port": port === "" ? usual : Number(port),
  };
}

/** A request that is under way. */
interface Sent {
  readonly span: Span;
  readonly context: Context;
}

/** The spans of one call: its own, and those of its requests. */
class CallSpans {
  readonly #tracer: Tracer;
  readonly #duration: () => Histogram;
  readonly #span: Span;
  readonly #context: Context;
  readonly #attributes: Attributes;
  #requests = 0;
  #sent: Sent | undefined;

  /** @param parent the context in which the call began */
  constructor(tracer: Tracer, duration: () => Histogram, event: EventBase, parent: Context) {
    this.#tracer = tracer;
    this.#duration = duration;
    this.#attributes = requestAttributes(event);
    const attributes = { "reg.operation": event.operationId };
    this.#span = tracer.startSpan(event.operationId, { kind: SpanKind.INTERNAL, attributes }, parent);
    this.#context = trace.setSpan(parent, this.#span);
  }

  /** Tells what has happened to the call, after its beginning. */
  observe(event: RegEvent): void {
    switch (event.type) {
      case "throttle":
      case "token":
        this.#span.addEvent(`reg.${event.type}`, { "reg.waited_ms": event.waitedMs });
        break;
      case "pause":
        this.#span.addEvent("reg.pause", {
          "reg.paused_for_ms": event.pausedForMs,
          "reg.allowed": event.allowed,
        });
        break;
      case "attempt":
        this.#beginRequest(event);
        break;
      case "answer":
        this.#endRequest(event);
        break;
      case "retry":
        this.#span.addEvent("reg.retry", { "reg.delay_ms": event.delayMs, ...causeOf(event.error) });
        break;
      case "give-up":
        this.#span.addEvent("reg.give_up", { "reg.reason": event.reason, ...causeOf(event.error) });
        break;
      case "error":
        end(this.#span, { ...causeOf(event.error), ...failureAttributes(event.error) }, event.error);
        break;
      case "response":
        this.#span.end();
    }
  }

  #beginRequest({ method, urlTemplate }: EventBase): void {
    const resent = this.#requests > 0 && { "http.request.resend_count": this.#requests };
    const attributes = { ...this.#attributes, ...resent };
    const name = `${method} ${urlTemplate}`;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, this.#context);
    this.#requests += 1;
    this.#sent = { span, context: trace.setSpan(this.#context, span) };
  }

  #endRequest({ status, error, durationMs }: RegEvent & { readonly type: "answer" }): void {
    if (this.#sent === undefined) return;
    const { span, context } = this.#sent;
    const ending = endAttributes(status, error);
    this.#duration().record(durationMs / 1000, { ...this.#attributes, ...ending }, context);
    end(span, ending, error);
  }
}

const causeOf = (error: ErrorSummary) => ({ "error.type": errorType(error, error.status) });

function end(span: Span, attributes: Attributes, error: ErrorSummary | undefined): void {
  span.setAttributes(attributes);
  // Without a description: the error's type says it all.
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The boundaries that the conventions advise, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Gives the histogram `http.client.request.duration`. Where no provider is given, the global one is looked up at each
 * use, because it may be registered after the client was made; the API itself sees to that for tracers only.
 */
function durationHistogram(given: MeterProvider | undefined, scope: string): () => Histogram {
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

/** Where spans and measurements go. */
export interface OpenTelemetryOptions {
  /** Default: the global one, also if it is registered later. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the global one, also if it is registered later. */
  readonly meterProvider?: MeterProvider | undefined;
}

const scope = "@reg/sdk";

const openTelemetryOptions = optionsSchema<OpenTelemetryOptions>({
  tracerProvider: custom(hasFunctions("getTracer"), "must be a TracerProvider"),
  meterProvider: custom(hasFunctions("getMeter"), "must be a MeterProvider"),
});

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
  checkInput(openTelemetryOptions, options, { below: "openTelemetry" });
  const { tracerProvider, meterProvider } = options;
  const tracer = (tracerProvider ?? trace).getTracer(scope);
  const duration = durationHistogram(meterProvider, scope);
  const calls = new WeakMap<object, CallSpans>();
  return (event, call) => {
    if (event.type === "request") calls.set(call, new CallSpans(tracer, duration, event, context.active()));
    else calls.get(call)?.observe(event);
  };
}

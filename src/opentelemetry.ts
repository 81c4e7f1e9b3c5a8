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
import { describeFound } from "./document/difference.js";
import { checkInput, custom, hasFunctions, optionsSchema } from "./errors/input.js";
import type { ErrorSummary } from "./errors/summary.js";
import type { EventBase, RegEvent, RegEventListener } from "./http/call/events.js";

/** The providers that receive spans and measurements. */
export interface OpenTelemetryOptions {
  /** Default: the global provider, even if it is registered later. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the global provider, even if it is registered later. */
  readonly meterProvider?: MeterProvider | undefined;
}

const scope = "@reg/sdk";

const openTelemetryOptions = optionsSchema<OpenTelemetryOptions>({
  tracerProvider: custom(hasFunctions("getTracer"), "must be a TracerProvider"),
  meterProvider: custom(hasFunctions("getMeter"), "must be a MeterProvider"),
});

/**
 * Creates a listener for the option `on` that reports each call to OpenTelemetry: an INTERNAL span for each call, in it a
 * CLIENT span for each request, and the histogram `http.client.request.duration` in seconds. One listener may serve many
 * clients. Spans contain no id and no license plate, and no `traceparent` header is sent. See docs/observability.md.
 *
 * @throws RegInputError for an invalid option
 *
 * @example
 * createSupplierClient({ on: openTelemetry() });
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): RegEventListener {
  checkInput(openTelemetryOptions, options, { below: "openTelemetry" });
  const { tracerProvider, meterProvider } = options;
  const tracer = (tracerProvider ?? trace).getTracer(scope);
  const duration = durationHistogram(meterProvider);
  const calls = new WeakMap<object, CallSpans>();
  return (event, call) => {
    if (event.type === "request") calls.set(call, new CallSpans(tracer, duration, event, context.active()));
    else calls.get(call)?.observe(event);
  };
}

/** The attributes that all requests of an operation share, by the semantic conventions for HTTP clients. */
function requestAttributes({ method, urlTemplate, origin }: EventBase): Attributes {
  const { protocol, hostname, port } = new URL(origin);
  const defaultPort = protocol === "https:" ? 443 : 80;
  return {
    "http.request.method": method,
    "url.template": urlTemplate,
    // The brackets around an IPv6 address are part of the URL, not of the address.
    "server.address": hostname.replace(/[[\]]/g, ""),
    "server.port": port === "" ? defaultPort : Number(port),
  };
}

function endAttributes(status: number | undefined, error: ErrorSummary | undefined): Attributes {
  return {
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(error !== undefined && { "error.type": errorType(error, status) }),
  };
}

/** The status of an error response, otherwise the system's code or the error's class. */
function errorType({ name, code }: ErrorSummary, status: number | undefined): string {
  return (status ?? 0) >= 400 ? String(status) : (code ?? name);
}

/** The attributes of a failed call beyond the semantic conventions. */
function failureAttributes({ outcome, traceId, codes }: ErrorSummary): Attributes {
  return { "reg.outcome": outcome, "reg.trace_id": traceId, "reg.error.codes": codes && [...codes] };
}

interface RequestSpan {
  readonly span: Span;
  readonly context: Context;
}

class CallSpans {
  readonly #tracer: Tracer;
  readonly #duration: () => Histogram;
  readonly #span: Span;
  readonly #context: Context;
  readonly #attributes: Attributes;
  #requestCount = 0;
  #request: RequestSpan | undefined;

  /** @param parent the context in which the call started */
  constructor(tracer: Tracer, duration: () => Histogram, event: EventBase, parent: Context) {
    this.#tracer = tracer;
    this.#duration = duration;
    this.#attributes = requestAttributes(event);
    const attributes = { "reg.operation": event.operationId };
    this.#span = tracer.startSpan(event.operationId, { kind: SpanKind.INTERNAL, attributes }, parent);
    this.#context = trace.setSpan(parent, this.#span);
  }

  /** Records an event of the call after its start. */
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
      case "attempt-end":
        this.#endRequest(event);
        break;
      case "retry":
        this.#span.addEvent("reg.retry", {
          "reg.delay_ms": event.delayMs,
          ...errorTypeAttribute(event.error),
        });
        break;
      case "give-up":
        this.#span.addEvent("reg.give_up", {
          "reg.reason": event.reason,
          ...errorTypeAttribute(event.error),
        });
        break;
      case "difference":
        this.#span.addEvent("reg.difference", {
          "reg.difference.kind": event.kind,
          "reg.difference.pointer": event.pointer,
          "reg.difference.expected": event.expected,
          "reg.difference.found": describeFound(event),
          "reg.difference.confidence": event.confidence,
        });
        break;
      case "error":
        endSpan(this.#span, { ...errorTypeAttribute(event.error), ...failureAttributes(event.error) }, event.error);
        break;
      case "response":
        this.#span.end();
    }
  }

  #beginRequest({ method, urlTemplate }: EventBase): void {
    const resent = this.#requestCount > 0 && { "http.request.resend_count": this.#requestCount };
    const attributes = { ...this.#attributes, ...resent };
    const name = `${method} ${urlTemplate}`;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, this.#context);
    this.#requestCount += 1;
    this.#request = { span, context: trace.setSpan(this.#context, span) };
  }

  #endRequest({ status, error, durationMs }: RegEvent & { readonly type: "attempt-end" }): void {
    if (this.#request === undefined) return;
    const { span, context } = this.#request;
    const ending = endAttributes(status, error);
    this.#duration().record(durationMs / 1000, { ...this.#attributes, ...ending }, context);
    endSpan(span, ending, error);
  }
}

const errorTypeAttribute = (error: ErrorSummary) => ({ "error.type": errorType(error, error.status) });

function endSpan(span: Span, attributes: Attributes, error: ErrorSummary | undefined): void {
  span.setAttributes(attributes);
  // No description, because `error.type` describes the error.
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The bucket boundaries that the conventions recommend, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Returns a function that returns the histogram `http.client.request.duration`. Without a given provider, the global
 * one is looked up at each use, because it may be registered after the client was created; the API does this only for
 * tracers.
 */
function durationHistogram(given: MeterProvider | undefined): () => Histogram {
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

import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
} from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type Span,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** Collects the spans that have not ended. */
class OpenSpans implements SpanProcessor {
  readonly spans = new Set<ReadableSpan>();
  onStart(span: Span): void {
    this.spans.add(span);
  }
  onEnd(span: ReadableSpan): void {
    for (const open of this.spans) if (open.spanContext().spanId === span.spanContext().spanId) this.spans.delete(open);
  }
  async forceFlush(): Promise<void> {}
  async shutdown(): Promise<void> {}
}

/** The tested parts of a span. */
export interface SpanSummary {
  readonly name: string;
  readonly kind: string;
  readonly parent: string | undefined;
  readonly attributes: Attributes;
  readonly status: string;
  readonly events: readonly (readonly [name: string, attributes: Attributes])[];
}

/** Creates an OpenTelemetry SDK that keeps spans and measurements in memory. */
export function inMemory() {
  const exporter = new InMemorySpanExporter();
  const open = new OpenSpans();
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [open, new SimpleSpanProcessor(exporter)],
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 2 ** 30,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  return {
    providers: { tracerProvider, meterProvider },
    open: () => [...open.spans].map(({ name }) => name),
    spans: (): SpanSummary[] => {
      const spans = exporter.getFinishedSpans();
      return spans.map((span) => summarize(span, spans));
    },
    finished: () => exporter.getFinishedSpans(),
    /** Collects the points of the histogram. */
    async durations() {
      const { resourceMetrics } = await reader.collect();
      return resourceMetrics.scopeMetrics.flatMap(({ scope, metrics }) =>
        metrics.flatMap((metric) =>
          metric.dataPoints.map(({ attributes, value }) => ({
            scope: scope.name,
            ...metric.descriptor,
            attributes,
            value,
          })),
        ),
      );
    },
    end: () => meterProvider.shutdown(),
  };
}

function summarize(span: ReadableSpan, all: readonly ReadableSpan[]): SpanSummary {
  const parent = span.parentSpanContext?.spanId;
  return {
    name: span.name,
    kind: SpanKind[span.kind] ?? "",
    parent: all.find((each) => each.spanContext().spanId === parent)?.name ?? parent,
    attributes: span.attributes,
    status: SpanStatusCode[span.status.code] + (span.status.message ?? ""),
    events: span.events.map(({ name, attributes = {} }) => [name, attributes]),
  };
}

/** Propagates the active context through promises, as the SDK for Node does. */
export class AsyncContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    task: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(context, () => task.call(thisArg, ...args));
  }
  bind<T>(_context: Context, target: T): T {
    return target;
  }
  enable(): this {
    return this;
  }
  disable(): this {
    return this;
  }
}

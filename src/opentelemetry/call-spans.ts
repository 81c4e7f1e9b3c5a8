import {
  type Attributes,
  type Context,
  type Histogram,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { ErrorSummary } from "../errors/summary.js";
import type { EventBase, RegEvent } from "../http/diagnostics/events.js";
import { endAttributes, errorType, failureAttributes, requestAttributes } from "./attributes.js";

/** A request that is under way. */
interface Sent {
  readonly span: Span;
  readonly context: Context;
}

/** The spans of one call: its own, and those of its requests. */
export class CallSpans {
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

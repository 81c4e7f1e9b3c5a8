export { type OpenTelemetryOptions, openTelemetry } from "./opentelemetry.js";

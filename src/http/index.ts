export type { Clock } from "./clock.js";
export type { EventBase, RegEvent, RegEventDetails } from "./diagnostics.js";
export type {
  DownloadedFile,
  DownloadOptions,
  StreamedFile,
  StreamOptions,
  Upload,
  UploadEncoding,
  UploadOptions,
  UploadSettings,
} from "./files.js";
export type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
export type { OpenQuery, QueryValue } from "./query.js";
export type { Created } from "./results.js";
export type { RouteAnswer } from "./routes.js";
export { createThrottle, type Throttle, type ThrottleOptions } from "./throttle.js";
export type { TokenOption } from "./token-source.js";
export type { Fetch } from "./transport.js";

export type { EventBase, RegEvent, RegEventDetails } from "./diagnostics/diagnostics.js";
export type {
  DownloadedFile,
  DownloadOptions,
  StreamedFile,
  StreamOptions,
  Upload,
  UploadEncoding,
  UploadOptions,
  UploadSettings,
} from "./input/files.js";
export type { OpenQuery, QueryValue } from "./input/query.js";
export type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
export type { Created } from "./results.js";
export type { RouteAnswer } from "./routes.js";
export { createThrottle, type Throttle, type ThrottleOptions } from "./throttle/throttle.js";
export type { Clock } from "./time/clock.js";
export type { TokenOption } from "./tokens/token-source.js";
export type { Fetch } from "./wire/transport.js";

export type { ClientControls } from "./client-shape.js";
export type { Created } from "./created.js";
export type {
  AnswerEvent,
  AttemptEvent,
  CallErrorEvent,
  EventBase,
  GiveUpEvent,
  GiveUpReason,
  PauseEvent,
  RegEvent,
  RegEventDetails,
  RegEventListener,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  ThrottleEvent,
  TokenEvent,
} from "./diagnostics/events.js";
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
export type { CloseOptions } from "./lifecycle.js";
export type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
export type { RetryBudgetOptions } from "./retry/retry-budget.js";
export type { RouteAnswer } from "./routes.js";
export type { Permit, Turn } from "./throttle/permit.js";
export type { ThrottleStatistics } from "./throttle/statistics.js";
export { createThrottle, type Throttle, type ThrottleOptions } from "./throttle/throttle.js";
export type { Cancellation } from "./time/cancellation.js";
export type { Clock } from "./time/clock.js";
export type { TokenOption } from "./tokens/supplied-token.js";
export type { TokenStore } from "./tokens/token-store.js";
export type { Fetch } from "./wire/transport.js";

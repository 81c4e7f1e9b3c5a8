export type { TokenOption } from "./auth.js";
export type { Fetch } from "./call.js";
export type { Cancellation } from "./cancellation.js";
export type { ClientControls, Created, RouteAnswer } from "./client.js";
export type { Clock } from "./clock.js";
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
} from "./events.js";
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
export type { CloseOptions } from "./in-flight.js";
export type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
export type { OpenQuery, QueryValue } from "./request.js";
export type { RetryBudgetOptions } from "./retry.js";
export { createThrottle, type Throttle, type ThrottleOptions } from "./throttle/throttle.js";
export type { Permit, ThrottleStatistics, Turn } from "./throttle/types.js";
export type { TokenStore } from "./token-cache.js";

export type { TokenOption } from "./auth.js";
export type { CallPromise, CallResult, ClientControls, Created, RequestInput } from "./client.js";
export type { Clock } from "./clock.js";
export type {
  AttemptEndEvent,
  AttemptEvent,
  CallErrorEvent,
  DifferenceEvent,
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
export type { DownloadedFile, StreamedFile, Upload } from "./files.js";
export type { CloseOptions } from "./in-flight.js";
export type {
  CallOptions,
  CallRetryOptions,
  ClientOptions,
  DownloadOptions,
  Fetch,
  RetryOptions,
  StreamOptions,
  UploadEncoding,
  UploadOptions,
  UploadSettings,
} from "./options.js";
export type { RetryBudgetOptions } from "./retry.js";
export { createThrottle, type Throttle, type ThrottleOptions } from "./throttle/throttle.js";
export type { ThrottleStatistics } from "./throttle/types.js";
export type { TokenStore } from "./token-store.js";
export type {
  Confidence,
  DifferenceKind,
  ReceivedResponse,
  ResponseDifference,
  ResponseValidator,
} from "./validation.js";

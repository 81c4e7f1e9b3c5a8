export type { Clock } from "../base/clock.js";
export type { CallBody, DownloadedFile, StreamedFile, Upload } from "../base/files.js";
export type { UploadEncoding } from "../base/kinds.js";
export type {
  AdapterFile,
  AdapterFunction,
  AdapterRequest,
  AdapterResponse,
  OperationAdapter,
  ReverseAdapter,
} from "../document/adapter.js";
export type { Bridge, BridgeForm } from "../document/bridge.js";
export type {
  Confidence,
  DifferenceKind,
  ReceivedResponse,
  ResponseDifference,
  ResponseValidator,
} from "../document/difference.js";
export type { TokenOption } from "./authorization/supplied-token.js";
export type { TokenStore } from "./authorization/token-store.js";
export type {
  AttemptEndEvent,
  AttemptEvent,
  CallErrorEvent,
  CallStartEvent,
  DifferenceEvent,
  EventBase,
  GiveUpEvent,
  GiveUpReason,
  PauseEvent,
  RegEvent,
  RegEventDetails,
  RegEventListener,
  ResponseEvent,
  RetryEvent,
  ThrottleEvent,
  TokenEvent,
} from "./call/events.js";
export type {
  CallOptions,
  CallRetryOptions,
  DownloadOptions,
  Fetch,
  StreamOptions,
  UploadOptions,
  UploadSettings,
} from "./call/options.js";
export type { CallPromise, ClientControls } from "./client.js";
export type { CloseOptions } from "./in-flight.js";
export type { ClientOptions, DerivedOptions, RetryOptions } from "./options.js";
export type { CallResult, Created } from "./result.js";
export type { RequestInput } from "./routes.js";
export { createThrottle, type Throttle, type ThrottleOptions } from "./throttle/throttle.js";
export type { ThrottleStatistics } from "./throttle/types.js";
export type {
  BodyChunk,
  BodyReader,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./transport/types.js";

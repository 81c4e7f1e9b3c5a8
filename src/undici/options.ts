import type { Dispatcher } from "undici";
import type { RulesFor } from "../http/input/check-fields.js";
import { count, hasFunctions, positiveTime } from "../http/input/rules.js";

/** How the connections are kept. */
export interface UndiciFetchOptions {
  /**
   * The most connections to one origin, 1 or more. Further requests wait for one, which counts for the attempt's
   * `timeout`: one that ends meanwhile is as uncertain as one that was sent. A file that is read as a stream keeps its
   * connection. Default: no bound, as with the global fetch.
   */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept unless the service asks otherwise, in milliseconds; at most 2^31 - 1. Default 4000. */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * What carries the requests in place of connections of its own: a `ProxyAgent` or a `MockAgent` of undici, for
   * example. It is yours to close. It excludes the other options. It must come from the installed undici 7:
   * `getGlobalDispatcher()` may give the one that Node brings, which understands another protocol and refuses each request.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

/** What the options must be. */
export const optionRules: RulesFor<UndiciFetchOptions> = {
  connections: count(1),
  keepAliveTimeout: positiveTime,
  dispatcher: { check: hasFunctions("dispatch"), must: "be a Dispatcher of undici" },
};

import type { Dispatcher } from "undici";
import type { RulesFor } from "../http/input/check-fields.js";
import { count, hasFunctions, positiveTime } from "../http/input/rules.js";

/** How the connections are kept. */
export interface UndiciFetchOptions {
  /** The most connections to one origin; further requests wait for one. Default: no bound, as with the global fetch. */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept unless the service asks otherwise, in milliseconds. Default 4000. */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * What carries the requests in place of connections of its own: a `ProxyAgent` or a `MockAgent` of undici, for
   * example. It is yours to close. It excludes the other options.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

/** What the options must be. */
export const optionRules: RulesFor<UndiciFetchOptions> = {
  connections: count(1),
  keepAliveTimeout: positiveTime,
  dispatcher: { check: hasFunctions("dispatch"), must: "be a Dispatcher of undici" },
};

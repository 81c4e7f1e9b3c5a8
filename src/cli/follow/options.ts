import { isLoopback } from "../../base/path.js";
import { supplierVariables } from "../../errors/environment.js";
import type { SupplierClientOptions } from "../../supplier/client.js";
import { readSecret, secretForm } from "../../webhook/secret.js";
import { listOf, readVariable, wholeNumber } from "../args.js";
import { type OptionTable, type OptionValues, type Terminal, UsageError } from "../command.js";
import { adapterOption, readHeaders, readToken } from "../service-options.js";

/** The options of the command `follow`, in a file without the client, so that the help does not load it. */
export const followOptions = {
  "base-url": {
    value: "url",
    about: `The address of the supplier API. Default: ${supplierVariables.baseUrl}. The token is only read from ${supplierVariables.token}, or from the file in REG_TOKEN_FILE, which may be replaced meanwhile.`,
  },
  state: { value: "file", about: "Remembers which events were handled. It is created if it is missing." },
  post: {
    value: "url",
    about:
      "Sends each event to this address, signed with REG_WEBHOOK_SECRET (whsec_…). Default: a line of JSON for each event on standard output.",
  },
  ...adapterOption,
  once: {
    about:
      "Polls once, hands over what is due, and ends, for cron. The exit code is 0 if nothing is left; 1 if the service or the receiver of an event failed, or an event is left or set aside; 2 if the arguments or the state cannot be used; 3 if another process uses the state; and 4 if the service does not accept the token, or it has expired.",
  },
  deadline: {
    value: "seconds",
    about:
      "With --once: begins nothing more after this time, and ends when the events in progress were handled. Default 50.",
  },
  every: { value: "seconds", about: "The time between two polls. Default 60." },
  existing: { about: "Begins with the requests that exist when the state is new." },
  notifications: { about: "Also polls the notifications of lessors, and hands over each new one." },
  attempts: {
    value: "count",
    about: "Sets an event aside after so many attempts, of which the last ones are 5 minutes apart. Default 300.",
  },
  list: { about: "Prints the events that were set aside as lines of JSON, and ends." },
  "give-back": {
    value: "id",
    about: "Hands this event over again after the start; all for all that were set aside. Can be given several times.",
    repeats: true,
  },
} as const satisfies OptionTable;

/** Where events are sent. */
export interface Receiver {
  readonly url: URL;
  /** The key of the signatures. */
  readonly key: Uint8Array;
}

/** The parsed arguments and environment variables of the command `follow`. */
export interface FollowSettings {
  readonly client: Pick<SupplierClientOptions, "baseUrl" | "token" | "headers">;
  /** The path of the adapter. */
  readonly adapter: string | undefined;
  /** Undefined: events are written to standard output. */
  readonly receiver: Receiver | undefined;
  readonly givenBack: readonly string[];
  /** Whether to poll once only. */
  readonly once: boolean;
  /** The longest time for a round, in milliseconds. */
  readonly deadline: number;
  readonly notifications: boolean;
  readonly follow: {
    readonly state: string;
    readonly every: number | undefined;
    readonly existing: boolean;
    readonly attempts: number;
  };
}

/** @throws UsageError that names the option or the variable */
export function readSettings(values: OptionValues, env: Terminal["env"]): FollowSettings {
  const state = readState(values);
  const every = wholeNumber(values, "every", { min: 1 });
  const deadline = wholeNumber(values, "deadline", { min: 1 });
  if (deadline !== undefined && !values.has("once")) throw new UsageError("--deadline is for --once only.");
  const post = values.get("post");
  return {
    client: {
      baseUrl: values.get("base-url") ?? readVariable(env, supplierVariables.baseUrl, "use --base-url, or set it"),
      token: readToken(env),
      headers: readHeaders(env),
    },
    adapter: values.get("adapter"),
    receiver: post === undefined ? undefined : { url: parseAddress(post), key: readKey(env) },
    givenBack: listOf(values, "give-back"),
    once: values.has("once"),
    deadline: (deadline ?? 50) * 1000,
    notifications: values.has("notifications"),
    follow: {
      state,
      every: every && every * 1000,
      existing: values.has("existing"),
      attempts: wholeNumber(values, "attempts", { min: 1 }) ?? 300,
    },
  };
}

/** @throws UsageError if it is missing */
export function readState(values: OptionValues): string {
  const state = values.get("state");
  if (state === undefined) throw new UsageError("--state is required, such as --state requests.state.");
  return state;
}

/** The address is in no message, because it may contain a secret of the receiver. */
function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))))
    throw new UsageError("--post must be an https address; http is for loopback addresses only.");
  if (url.username !== "" || url.password !== "")
    throw new UsageError("--post must not contain a user name or a password: the signature identifies the sender.");
  return url;
}

function readKey(env: Terminal["env"]): Uint8Array {
  const key = readSecret(readVariable(env, "REG_WEBHOOK_SECRET", "--post signs each event with it"));
  if (key === undefined) throw new UsageError(`REG_WEBHOOK_SECRET must be ${secretForm}.`);
  return key;
}

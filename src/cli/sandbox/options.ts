import type { OptionTable } from "../command.js";
import { adapterOption } from "../service-options.js";

/** The default port of both APIs. */
export const defaultPort = 4010;

/** The default port of the control surface. */
export const defaultControlPort = 4011;

/** The options of the command `sandbox`, in a separate table, so that the help does not load the sandbox. */
export const sandboxOptions = {
  port: { value: "port", about: `The port of both APIs; 0 is any free port. Default ${defaultPort}.` },
  "control-port": {
    value: "port",
    about: `The port of the control surface; 0 is any free port. Default ${defaultControlPort}.`,
  },
  "control-key": {
    value: "key",
    about: "The key of the control surface, 8 letters or more. Default: a random one.",
  },
  seed: { value: "number", about: "The same seed gives the same ids, numbers, secrets and tokens." },
  scenario: { value: "name", about: "Requests to begin with, such as every-phase." },
  decide: { value: "decision", about: "Makes the lessor decide immediately, such as Approved." },
  now: { value: "instant", about: "The initial time of the clock, such as 2026-06-15T09:00:00Z." },
  clock: { value: "mode", about: "standing (default with --now), running (default without) or jumping." },
  archive: { value: "time", about: "When an invoiced request is archived: midnight (default) or at-once." },
  "rate-limit": {
    value: "count",
    about: "The maximum number of requests in a window, or none. Default 5000.",
  },
  "rate-window": { value: "ms", about: "The length of a window in milliseconds. Default 60000." },
  counting: { value: "way", about: "rolling-window (default), fixed-window or token-bucket." },
  warranty: { value: "list", about: "The permitted values of warranty, separated by commas." },
  leniency: { value: "list", about: "The permitted values of leniency, separated by commas." },
  shapes: {
    value: "file",
    about:
      "The .json file of npx @reg/sdk learn or the output of npx @reg/sdk verify --json: responses then also have the fields in it. Can be given several times.",
    repeats: true,
  },
  ...adapterOption,
  json: { about: "Prints one line of JSON instead of text." },
} as const satisfies OptionTable;

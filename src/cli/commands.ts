import type { Command, OptionTable } from "./command.js";

/** `reg explain`: says what error codes mean and what to do about them. */
export const explainCommand: Command = {
  name: "explain",
  about: "Explains error codes, such as REG-INV000107; without one, lists all that are known.",
  options: { json: { about: "Prints JSON: a list with an object for each code." } },
  words: "code",
  run: async (values, terminal, words) => {
    const { runExplain } = await import("./explain.js");
    return runExplain(values, terminal, words);
  },
};

/** The port of both APIs unless told otherwise. */
export const defaultPort = 4010;
/** The port of the control surface unless told otherwise. */
export const defaultControlPort = 4011;

/** The options of `reg sandbox`. */
const sandboxOptions = {
  port: { value: "port", about: `Where both APIs are served; 0 is any free port. Default ${defaultPort}.` },
  "control-port": {
    value: "port",
    about: `Where the control surface is served; 0 is any free port. Default ${defaultControlPort}.`,
  },
  "control-key": {
    value: "key",
    about: "The key of the control surface, 8 letters or more. Default: a random one.",
  },
  seed: { value: "number", about: "The same seed gives the same ids, numbers, secrets and tokens." },
  scenario: { value: "name", about: "Requests to begin with, such as every-phase." },
  decide: { value: "decision", about: "Has the lessor decide at once by itself, such as Approved." },
  now: { value: "instant", about: "Where the clock begins, such as 2026-06-15T09:00:00Z." },
  clock: { value: "mode", about: "standing (default with --now), running (default without) or jumping." },
  "rate-limit": { value: "count", about: "The most requests in a window, or none. Default 5000." },
  "rate-window": { value: "ms", about: "How long a window is, in milliseconds. Default 60000." },
  counting: { value: "way", about: "rolling-window (default), fixed-window or token-bucket." },
  json: { about: "Prints one line of JSON instead of a text." },
} as const satisfies OptionTable;

/** `reg sandbox`: serves a sandbox on this machine until it is interrupted. */
export const sandboxCommand: Command = {
  name: "sandbox",
  about: "Serves a sandbox of both APIs on 127.0.0.1, with a control surface, until Ctrl-C.",
  options: sandboxOptions,
  run: async (values, terminal) => {
    const { runSandbox } = await import("./sandbox/serve.js");
    return runSandbox(values, terminal);
  },
};

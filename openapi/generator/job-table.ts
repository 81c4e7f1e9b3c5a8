import { classNameOf, type RegErrorKind, type RegErrorKinds } from "../../src/errors/errors.js";
import { repeatable } from "../../src/errors/repeat.js";

/** Why a job with an error of a kind is repeated, or what has to be done instead. */
const reasons: Readonly<Record<RegErrorKind, string>> = {
  validation: "the service rejects the content: correct it",
  authentication: "another token may be valid: give `token` as a function",
  permission: "the owner of the token needs other rights",
  "not-found": "the id is wrong, or the draft was deleted",
  conflict: "another caller was faster: read the state first, as a workflow does",
  archived: "the request can no longer be read or changed",
  "rate-limit": "others have used up the limit of the token",
  server: "the service fails at the moment",
  api: "408 is a timeout of the service; each other status comes again",
  connection: "there was no connection; a rejected certificate stays rejected",
  timeout: "the service was too slow, or the throttle had no turn before the deadline",
  response: "the rest of a response that was cut off may arrive; another form needs an [adapter](adapters.md)",
  precondition: "`violations` says what to correct; after a change of the phase, there is another event",
  input: "the program has to be corrected",
  token: "the function or the token endpoint may supply one later",
  state: "another run of the fleet sync ends; any other state has to be looked at",
  throttle: "the queue was full, or the service has asked for a pause",
  closed: "the process was about to end: the next one repeats the job",
};

type KindWithDelay = {
  [Kind in RegErrorKind]: "retryAfterMs" extends keyof RegErrorKinds[Kind] ? Kind : never;
}[RegErrorKind];

/** The kinds whose errors usually say when. */
const withDelay: ReadonlySet<RegErrorKind> = new Set<KindWithDelay>([
  "rate-limit",
  "server",
  "timeout",
  "token",
  "throttle",
]);

const kinds = Object.keys(reasons) as readonly RegErrorKind[];

/** Writes the generated parts of docs/job-queues.md between their comments, and leaves the rest as it is. */
export function writeJobPage(page: string): string {
  const parts: Readonly<Record<string, string>> = {
    table: [
      "| Kind | Class | Repeat the job? | Why |",
      "|---|---|---|---|",
      ...kinds.map((kind) => `| \`${kind}\` | \`${classNameOf(kind)}\` | ${answerFor(kind)} | ${reasons[kind]} |`),
    ].join("\n"),
    types: kinds
      .filter((kind) => repeatable[kind] === false)
      .map((kind) => `\`${classNameOf(kind)}\``)
      .join(", "),
  };
  return Object.entries(parts).reduce((text, [name, part]) => {
    const place = new RegExp(`(<!-- ${name}: written by npm run generate -->\n).*?(\n<!-- end -->)`, "s");
    if (!place.test(text)) throw new Error(`docs/job-queues.md has no place for the ${name}`);
    return text.replace(place, (_, start: string, end: string) => start + part + end);
  }, page);
}

function answerFor(kind: RegErrorKind): string {
  const answer = repeatable[kind];
  const delay = withDelay.has(kind) ? "after `retryAfterMs`" : "after a delay";
  if (typeof answer === "boolean") return answer ? `yes, ${delay}` : "no";
  const conditions = Object.entries(answer).map(([field, value]) =>
    value === true ? `\`${field}\`` : `\`${field}\` is \`${value}\``,
  );
  return `${delay}, if ${conditions.join(" and ")}`;
}

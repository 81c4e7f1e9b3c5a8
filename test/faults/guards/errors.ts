import type { Guards } from "./guard.js";

/** What holds the rows of the section "Errors". */
export const errorsGuards: Guards<"errors"> = {
  30: [
    {
      file: "errors/problem.ts",
      find: "context: isRecord(context) ? bounds.record(context) : {},",
      replace: "context: {},",
    },
    {
      file: "errors/api-error-message.ts",
      find: "const lines = problem.errors.map((entry) => describeEntry(entry, actions));",
      replace: "const lines = [];",
    },
    { file: "errors/api-error.ts", find: "this.traceId = details.problem.traceId;", replace: "" },
    {
      file: "errors/reg-error.ts",
      find: "return codesOf(error as object).includes(kindOrCode);",
      replace: "return false;",
    },
  ],
  31: [
    {
      file: "http/wire/error-answer.ts",
      find: "return { errors: [] };",
      replace: 'throw new SyntaxError("no problem");',
    },
    {
      file: "errors/problem.ts",
      find: "Array.isArray(errors) ? errors : [];",
      replace: "errors ?? [];",
    },
    { file: "errors/problem.ts", find: "entries.slice(0, mostEntries)", replace: "entries" },
    { file: "errors/bounds.ts", find: "clean.length > longestText", replace: "false" },
    { file: "errors/bounds.ts", find: "if (depth === 0) return cut;", replace: "" },
    { file: "errors/bounds.ts", find: "value.slice(0, mostEntries).map(", replace: "value.map(" },
    { file: "errors/bounds.ts", find: "entries.slice(0, mostEntries).map(", replace: "entries.map(" },
    { file: "errors/bounds.ts", find: '.filter(([key]) => key !== "__proto__")', replace: "" },
    { file: "errors/api-error-message.ts", find: "list.length > longestMessage", replace: "false" },
  ],
  32: [
    {
      file: "http/wire/answer.ts",
      find: "if (type !== null && !jsonType.test(type))",
      replace: 'if (type === "")',
    },
    {
      file: "http/wire/answer.ts",
      find: 'throw unreadable(call, head, "is not complete JSON", true);',
      replace: 'throw new SyntaxError("no JSON");',
    },
    {
      file: "http/wire/answer.ts",
      find: 'throw unreadable(call, head, "is empty, where a JSON body belongs");',
      replace: "return undefined;",
    },
    { file: "http/wire/answer.ts", find: "transient = false,", replace: "transient = true," },
    {
      file: "http/wire/read-body.ts",
      find: "if (this.size <= this.#limit) return chunk;",
      replace: "return chunk;",
    },
    { file: "http/wire/read-body.ts", find: "this.cancel().catch(() => {});", replace: "" },
  ],
  34: [
    {
      file: "http/wire/transport.ts",
      find: "if (!(status >= 200 && status < 300))",
      replace: "if (status !== 200)",
    },
    {
      file: "http/results.ts",
      find: "return envelope || Object.keys(body).length === 1",
      replace: "return Object.keys(body).length === 1",
    },
  ],
  35: [
    {
      file: "errors/reg-error.ts",
      find: 'Symbol.for("@reg/sdk/error")',
      replace: 'Symbol("@reg/sdk/error")',
    },
  ],
};

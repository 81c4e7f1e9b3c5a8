import type { Guards } from "./guard.js";

/** What holds the rows of the section "Secrets". */
export const secretsGuards: Guards<"secrets"> = {
  51: [
    {
      file: "http/diagnostics/harmless-headers.ts",
      find: 'const part = shape.exec(headers.get(name) ?? "")?.[0];',
      replace: "const part = headers.get(name) ?? undefined;",
    },
    {
      file: "http/diagnostics/harmless-headers.ts",
      find: '["content-length", /^\\d{1,12}$/],',
      replace: '["content-length", /^\\d{1,12}$/], ["x-echo", /.*/],',
    },
    { file: "errors/summary.ts", find: "serviceCode(Reflect.get(", replace: "(Reflect.get(" },
    {
      file: "errors/summary.ts",
      find: "traceId: text(/^[\\w.:-]{1,100}$/),",
      replace: "traceId: text(/./),",
    },
    {
      file: "errors/summary.ts",
      find: 'return reason instanceof DOMException && reason.name === "TimeoutError" ? "TimeoutError" : "AbortError";',
      replace: "return reason.name;",
    },
    { file: "http/diagnostics/emitter.ts", find: "...details,", replace: "...details, progress," },
    {
      file: "http/failures/read-problem.ts",
      find: "parseProblem(body, redactor(call))",
      replace: "parseProblem(body)",
    },
    {
      file: "http/wire/answer.ts",
      find: 'harmlessHeaders(headers)["content-type"] ?? "of an uncommon type"',
      replace: 'headers.get("content-type")',
    },
    {
      file: "http/failures/read-problem.ts",
      find: 'return call.operation.input === "form" ? onlyCode(problem) : problem;',
      replace: "return problem;",
    },
  ],
  52: [
    {
      file: "sandbox/journal/body.ts",
      find: "redact(check, api, schema, json)",
      replace: "json",
    },
    {
      file: "sandbox/journal/body.ts",
      find: 'return { grant_type: grant === "client_credentials" ? grant : redacted };',
      replace: "return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));",
    },
    {
      file: "sandbox/journal/parameters.ts",
      find: "return fits ? value : redacted;",
      replace: "return value;",
    },
    {
      file: "sandbox/state/snapshot.ts",
      find: "this.#state = structuredClone(state);",
      replace: "this.#state = structuredClone(state); Object.assign(this, { state });",
    },
  ],
  53: [
    {
      file: "sandbox/adapters/server.ts",
      find: "server.listen(port, host, resolve);",
      replace: "server.listen(port, resolve);",
    },
    {
      file: "sandbox/adapters/server.ts",
      find: 'if (!hosts.includes(message.headers.host ?? ""))',
      replace: "if (hosts.length === 0)",
    },
    {
      file: "cli/sandbox/control/server.ts",
      find: "server.listen(port, host, resolve);",
      replace: "server.listen(port, resolve);",
    },
    {
      file: "cli/sandbox/control/guard.ts",
      find: 'if (!hosts.includes(headers.host ?? ""))',
      replace: "if (hosts.length === 0)",
    },
    {
      file: "cli/sandbox/control/guard.ts",
      find: "if (headers.origin !== undefined)",
      replace: 'if (headers.origin === "never")',
    },
    {
      file: "cli/sandbox/control/guard.ts",
      find: "if (!isSame(headers.authorization",
      replace: "if (key === undefined && !isSame(headers.authorization",
    },
  ],
};

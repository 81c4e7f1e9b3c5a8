import type { Guards } from "./guard.js";

/** What holds the rows of the section "Input". */
export const inputGuards: Guards<"input"> = {
  37: [
    {
      file: "http/input/path.ts",
      find: 'throw refuse("must be a non-empty string or a whole number");',
      replace: "return String(value);",
    },
    {
      file: "http/input/path.ts",
      find: 'if (value.trim() === "") throw refuse("must not be empty");',
      replace: "",
    },
    {
      file: "http/input/path.ts",
      find: 'if (value === "." || value === "..") throw refuse("must not be a relative path segment");',
      replace: "",
    },
  ],
  38: [
    { file: "http/input/path.ts", find: "return encodeURIComponent(value);", replace: "return value;" },
    {
      file: "http/input/path.ts",
      find: 'if (!withoutControlCharacters.test(value)) throw refuse("must not hold control characters");',
      replace: "",
    },
    {
      file: "http/input/path.ts",
      find: 'if (!isWellFormed(value)) throw refuse("must be well-formed Unicode");',
      replace: "",
    },
    {
      file: "http/input/path.ts",
      find: "if (value.length > longestId)",
      replace: "if (value === longestId)",
    },
  ],
  39: [
    {
      file: "http/input/query.ts",
      find: "if (value === null || value === undefined) continue;",
      replace: "",
    },
    {
      file: "http/input/query.ts",
      find: 'if (!isWellFormed(value)) throw refuse("must be well-formed Unicode");',
      replace: "",
    },
    { file: "http/input/query.ts", find: "Number.isFinite(value)", replace: 'typeof value === "number"' },
    {
      file: "http/input/query.ts",
      find: 'if (typeof value !== "string")',
      replace: 'if (Object(value) === value) return String(value);\n  if (typeof value !== "string")',
    },
  ],
  40: [
    { file: "http/input/headers.ts", find: "if (!fieldValue.test(value))", replace: 'if (value === "")' },
    {
      file: "http/input/headers.ts",
      find: 'if (!token.test(name)) throw refuse("headers", "holds a name that is no valid header name");',
      replace: "",
    },
    {
      file: "http/input/headers.ts",
      find: "if (reserved.test(lower))",
      replace: 'if (name === "")',
    },
    {
      file: "http/input/headers.ts",
      find: "if (hopByHop.test(lower))",
      replace: 'if (name === "")',
    },
    {
      file: "http/input/files.ts",
      find: 'if (!isMediaType(type)) throw refuse("has a type that is no media type; name one with contentType");',
      replace: "",
    },
    {
      file: "http/input/files.ts",
      find: 'if (name !== undefined && !isWellFormed(name)) throw refuse("has a name that is not well-formed Unicode");',
      replace: "",
    },
    {
      file: "http/input/file-options.ts",
      find: "contentType: { check: isMediaType,",
      replace: "contentType: { check: () => true,",
    },
    {
      file: "http/input/content-disposition.ts",
      find: '.replace(/[^\\x20-\\x7e]|["\\\\%]/g, "_")',
      replace: "",
    },
    { file: "http/tokens/bearer.ts", find: "if (!b64token.test(clean))", replace: 'if (clean === "Bearer")' },
  ],
  42: [
    {
      file: "http/input/json.ts",
      find: "unlessItThrows(() => JSON.stringify(body) as string | undefined)",
      replace: "JSON.stringify(body)",
    },
    {
      file: "http/input/json.ts",
      find: 'if (text !== undefined && !text.includes("null")) return text;',
      replace: "if (text !== undefined) return text;",
    },
    {
      file: "http/input/json.ts",
      find: "unlessItThrows(() => findFault(body))",
      replace: "findFault(body)",
    },
  ],
};

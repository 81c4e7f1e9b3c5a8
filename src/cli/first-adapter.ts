import * as z from "zod/mini";
import { findClose } from "../base/similar-names.js";
import { capitalize, indent, toPrintable, toPrintableJson } from "../base/text.js";
import type { OperationAssumption } from "../document/assumptions.js";
import { describeFound } from "../document/difference.js";
import { formsOf, isOptional } from "../document/schema.js";
import { fieldNamedIn, findingSchema } from "../document/shapes/shapes.js";
import type { Schema } from "../errors/input.js";
import { helpers } from "./adapter-helpers.js";
import { type Description, descriptions } from "./apis.js";
import { CommandError } from "./command.js";

/** The parts of a report that an adapter is made of. */
export type AdaptedReport = z.infer<typeof adaptedReport>;

type Difference = AdaptedReport["differences"][number];

const adaptedReport = z.object({
  api: z.enum(["supplier", "lessor"]),
  differences: z.array(
    z.object({
      operationId: z.string(),
      pointer: z.string(),
      kind: z.string(),
      expected: z.string(),
      found: z.string(),
      foundAt: z.optional(z.string()),
      direction: z.enum(["response", "request"]),
    }),
  ),
  withoutSuccess: z.array(z.object({ operationId: z.string(), statuses: z.record(z.string(), z.number()) })),
  assumptions: z.array(findingSchema),
});

/**
 * Reads a report of the command `verify`. What it says of other operations than those of this package is left out.
 *
 * @param name names the value in the error, such as the path of its file
 * @throws CommandError with exit code 2 if it is no report of this version
 */
export function readAdaptedReport(value: unknown, name: string): AdaptedReport {
  const { data } = adaptedReport.safeParse(value);
  if (data === undefined)
    throw new CommandError(`${name} must be a report of npx @reg/sdk verify --json, of this version.`, 2);
  const isKnown = ({ operationId }: { readonly operationId: string }) =>
    Object.hasOwn(descriptions[data.api].operations, operationId);
  return {
    ...data,
    differences: data.differences.filter(isKnown),
    withoutSuccess: data.withoutSuccess.filter(isKnown),
  };
}

interface FirstAdapter {
  readonly text: string;
  readonly open: number;
}

/**
 * Writes a module with an adapter for what the command `verify` has found: for each difference a conversion, or a
 * marked place with what was seen. A conversion leaves a message as it is that has the documented form.
 */
export function writeFirstAdapter(reports: readonly AdaptedReport[]): FirstAdapter {
  const apis = (["supplier", "lessor"] as const).flatMap((api) => {
    const given = reports.filter((report) => report.api === api);
    const written = writeApi(merge(given), descriptions[api]);
    return written.members.length === 0 ? [] : [{ api, ...written }];
  });
  const members = apis
    .map(({ api, members }) => `  ${api}: {\n${members.map((each) => `${indent(each, 2)}\n`).join("")}  },\n`)
    .join("");
  const functions = apis.flatMap((each) => each.functions).map((text) => `\n${text}\n`);
  const text = `${heading}
/** @type {import("@reg/sdk").ServiceAdapter} */
export default {
${members}};
${functions.join("")}${helpers}`;
  return { text, open: text.match(/\/\/ TODO /g)?.length ?? 0 };
}

const heading = `// A first adapter, written by npx @reg/sdk learn from what the command verify has found. It is yours now: learn writes it only once.
// Complete the places that are marked with TODO. What remains different, npx @reg/sdk verify --adapter reports.
// @ts-check

/** @typedef {{ body: any, headers: Record<string, string | undefined> }} Message */
`;

function merge(reports: readonly AdaptedReport[]): Omit<AdaptedReport, "api"> {
  return {
    differences: reports.flatMap(({ differences }) => differences),
    withoutSuccess: reports.flatMap(({ withoutSuccess }) => withoutSuccess),
    assumptions: reports.flatMap(({ assumptions }) => assumptions),
  };
}

type Report = ReturnType<typeof merge>;

/** The differences of one documented body, and the operations that have it. */
interface Body {
  readonly name: string;
  /** The property of an adapter that converts it. */
  readonly property: "response" | "error";
  readonly schema: Schema | undefined;
  readonly operations: readonly string[];
  readonly differences: readonly Difference[];
}

function writeApi(report: Report, description: Description) {
  const bodies = bodiesOf(report, description);
  const functions: string[] = [];
  const members = new Map<string, string[]>();
  const add = (operationId: string, ...lines: readonly string[]) =>
    members.set(operationId, [...(members.get(operationId) ?? []), ...lines]);
  for (const each of report.withoutSuccess) add(each.operationId, ...describeFailed(each, description));
  for (const each of report.differences)
    if (each.direction === "request") add(each.operationId, todo(each.pointer, `a request has ${describe(each)}`));
  for (const { name, property, schema, operations, differences } of [...bodies, ...errorsOf(report, description)]) {
    const lines = sort(differences).flatMap((each) => convertDifference(each, schema));
    if (lines.every((line) => line.startsWith("//"))) {
      // A function without code would not use its parameter.
      const seen = new Set(differences.map(({ operationId }) => operationId));
      for (const id of operations.filter((each) => each === "*" || seen.has(each))) add(id, ...lines);
    } else {
      functions.push(writeFunction(`convert${name}`, lines));
      for (const id of operations) add(id, `${property}: convert${name},`);
    }
  }
  for (const { name, lines, operations } of requestsOf(bodies, description)) {
    functions.push(writeFunction(`revert${name}`, lines, "export "));
    for (const id of operations) add(id, `// TODO request: revert${name}, // if the service takes what it returns`);
  }
  const ids = Object.keys(description.operations);
  const entries = [...members]
    .sort(([one], [other]) => ids.indexOf(one) - ids.indexOf(other))
    .map(([id, lines]) => `${quote(id)}: {\n${indent(lines.join("\n"))}\n},`);
  return { members: [...entries, ...markRefuted(report, description)], functions };
}

/** @param modifier `export ` for a function that nothing calls until a person does, so that no compiler reports it */
const writeFunction = (name: string, lines: readonly string[], modifier = "") => `/** @param {Message} message */
${modifier}function ${name}(message) {
${indent(lines.join("\n"))}
}`;

/** Groups the differences of successes by the documented body, because all operations with it probably differ alike. */
function bodiesOf(report: Report, description: Description): Body[] {
  const { operations, assumptions } = description;
  const groups = new Map<unknown, Difference[]>();
  for (const difference of [...report.differences, ...renamedByEvidence(report, description)]) {
    const { operationId, direction, pointer } = difference;
    // The mark of an operation that never succeeded says what is missing.
    const hasFailed = pointer === "" && report.withoutSuccess.some((each) => each.operationId === operationId);
    if (direction === "request" || hasFailed || placeOf(difference, description) !== "success") continue;
    const key = bodyOf(operationId, description);
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return [...groups].map(([key, differences]) => {
    const same = Object.keys(operations).filter((id) => bodyOf(id, description) === key);
    const [first = ""] = same;
    const names = same.flatMap((id) => Object.entries(assumptions.responses[id] ?? {}));
    const schemaName = names.find(([status]) => status.startsWith("2"))?.[1];
    const hasMoved = differences.some(({ kind }) => kind === "envelope");
    return {
      name: schemaName ?? first.split(".").map(capitalize).join(""),
      property: "response",
      schema: schemasOf(first, description).success,
      operations: same,
      // An empty list without its wrapper shows no content that could be recognised.
      differences: differences.filter(({ kind, pointer }) => !(hasMoved && kind === "type" && pointer === "")),
    };
  });
}

/** The key under which operations with one documented body are grouped. */
function bodyOf(operationId: string, description: Description): unknown {
  const { success } = schemasOf(operationId, description);
  return success === undefined ? operationId : formsOf(success)[0]?.schema;
}

/** The differences of errors, which are converted for all operations; none or one. */
function errorsOf({ differences }: Report, description: Description): Body[] {
  const own = differences.filter((each) => each.direction === "response" && placeOf(each, description) === "error");
  const [first] = own;
  if (first === undefined) return [];
  const name = description === descriptions.supplier ? "SupplierError" : "LessorError";
  const [schema] = schemasOf(first.operationId, description).errors;
  return [{ name, property: "error", schema, operations: ["*"], differences: own }];
}

function placeOf({ operationId, pointer, kind }: Difference, description: Description): "success" | "error" {
  const documented = kind === "new" && pointer !== "" ? parentOf(pointer) : pointer;
  const { success, errors } = schemasOf(operationId, description);
  if (success === undefined || schemaAt(success, documented) !== undefined) return "success";
  return errors.some((each) => schemaAt(each, documented)) ? "error" : "success";
}

const jsonOf = (content: Readonly<Record<string, Schema>> | undefined) => content?.["application/json"];

function schemasOf(operationId: string, { forms }: Description) {
  const all = Object.entries(forms[operationId]?.responses ?? {}).flatMap(([status, { content }]) => {
    const schema = jsonOf(content);
    return schema === undefined ? [] : [{ schema, isSuccess: status.startsWith("2") }];
  });
  const errors = all.flatMap(({ schema, isSuccess }) => (isSuccess ? [] : [schema]));
  return { success: all.find(({ isSuccess }) => isSuccess)?.schema, errors };
}

function schemaAt(schema: Schema, pointer: string): Schema | undefined {
  const [, ...names] = pointer.split("/");
  return names.reduce<Schema | undefined>((at, name) => {
    if (name === "*") return at && formsOf(at).find(({ items }) => items !== undefined)?.items;
    return fieldsOf(at).find(([each]) => each === name)?.[1];
  }, schema);
}

const fieldsOf = (schema: Schema | undefined) =>
  schema === undefined ? [] : formsOf(schema).flatMap(({ fields = {} }) => Object.entries(fields));

const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));
const nameOf = (pointer: string) => pointer.slice(pointer.lastIndexOf("/") + 1);

/** The outer places first, and what leads to a place before what is there. Each difference once. */
function sort(differences: readonly Difference[]): Difference[] {
  const keyOf = ({ pointer, kind, expected, found, foundAt }: Difference) =>
    JSON.stringify([pointer, kind, expected, found, foundAt]);
  const order = ["envelope", "renamed"];
  const rankOf = ({ kind }: Difference) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const depthOf = ({ kind, pointer }: Difference) => (kind === "envelope" ? 0 : pointer.split("/").length);
  return [...new Map(differences.map((each) => [keyOf(each), each])).values()].sort(
    (one, other) => depthOf(one) - depthOf(other) || rankOf(one) - rankOf(other),
  );
}

function convertDifference(difference: Difference, schema: Schema | undefined): string[] {
  const { pointer, kind, expected, found, foundAt } = difference;
  const mark = todo(pointer, describe(difference));
  switch (kind) {
    case "envelope":
      if (!isNamed(foundAt)) return [mark];
      return [`move(message, ${quote(foundAt)}, ${quote(pointer)});`, ...markSiblings(pointer, schema)];
    case "renamed":
      if (!isNamed(foundAt) || parentOf(foundAt) !== parentOf(pointer)) return [mark];
      return [
        `rename(message, ${quote(foundAt)}, ${quote(nameOf(pointer))});`,
        ...(found === expected ? [] : convertType(difference, schema)),
      ];
    case "type":
      return convertType(difference, schema);
    case "new":
    case "value":
      if (expected === "nothing") return [markNew(difference, schema)];
      return [mark, `convert(message, ${quote(pointer)}, (text) => text);`];
    case "media-type":
      if (expected !== "application/json") return [mark];
      return [`message.headers["content-type"] = "application/json"; // ${toPrintable(describe(difference))}`];
    default:
      return [todo(pointer, `${kind}: ${describe(difference)}`)];
  }
}

/** The functions that bring one form into another, such as `number from text (decimal)`. */
const conversions: Readonly<Record<string, string>> = {
  "number from text (decimal)": "toNumber",
  "integer from text (decimal)": "toNumber",
  "text (decimal) from integer": "toText",
  "text (decimal) from number": "toText",
  "text from integer": "toText",
  "text from number": "toText",
  "text (date-time) from text (date-time with offset)": "toUtc",
};

function conversionOf({ expected, found }: Difference): string | undefined {
  const used = new Set(found.split(" or ").map((form) => conversions[`${expected} from ${form}`]));
  return used.size === 1 ? [...used][0] : undefined;
}

function convertType(difference: Difference, schema: Schema | undefined): string[] {
  const { pointer, found } = difference;
  const at = schema && schemaAt(schema, pointer);
  if (found === "null" && at !== undefined && isOptional(at)) return [`omitNull(message, ${quote(pointer)});`];
  const conversion = conversionOf(difference);
  if (conversion !== undefined)
    return [`convert(message, ${quote(pointer)}, ${conversion}); // ${toPrintable(describe(difference))}`];
  return [todo(pointer, describe(difference)), `convert(message, ${quote(pointer)}, (value) => value);`];
}

/** The required fields beside the content of a body, which may not be there without the documented wrapper. */
function markSiblings(pointer: string, schema: Schema | undefined): string[] {
  const others = pointer === "" ? [] : fieldsOf(schema).filter(([name]) => `/${name}` !== pointer);
  return others.flatMap(([name, field]) =>
    isOptional(field) ? [] : [todo(`/${name}`, "it may be missing without the documented wrapper")],
  );
}

function markNew({ pointer, found }: Difference, schema: Schema | undefined): string {
  const holder = schema && schemaAt(schema, parentOf(pointer));
  const names = fieldsOf(holder).map(([name]) => name);
  const close = isNamed(pointer) ? findClose(nameOf(pointer), names) : undefined;
  const hint = close === undefined ? "" : ` Is it ${close}? rename(message, ${quote(pointer)}, ${quote(close)});`;
  return todo(pointer, `${found}, a field that is not in the document.${hint}`);
}

/** Whether the report names a place: it leaves out names that may be values. */
const isNamed = (pointer: string | undefined): pointer is string => pointer !== undefined && !/(^|\/)\*$/.test(pointer);

const todo = (pointer: string, text: string) =>
  `// TODO ${toPrintable(`${pointer === "" ? "the body" : pointer}: ${text}`)}`;

/** What was seen in place of what the document has. */
const describe = ({ found, foundAt, expected }: Difference) =>
  `${describeFound({ found, ...(foundAt !== undefined && { foundAt }) })} instead of ${expected}`;

const quote = (text: string | undefined) => toPrintableJson(text ?? "");

function describeFailed(
  { operationId, statuses }: AdaptedReport["withoutSuccess"][number],
  { operations }: Description,
): string[] {
  const { method, path } = operations[operationId] ?? {};
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return [
    `// TODO It never succeeded (${toPrintable(counts.join(", "))}). If the service has another path or method, change it here.`,
    `// method: ${quote(method)},`,
    `// path: ${quote(path)},`,
  ];
}

/** Shows how requests would be converted: whether the service takes what it returns is not known. */
function requestsOf(bodies: readonly Body[], { forms }: Description) {
  return bodies.flatMap(({ name, operations, differences }) => {
    const groups = new Set(operations.map(groupOf));
    const requests = Object.entries(forms).flatMap(([id, { body }]) => {
      const schema = jsonOf(body);
      if (schema === undefined || !groups.has(groupOf(id))) return [];
      // The deeper places first, so that the names above them are still those of the document.
      const lines = sort(differences)
        .reverse()
        .flatMap((each) => revertDifference(each, schema));
      return lines.length === 0 ? [] : [{ id, lines }];
    });
    const lines = [...new Set(requests.flatMap((each) => each.lines))];
    return lines.length === 0 ? [] : [{ name, lines, operations: requests.map(({ id }) => id) }];
  });
}

const groupOf = (operationId: string) => operationId.slice(0, operationId.lastIndexOf("."));

/** The opposite of a conversion at the place of the request; empty if the request does not have it. */
function revertDifference(difference: Difference, request: Schema): string[] {
  const { kind, pointer, foundAt } = difference;
  const place = pointer.replace(/^\/data(?=\/)/, "");
  if (place === "" || schemaAt(request, place) === undefined) return [];
  const opposite = { toNumber: "toText", toText: "toNumber" }[conversionOf(difference) ?? ""];
  const lines = opposite === undefined ? [] : [`convert(message, ${quote(place)}, ${opposite});`];
  if (kind === "renamed" && isNamed(foundAt))
    lines.push(`rename(message, ${quote(place)}, ${quote(nameOf(foundAt))});`);
  return lines;
}

/** The verdicts on names of fields that are no differences: the field is not a part of the document. */
function renamedByEvidence({ assumptions, differences }: Report, { assumptions: table }: Description): Difference[] {
  return assumptions.flatMap(({ id, verdict, evidence }) => {
    const otherName = verdict === "refuted" ? fieldNamedIn(evidence) : undefined;
    const field = table.fields.find((each) => each.id === id);
    if (otherName === undefined || field === undefined) return [];
    return Object.entries(table.responses).flatMap(([operationId, bodies]) =>
      Object.values(bodies).flatMap((body) =>
        (table.places[body] ?? []).flatMap(([schema, at]): Difference[] => {
          const pointer = `${at}${field.pointer}`;
          const isKnown = differences.some((each) => each.operationId === operationId && each.pointer === pointer);
          if (schema !== field.schema || isKnown) return [];
          const foundAt = `${parentOf(pointer)}/${otherName}`;
          const [kind, direction, content] = ["renamed", "response", "the content"] as const;
          return [{ operationId, pointer, kind, direction, expected: content, found: content, foundAt }];
        }),
      ),
    );
  });
}

/** The refuted statements that no difference shows. */
function markRefuted({ assumptions, differences }: Report, { assumptions: table }: Description): string[] {
  const isShown = ({ part, operationId }: OperationAssumption) =>
    part === "body" && differences.some((each) => each.operationId === operationId);
  const rows = [...table.rules, ...table.operations.filter((row) => !isShown(row))];
  return assumptions.flatMap(({ id, verdict, evidence }) => {
    const row = verdict === "refuted" ? rows.find((each) => each.id === id) : undefined;
    return row === undefined ? [] : [`// TODO ${id}: ${toPrintable(evidence)}. The document says: ${row.statement}`];
  });
}

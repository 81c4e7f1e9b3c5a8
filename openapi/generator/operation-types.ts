import { capitalize, indent } from "../../src/base/text.js";
import { type SpecDocument, type SpecOperation, securedOperations } from "./document.js";
import {
  bodyMayBeMissing,
  contentType,
  createdOf,
  idIsCertain,
  inputOf,
  outputOf,
  pathParamType,
  queryNameOf,
  queryType,
} from "./shapes.js";
import { banner, docComment, sentence } from "./text.js";

interface Tree {
  readonly groups: Map<string, Tree>;
  readonly operations: Map<string, SpecOperation>;
}

/** Writes the signatures and doc comments of the named methods: an interface for each group of the client. */
export function writeMethods(document: SpecDocument, source: string, name: string): string {
  const root: Tree = { groups: new Map(), operations: new Map() };
  for (const operation of securedOperations(document)) {
    const path = operation.operationId.split(".");
    const last = path.pop() ?? "";
    path.reduce(subtree, root).operations.set(last, operation);
  }
  const interfaceOf = (group: string) => `${capitalize(group)}Methods`;
  const groups = [...root.groups].map(([group, tree]) => {
    const comment = docComment([document.tags.get(group), deprecation(tree)]);
    return `${comment}\nexport interface ${interfaceOf(group)} {\n${indent(writeTree(tree, document))}}\n`;
  });
  const properties = [...root.groups].map(([group, tree]) => {
    const comment = docComment([document.tags.get(group), deprecation(tree)]);
    return `${comment}\nreadonly ${group}: ${interfaceOf(group)};\n`;
  });
  const body = [
    `/** Every operation by its name. */\nexport interface ${name}Methods {\n${indent(properties.join(""))}}\n`,
    ...groups,
  ].join("\n");
  return `${banner(source)}${imports(body, document)}\n${body}`;
}

/** Writes the paths of each HTTP method with the parameters and the results of their calls. */
export function writeRoutes(document: SpecDocument, source: string, name: string): string {
  const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"].map((method) => {
    const routes = securedOperations(document)
      .filter((operation) => operation.method === method)
      .map(writeRoute);
    return `${method}: {\n${indent(routes.join(""))}};\n`;
  });
  const body = methods.join("");
  return `${banner(source)}${imports(body, document)}\n/** Every path, by HTTP method: the parameters of a call, and the whole body of its response. */\nexport interface ${name}Routes {\n${indent(body)}}\n`;
}

function subtree(tree: Tree, name: string): Tree {
  const found = tree.groups.get(name) ?? { groups: new Map(), operations: new Map() };
  tree.groups.set(name, found);
  return found;
}

function writeTree(tree: Tree, document: SpecDocument): string {
  const methods = [...tree.operations].map(([name, operation]) => writeMethod(name, operation, document));
  const groups = [...tree.groups].map(([name, group]) => {
    const tag = deprecation(group);
    const comment = tag === undefined ? "" : `${docComment([tag])}\n`;
    return `${comment}readonly ${name}: {\n${indent(writeTree(group, document))}};\n`;
  });
  return [...methods, ...groups].join("");
}

function writeMethod(name: string, operation: SpecOperation, document: SpecDocument): string {
  const path = operation.pathParams.map((param) => `${param.name}: ${pathParamType(param)}`);
  const args = [...path, ...inputArgs(operation)];
  const comment = methodComment(operation, document);
  const signatures = resultSignatures(operation, document).map(
    ({ options, result }) => `${name}(${[...args, options].join(", ")}): CallPromise<${result}>;\n`,
  );
  return signatures.map((signature) => `${comment}\n${signature}`).join("");
}

function inputArgs(operation: SpecOperation): string[] {
  const body = inputOf(operation);
  if (body.kind === "binary") return ["file: Upload"];
  if (body.kind !== "none") return [`body: ${body.type}`];
  const query = queryType(operation);
  return query === undefined ? [] : [`query${query.required ? "" : "?"}: ${query.type}`];
}

const optionsType = (operation: SpecOperation) =>
  inputOf(operation).kind === "binary" ? "UploadOptions" : "CallOptions";

function resultSignatures(operation: SpecOperation, document: SpecDocument): { options: string; result: string }[] {
  if (outputOf(operation).kind === "binary") {
    return [
      { options: "options: StreamOptions", result: "StreamedFile" },
      { options: "options?: DownloadOptions", result: "DownloadedFile" },
    ];
  }
  return [{ options: `options?: ${optionsType(operation)}`, result: resultType(operation, document) }];
}

function resultType(operation: SpecOperation, document: SpecDocument): string {
  const output = outputOf(operation);
  const created = createdOf(operation, document);
  const content = contentType(operation, document);
  if (created !== undefined) {
    const id = `${created.integer ? "number" : "string"}${idIsCertain(operation, created) ? "" : " | undefined"}`;
    return `Created<${output.kind === "json" ? content : "object"}, ${id}>`;
  }
  if (output.kind === "none") return "void";
  return bodyMayBeMissing(operation) ? `${content} | undefined` : content;
}

function writeRoute(operation: SpecOperation): string {
  const path = operation.pathParams.map((param) => `${param.name}: ${pathParamType(param)}`).join("; ");
  const query = queryType(operation);
  const params = [
    path === "" ? "" : `path: { ${path} }`,
    query === undefined ? "" : `query${query.required ? "" : "?"}: ${query.type}`,
  ];
  const needed = path !== "" || query?.required === true;
  const fields = params.some(Boolean) ? [`params${needed ? "" : "?"}: { ${params.filter(Boolean).join("; ")} }`] : [];
  const body = inputOf(operation);
  if (body.kind !== "none") fields.push(`body: ${body.type}`);
  const required = needed || body.kind !== "none";
  const output = outputOf(operation);
  const options = output.kind === "binary" ? "DownloadOptions" : optionsType(operation);
  const init = fields.length === 0 ? options : `{ ${fields.join("; ")} } & ${options}`;
  const data = output.kind === "json" && bodyMayBeMissing(operation) ? `${output.type} | undefined` : output.type;
  const comment = docComment([sentence(operation.summary), undefined, deprecation(operation)]);
  return `${comment}\n"${operation.path}": {\n  args: [init${required ? "" : "?"}: ${init}];\n  data: ${data};\n};\n`;
}

/** The tag of an operation that is deprecated, or of a group without any other operations. */
function deprecation(part: SpecOperation | Tree): string | undefined {
  const isDeprecated = "groups" in part ? operationsOf(part).every((each) => each.deprecated) : part.deprecated;
  if (!isDeprecated) return undefined;
  const [successor] = ("groups" in part ? operationsOf(part) : [part]).map((each) => each["x-reg-successor"]);
  return `@deprecated Use \`${successor}\`.`;
}

function operationsOf({ groups, operations }: Tree): SpecOperation[] {
  return [...operations.values(), ...[...groups.values()].flatMap(operationsOf)];
}

/**
 * What the call does and changes, then its phases, what it throws, an example, and last the sections of the reference.
 */
function methodComment(operation: SpecOperation, document: SpecDocument): string {
  const { description, "x-reg-phases": phases, "x-reg-confidence": confidence } = operation;
  const tags = [
    ...operation.pathParams.flatMap(({ name, description }) => (description ? [`@param ${name} ${description}`] : [])),
    ...errorTags(operation, document),
    ...[deprecation(operation)].filter((tag) => tag !== undefined),
  ];
  return docComment([
    description ?? sentence(operation.summary),
    phases && `Phases: ${phases.join(", ")}.`,
    `\`${operation.method} ${operation.path}\` ${effects[operation["x-reg-effects"]]}`,
    confidence === "documented" ? undefined : `Confidence: ${confidence}.`,
    tags,
    ["@example", operation["x-reg-example"] ?? ""],
    [`@see ${sectionsOf(operation["x-reg-source"])}`],
  ]);
}

/** The errors that not every call can have. */
function errorTags(operation: SpecOperation, document: SpecDocument): string[] {
  const fieldOf = (code: string | undefined) => document.codes[code ?? ""]?.field;
  // Several codes in a row about one field name it once.
  const codes = operation["x-reg-errors"].map((code, index, all) => {
    const field = fieldOf(code);
    return field === undefined || field === fieldOf(all[index + 1]) ? code : `${code} (${field})`;
  });
  return [
    ...(codes.length > 0 ? [`@throws RegValidationError, such as ${codes.join(", ")}`] : []),
    ...("403" in operation.responses ? ["@throws RegPermissionError (403)"] : []),
    ...("409" in operation.responses ? ["@throws RegConflictError (409) after a concurrent call"] : []),
    ...("410" in operation.responses ? ["@throws RegArchivedError (410) once it is archived"] : []),
  ];
}

/** The document and its sections, without the remarks about them. */
const sectionsOf = (source: string) => source.split(";")[0]?.replaceAll(/ \([^)]*\)/g, "") ?? "";

const effects: Readonly<Record<string, string>> = {
  read: "is repeated after a temporary failure.",
  idempotent: "is repeated after a temporary failure.",
  create: "is never sent again once it may have been processed.",
  transition: "is never sent again once it may have been processed.",
};

function imports(text: string, document: SpecDocument): string {
  const used = (names: readonly (string | undefined)[]) =>
    names.filter((name) => name !== undefined && new RegExp(`[^"\\w]${name}\\b`).test(text));
  const line = (names: readonly (string | undefined)[], file: string) =>
    used(names).length === 0 ? "" : `import type { ${used(names).join(", ")} } from "${file}";\n`;
  return [
    "\n",
    line(["DownloadedFile", "StreamedFile", "Upload"], "../../base/files.js"),
    line(["CallOptions", "DownloadOptions", "StreamOptions", "UploadOptions"], "../../http/call/options.js"),
    line(["CallPromise"], "../../http/client.js"),
    line(["Created"], "../../http/result.js"),
    line(["OpenQuery"], "../../document/open.js"),
    line([...Object.keys(document.schemas), ...document.operations.map(queryNameOf)].sort(), "./models.js"),
  ].join("");
}

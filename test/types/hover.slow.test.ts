import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { entry } from "../../tsup.config.js";
import { createLanguageService, root } from "../support/language-service.js";

// What an editor shows of every symbol that users import, of every method of both clients, and of every option.

const files = Object.values(entry).map((path) => join(root, path));
const program = createLanguageService(files).getProgram() as ts.Program;
const checker = program.getTypeChecker();

interface Hover {
  readonly name: string;
  /** Everything below the type: the description and the tags. */
  readonly text: string;
  readonly tags: ReadonlyMap<string, string>;
}

function hover(name: string, documented: ts.Symbol | ts.Signature): Hover {
  const tags = documented
    .getJsDocTags(checker)
    .map((tag): [string, string] => [tag.name, ts.displayPartsToString(tag.text)]);
  const description = ts.displayPartsToString(documented.getDocumentationComment(checker));
  const text = [description, ...tags.map(([tag, content]) => `@${tag} ${content}`)].join("\n\n").trim();
  return { name, text, tags: new Map(tags) };
}

const isOurs = (symbol: ts.Symbol) =>
  symbol.declarations?.some((each) => each.getSourceFile().fileName.startsWith(join(root, "src"))) ?? false;

/** The symbols that an entry point exports, by their names. */
function exportsOf(file: string): [string, ts.Symbol][] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node) as ts.Symbol;
  return checker
    .getExportsOfModule(module)
    .map((each) => [each.name, each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each]);
}

/** The members of a type that this package declares, by their paths. */
function membersOf(type: ts.Type, path: string): [string, ts.Symbol][] {
  return checker
    .getPropertiesOfType(type)
    .filter(isOurs)
    .map((member) => [`${path}.${member.name}`, member]);
}

/** The methods of a client and of its groups. Of a method with several signatures, an editor shows one at a time. */
function methodsOf(type: ts.Type, path: string): Hover[] {
  return membersOf(type, path).flatMap(([name, member]) => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(member));
    const signatures = type.getCallSignatures();
    if (signatures.length === 0) return methodsOf(type, name);
    const isMethod = Boolean(member.flags & ts.SymbolFlags.Method);
    return isMethod ? signatures.map((signature) => hover(name, signature)) : [hover(name, member)];
  });
}

const exported = new Map(files.flatMap(exportsOf));
const isFunction = (symbol: ts.Symbol) =>
  Boolean(symbol.flags & ts.SymbolFlags.Value) && checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
const declaredType = (name: string) => checker.getDeclaredTypeOfSymbol(exported.get(name) as ts.Symbol);

const functions = [...exported].filter(([, symbol]) => isFunction(symbol)).map(([name, symbol]) => hover(name, symbol));
const symbols = [...exported].map(([name, symbol]) => hover(name, symbol));
const methods = ["SupplierClient", "LessorClient"].flatMap((name) => methodsOf(declaredType(name), name));
const membersOfAll = [...exported.keys()]
  .flatMap((name) => membersOf(declaredType(name), name))
  .map(([name, member]) => hover(name, member));
const options = membersOfAll.filter(({ name }) => /^\w+(?:Options|(?<!Event)Details)\./.test(name));
const all = [...symbols, ...methods, ...membersOfAll];

const namesOf = (hovers: readonly Hover[]) => hovers.map(({ name }) => name);

describe("a hover", () => {
  test("is read for symbols, methods and options", () => {
    expect(namesOf(symbols)).toEqual(expect.arrayContaining(["RegError", "createSandbox", "createRedisThrottle"]));
    expect(namesOf(options)).toEqual(expect.arrayContaining(["SupplierClientOptions.token", "CallOptions.timeout"]));
    const expected = ["serviceRequests.components.put", "serviceRequests.invoice", "tires.makes.list", "follow", "GET"];
    expect(namesOf(methods)).toEqual(expect.arrayContaining(expected.map((name) => `SupplierClient.${name}`)));
    expect(namesOf(methods)).toContain("LessorClient.vehicles.mileages.put");
  });

  test("has a text for each symbol, method and option", () => {
    expect(namesOf([...symbols, ...methods, ...options].filter(({ text }) => text === ""))).toEqual([]);
  });

  test("has at most 800 characters", () => {
    const long = all.filter(({ text }) => text.length > 800);
    expect(long.map(({ name, text }) => `${name}: ${text.length}`)).toEqual([]);
  });

  test("names only pages of docs that exist", () => {
    const pages = new Set(all.flatMap(({ text }) => text.match(/docs\/[\w-]+\.md/g) ?? []));
    expect(pages).toContain("docs/approval.md");
    expect([...pages].filter((page) => !existsSync(join(root, page)))).toEqual([]);
  });

  test("names the confidence only if it is not documented", () => {
    expect(namesOf(all.filter(({ text }) => /Confidence: documented/i.test(text)))).toEqual([]);
    const assumed = namesOf(methods.filter(({ text }) => text.includes("Confidence: assumed.")));
    expect(assumed).toContain("LessorClient.vehicles.mileages.get");
  });

  test("has an example for each method and each function", () => {
    expect(namesOf(functions)).toEqual(expect.arrayContaining(["createSupplierClient", "checkApproval", "lineFor"]));
    expect(namesOf([...methods, ...functions].filter(({ tags }) => !tags.has("example")))).toEqual([]);
  });

  // Read from the text, because a tag may also be on a group, a path or a member of a type that is not exported.
  test("names the successor of what is deprecated", () => {
    const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(root, "src/")));
    const tags = sources.flatMap(({ text }) => text.match(/@deprecated\b.*/g) ?? []);
    expect(tags).toContain("@deprecated Use `serviceRequests.list`.");
    const calls = namesOf(methods).map((name) => name.replace(/^\w+\./, ""));
    const known = new Set([...calls, ...namesOf([...symbols, ...membersOfAll])]);
    const successorOf = (tag: string) => /(?:`|\{@link )([\w.]+)/.exec(tag)?.[1] ?? "";
    expect(tags.filter((tag) => !known.has(successorOf(tag)))).toEqual([]);
  });
});

/** What the examples take from the rest of a program. */
const given = `
import Bottleneck from "bottleneck";
import { RegError, type InvoiceOptions } from "@reg/sdk";
import type { AllowedComponent, Contract, InvoiceCreate } from "@reg/sdk/supplier";
import type { LessorClient, RequestContent, RequestDraft, SupplierClient } from "@reg/sdk";
import type { ServiceRequest, Tire } from "@reg/sdk/supplier";
import { writeFile } from "node:fs/promises";
import { Redis } from "ioredis";
import { setupServer } from "msw/node";
declare const error: unknown;
declare const contract: Contract;
declare const form: RequestDraft;
declare const draft: ServiceRequest;
declare const body: InvoiceCreate;
declare const chosen: AllowedComponent;
declare const code: string;
declare const tire: Tire;
declare const url: string;
declare const received: Request;
declare const secret: string;
declare const show: (...texts: unknown[]) => void;
declare const submitButton: { disabled: boolean };
declare const lookBeforeSendingAgain: (operationId: string | undefined) => Promise<void>;
declare const supplier: SupplierClient;
declare const lessor: LessorClient;
declare const client: SupplierClient;
declare const id: string;
declare const componentId: string;
declare const requestId: string;
declare const attachmentId: string;
declare const invoiceId: number;
declare const bacCode: string;
declare const eanCode: string;
declare const number: string;
declare const allowed: AllowedComponent[];
declare const line: ServiceRequest["components"][number];
declare const request: ServiceRequest;
declare const invoice: InvoiceCreate;
declare const invoiceOf: (request: ServiceRequest) => InvoiceOptions;
declare const vehicle: RequestContent["vehicle"];
declare const appointment: RequestContent["appointment"];
declare const components: RequestContent["components"];
declare const pdf: Blob;
declare const bytes: Uint8Array<ArrayBuffer>;
declare const reason: { [field: string]: unknown };
declare const changes: { [field: string]: unknown };
declare const agreement: { [field: string]: unknown };
declare const fields: { [field: string]: unknown };
declare const tires: object[];
declare const maintenance: { [field: string]: unknown };
declare const routings: object[];
declare const extraTireSet: { [field: string]: unknown };
declare const settings: object[];
declare const signal: AbortSignal;
declare const load: () => Promise<string | undefined>;
declare const save: (cursor: string) => Promise<void>;
declare const review: (...request: string[]) => Promise<void>;
declare const store: { load: typeof load; save: typeof save };
declare const readFleet: () => AsyncIterable<{ licensePlate: string }>;
`;

test("the examples of the methods and functions compile", () => {
  const file = join(root, "test/types/examples.ts");
  const names = new Set<string>();
  const imports = Object.entries(entry).map(([name, path]) => {
    const module = ["@reg/sdk", name.replace(/\/?index$/, "")].filter(Boolean).join("/");
    const used = exportsOf(join(root, path)).filter(([name, symbol]) => isFunction(symbol) && !names.has(name));
    for (const [name] of used) names.add(name);
    return `import { ${used.map(([name]) => name).join(", ")} } from "${module}";`;
  });
  const examples = [...methods, ...functions, ...symbols.filter(({ name }) => name === "RegError")].map(
    ({ tags }) => `{\n${tags.get("example")}\n}`,
  );
  const text = `${imports.join("\n")}\n${given}\n${examples.join("\n")}\nexport {};`;
  const found = createLanguageService([file], { [file]: text }).getSemanticDiagnostics(file);
  // Examples use little of what they destructure, and write `process.env.X`.
  const errors = found.filter(({ code }) => ![6133, 6198, 4111].includes(code));
  const describeError = ({ start = 0, messageText }: ts.Diagnostic) =>
    `${text.slice(text.lastIndexOf("\n", start), text.indexOf("\n", start))}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  expect(errors.map(describeError)).toEqual([]);
});

/**
 * Converts the declarations of the package into one report for each entry point. A report does not depend on details
 * that users cannot see: the files of the declarations, their order, and the names of types that are not exported.
 *
 * A type that is not exported is named after the exported one that refers to it, such as `RegApiError$1`. An alias that
 * is not exported is replaced by its type. Members and unions are sorted, because TypeScript ignores their order.
 */
import ts from "typescript";
import { type EntryPoint, namespaceOf } from "./extract.js";

interface Export {
  readonly symbol: ts.Symbol;
  /** The name that users import. */
  readonly name: string;
}

interface Declarations {
  readonly checker: ts.TypeChecker;
  readonly source: ts.SourceFile;
  /** More than one node for overloads and merged declarations. */
  readonly nodes: Map<ts.Symbol, ts.Node[]>;
  /** The imports from other packages. */
  readonly imports: Map<ts.Symbol, string>;
  /** The exports of each entry point, by its namespace, sorted by name. */
  readonly exports: Map<string, readonly Export[]>;
}

/** The place of a declaration in the reports. */
interface Named {
  readonly name: string;
  readonly entryPoint: EntryPoint;
  readonly isExported: boolean;
}

/** In the order of the reports. */
type Names = Map<ts.Symbol, Named>;

/** Properties whose literal types are texts for people, which may be reworded. */
const proseProperties = new Set(["action", "cause", "meaning", "source"]);

const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });

/** Creates the text of each report, by the name of its entry point. */
export function normalizeDeclarations(text: string, entryPoints: readonly EntryPoint[]): ReadonlyMap<string, string> {
  const declarations = collect(removeComments(text));
  const names = nameExports(declarations, entryPoints);
  const simplified = simplify(declarations, names);
  nameReachable(simplified, names);
  const libraries = declarations.source.libReferenceDirectives.map(({ fileName }) => fileName).sort();
  return new Map(
    entryPoints.map((entryPoint, index) => {
      const report = writeReport(entryPoint, simplified, names);
      // API Extractor does not report which entry point needs a library, so the first report lists all of them.
      const isFirst = index === 0;
      return [entryPoint.name, report + (isFirst ? formatSection("TypeScript libraries", libraries) : "")];
    }),
  );
}

/** Removes the parts that depend on doc comments. Tags such as `@deprecated` and `@internal` stay. */
function removeComments(text: string): string {
  return text
    .replaceAll(/^ *\/\/ \(No @packageDocumentation .*\n/gm, "")
    .replaceAll(/^( *\/\/.*?) *\(undocumented\)$/gm, "$1")
    .replaceAll(/^( *\/\/.*?) *@public\b/gm, "$1")
    .replaceAll(/^ *\/\/ *\n/gm, "");
}

function collect(text: string): Declarations {
  const source = ts.createSourceFile("all.d.ts", text, ts.ScriptTarget.ES2022, true);
  const host = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name: string) => (name === source.fileName ? source : undefined),
  };
  const program = ts.createProgram([source.fileName], { noLib: true, noResolve: true, types: [] }, host);
  const checker = program.getTypeChecker();
  const found: Declarations = { checker, source, nodes: new Map(), imports: new Map(), exports: new Map() };
  for (const statement of source.statements) collectStatement(statement, found);
  return found;
}

function collectStatement(statement: ts.Statement, { checker, nodes, imports, exports }: Declarations): void {
  if (ts.isImportDeclaration(statement)) {
    walk(statement, (node) => {
      const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
      // Users see no difference between an import of types and another one.
      if (symbol !== undefined) imports.set(symbol, statement.getText().replace(/^import type /, "import "));
    });
  } else if (ts.isModuleDeclaration(statement)) {
    exports.set(statement.name.text, listExports(statement, checker));
  } else if (!ts.isExportDeclaration(statement)) {
    const name = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations[0]?.name
      : (statement as ts.DeclarationStatement).name;
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol === undefined) throw new Error(`cannot report this declaration:\n${statement.getText()}`);
    nodes.set(symbol, [...(nodes.get(symbol) ?? []), statement]);
  }
}

function listExports(namespace: ts.ModuleDeclaration, checker: ts.TypeChecker): readonly Export[] {
  const found: Export[] = [];
  walk(namespace, (node) => {
    if (!ts.isExportSpecifier(node)) return;
    const symbol = checker.getExportSpecifierLocalTargetSymbol(node);
    if (symbol === undefined) throw new Error(`nothing declares ${node.getText()}`);
    found.push({ symbol, name: node.name.text });
  });
  return sortBy(found, ({ name }) => name);
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child);
    walk(child, visit);
  });
}

/** An export belongs to the report of the first entry point that has it; the others refer to that one. */
function nameExports({ exports }: Declarations, entryPoints: readonly EntryPoint[]): Names {
  const names: Names = new Map();
  const taken = new Set<string>();
  for (const entryPoint of entryPoints) {
    for (const { symbol, name: exportedName } of exports.get(namespaceOf(entryPoint)) ?? []) {
      if (names.has(symbol)) continue;
      const name = taken.has(exportedName) ? exportedName + namespaceOf(entryPoint) : exportedName;
      taken.add(name);
      names.set(symbol, { name, entryPoint, isExported: true });
    }
  }
  return names;
}

/** Sorts members and unions, replaces aliases that are not exported, and removes the wording of texts for people. */
function simplify(declarations: Declarations, names: Names): Declarations {
  const { checker, nodes } = declarations;
  const aliases = findReplaceableAliases(declarations, names);

  function visit(node: ts.Node): ts.Node {
    const symbol = ts.isTypeReferenceNode(node) ? checker.getSymbolAtLocation(node.typeName) : undefined;
    const alias = symbol && aliases.get(symbol);
    if (alias !== undefined) return visit(alias.type);
    // The printer adds the parentheses that are needed.
    if (ts.isParenthesizedTypeNode(node)) return visit(node.type);
    const visited = ts.visitEachChild(node, visit, undefined);
    if (ts.isPropertySignature(visited)) return removeProse(visited);
    return sortParts(visited, (part) => print(part, declarations, names));
  }

  const simplified = new Map<ts.Symbol, ts.Node[]>();
  for (const [symbol, parts] of nodes) simplified.set(symbol, parts.map(visit));
  return { ...declarations, nodes: simplified };
}

/** Finds the aliases that are neither exported nor generic nor recursive. */
function findReplaceableAliases(
  declarations: Declarations,
  names: Names,
): ReadonlyMap<ts.Symbol, ts.TypeAliasDeclaration> {
  const aliases = new Map<ts.Symbol, ts.TypeAliasDeclaration>();
  for (const [symbol, [node]] of declarations.nodes) {
    if (node === undefined || names.has(symbol)) continue;
    if (ts.isTypeAliasDeclaration(node) && node.typeParameters === undefined) aliases.set(symbol, node);
  }
  const recursive = [...aliases.keys()].filter((symbol) => {
    const reached = new Set(listReferences(symbol, declarations));
    for (const next of reached) {
      if (!aliases.has(next)) continue;
      for (const reference of listReferences(next, declarations)) reached.add(reference);
    }
    return reached.has(symbol);
  });
  for (const symbol of recursive) aliases.delete(symbol);
  return aliases;
}

function removeProse(node: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = node;
  const isProse =
    ts.isIdentifier(name) &&
    proseProperties.has(name.text) &&
    type !== undefined &&
    ts.isLiteralTypeNode(type) &&
    ts.isStringLiteral(type.literal) &&
    type.literal.text.includes(" ");
  if (!isProse) return node;
  const text = ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral("…"));
  return ts.factory.updatePropertySignature(node, modifiers, name, questionToken, text);
}

function sortParts(node: ts.Node, textOf: (node: ts.Node) => string): ts.Node {
  const { factory } = ts;
  if (ts.isUnionTypeNode(node)) {
    const types = node.types.flatMap((type) => (ts.isUnionTypeNode(type) ? type.types : [type]));
    return factory.updateUnionTypeNode(node, factory.createNodeArray(sortBy(types, textOf)));
  }
  if (ts.isTypeLiteralNode(node)) {
    return factory.updateTypeLiteralNode(node, factory.createNodeArray(sortMembers(node.members)));
  }
  if (ts.isInterfaceDeclaration(node)) {
    const { modifiers, name, typeParameters, heritageClauses, members } = node;
    const sorted = sortMembers(members);
    return factory.updateInterfaceDeclaration(node, modifiers, name, typeParameters, heritageClauses, sorted);
  }
  if (ts.isClassDeclaration(node)) {
    const { modifiers, name, typeParameters, heritageClauses, members } = node;
    const sorted = sortMembers(members);
    return factory.updateClassDeclaration(node, modifiers, name, typeParameters, heritageClauses, sorted);
  }
  return node;
}

/** Overloads keep their order, which TypeScript uses, because they have one name. */
function sortMembers<Member extends ts.ClassElement | ts.TypeElement>(members: readonly Member[]): readonly Member[] {
  return sortBy(members, ({ name }) => (name === undefined ? "" : ts.isPropertyName(name) ? nameText(name) : ""));
}

function nameText(name: ts.PropertyName): string {
  return ts.isComputedPropertyName(name) ? name.getText() : name.text;
}

function sortBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

/** Names the types that are not exported after the first export that refers to them. */
function nameReachable(declarations: Declarations, names: Names): void {
  const exported = [...names];
  for (const [symbol, { name, entryPoint }] of exported) {
    let count = 0;
    const queue = new Set([symbol]);
    for (const next of queue) {
      for (const reference of listReferences(next, declarations)) {
        if (names.has(reference) || !declarations.nodes.has(reference)) continue;
        count += 1;
        names.set(reference, { name: `${name}$${count}`, entryPoint, isExported: false });
        queue.add(reference);
      }
    }
  }
}

/** Lists the declarations and imports to which a declaration refers, in the order of its text. */
function listReferences(symbol: ts.Symbol, { checker, nodes, imports }: Declarations): ReadonlySet<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  for (const node of nodes.get(symbol) ?? []) {
    walk(node, (child) => {
      const isOwnName = child === (node as ts.NamedDeclaration).name;
      const reference = ts.isIdentifier(child) && !isOwnName ? checker.getSymbolAtLocation(child) : undefined;
      if (reference && (nodes.has(reference) || imports.has(reference))) found.add(reference);
    });
  }
  return found;
}

/** Prints a node with the names of the report; a type that has no name yet is written as `_`. */
function print(node: ts.Node, { checker, source, nodes }: Declarations, names: Names): string {
  function rename(child: ts.Node): ts.Node {
    if (!ts.isIdentifier(child)) return ts.visitEachChild(child, rename, undefined);
    const symbol = checker.getSymbolAtLocation(child);
    if (symbol === undefined || !nodes.has(symbol)) return child;
    return ts.factory.createIdentifier(names.get(symbol)?.name ?? "_");
  }
  return printer.printNode(ts.EmitHint.Unspecified, rename(node), source);
}

function writeReport(entryPoint: EntryPoint, declarations: Declarations, names: Names): string {
  const own = [...names].filter(([, named]) => named.entryPoint === entryPoint);
  const [exported, reachable] = [true, false].map((isExported) =>
    own
      .filter(([, named]) => named.isExported === isExported)
      .flatMap(([symbol]) => declarations.nodes.get(symbol) ?? [])
      .map((node) => print(node, declarations, names)),
  );
  const used = own.flatMap(([symbol]) => [...listReferences(symbol, declarations)]);
  const imports = used.map((symbol) => declarations.imports.get(symbol)).filter((text) => text !== undefined);
  return [
    `# Public API of \`${entryPoint.module}\`\n\n\`npm run api\` writes this file. Do not edit it.\n`,
    formatSection("Names", listNames(entryPoint, declarations, names)),
    formatSection("Imports", [...new Set(imports)].sort()),
    formatSection("Declarations", exported?.map((text) => text.replace(/^(\/\/.*\n)*/, "$&export ")) ?? []),
    formatSection("Not exported, but part of the exported types", reachable ?? []),
  ].join("");
}

/** Lists all exports, including those whose declaration is in the report of another entry point. */
function listNames(entryPoint: EntryPoint, { exports }: Declarations, names: Names): readonly string[] {
  return (exports.get(namespaceOf(entryPoint)) ?? []).flatMap(({ symbol, name: exportedName }) => {
    const named = names.get(symbol);
    if (named === undefined) return [];
    const clause = named.name === exportedName ? exportedName : `${named.name} as ${exportedName}`;
    const from = named.entryPoint === entryPoint ? "" : ` from "${named.entryPoint.module}"`;
    const keyword = entryPoint.values.has(exportedName) ? "export" : "export type";
    return `${keyword} { ${clause} }${from};`;
  });
}

function formatSection(heading: string, declarations: readonly string[]): string {
  if (declarations.length === 0) return "";
  const isList = declarations.every((declaration) => !declaration.includes("\n"));
  return `\n## ${heading}\n\n\`\`\`ts\n${declarations.join(isList ? "\n" : "\n\n")}\n\`\`\`\n`;
}

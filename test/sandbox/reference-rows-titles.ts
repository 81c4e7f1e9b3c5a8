import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";

/** A test as its file declares it. */
export interface DeclaredTest {
  /** The titles of its describes and its own, such as `the transitions > none to Draft`. */
  readonly title: string;
  /** Whether the title goes on with what only a run of the test knows. */
  readonly open: boolean;
}

type Title = Pick<DeclaredTest, "title" | "open">;

/** The paths of all test files below a folder, as they stand below `root`. */
export function testFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** The tests that a file declares, with a title for every row of a table that is written out in the file. */
export function declaredTests(file: string): DeclaredTest[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const tables = constantsOf(source);
  const found: DeclaredTest[] = [];
  const visit = (node: ts.Node, within: readonly Title[]): void => {
    const declaration = declarationOf(node, tables);
    if (declaration === undefined) {
      ts.forEachChild(node, (child) => visit(child, within));
      return;
    }
    const titles = within.flatMap((outer) => declaration.titles.map((inner) => joined(outer, inner)));
    if (declaration.kind === "it") found.push(...titles);
    else for (const child of declaration.inside) visit(child, titles);
  };
  visit(source, [{ title: "", open: false }]);
  return found;
}

function joined(outer: Title, inner: Title): Title {
  if (outer.open) return outer;
  return { title: [outer.title, inner.title].filter((part) => part !== "").join(" > "), open: inner.open };
}

type Tables = ReadonlyMap<string, ts.Expression>;

interface Declaration {
  readonly kind: "it" | "describe";
  readonly titles: readonly Title[];
  readonly inside: readonly ts.Expression[];
}

/** What a call declares, if it is one of `it`, `describe`, `it.each(…)` and `describe.each(…)`. */
function declarationOf(node: ts.Node, tables: Tables): Declaration | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title, ...inside] = node.arguments;
  if (title === undefined || !ts.isStringLiteralLike(title)) return undefined;
  const { expression: callee } = node;
  if (isKind(callee)) return { kind: callee.text, titles: [{ title: title.text, open: false }], inside };
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return undefined;
  const { expression: kind, name } = callee.expression;
  if (name.text !== "each" || !isKind(kind)) return undefined;
  return { kind: kind.text, titles: rowTitles(title.text, callee.arguments[0], tables), inside };
}

const isKind = (node: ts.Node): node is ts.Identifier & { readonly text: "it" | "describe" } =>
  ts.isIdentifier(node) && (node.text === "it" || node.text === "describe");

/** The title of each row of a table; one that is open if the table is not written out. */
function rowTitles(template: string, table: ts.Expression | undefined, tables: Tables): Title[] {
  const rows = table === undefined ? undefined : listIn(table, tables);
  if (rows === undefined) return [filledIn(template, [])];
  return rows.map((row) => filledIn(template, (listIn(row, tables) ?? [row]).map(textIn)));
}

/** A template with texts in place of its `%s`, as far as they are known. */
function filledIn(template: string, texts: readonly (string | undefined)[]): Title {
  let title = "";
  let index = 0;
  for (const part of template.split(/(%[sdifjo]|\$\w+)/)) {
    if (!/^(%[sdifjo]|\$\w+)$/.test(part)) {
      title += part;
      continue;
    }
    const text = part === "%s" ? texts[index++] : undefined;
    if (text === undefined) return { title, open: true };
    title += text;
  }
  return { title, open: false };
}

function listIn(node: ts.Expression, tables: Tables): readonly ts.Expression[] | undefined {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return listIn(node.expression, tables);
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  const constant = ts.isIdentifier(node) ? tables.get(node.text) : undefined;
  return constant === undefined ? undefined : listIn(constant, tables);
}

const textIn = (node: ts.Expression) => (ts.isStringLiteralLike(node) ? node.text : undefined);

/** The constants of a file by name. */
function constantsOf(source: ts.SourceFile): Tables {
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(
    declarations.flatMap(({ name, initializer }): [string, ts.Expression][] =>
      ts.isIdentifier(name) && initializer !== undefined ? [[name.text, initializer]] : [],
    ),
  );
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The folder of the package. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The paths of all examples of the package. */
export const examples: readonly string[] = ts.sys.readDirectory(join(root, "examples"), [".ts"]);

interface ProjectOptions {
  /** The paths of existing files that belong to the project. Default: none. */
  readonly further?: readonly string[];
  /** Settings that are different from those of this package. */
  readonly settings?: ts.CompilerOptions;
}

/**
 * Compiles files in a project of a user with strict settings, with the language service of TypeScript.
 *
 * @param files the texts by path
 */
export function compileProject(
  files: Readonly<Record<string, string>>,
  { further = [], settings = {} }: ProjectOptions = {},
) {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const { readFile, directoryExists, getDirectories } = ts.sys;
  const read = (name: string) => files[name] ?? readFile(name);
  const service = ts.createLanguageService({
    // The declarations are not part of a library here, so they must be checked.
    getCompilationSettings: () => ({ ...options, skipLibCheck: false, allowJs: true, ...settings }),
    getScriptFileNames: () => [...Object.keys(files), ...further],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = read(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name in files || ts.sys.fileExists(name),
    readFile: read,
    directoryExists,
    getDirectories,
  });
  const problemsOf = (file: string) =>
    [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, " "),
    );
  return { service, problemsOf };
}

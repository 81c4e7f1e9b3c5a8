import { join } from "node:path";
import ts from "typescript";
import { createLanguageService, root } from "./language-service.js";

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
  // The declarations are not part of a library here, so they must be checked.
  const strict = { skipLibCheck: false, allowJs: true, ...settings };
  const service = createLanguageService([...Object.keys(files), ...further], files, strict);
  const problemsOf = (file: string) =>
    [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, " "),
    );
  return { service, problemsOf };
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The folder of the package. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Lets services share the files that they parse: most of them are those of this package. */
const registry = ts.createDocumentRegistry();

/**
 * Creates TypeScript's language service for these files of the project.
 *
 * @param texts by path, of those that are not on disk
 * @param settings that are different from those of this package
 */
export function createLanguageService(
  files: readonly string[],
  texts: Readonly<Record<string, string>> = {},
  settings: ts.CompilerOptions = {},
): ts.LanguageService {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const { fileExists, readFile, directoryExists, getDirectories } = ts.sys;
  const read = (name: string) => texts[name] ?? readFile(name);
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ ...options, ...settings }),
    getScriptFileNames: () => [...files],
    // Another text is another version.
    getScriptVersion: (name) => texts[name] ?? "of the disk",
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name in texts || fileExists(name),
    readFile: read,
    directoryExists,
    getDirectories,
  };
  return ts.createLanguageService(host, registry);
}

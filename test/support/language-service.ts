import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Creates TypeScript's language service for these files of the project; `texts` has those that are not on disk. */
export function createLanguageService(
  files: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): ts.LanguageService {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const { fileExists, readFile, directoryExists, getDirectories } = ts.sys;
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = texts[name] ?? readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists,
    readFile,
    directoryExists,
    getDirectories,
  });
}

/**
 * Collects with API Extractor all declarations that can be reached from the entry points.
 *
 * It runs once over a file that exports each entry point as a namespace, and not once for each entry point, so that a
 * type in several entry points has one name and one declaration.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

export interface EntryPoint {
  /** The name of its report. */
  readonly name: string;
  /** The name with which users import it. */
  readonly module: string;
  /** Its declarations in dist. */
  readonly file: string;
  /** The names of its exports at runtime, because declarations do not show that a class is exported as a type only. */
  readonly values: ReadonlySet<string>;
}

interface Folders {
  /** The folder of package.json. */
  readonly root: string;
  /** An existing folder for intermediate files. */
  readonly temporary: string;
}

const silent = { default: { logLevel: ExtractorLogLevel.None } };

/** Returns the namespace for an entry point; the `$` distinguishes it from the declarations. */
export function namespaceOf({ name }: EntryPoint): string {
  return `$${name.replaceAll(/\W/g, "_")}`;
}

/**
 * Returns the declarations as TypeScript, without doc comments. The namespace of an entry point lists its exports.
 *
 * @throws Error if a declaration cannot be analysed
 */
export function extractDeclarations(entryPoints: readonly EntryPoint[], { root, temporary }: Folders): string {
  const entry = join(temporary, "entries.d.ts");
  const lines = entryPoints.map((entryPoint) => {
    const from = relative(temporary, entryPoint.file)
      .replaceAll("\\", "/")
      .replace(/\.d\.ts$/, ".js");
    return `export * as ${namespaceOf(entryPoint)} from "${from.startsWith(".") ? from : `./${from}`}";\n`;
  });
  writeFileSync(entry, lines.join(""));
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
  };
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      newlineKind: "lf",
      compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: "all",
        reportFolder: temporary,
        reportTempFolder: temporary,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        // The reports are not about release tags, forgotten exports or the form of doc comments.
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
  const errors: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.formatMessageWithLocation(root));
    },
  });
  if (errors.length > 0) throw new Error(errors.join("\n"));
  const report = readFileSync(join(temporary, "all.api.md"), "utf8");
  const declarations = /^```ts\n(.*)^```$/ms.exec(report)?.[1];
  if (declarations === undefined) throw new Error("API Extractor wrote a report in an unknown format");
  return declarations;
}

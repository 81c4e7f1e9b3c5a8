import { Application, LogLevel } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { modules } from "./settings.js";

/** Writes the API reference: a page for each class, interface, function and type that an entry point exports. */
export async function writeApiReference(folder: string): Promise<void> {
  const options: Partial<PluginOptions> = {
    entryFileName: "index",
    hidePageHeader: true,
    parametersFormat: "table",
    typeDeclarationFormat: "table",
  };
  const app = await Application.bootstrapWithPlugins({
    ...options,
    plugin: ["typedoc-plugin-markdown"],
    name: "API reference",
    entryPoints: modules.map(({ source }) => source),
    out: folder,
    tsconfig: "tsconfig.build.json",
    readme: "none",
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    // What several entry points export is described once.
    excludeReferences: true,
    // `npm run types` reports the errors, and the check of the site reports broken links.
    skipErrorChecking: true,
    validation: false,
    logLevel: LogLevel.Error,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the source: `npm run types` says why.");
  for (const module of project.children ?? [])
    module.name = modules.find(({ folder }) => folder === module.name)?.name ?? module.name;
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error("TypeDoc could not write the API reference.");
}

/** Runs the recipes of docs/recipes-frameworks.md with their frameworks, each against a sandbox. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, run, type Workspace } from "./workspace.js";

/** Writes the files of a recipe, whose first lines name their paths, below the folder of a project. */
function writeRecipe(project: string, recipe: string): void {
  const sections = readFileSync(join(root, "docs/recipes-frameworks.md"), "utf8").split(/^## /m);
  const section = sections.find((each) => each.startsWith(`${recipe}\n`)) ?? "";
  const files = [...section.matchAll(/^```\w+\n\/\/ \.\/(\S+)\n(.*?)^```$/gms)];
  if (files.length === 0) throw new Error(`${recipe} has no files`);
  for (const [, path = "", code = ""] of files) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), code);
  }
}

async function useExpress(workspace: Workspace): Promise<void> {
  const project = workspace.create("express", { type: "module" }, ["express.mjs"]);
  writeRecipe(project, "Express");
  workspace.report("Express 5 is installed", await workspace.install(project, "express@5"));
  workspace.report("Express 5 uses the recipe", await run("node", ["express.mjs"], project));
}

async function useHono(workspace: Workspace): Promise<void> {
  const project = workspace.create("hono", { type: "module" }, ["hono.mjs"]);
  writeRecipe(project, "Hono");
  const installed = await workspace.install(project, "hono@4", "miniflare@4.20260426.0", "esbuild");
  workspace.report("Hono 4 is installed", installed);
  const bundle = ["esbuild", "worker.js", "--bundle", "--format=esm", "--outfile=bundle.mjs"];
  workspace.report("esbuild bundles its recipe", await run("npx", bundle, project));
  workspace.report("Hono uses the recipe on workerd", await run("node", ["hono.mjs"], project));
}

/** Compiles the recipe of Next.js and calls its route handlers, without Next.js, which takes a minute. */
async function useNextRecipe(workspace: Workspace): Promise<void> {
  const project = workspace.create("next-recipe", { type: "module" }, ["next-recipe.mjs"]);
  writeRecipe(project, "Next.js");
  const versions = ["5.9.3", "7.0.2"];
  const aliases = versions.map((version) => `typescript-${version}@npm:typescript@${version}`);
  workspace.report("TypeScript is installed", await workspace.install(project, "esbuild", ...aliases));
  const files = ["app/requests/[id]/route.ts", "app/actions.ts", "app/edge/route.ts"];
  const compilerOptions = {
    ...{ target: "es2017", lib: ["dom", "dom.iterable", "esnext"], types: [] },
    ...{ strict: true, skipLibCheck: false, noEmit: true, module: "esnext", moduleResolution: "bundler" },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  for (const version of versions) {
    const tsc = join(project, "node_modules", `typescript-${version}`, "bin/tsc");
    const compiled = await run(process.execPath, [tsc, "-p", "."], project);
    workspace.report(`TypeScript ${version} compiles the recipe of Next.js`, compiled);
  }
  const bundle = ["esbuild", ...files, "--bundle", "--platform=node", "--format=esm", "--outdir=out"];
  workspace.report("esbuild bundles it", await run("npx", [...bundle, "--out-extension:.js=.mjs"], project));
  workspace.report("its handlers and its action work", await run("node", ["next-recipe.mjs"], project));
}

async function useNext(workspace: Workspace): Promise<void> {
  const project = workspace.create("next", {}, ["next.mjs", "next-page.tsx"]);
  writeRecipe(project, "Next.js");
  const packages = ["next@15.5.4", "react@19", "react-dom@19", "@types/react@19", "@types/node@20.19.43"];
  const installed = await workspace.install(project, "typescript@5.9.3", ...packages);
  workspace.report("Next.js 15 is installed", installed);
  const moved = await run("mv", ["next-page.tsx", "app/page.tsx"], project);
  const layout =
    "export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;\n";
  writeFileSync(join(project, "app/layout.tsx"), layout);
  workspace.report(
    "Next.js 15 builds and serves the recipe",
    moved.ok ? await run("node", ["next.mjs"], project) : moved,
  );
}

/** The groups of frameworks. */
export const frameworks: Readonly<Record<string, (workspace: Workspace) => Promise<void>>> = {
  express: useExpress,
  hono: useHono,
  "next-recipe": useNextRecipe,
};

/** The groups that run only if they are named: Next.js takes more than a minute. */
export const slowFrameworks: typeof frameworks = { next: useNext };

/**
 * Packs the build and checks the tarball: its manifest and contents, and projects that install and use it with each
 * version of Node and TypeScript and with other package managers, runtimes, test runners and bundlers.
 *
 *   npm run build && npm run consumers
 *   npm run consumers -- contents jest         only these groups
 *   npm run consumers -- next                  Next.js itself, which takes a minute and runs only if it is named
 *   npm run consumers -- --nodes 20,22         the group "projects" with these versions of Node
 */
import { parseArgs } from "node:util";
import { checkContents } from "./contents.js";
import { frameworks, slowFrameworks } from "./frameworks.js";
import { checkProjects } from "./projects.js";
import { tools } from "./tools.js";
import { Workspace } from "./workspace.js";

/** The oldest supported version of Node, and each supported major version. */
const defaultNodes = "20.19.0,20,22,24,26";

const { values, positionals } = parseArgs({
  options: { nodes: { type: "string", default: defaultNodes } },
  allowPositionals: true,
});

const groups: Readonly<Record<string, (workspace: Workspace) => Promise<void>>> = {
  contents: checkContents,
  projects: (workspace) => checkProjects(workspace, values.nodes.split(",")),
  ...tools,
  ...frameworks,
  ...slowFrameworks,
};

const usual = Object.keys(groups).filter((name) => !(name in slowFrameworks));
const chosen = positionals.length > 0 ? positionals : usual;
const unknown = chosen.find((name) => !(name in groups));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(groups).join(", ")}`);

const workspace = new Workspace();
/** Runs the next group, until none is left. */
async function runGroups(): Promise<void> {
  for (let name = chosen.shift(); name !== undefined; name = chosen.shift()) await groups[name]?.(workspace);
}
try {
  // Two at a time, because most of the time of an installation is a wait.
  await Promise.all([runGroups(), runGroups()]);
} finally {
  workspace.finish();
}

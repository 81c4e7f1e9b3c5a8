import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
const templates = fileURLToPath(new URL("projects/", import.meta.url));

/** The result of a command or check. */
export interface Outcome {
  readonly ok: boolean;
  /** What the command printed, or the problem. */
  readonly output: string;
}

/**
 * Returns the command for a program. npm and npx are started with Node, because Windows starts their scripts only
 * through a shell, which would read the arguments in its own way.
 */
function resolveCommand(name: string, args: readonly string[]): readonly [string, readonly string[]] {
  const npm = process.env["npm_execpath"];
  if ((name !== "npm" && name !== "npx") || npm === undefined) return [name, args];
  return [process.execPath, [join(dirname(npm), `${name}-cli.js`), ...args]];
}

/** Requires that a command has printed a text. */
export function expectOutput({ ok, output }: Outcome, text: string): Outcome {
  return { ok: ok && output.includes(text), output };
}

/** Runs a command to its end. */
export function run(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(...resolveCommand(command, args), { cwd }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trimEnd() || String(error ?? "") }),
    );
  });
}

/** The temporary folder of a run, with the tarball of the package and the projects that use it. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "reg-sdk-consumers-"));
  readonly tarball: string;
  readonly #nodes = new Map<string, Promise<string>>();
  #failures = 0;

  /** Packs the build in dist. */
  constructor() {
    const pack = resolveCommand("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", this.folder]);
    execFileSync(...pack, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    const file = readdirSync(this.folder).find((name) => name.endsWith(".tgz"));
    if (file === undefined) throw new Error("npm pack created no tarball");
    this.tarball = join(this.folder, file);
  }

  /** Creates the folder of a project with this package.json and with copies of files in `projects`. */
  create(name: string, manifest: object, files: readonly string[]): string {
    const project = join(this.folder, name);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), JSON.stringify({ name, private: true, ...manifest }));
    for (const file of files) copyFileSync(join(templates, file), join(project, file));
    return project;
  }

  /** Installs the package and others with npm, whose peer ranges are strict. */
  install(project: string, ...packages: readonly string[]): Promise<Outcome> {
    const options = ["--prefer-offline", "--no-audit", "--no-fund", "--silent"];
    return run("npm", ["install", ...options, this.tarball, ...packages], project);
  }

  /**
   * Returns the program of a version of Node: the running one if its major version is wanted, or one from the registry.
   * npx takes most of a second to find it, so that it is asked once.
   */
  node(version: string): Promise<string> {
    if (process.versions.node.split(".")[0] === version) return Promise.resolve(process.execPath);
    const found = this.#nodes.get(version) ?? this.#findNode(version);
    this.#nodes.set(version, found);
    return found;
  }

  async #findNode(version: string): Promise<string> {
    const args = ["-y", "--prefer-offline", "-p", `node@${version}`, "node", "-p", "process.execPath"];
    const { ok, output } = await run("npx", args, this.folder);
    this.report(`Node ${version} is found`, { ok, output });
    // A notice of npm may follow.
    return output.split("\n")[0] ?? "";
  }

  /** Prints whether a check has succeeded, and the output of one that has failed. */
  report(check: string, { ok, output }: Outcome): void {
    console.log(`  ${ok ? "✓" : "✗"} ${check}`);
    if (ok) return;
    this.#failures += 1;
    console.log(output.replace(/^/gm, "    "));
  }

  /** Removes the folder, and makes the process fail if a check has failed. */
  finish(): void {
    rmSync(this.folder, { recursive: true, force: true });
    console.log(this.#failures === 0 ? "✓ the package works everywhere" : `✗ ${this.#failures} failures`);
    if (this.#failures > 0) process.exitCode = 1;
  }
}

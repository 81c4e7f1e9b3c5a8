/**
 * Prepares a release: checks all that can be checked without publishing, writes the version, commits and tags. When the
 * tag is pushed, the workflow .github/workflows/release.yml publishes.
 *
 *     npm run release -- --dry-run            # checks only, for the lowest version that is allowed
 *     npm run release -- 0.2.0 --dry-run      # checks only, for this version
 *     npm run release -- 0.2.0                # checks, then writes, commits and tags
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareReports, dateEntry, findChangelogProblem, listAllowedVersions } from "./rules.js";

/** Something that a person must do before the release. */
class ReleaseError extends Error {}

/** A program that must succeed. */
interface Program {
  /** What its success shows. */
  readonly shows: string;
  readonly command: readonly [string, ...string[]];
  /** What to do if it fails. */
  readonly advice: string;
  readonly cwd?: string;
}

/** What a program does with the package that it has installed. */
const call = `(async () => {
  const { fetch, supplier } = createSandbox();
  const client = createSupplierClient({ baseUrl: supplier.baseUrl, token: await supplier.token(), fetch });
  if (JSON.stringify(await client.lessors.list()).length < 10) throw new Error("the sandbox has no lessors");
})();`;

const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
const isDryRun = values["dry-run"] === true;

try {
  prepareRelease(positionals[0]);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`✗ ${error.message}`);
  process.exitCode = 1;
}

function prepareRelease(wanted: string | undefined): void {
  if (wanted === undefined && !isDryRun)
    throw new ReleaseError("No version was given. Run `npm run release -- <version>`, or add --dry-run.");
  if (!isDryRun && git("branch", "--show-current") === "")
    throw new ReleaseError("No branch is checked out, so that the commit cannot be pushed. Check out a branch.");
  checkWorkTree();
  const last = findLastVersion();
  const version = wanted ?? findLowestVersion(last);
  checkChangelog(version);
  checkVersion(version, last);
  checkPlaceholders();
  run({ shows: "the build succeeds", command: ["npm", "run", "--silent", "build"], advice: "Mend what it reports." });
  run({
    shows: "the reports of the public API are up to date",
    command: ["npm", "run", "--silent", "api", "--", "--check"],
    advice: "Commit the reports, which are now updated.",
  });
  run({
    shows: "the SBOM and inlinedDependencies match the bundles",
    command: ["npx", "tsx", "release/sbom.ts", "--check"],
    advice: "Correct inlinedDependencies in package.json.",
  });
  checkAdvisories();
  checkPackage();
  // A check may have changed files, or a person has meanwhile.
  checkWorkTree();
  if (isDryRun) console.log(`Version ${version} can be released. Nothing was changed.`);
  else writeRelease(version);
}

function checkWorkTree(): void {
  const changes = git("status", "--porcelain");
  if (changes !== "") throw new ReleaseError(`The work tree has changes. Commit or remove them:\n${changes}`);
  console.log("✓ the work tree is clean");
}

/** Finds the last version that has a tag; undefined before the first release. */
function findLastVersion(): string | undefined {
  const tags = git("tag", "--merged", "HEAD", "--sort=-version:refname").split("\n");
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag))?.slice(1);
}

function findLowestVersion(last: string | undefined): string {
  if (last === undefined) return JSON.parse(readFileSync("package.json", "utf8")).version;
  const [lowest = last] = listAllowedVersions(last, findApiChange(last).change);
  return lowest;
}

function findApiChange(last: string) {
  return compareReports(readReports(`v${last}`), readReports("HEAD"));
}

function readReports(commit: string): string {
  const paths = git("ls-tree", "--name-only", commit, "test/api/").split("\n");
  const reports = paths.filter((path) => path.endsWith(".api.md"));
  return reports.map((path) => git("show", `${commit}:${path}`)).join("\n");
}

function checkChangelog(version: string): void {
  const problem = findChangelogProblem(readFileSync("CHANGELOG.md", "utf8"), version);
  if (problem !== undefined) throw new ReleaseError(problem);
  console.log(`✓ CHANGELOG.md has an entry for ${version}`);
}

function checkVersion(version: string, last: string | undefined): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseError(`${version} is not a version such as 0.2.0.`);
  // It may stand on another branch.
  if (git("tag", "--list", `v${version}`) !== "") throw new ReleaseError(`The tag v${version} exists already.`);
  if (last === undefined) {
    console.log("✓ this is the first release, so that the public API is not compared");
    return;
  }
  const { change, removed } = findApiChange(last);
  const allowed = listAllowedVersions(last, change);
  const nature = { breaking: "has breaking changes", feature: "has new parts", none: "is unchanged" }[change];
  if (!allowed.includes(version)) {
    const lines = removed
      .slice(0, 10)
      .map((line) => `\n  removed or changed: ${line}`)
      .join("");
    const choice = allowed.join(" or ");
    throw new ReleaseError(`The public API ${nature} since ${last}. Release ${choice} in place of ${version}.${lines}`);
  }
  console.log(`✓ the public API ${nature} since ${last}, and ${version} may follow`);
}

/** What the owner has to fill in contains example.com. */
function checkPlaceholders(): void {
  const { stdout } = spawnSync("git", ["grep", "-n", "example\\.com", "--", "package.json"], { encoding: "utf8" });
  const message = `Names and addresses are placeholders. Fill them in:\n${stdout.trimEnd()}`;
  if (stdout !== "" && !isDryRun) throw new ReleaseError(message);
  console.log(stdout === "" ? "✓ names and addresses are filled in" : `! ${message}`);
}

/** A release needs an answer of the registry; a dry run may be made where there is none. */
function checkAdvisories(): void {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "advisories"], { encoding: "utf8" });
  if (status === 0) console.log(stdout.trimEnd());
  else if (status === 2 && isDryRun) console.log(`! The advisories were not checked. ${stderr.trimEnd()}`);
  else
    throw new ReleaseError(`Not fulfilled: no bundled package has a serious advisory.\n${stdout}${stderr}`.trimEnd());
}

/** Installs the tarball into an empty project, and makes a call from each format. */
function checkPackage(): void {
  const folder = mkdtempSync(join(tmpdir(), "reg-sdk-release-"));
  const advice = "Mend the build.";
  try {
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { stdio: "pipe" });
    const [tarball = ""] = readdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    run({
      shows: "the package can be installed, and needs no other package",
      command: ["npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", `./${tarball}`],
      advice: "The package must have no dependencies.",
      cwd: folder,
    });
    const esm = `import { createSupplierClient } from "@reg/sdk"; import { createSandbox } from "@reg/sdk/sandbox";`;
    const cjs = `const { createSupplierClient } = require("@reg/sdk"), { createSandbox } = require("@reg/sdk/sandbox");`;
    const node = [process.execPath, "--eval"] as const;
    run({ shows: "an ES module can call", command: [...node, esm + call, "--input-type=module"], advice, cwd: folder });
    run({ shows: "CommonJS can call", command: [...node, cjs + call, "--input-type=commonjs"], advice, cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeRelease(version: string): void {
  const start = git("rev-parse", "HEAD");
  try {
    run({
      shows: "package.json has the version",
      command: ["npm", "version", version, "--no-git-tag-version", "--allow-same-version"],
      advice: "See what npm reports.",
    });
    replaceInFile("src/base/version.ts", (text) =>
      text.replace(/^export const packageVersion = ".*";$/m, `export const packageVersion = "${version}";`),
    );
    const today = new Date().toISOString().slice(0, "yyyy-MM-dd".length);
    replaceInFile("CHANGELOG.md", (text) => dateEntry(text, version, today));
    const message = `Release ${version}`;
    const advice = "See what git reports.";
    run({ shows: "the version is committed", command: ["git", "commit", "--all", "--message", message], advice });
    run({ shows: "the commit is tagged", command: ["git", "tag", `v${version}`, "--message", message], advice });
  } catch (error) {
    // The work tree was clean.
    git("reset", "--quiet", "--hard", start);
    throw error;
  }
  // Without --atomic, git would push the tag, which publishes, also if it cannot push the commit to the branch.
  console.log(`Publish the version with \`git push --atomic origin HEAD v${version}\`.`);
}

function replaceInFile(path: string, replace: (text: string) => string): void {
  writeFileSync(path, replace(readFileSync(path, "utf8")));
}

function run({ shows, command: [file, ...args], advice, cwd = "." }: Program): void {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: "utf8" });
  if (status !== 0) {
    const output = error?.message ?? `${stdout}${stderr}`.trimEnd();
    throw new ReleaseError(`Not fulfilled: ${shows}. ${advice}\n${output}`);
  }
  console.log(`✓ ${shows}`);
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).trimEnd();
}

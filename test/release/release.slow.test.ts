import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
mkdirSync(join(root, ".tmp"), { recursive: true });
/** A fresh clone, next to node_modules so that its files can be linked. */
const clone = mkdtempSync(join(root, ".tmp/release-"));

const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
const read = (path: string) => readFileSync(join(clone, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(clone, path), text);
const edit = (path: string, from: string | RegExp, to: string) => write(path, read(path).replace(from, to));
const commit = () => git("commit", "--quiet", "--all", "--message", "Change");

function editManifest(fields: object, scripts: object = {}): void {
  const manifest = JSON.parse(read("package.json"));
  Object.assign(manifest.scripts, scripts);
  write("package.json", `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
}

/** Runs the script, and returns its exit code and its output. */
function release(...args: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile("npm", ["run", "--silent", "release", "--", ...args], { cwd: clone }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

const auditReport = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
const advisory = { title: "Prototype pollution", url: "https://reg.example/GHSA-1", severity: "high", range: "*" };

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", "--no-tags", root, clone]);
  execFileSync("cp", ["-al", join(root, "node_modules"), join(clone, "node_modules")]);
  git("checkout", "--quiet", "-B", "main");
  git("config", "user.name", "test");
  git("config", "user.email", "test@reg.example");
  // What may be otherwise when the test runs: the version, what the owner has filled in, and what the registry says.
  write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- All\n");
  write("audit.json", auditReport({}));
  edit("src/base/version.ts", /^export const packageVersion = ".*";$/m, 'export const packageVersion = "0.1.0";');
  const owner = { homepage: "", bugs: "", author: "", funding: "", repository: "" };
  editManifest({ version: "0.1.0", ...owner }, { advisories: "tsx release/advisories.ts --report audit.json" });
  git("add", "--all");
  commit();
  git("tag", "start");
}, 120_000);

afterAll(() => rmSync(clone, { recursive: true, force: true }));

beforeEach(() => {
  git("checkout", "--quiet", "--force", "-B", "main", "start");
  for (const tag of git("tag", "--list", "v*").split("\n").filter(Boolean)) git("tag", "--delete", tag);
});

describe("npm run release", () => {
  // The first test builds dist, which the others find: their build does nothing.
  const skipBuild = () => editManifest({}, { build: "true", api: "true" });

  test("passes a dry run in a fresh clone, and changes nothing", { timeout: 300_000 }, async () => {
    const { code, output } = await release("--dry-run");
    expect(output).toContain("Version 0.1.0 can be released. Nothing was changed.");
    expect([code, git("status", "--porcelain"), git("rev-parse", "HEAD")]).toEqual([0, "", git("rev-parse", "start")]);
  });

  test("commits and tags the first version and the next one", { timeout: 120_000 }, async () => {
    skipBuild();
    commit();
    expect(await release("0.1.0")).toMatchObject({
      code: 0,
      output: expect.stringContaining("git push --atomic origin HEAD v0.1.0"),
    });
    edit("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- New\n");
    edit("test/api/logger.api.md", "export { createLogger };\n", "");
    commit();
    expect(await release("0.2.0")).toMatchObject({ code: 0 });
    const today = new Date().toISOString().slice(0, 10);
    expect(read("CHANGELOG.md")).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - ${today}\n\n- New\n\n## [0.1.0] - ${today}\n\n- All\n`,
    );
    expect(read("src/base/version.ts")).toContain('\nexport const packageVersion = "0.2.0";\n');
    expect(["package.json", "package-lock.json"].map((path) => JSON.parse(read(path)).version)).toEqual([
      "0.2.0",
      "0.2.0",
    ]);
    expect(git("describe", "--tags")).toBe("v0.2.0");
    expect(git("log", "-1", "--format=%s") + git("status", "--porcelain")).toBe("Release 0.2.0");
  });

  test.each([
    {
      case: "a work tree with changes",
      prepare: () => edit("README.md", "#", "##"),
      message: /The work tree has changes\. Commit or remove them:\n.*README\.md/,
    },
    {
      case: "a tag of the version, here on another branch",
      prepare: () => git("tag", "v0.1.0", git("commit-tree", "HEAD^{tree}", "-m", "Other")),
      message: /The tag v0\.1\.0 exists already\./,
    },
    {
      case: "no entry in the changelog",
      prepare: () => git("tag", "v0.1.0"),
      message: /no entry for 0\.1\.1\. Describe the changes/,
    },
    {
      case: "a removed export and a version that is only a patch",
      prepare: () => {
        git("tag", "v0.1.0");
        edit("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- New\n");
        edit("test/api/logger.api.md", "export { createLogger };\n", "");
        commit();
      },
      args: ["0.1.1"],
      message:
        /breaking changes since 0\.1\.0\. Release 0\.2\.0 or 1\.0\.0 in place of 0\.1\.1\.\n.*export \{ createLogger \}/,
    },
    {
      case: "a report of the API that is not up to date",
      prepare: () => {
        editManifest({}, { build: "true" });
        edit("test/api/logger.api.md", "export { createLogger };\n", "");
        commit();
      },
      message: /Not fulfilled: the reports of the public API are up to date\. Commit the reports/,
    },
    {
      case: "an SBOM that does not match",
      prepare: () => {
        skipBuild();
        editManifest({ inlinedDependencies: { zod: "0.0.1" } });
        commit();
      },
      message:
        /Not fulfilled: the SBOM and inlinedDependencies match the bundles\. Correct inlinedDependencies.*\n.*zod/s,
    },
    {
      case: "a check that changes a file",
      prepare: () => {
        editManifest({}, { build: "echo more >>README.md", api: "true" });
        commit();
      },
      message: /The work tree has changes\. Commit or remove them:\n.*README\.md/,
    },
    {
      case: "an advisory",
      prepare: () => {
        skipBuild();
        write("audit.json", auditReport({ zod: { name: "zod", severity: "high", via: [advisory] } }));
        commit();
      },
      message: /Not fulfilled: no bundled package has a serious advisory\.\nhigh: zod.*\nUpdate zod/s,
    },
  ])("stops at $case", { timeout: 120_000 }, async ({ prepare, args = [], message }) => {
    prepare();
    const { code, output } = await release(...args, "--dry-run");
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  test("prints placeholders in a dry run, and stops at them in a release", { timeout: 120_000 }, async () => {
    skipBuild();
    editManifest({ homepage: "https://example.com/OWNER" });
    commit();
    const placeholders = /Fill them in:\npackage\.json:\d+:.*OWNER/;
    expect(await release("--dry-run")).toMatchObject({ code: 0, output: expect.stringMatching(placeholders) });
    expect(await release("0.1.0")).toMatchObject({ code: 1, output: expect.stringMatching(placeholders) });
    expect(git("tag", "--list", "v*")).toBe("");
  });

  test("needs an answer of the registry about advisories; a dry run does not", { timeout: 120_000 }, async () => {
    skipBuild();
    write("audit.json", "405 Method Not Allowed");
    commit();
    const unanswered = /The registry did not answer with a report of advisories:\n405/;
    expect(await release("--dry-run")).toMatchObject({ code: 0, output: expect.stringMatching(unanswered) });
    expect(await release("0.1.0")).toMatchObject({ code: 1, output: expect.stringMatching(unanswered) });
  });

  test("changes nothing if git rejects the commit", { timeout: 120_000 }, async () => {
    skipBuild();
    commit();
    const head = git("rev-parse", "HEAD");
    const hook = join(clone, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/sh\necho the hook rejects it >&2; exit 1\n", { mode: 0o755 });
    onTestFinished(() => rmSync(hook));
    const { code, output } = await release("0.1.0");
    expect(output).toMatch(/✗ Not fulfilled: the version is committed\. .*\nthe hook rejects it\n$/s);
    expect([code, git("status", "--porcelain"), git("rev-parse", "HEAD"), git("tag", "--list", "v*")]).toEqual([
      1,
      "",
      head,
      "",
    ]);
  });

  test("demands a branch", async () => {
    git("checkout", "--quiet", "--detach");
    expect(await release("0.1.0")).toMatchObject({ code: 1, output: expect.stringContaining("Check out a branch") });
  });

  test("demands a version", async () => {
    expect(await release()).toMatchObject({ code: 1, output: expect.stringContaining("npm run release -- <version>") });
  });
});

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { build } from "esbuild";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.js";

// A small project whose bundle is built as that of this package is.

const program = [
  "--import",
  import.meta.resolve("tsx"),
  fileURLToPath(new URL("../../release/sbom.ts", import.meta.url)),
];
let project: string;

function write(file: string, content: string | object): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), typeof content === "string" ? content : JSON.stringify(content));
}

function installPackage(name: string, version: string, code = `export const text = "the code of ${name}";`): void {
  const folder = `node_modules/${name}`;
  write(`${folder}/package.json`, { name, version, license: "MIT", main: "index.js", type: "module" });
  write(`${folder}/index.js`, code);
  write(`${folder}/LICENSE`, `The licence of ${name}`);
}

async function buildBundle(code: string): Promise<void> {
  write("main.js", code);
  const options = { bundle: true, format: "esm", metafile: true, absWorkingDir: project } as const;
  const { metafile } = await build({ ...options, entryPoints: ["main.js"], outfile: "dist/esm/index.js" });
  write("dist/esm/metafile-esm.json", metafile);
}

const writeSbom = () => execFileSync(process.execPath, program, { cwd: project });
const readSbom = () => readFileSync(join(project, "dist/sbom.cdx.json"), "utf8");
const listComponents = () => JSON.parse(readSbom()).components.map((each: { purl: string }) => each.purl);

function check(): { readonly code: number | null; readonly printed: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [...program, "--check"], { cwd: project, encoding: "utf8" });
  return { code: status, printed: stderr.trim().split("\n") };
}

const declareInlined = (inlinedDependencies: object) =>
  write("package.json", { name: "@made/up", version: "3.0.0", license: "MIT", inlinedDependencies });

// A file that only exports those of another package is named in the metafile, with 0 bytes.
const usesOne = 'import { text } from "@made/exports-used"; console.log(text);';
const usesBoth = `${usesOne} import { text as other } from "@made/other"; console.log(other);`;

beforeEach(async () => {
  project = temporaryFolder();
  installPackage("used", "1.0.0");
  installPackage("@made/exports-used", "1.0.0", 'export * from "used";');
  installPackage("@made/other", "2.0.0");
  declareInlined({ used: "1.0.0" });
  write("package-lock.json", { packages: { "node_modules/used": { integrity: "sha512-AAECAw==" } } });
  await buildBundle(usesOne);
  writeSbom();
});

describe("the SBOM", () => {
  test("lists the packages that gave bytes to the bundle, not one that only exports another", () => {
    const { metadata, components, dependencies } = JSON.parse(readSbom());
    expect(metadata.component).toMatchObject({ group: "@made", name: "up", purl: "pkg:npm/%40made/up@3.0.0" });
    expect(components).toEqual([
      {
        type: "library",
        "bom-ref": "used@1.0.0",
        name: "used",
        version: "1.0.0",
        licenses: [{ expression: "MIT" }],
        purl: "pkg:npm/used@1.0.0",
        hashes: [{ alg: "SHA-512", content: "00010203" }],
        evidence: { occurrences: [{ location: "dist/esm" }] },
      },
    ]);
    expect(dependencies).toEqual([{ ref: "@made/up@3.0.0", dependsOn: ["used@1.0.0"] }]);
  });

  test("shows a package that is added to a bundle, with its licence", async () => {
    await buildBundle(usesBoth);
    writeSbom();
    expect(listComponents()).toEqual(["pkg:npm/%40made/other@2.0.0", "pkg:npm/used@1.0.0"]);
    const notices = readFileSync(join(project, "dist/THIRD_PARTY_NOTICES.txt"), "utf8");
    expect(notices).toMatch(/^@made\/other 2\.0\.0 \(MIT\)\n\nThe licence of @made\/other\n-+\n\nused 1\.0\.0/);
  });

  test("has the same text after a second build", async () => {
    const before = readSbom();
    await buildBundle(usesOne);
    writeSbom();
    expect(readSbom()).toBe(before);
  });

  test("is valid CycloneDX", async () => {
    // The checksum of a real package, because the schema knows its length.
    const integrity = `sha512-${Buffer.alloc(64).toString("base64")}`;
    write("package-lock.json", { packages: { "node_modules/used": { integrity } } });
    writeSbom();
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(readSbom())).toBeNull();
  });
});

describe("the check", () => {
  test("accepts a build whose packages are declared", () => {
    expect(check()).toEqual({ code: 0, printed: [""] });
  });

  test.each<[string, () => unknown, string]>([
    [
      "a package in the bundle that nothing names",
      () => buildBundle(usesBoth),
      "@made/other@2.0.0 is missing in dist/sbom.cdx.json and in `inlinedDependencies` of package.json.",
    ],
    [
      "a package in the bundle that package.json does not name",
      () => buildBundle(usesBoth).then(writeSbom),
      "@made/other@2.0.0 is missing in `inlinedDependencies` of package.json.",
    ],
    [
      "a package that package.json names in vain",
      () => declareInlined({ used: "1.0.0", foreign: "1.0.0" }),
      "foreign@1.0.0 is missing in the bundles in dist and in dist/sbom.cdx.json.",
    ],
    [
      "another version",
      () => declareInlined({ used: "1.0.1" }),
      "used@1.0.0 is missing in `inlinedDependencies` of package.json.",
    ],
  ])("rejects %s", async (_, change, problem) => {
    await change();
    const { code, printed } = check();
    expect(code).toBe(1);
    expect(printed).toContain(problem);
    expect(printed.at(-1)).toBe("Build again, and write into package.json what the bundles contain.");
  });

  test("says that the package must be built first", () => {
    rmSync(join(project, "dist/esm"), { recursive: true });
    expect(check().printed.join("\n")).toContain("dist has no metafile of esbuild: run `npm run build` first.");
  });
});

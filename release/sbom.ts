/**
 * Writes what dist contains of other packages: dist/sbom.cdx.json (CycloneDX) for scanners, and their licences. Both
 * are made from the metafiles in which esbuild records the bytes that each file gave to its output.
 *
 *   npm run build                           builds dist and writes both
 *   npx tsx release/sbom.ts --check         compares dist with its SBOM and with `inlinedDependencies` in package.json
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Metafile } from "esbuild";

const sbomFile = "dist/sbom.cdx.json";

/** A package whose code is in dist. */
interface InlinedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly licenseText: string;
  /** The checksum of its tarball, in the form of package-lock.json. */
  readonly integrity: string | undefined;
  /** The folders of dist that contain its code. */
  readonly locations: readonly string[];
}

/** The fields of a package.json from which a component is described. */
type Manifest = Pick<InlinedPackage, "name" | "version" | "license">;

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

function findInlinedPackages(): readonly InlinedPackage[] {
  const files = readdirSync("dist", { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  const metafiles = files.filter((file) => /(^|\/)metafile-\w+\.json$/.test(file));
  if (metafiles.length === 0) throw new Error("dist has no metafile of esbuild: run `npm run build` first.");
  const locations = new Map<string, Set<string>>();
  for (const file of metafiles) {
    const { outputs }: Metafile = readJson(join("dist", file));
    for (const { inputs } of Object.values(outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
        if (folder === undefined || bytesInOutput === 0) continue;
        locations.set(folder, (locations.get(folder) ?? new Set()).add(posix.join("dist", posix.dirname(file))));
      }
  }
  const { packages: locked } = readJson("package-lock.json");
  return [...locations.keys()].sort().map((folder) => {
    const { name, version, license } = readJson(join(folder, "package.json"));
    const licenseFile = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (licenseFile === undefined) throw new Error(`${name} is in dist, but has no licence file.`);
    const licenseText = readFileSync(join(folder, licenseFile), "utf8");
    const integrity = locked[folder]?.integrity;
    return { name, version, license, licenseText, integrity, locations: [...(locations.get(folder) ?? [])].sort() };
  });
}

function describeComponent({ name, version, license }: Manifest) {
  const [shortName, group] = name.split("/").reverse();
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const licenses = [{ expression: license }];
  return { type: "library", "bom-ref": `${name}@${version}`, group, name: shortName, version, licenses, purl };
}

/** Describes the package and what it contains, without a time and a random number: two builds write the same text. */
function writeSbom(packages: readonly InlinedPackage[]): string {
  const component = describeComponent(readJson("package.json"));
  const components = packages.map((each) => ({
    ...describeComponent(each),
    hashes: each.integrity && [{ alg: "SHA-512", content: toHex(each.integrity) }],
    evidence: { occurrences: each.locations.map((location) => ({ location })) },
  }));
  const dependencies = [{ ref: component["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) }];
  const sbom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component },
    components,
    dependencies,
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

const toHex = (integrity: string) => Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");

function writeNotices(packages: readonly InlinedPackage[]): string {
  const notices = packages.map((each) => `${each.name} ${each.version} (${each.license})\n\n${each.licenseText}`);
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

/** Finds the packages that are not in dist, in its SBOM and in package.json alike. */
function findDifferences(packages: readonly InlinedPackage[]): readonly string[] {
  const { inlinedDependencies } = readJson("package.json");
  const { components } = readJson(sbomFile);
  const lists: Readonly<Record<string, readonly string[]>> = {
    "the bundles in dist": packages.map(({ name, version }) => `${name}@${version}`),
    [sbomFile]: components.map((each: { "bom-ref": string }) => each["bom-ref"]),
    "`inlinedDependencies` of package.json": Object.entries(inlinedDependencies).map((each) => each.join("@")),
  };
  return [...new Set(Object.values(lists).flat())].sort().flatMap((each) => {
    const without = Object.keys(lists).filter((list) => !lists[list]?.includes(each));
    return without.length === 0 ? [] : [`${each} is missing in ${without.join(" and in ")}.`];
  });
}

const packages = findInlinedPackages();
if (process.argv.includes("--check")) {
  const differences = findDifferences(packages);
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) {
    console.error("Build again, and write into package.json what the bundles contain.");
    process.exitCode = 1;
  }
} else {
  writeFileSync(sbomFile, writeSbom(packages));
  writeFileSync("dist/THIRD_PARTY_NOTICES.txt", writeNotices(packages));
}

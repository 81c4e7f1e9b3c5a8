import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { httpServer } from "../support/server.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder(afterAll);
const { inlinedDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Starts a registry that has the bundled versions, each with a dependency that is not bundled, and that answers an
 * audit with these advisories.
 */
async function startRegistry(status: number, advisories: object) {
  const audited: unknown[] = [];
  const readBody = (request: IncomingMessage) =>
    text(request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request);
  const { url } = await httpServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const version = path === "not-bundled" ? "1.0.0" : inlinedDependencies[path];
    if (request.method === "POST") audited.push(JSON.parse(await readBody(request)));
    const dist = { tarball: `${url}/${path}.tgz`, shasum: "0".repeat(40) };
    const dependencies = path === "not-bundled" ? {} : { "not-bundled": "1.0.0" };
    const versions = { [version]: { name: path, version, dist, dependencies } };
    response.writeHead(version === undefined ? status : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(version === undefined ? advisories : { name: path, "dist-tags": {}, versions }));
  });
  return { url, audited };
}

const advisory = {
  id: 1,
  url: "https://reg.example/GHSA-1",
  title: "Made up",
  severity: "high",
  vulnerable_versions: "*",
};

test.each([
  ["a registry without an advisory", 200, {}, 0, /^✓ no bundled package/],
  [
    "a registry with a high one and a low one",
    200,
    { zod: [advisory, { ...advisory, id: 2, severity: "low" }] },
    1,
    /^high: zod \*, Made up [^\n]*\nlow: zod \*, [^\n]*\nUpdate zod in package\.json/,
  ],
  ["a registry that knows no audits", 405, {}, 2, /^The registry did not answer.*405/s],
])("npm run advisories asks %s about the bundled versions", async (_, status, advisories, code, output) => {
  const { url, audited } = await startRegistry(status, advisories);
  const cache = temporaryFolder();
  const env = { ...process.env, npm_config_registry: url, npm_config_cache: cache };
  const child = spawn("npm", ["run", "--silent", "advisories"], { cwd: root, env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect(stdout + stderr).toMatch(output);
  expect(child.exitCode).toBe(code);
  const expected = Object.entries(inlinedDependencies).map(([name, version]) => [name, [version]]);
  expect(audited[0]).toEqual(Object.fromEntries(expected));
});

const audit = (...severities: readonly string[]) => {
  const found = { title: "Prototype pollution", url: "https://reg.example/GHSA-1", range: "<4.0.0" };
  const via = severities.map((severity) => ({ ...found, severity }));
  return JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { zod: { name: "zod", severity: "critical", via } },
  });
};

test.each<[string, string, number, RegExp, ...string[]]>([
  ["no advisory", JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }), 0, /^✓ no bundled package/],
  [
    "a moderate and a low one",
    audit("moderate", "low"),
    0,
    /^moderate: zod <4\.0\.0, .*GHSA-1\)\nlow: zod <4.*\n✓ no bundled/,
  ],
  ["a low one with --moderate", audit("low"), 0, /^low: .*\n✓ no bundled/, "--moderate"],
  ["a moderate one with --moderate", audit("moderate"), 1, /^moderate: .*\nUpdate zod in/, "--moderate"],
  [
    "a high and a low one",
    audit("high", "low"),
    1,
    /^high: zod <4\.0\.0, .*\nlow: zod .*\nUpdate zod in package\.json/,
  ],
  ["a critical and a high one", audit("critical", "high"), 1, /Update zod in package\.json/],
  ["an error of the registry", '{"message": "405 Method Not Allowed"}', 2, /did not answer.*\n.*405/],
  ["no JSON", "npm error", 2, /did not answer.*\nnpm error/],
])("npm run advisories reads a report: %s", (_, report, code, output, ...options) => {
  const file = join(folder, "report.json");
  writeFileSync(file, report);
  const program = ["--import", "tsx", "release/advisories.ts", "--report", file, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: "utf8" });
  expect(stdout + stderr).toMatch(output);
  expect(status).toBe(code);
});

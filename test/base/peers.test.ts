import { expect, test } from "vitest";
import { explainUntested, installCommand, listTestedMajors, testedPeers } from "../../src/base/peers.js";

test.each([
  ["msw", "20.20.2", "npm install msw@2"],
  ["msw", "22.11.0", "npm install msw@2"],
  ["msw", "22.12.0", "npm install msw@3"],
  ["undici", "20.19.0", "npm install undici@7"],
  ["undici", "22.19.0", "npm install undici@8"],
  ["undici", "26.0.0", "npm install undici@8"],
  ["redis", "20.19.0", "npm install redis@6"],
  ["@opentelemetry/api", "18.0.0", "npm install @opentelemetry/api@1"],
] as const)("the version of %s for Node %s is installed with %s", (name, node, command) => {
  expect(installCommand(name, node)).toBe(command);
});

test.each([
  ["undici", "8.0.0", "22.18.0", "it needs Node 22.19"],
  ["undici", "8.0.0", "22.19.0", undefined],
  ["undici", "8.0.0", "24.0.0", undefined],
  ["undici", "7.0.0", "20.19.0", undefined],
  ["undici", "5.29.0", "24.0.0", "this package is not tested with its major version"],
  ["undici", "80.0.0", "24.0.0", "this package is not tested with its major version"],
] as const)("%s %s on Node %s is not tested because: %s", (name, version, node, reason) => {
  expect(explainUntested(name, version, node)).toBe(reason);
});

test("the version for the running Node is the default, and outside of Node the newest", ({ onTestFinished }) => {
  expect(installCommand("msw")).toBe(installCommand("msw", process.versions.node));
  const { node } = process.versions;
  onTestFinished(() => void Object.defineProperty(process.versions, "node", { value: node }));
  Object.defineProperty(process.versions, "node", { value: undefined });
  expect(installCommand("undici")).toBe("npm install undici@8");
});

test.each([
  ["@opentelemetry/api", "@opentelemetry/api 1"],
  ["ioredis", "ioredis 5 or 6"],
  ["undici", "undici 6, 7 or 8"],
] as const)("the tested versions of %s are listed as %s", (name, text) => {
  expect(listTestedMajors(name)).toBe(text);
});

test("the newest version comes last", () => {
  for (const majors of Object.values(testedPeers)) {
    const sorted = majors.map(({ major }) => major).sort((one, other) => one - other);
    expect(majors.map(({ major }) => major)).toEqual(sorted);
  }
});

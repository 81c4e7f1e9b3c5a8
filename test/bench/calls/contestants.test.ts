import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contestants } from "./contestants.js";

test("what a contestant is made of has its version in the package of the peers", () => {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../peers/package.json", import.meta.url), "utf8"),
  );
  const versions = Object.keys(Object(Reflect.get(Object(manifest), "devDependencies")));
  expect(versions).toEqual(expect.arrayContaining(contestants.flatMap(({ packages = [] }) => packages)));
});

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { explain, ruleCodes } from "../../../src/errors/index.js";

/** The codes that the journeys raise, as they stand in their modules. */
function codesOfJourneys(): string[] {
  const folder = fileURLToPath(new URL("../../../src/supplier/workflows/", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const texts = files.map((file) => readFileSync(folder + file, "utf8"));
  return [...new Set(texts.join("").match(/\b(?:RULE|REG)-[A-Z]+[A-Z0-9-]*\b/g))];
}

it("every code that a journey raises, or speaks of, is in the catalogue and explained", () => {
  const codes = codesOfJourneys();
  expect(codes).toEqual(
    expect.arrayContaining(["RULE-PHASE", "RULE-LINE", "RULE-INVOICE-NUMBER", "RULE-CREDIT"]),
  );
  for (const code of codes) expect(explain(code), code).toMatchObject({ code, action: expect.any(String) });
});

it("every code that names a journey as what finds it is raised there", () => {
  const codes = Object.entries(ruleCodes).filter(([, { caughtBy }]) =>
    caughtBy.some((name) => name === "invoice" || name === "cancelOrDelete"),
  );
  expect(codes.map(([code]) => code)).toEqual(["RULE-INVOICE-NUMBER", "RULE-LINE"]);
  expect(codesOfJourneys()).toEqual(expect.arrayContaining(codes.map(([code]) => code)));
});

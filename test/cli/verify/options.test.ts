import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../../src/cli/verify/options.js";
import { temporaryFolder } from "../../support/folder.js";
import { runReg } from "../support.js";

const env = {
  REG_BASE_URL: "https://supplier.example",
  REG_TOKEN: "token-1",
  REG_LESSOR_BASE_URL: "https://lessor.example",
  REG_CLIENT_ID: "id-1",
  REG_CLIENT_SECRET: "secret-1",
};

const read = (words: readonly string[], options: Readonly<Record<string, string>> = {}, variables = env) =>
  readSettings(new Map(Object.entries(options)), words, variables);

describe("the options of the command verify", () => {
  it("take the address and the token of the supplier API from the environment", () => {
    expect(read(["supplier"])).toEqual({
      api: "supplier",
      access: { baseUrl: "https://supplier.example", token: "token-1" },
      licensePlates: [],
      ids: [],
      names: [],
      intervalMs: 1000,
      maxRequests: 60,
      write: false,
      baseline: undefined,
      out: undefined,
      format: "table",
    });
  });

  it("take the address and the credentials of the lessor API from the environment, unless --base-url is given", () => {
    const options = { "license-plate": "AB-1, AB-2,", "base-url": "https://other.example" };
    expect(read(["lessor"], options)).toMatchObject({
      access: { baseUrl: "https://other.example", clientId: "id-1", clientSecret: "secret-1" },
      licensePlates: ["AB-1", "AB-2"],
    });
  });

  it("take the token of the supplier API from a file", async () => {
    const file = join(temporaryFolder(), "token");
    writeFileSync(file, "token-2\n");
    const variables = { ...env, REG_TOKEN: "", REG_TOKEN_FILE: file };
    expect(read(["supplier"], {}, variables).access).toEqual({ baseUrl: "https://supplier.example", token: "token-2" });
  });

  it("translate the rate into the time between two requests", () => {
    expect(read(["supplier"], { rate: "0.5" }).intervalMs).toBe(2000);
  });

  it("need neither an address nor credentials nor a license plate for the plan", () => {
    for (const api of ["supplier", "lessor"])
      expect(readSettings(new Map([["plan", ""]]), [api], {}).access).toBe(undefined);
  });

  it("need a license plate for a run over the lessor API", () => {
    const message = "npx @reg/sdk verify lessor needs --license-plate, because the API has no list of vehicles.";
    expect(() => read(["lessor"])).toThrow(message);
  });

  it.each([
    [[], "npx @reg/sdk verify takes one of supplier, lessor."],
    [["AB-123-C"], "npx @reg/sdk verify takes one of supplier, lessor."],
    [["supplier", "AB-123-C"], "npx @reg/sdk verify takes one of supplier, lessor."],
    [["lessor", "--license-plate", "A", "--id", "1"], "--id is only for npx @reg/sdk verify supplier."],
    [
      ["lessor", "--license-plate", "A", "--write"],
      "--write is only for npx @reg/sdk verify supplier: a change of a vehicle could not be undone.",
    ],
    [["supplier", "--write"], "--write needs exactly one --license-plate, for which it creates a draft."],
    [
      ["supplier", "--write", "--license-plate", "AB-1,AB-2"],
      "--write needs exactly one --license-plate, for which it creates a draft.",
    ],
    [
      ["supplier", "--write", "--license-plate", "AB-1", "--max-requests", "19"],
      "--write needs --max-requests 20 or more.",
    ],
    [["supplier", "--rate", "0"], '--rate must be a number from 0.1 to 80, not "0".'],
    [["supplier", "--rate", "fast"], '--rate must be a number from 0.1 to 80, not "fast".'],
    [["supplier", "--max-requests", "0"], '--max-requests must be a whole number from 1, not "0".'],
    [["supplier", "--token", "t"], "--token is not an option of npx @reg/sdk verify."],
  ])("reject %j with exit code 2 and without a license plate in the message", async (args, message) => {
    const { code, out, err } = await runReg("verify", ...args, "--plan");
    expect([code, out, err]).toEqual([2, "", `reg: ${message}\nnpx @reg/sdk verify --help lists the options.\n`]);
  });

  it.each([
    ["supplier", "REG_BASE_URL", "REG_BASE_URL is not set; use --base-url, or set it."],
    ["supplier", "REG_TOKEN", "REG_TOKEN is not set; set it, or REG_TOKEN_FILE to the path of a file with the token."],
    [
      "lessor",
      "REG_CLIENT_SECRET",
      "REG_CLIENT_SECRET is not set; the credentials are only read from the environment.",
    ],
  ])("of the %s API require %s", (api, name, message) => {
    const options = { "license-plate": "AB-1" };
    expect(() => read([api], options, { ...env, [name]: " " })).toThrow(message);
  });
});

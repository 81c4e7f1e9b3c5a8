import { describe, expect, it } from "vitest";
import { RegInputError } from "../../src/errors/errors.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { open, untyped } from "./support.js";

const symbol = untyped(Symbol("name"));

describe("what a sandbox cannot be told", () => {
  it.each<[string, (sandbox: Sandbox) => unknown, string]>([
    ["listen(null)", ({ listen }) => listen(untyped(null)), "options must be of type object"],
    ["listen to a text", ({ listen }) => listen(untyped({ port: "80" })), "port must be a whole number"],
    ["listen beyond 65535", ({ listen }) => listen({ port: 65_536 }), "port must be a whole number from 0"],
    ["listen to a host", ({ listen }) => listen(untyped({ host: "::" })), "host is not an option of listen"],
    ["token(null)", ({ supplier }) => supplier.token(untyped(null)), "options must be of type object"],
    ["a misspelt token", ({ supplier }) => supplier.token(untyped({ expiresIn: 1 })), "expiresIn is not an"],
    [
      "a token for ever",
      ({ supplier }) => supplier.token({ expiresInMs: 1e300 }),
      "expiresInMs must be at most ten years",
    ],
    [
      "a token since ever",
      ({ supplier }) => supplier.token({ expiresInMs: -1e300 }),
      "expiresInMs must be at most ten years",
    ],
    ["client(symbol)", ({ lessor }) => lessor.client(symbol), "name must be 1 to 64"],
    ["client(null)", ({ lessor }) => lessor.client(untyped(null)), "name must be 1 to 64"],
    ["rotateSecret(symbol)", ({ lessor }) => lessor.rotateSecret(symbol), "client is not the name of one"],
    [
      "rotateSecret of nobody",
      ({ lessor }) => lessor.rotateSecret("nobody"),
      "client is not the name of one",
    ],
    ["disableClient of nobody", ({ lessor }) => lessor.disableClient("nobody"), "lessor.client()"],
    ["disableClient(symbol)", ({ lessor }) => lessor.disableClient(symbol), "client is not the name of one"],
    [
      "maintain for nobody",
      ({ lessor }) => lessor.maintain("X", "mileages", {}, "nobody"),
      "client is not the name of one",
    ],
  ])("%s", async (_, tell, message) => {
    const { sandbox } = await open();
    const error = await Promise.resolve()
      .then(() => tell(sandbox))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RegInputError);
    expect(String(error)).toContain(message);
  });

  it("is a client that a reset has forgotten, until it is asked for", async () => {
    const { sandbox } = await open();
    sandbox.lessor.client("polder");
    sandbox.lessor.disableClient("polder");
    sandbox.reset();
    expect(() => sandbox.lessor.disableClient("polder")).toThrow(RegInputError);
    sandbox.lessor.client("polder");
    sandbox.lessor.disableClient("polder");
  });
});

describe("a fault cannot be told", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const hostile = {
    toJSON: () => {
      throw new Error("no");
    },
  };

  it.each([
    ["a bigint", 10n],
    ["a circle", cyclic],
    ["a function", () => 1],
    ["a symbol", Symbol("body")],
    ["what refuses", hostile],
  ])("to answer with %s", async (_, body) => {
    const { sandbox } = await open();
    expect(() => sandbox.fail({ operation: "lessors.list", with: { status: 400, body } })).toThrow(
      "with.body must be what JSON can hold",
    );
  });

  it.each([null, 0, "", [], { a: [1] }])("while %j is a body", async (body) => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", with: { status: 400, body } });
    await expect(supplier.lessors.list()).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ["an error", new TypeError("boom"), "matches threw: boom"],
    ["a text", "boom", "matches threw: boom"],
  ])("to look at a request by a function that throws %s", async (_, thrown, message) => {
    const defects: Error[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    const matches = () => {
      throw thrown;
    };
    sandbox.fail({ operation: "lessors.list", matches, with: "reset" });
    await expect(supplier.lessors.list()).rejects.toThrow();
    const told = defects[0];
    const cause = told instanceof RegInputError ? told : told?.cause;
    expect(cause).toBeInstanceOf(RegInputError);
    expect(cause).toMatchObject({ field: "matches", message, cause: thrown });
  });
});

import { createLessorClient, createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { afterEach, describe, expect, test, vi } from "vitest";
import { canarySecret, canaryToken, lessorService } from "../support/clients.js";
import { thrown } from "../support/errors.js";
import { bodyText, fakeFetch, json } from "../support/fetch.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const setVariables = (variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};

const ofSupplier = { REG_BASE_URL: "https://supplier.example", REG_TOKEN: "token-of-variable" };
const ofLessor = {
  REG_LESSOR_BASE_URL: "https://lessor.example",
  REG_CLIENT_ID: "id-of-variable",
  REG_CLIENT_SECRET: "secret-of-variable",
};

describe("a supplier client", () => {
  test.each([
    ["no options", {}, "https://supplier.example", "token-of-variable"],
    ["the address", { baseUrl: "https://reg.example" }, "https://reg.example", "token-of-variable"],
    ["the token", { token: canaryToken }, "https://supplier.example", canaryToken],
    ["a token function", { token: () => canaryToken }, "https://supplier.example", canaryToken],
    ["both", { baseUrl: "https://reg.example", token: canaryToken }, "https://reg.example", canaryToken],
    ["undefined", { baseUrl: undefined, token: undefined }, "https://supplier.example", "token-of-variable"],
  ])("takes from the environment what is not given: with %s", async (_, given, origin, token) => {
    setVariables(ofSupplier);
    const fetch = fakeFetch(json({ lessors: [] }));
    const { lessors } = createSupplierClient({ ...given, fetch });
    // The variables are read once.
    setVariables({ REG_BASE_URL: "https://later.example", REG_TOKEN: "later" });
    await lessors.list();
    expect(fetch.last.url.origin).toBe(origin);
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${token}`);
  });

  test("can be created without options", () => {
    setVariables(ofSupplier);
    expect(createSupplierClient().throttleStatistics()).toMatchObject({ limit: 5000 });
  });
});

describe("a lessor client", () => {
  test.each([
    ["no options", {}, ["https://lessor.example", "id-of-variable", "secret-of-variable"]],
    ["the id", { clientId: "fleet-job" }, ["https://lessor.example", "fleet-job", "secret-of-variable"]],
    ["the secret", { clientSecret: canarySecret }, ["https://lessor.example", "id-of-variable", canarySecret]],
  ])("takes from the environment what is not given: with %s", async (_, given, expected) => {
    // A secret that was read from a file often ends with a line break.
    setVariables({ ...ofLessor, REG_CLIENT_SECRET: `${ofLessor.REG_CLIENT_SECRET}\n` });
    const { fetch, tokens } = lessorService([json({})]);
    await createLessorClient({ ...given, fetch }).vehicles.get("AB-123-C");
    const form = new URLSearchParams(await bodyText(tokens.last));
    expect([tokens.last.url.origin, form.get("client_id"), form.get("client_secret")]).toEqual(expected);
  });

  test("can be created without options", () => {
    setVariables(ofLessor);
    expect(createLessorClient().throttleStatistics()).toMatchObject({ limit: Number.POSITIVE_INFINITY });
  });
});

const clients = { supplier: createSupplierClient, lessor: createLessorClient };

/** Each client, one of its options, and the variable of this option. */
const missing = [
  ["supplier", "baseUrl", "REG_BASE_URL"],
  ["supplier", "token", "REG_TOKEN"],
  ["lessor", "baseUrl", "REG_LESSOR_BASE_URL"],
  ["lessor", "clientId", "REG_CLIENT_ID"],
  ["lessor", "clientSecret", "REG_CLIENT_SECRET"],
] as const;

describe("creating a client rejects", () => {
  test.each(
    missing.flatMap(([api, field, variable]) => ["", " \n"].map((value) => [api, field, variable, value] as const)),
  )("a %s client without %s if %s is %j", (api, field, variable, value) => {
    setVariables({ REG_BASE_URL: "https://reg.example", REG_LESSOR_BASE_URL: "https://reg.example" });
    setVariables({ REG_TOKEN: canaryToken, REG_CLIENT_ID: "fleet-job", REG_CLIENT_SECRET: canarySecret });
    vi.stubEnv(variable, value);
    const error = thrown(() => clients[api](), "input");
    expect(error.field).toBe(field);
    expect(error.message).toBe(`${field} is missing: give ${field}, or set ${variable}`);
  });

  test("an address of a variable as it rejects one that is given", () => {
    setVariables({ ...ofSupplier, REG_BASE_URL: "https://reg.example/v2/" });
    expect(thrown(() => createSupplierClient(), "input").message).toMatch(/^baseUrl must not end with \/v2/);
  });

  test("a misspelt option before it looks at the environment", () => {
    const options: object = { baseURL: "https://reg.example" };
    expect(thrown(() => createSupplierClient(options), "input").message).toContain("did you mean baseUrl?");
  });

  test("an empty option, and takes no variable in its place", () => {
    setVariables({ ...ofSupplier, ...ofLessor });
    expect(thrown(() => createSupplierClient({ baseUrl: "" }), "input").field).toBe("baseUrl");
    expect(thrown(() => createSupplierClient({ token: "" }), "token").message).toBe("the token is empty");
    expect(thrown(() => createLessorClient({ clientSecret: "" }), "input").field).toBe("clientSecret");
  });
});

/** Runs a function while the runtime has another `process`, or none; the test runner needs its own soon after. */
function runWith<Result>(process: unknown, run: () => Result): Result {
  vi.stubGlobal("process", process);
  try {
    return run();
  } finally {
    vi.unstubAllGlobals();
  }
}

test.each([
  ["no process", undefined],
  ["a process without an environment", {}],
])("in a runtime with %s, options are enough, and a missing one is named", (_, process) => {
  const create = (options: object) => runWith(process, () => createSupplierClient(options));
  expect(create({ baseUrl: "https://reg.example", token: canaryToken }).lessors).toBeDefined();
  const error = thrown(() => create({ baseUrl: "https://reg.example" }), "input");
  expect(error.message).toBe("token is missing: give token, or set REG_TOKEN");
});

test("the environment is not read if all options are given, because Deno would ask for permission", () => {
  const read = vi.fn();
  const env = new Proxy({}, { get: (_, name) => read(name) });
  runWith({ env }, () => {
    createSupplierClient({ baseUrl: "https://reg.example", token: canaryToken });
    createLessorClient({ baseUrl: "https://reg.example", clientId: "fleet-job", clientSecret: canarySecret });
  });
  expect(read).not.toHaveBeenCalled();
});

describe("an environment without what a client needs", () => {
  const options = { baseUrl: "https://reg.example", fetch: fakeFetch(json({})) };
  const create = {
    "a supplier client": () => createSupplierClient({ ...options, token: canaryToken }),
    "a lessor client": () => createLessorClient({ ...options, clientId: "id", clientSecret: canarySecret }),
    "a sandbox": () => createSandbox(),
  };

  test.each(Object.entries(create))("is reported when %s is created", async (_, create) => {
    vi.stubGlobal("TextDecoder", undefined);
    vi.stubGlobal("Response", undefined);
    const { message } = await thrown(create, "input");
    expect(message).toBe(
      "globalThis has no Response, TextDecoder. In Jest and Vitest, use the environment node: docs/testing.md says how",
    );
  });

  test("is reported for what only a sandbox needs", async () => {
    vi.stubGlobal("crypto", {});
    create["a supplier client"]();
    expect((await thrown(create["a sandbox"], "input")).message).toContain("has no crypto.subtle");
  });
});

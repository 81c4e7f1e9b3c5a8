import { describe, expect, test } from "vitest";
import type { Fetch } from "../../src/http/options.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { type UndiciFetch, undiciFetch } from "../../src/undici/index.js";
import { canaryToken } from "../support/clients.js";
import { failure } from "../support/errors.js";

const text =
  "undiciFetch only creates a transport: write undiciFetch(), with parentheses, in the fetch option";

/** What a program does that the compiler does not check. */
const uncalled = undiciFetch as unknown as Fetch & ((address: unknown) => UndiciFetch);

describe("undiciFetch without its parentheses", () => {
  test.each([
    ["a text", "https://reg.example/v2/lessors?token=secret"],
    ["an empty text", ""],
    ["a URL", new URL("https://reg.example")],
  ])("says so when it gets an address: %s", (_, address) => {
    expect(() => uncalled(address)).toThrow(expect.objectContaining({ name: "TypeError", message: text }));
  });

  test.each([
    ["itself", uncalled],
    ["in a function", (url: string, init: RequestInit) => uncalled(url, init)],
  ])("fails the first call, which is not repeated and sent nothing: %s", async (_, fetch) => {
    const { serviceRequests } = createSupplierClient({
      baseUrl: "https://reg.example",
      token: canaryToken,
      fetch,
    });
    const error = await failure(serviceRequests.delete("R-1"), "connection");
    expect(error).toMatchObject({
      cause: { name: "TypeError", message: text },
      sent: false,
      transient: false,
      outcome: undefined,
      attempts: [{ attempt: 1 }],
    });
  });

  test("still takes no options, or some", async () => {
    for (const fetch of [undiciFetch(), undiciFetch({}), undiciFetch({ connections: 1 })])
      await fetch.close();
  });
});

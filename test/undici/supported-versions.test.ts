import { afterEach, expect, test, vi } from "vitest";
import type { undiciFetch } from "../../src/undici/undici-fetch.js";
import { thrown } from "../support/errors.js";

interface Handler {
  onError?(error: Error): void;
  onResponseError?(controller: null, error: Error): void;
}

/** The agents of the packages that a program can get as "undici", as far as `undiciFetch` uses them at its creation. */
const agents = {
  "undici 6": class {
    destroy() {}
    dispatch(_: object, handler: Handler) {
      if (handler.onError === undefined) throw new TypeError("invalid onError method");
    }
  },
  "undici 8": class {
    destroy() {}
    dispatch(_: object, handler: Handler) {
      handler.onResponseError?.(null, new Error("The client is destroyed"));
    }
  },
  "the replacement of Bun": class {},
};

/** Loads `undiciFetch` with another undici. */
async function loadWith(name: keyof typeof agents) {
  vi.doMock("undici", () => ({ Agent: agents[name] }));
  // The query makes it a module of its own, so that other test files keep the real one.
  const path = `../../src/undici/undici-fetch.js?${encodeURIComponent(name)}`;
  const module: { readonly undiciFetch: typeof undiciFetch } = await import(path);
  return module.undiciFetch;
}

afterEach(() => {
  vi.doUnmock("undici");
  vi.unstubAllGlobals();
});

test("undiciFetch with undici 6 says at its creation which version it needs", async () => {
  const undiciFetch = await loadWith("undici 6");
  expect(thrown(() => undiciFetch(), "input").message).toBe(
    "undiciFetch needs undici 7.30 or later, or 8, but an older version is installed: run `npm install undici@^7.30`",
  );
});

test("undiciFetch on Bun says at its creation that Bun replaces undici", async () => {
  const undiciFetch = await loadWith("the replacement of Bun");
  vi.stubGlobal("process", { ...process, versions: { ...process.versions, bun: "1.4.5" } });
  expect(thrown(() => undiciFetch(), "input").message).toContain(
    "does not run on Bun, which replaces undici",
  );
});

test("undiciFetch accepts undici 8", async () => {
  const undiciFetch = await loadWith("undici 8");
  expect(undiciFetch).not.toThrow();
});

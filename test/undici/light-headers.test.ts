import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHeaders, type HeaderFields, LazyHeaders, lowerCaseNames } from "../../src/undici/response.js";

const fields: HeaderFields = {
  "content-type": "application/json; charset=utf-8",
  "x-edges": " \tkept apart\t ",
  "x-two-spaces": "a  b",
  "x-latin": "één",
  "x-beyond": "€",
  "x-empty": "",
  "x-twice": ["1", "2"],
  "set-cookie": ["a=1", "b=2"],
  "x-none": undefined,
  constructor: "a",
};
const odd = [...Object.keys(fields), "Content-Type", "X-TWICE", "toString", "missing", "__proto__"];

/** What a task gives with the light headers, and what it gives with real ones. */
function withBoth<T>(task: (headers: Headers) => T, given: HeaderFields = fields) {
  const outcome = (headers: Headers) => {
    try {
      return { value: task(headers) };
    } catch (error) {
      return { failed: (error as Error).name };
    }
  };
  return { expected: outcome(createHeaders(given)), actual: outcome(new LazyHeaders(given)) };
}

const tasks: Readonly<Record<string, (headers: Headers) => unknown>> = {
  "get of what is no name": (headers) => headers.get("no name"),
  "has of what is no name": (headers) => headers.has(""),
  "get of no text": (headers) => headers.get(5 as unknown as string),
  "what is iterated": (headers) => [...headers],
  entries: (headers) => [...headers.entries()],
  keys: (headers) => [...headers.keys()],
  values: (headers) => [...headers.values()],
  getSetCookie: (headers) => headers.getSetCookie(),
  "a copy": (headers) => [...new Headers(headers)],
  "what is logged": (headers) => inspect(headers),
  "its tag": (headers) => String(headers),
  "an object": (headers) => Object.fromEntries(headers),
  append(headers) {
    headers.append("x-twice", "3");
    headers.append("content-type", "text/plain");
    return [headers.get("x-twice"), headers.get("content-type")];
  },
  set(headers) {
    headers.set("content-type", "text/plain");
    return [headers.get("content-type"), headers.get("x-twice")];
  },
  delete(headers) {
    headers.delete("content-type");
    return [headers.get("content-type"), headers.has("content-type")];
  },
};

describe("the headers of an answer", () => {
  test.each(Object.entries(tasks))("say what real ones say: %s", (_, task) => {
    const { expected, actual } = withBoth(task);
    expect(actual).toEqual(expected);
  });

  // New ones for each question: some make them real, and then they are no different any more.
  test.each(odd)("say what real ones say of %s", (name) => {
    for (const task of [(headers: Headers) => headers.get(name), (headers: Headers) => headers.has(name)]) {
      const { expected, actual } = withBoth<unknown>(task);
      expect(actual).toEqual(expected);
    }
  });

  test("say what real ones say, whatever they hold", () => {
    const text = fc.stringMatching(/^[\t a~\xa0\xe9]{0,5}$/);
    const value = fc.oneof(text, text, fc.array(text, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_-][a-z0-9-]{0,3}$/), value, (name, says) => {
        const { expected, actual } = withBoth((headers) => headers.get(name), { [name]: says });
        expect(actual).toEqual(expected);
      }),
    );
  });

  test("have names in lower case, whoever gave them", () => {
    expect(lowerCaseNames(fields)).toBe(fields);
    const given: HeaderFields = {
      "X-A": "1",
      "x-a": ["2", "3"],
      "Retry-After": "7",
      "X-None": undefined,
      b: "é",
      constructor: "4",
    };
    const headers = new LazyHeaders(lowerCaseNames(given));
    expect(["x-a", "retry-after", "x-none", "b"].map((name) => headers.get(name))).toEqual([
      "1, 2, 3",
      "7",
      null,
      "é",
    ]);
    expect([...headers]).toEqual([...createHeaders(given)]);
  });

  test("hand themselves to forEach, with what they say", () => {
    const headers = new LazyHeaders({ "x-a": "1", "x-b": "2" });
    const seen: unknown[] = [];
    headers.forEach(function (this: unknown, value, name, all) {
      seen.push([this, value, name, all === headers]);
    }, "this");
    expect(seen).toEqual([
      ["this", "1", "x-a", true],
      ["this", "2", "x-b", true],
    ]);
  });
});

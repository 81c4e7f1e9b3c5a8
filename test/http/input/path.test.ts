import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RegError } from "../../../src/errors/index.js";
import { checkUrl, fillPath } from "../../../src/http/request.js";
import { thrown } from "../../support/errors.js";
import { operationOf } from "../wire/support.js";

const twoIds = operationOf({
  path: "/v2/servicerequests/{id}/invoices/{invoiceId}",
  pathParams: ["id", "invoiceId"],
});
const oneId = operationOf({
  id: "serviceRequests.get",
  path: "/v2/servicerequests/{id}",
  pathParams: ["id"],
});
const base = "https://reg.example/base";
const fill = (id: unknown) => fillPath(oneId, { id });

describe("path parameters", () => {
  test("fill the template in order", () => {
    expect(fillPath(twoIds, { id: "R-1", invoiceId: 7 })).toBe("/v2/servicerequests/R-1/invoices/7");
  });

  test.each([
    ["AB 12/3", "AB%2012%2F3"],
    ["%2e%2e", "%252e%252e"],
    ["..\\..", "..%5C.."],
    ["a?b#c", "a%3Fb%23c"],
    ["...", "..."],
    ["é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"],
    ["{id}", "%7Bid%7D"],
    ["$&", "%24%26"],
    [0, "0"],
    [-7, "-7"],
  ])("%j becomes the one segment %s", (id, segment) => {
    expect(fill(id)).toBe(`/v2/servicerequests/${segment}`);
  });

  test("hold every character but the control characters", () => {
    const refused = Array.from({ length: 0x100 }, (_, code) => code).filter((code) => {
      try {
        return !fill(`a${String.fromCharCode(code)}b`);
      } catch {
        return true;
      }
    });
    expect(refused).toEqual([...Array.from({ length: 0x20 }, (_, code) => code), 0x7f]);
  });

  test.each([
    ["..", ".."],
    [".", "."],
    ["empty", ""],
    ["white space", " \t "],
    ["undefined", undefined],
    ["null", null],
    ["an array", ["a"]],
    ["an object", { toString: () => "a" }],
    ["a boolean", true],
    ["a fraction", 1.5],
    ["NaN", Number.NaN],
    ["a number beyond the safe ones", 2 ** 53],
    ["a BigInt", 1n],
    ["a line break", "a\nb"],
    ["NUL", "a\0b"],
    ["DEL", "a\x7fb"],
    ["a lone high surrogate", "a\ud800b"],
    ["a lone low surrogate", "\udc00"],
    ["10 kB", "x".repeat(10_000)],
  ])("%s is refused, and the error names the parameter but not the value", (_, id) => {
    const error = thrown(() => fill(id), "input");
    expect(error.field).toBe("id");
    expect(error.operationId).toBe("serviceRequests.get");
    expect(error.message).toMatch(/^serviceRequests\.get: id must /);
    expect(error.message.length).toBeLessThan(120);
  });

  test("whatever the ids, a URL parser sees as many segments as the template has, and gets the ids back", () => {
    const id = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string(),
      fc.constantFrom("..", ".", "%2e%2e", "a/../b", "\\", ";"),
      fc.stringMatching(/^[./\\%?#@:;{}\s2eE]{0,6}$/),
    );
    fc.assert(
      fc.property(id, id, (first, second) => {
        let path: string;
        try {
          path = fillPath(twoIds, { id: first, invoiceId: second });
        } catch (error) {
          expect(RegError.is(error, "input"), String(error)).toBe(true);
          return;
        }
        const { pathname, search, hash } = new URL(`${base}${path}`);
        expect(search + hash).toBe("");
        expect(pathname.split("/").map(decodeURIComponent)).toEqual([
          "",
          "base",
          "v2",
          "servicerequests",
          first,
          "invoices",
          second,
        ]);
        checkUrl(`${base}${path}`, path, "x.get");
      }),
      { numRuns: 500 },
    );
  });

  test("a URL whose path is another than the one that was built is refused", () => {
    const error = thrown(() => checkUrl("https://reg.example/v2/a/../b", "/v2/a/../b", "x.get"), "input");
    expect(error.field).toBe("path");
  });

  test("a path is refused exactly if a URL parser sees another one", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "/.",
        "/..",
        "/%2e",
        "/%2E%2e",
        "/...",
        "/.a",
        "/a.",
        "/%41",
        "\\",
        "?",
        "#",
        " ",
        "\t",
        "é",
      ),
      fc.stringMatching(/^\/[\w.~!*'()%-]{0,6}$/),
      fc.string({ maxLength: 3 }),
    );
    const paths = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => `/${pieces.join("")}`);
    fc.assert(
      fc.property(paths, (path) => {
        const same = new URL(`${base}${path}`).pathname.endsWith(path);
        const check = () => checkUrl(`${base}${path}`, path, "x.get");
        if (same) check();
        else expect(thrown(check, "input").field).toBe("path");
      }),
      { numRuns: 1000 },
    );
  });
});

import { test } from "vitest";

test("rejects a promise without a handler", () => {
  void Promise.reject(new Error("planted rejection"));
});

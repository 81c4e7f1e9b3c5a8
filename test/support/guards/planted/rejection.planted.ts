import { test } from "vitest";

test("rejects with nobody there", () => {
  void Promise.reject(new Error("planted rejection"));
});

import type { createMswHandlers } from "@reg/sdk/msw";
import { createSandbox } from "@reg/sdk/sandbox";
import { expect, onTestFinished, test, vi } from "vitest";
import { thrown } from "../../support/errors.js";

test.each([
  ["1", "version 1 or older", { rest: {} }],
  ["3", "version 3, which needs Node 22.12", { http: {} }],
])("handlers for msw are not created with msw %s, if it is not supported", async (version, found, exported) => {
  onTestFinished(() => void vi.doUnmock("msw"));
  vi.doMock("msw", () => exported);
  const node = Object.getOwnPropertyDescriptor(Promise, "withResolvers");
  Reflect.deleteProperty(Promise, "withResolvers");
  onTestFinished(() => void (node && Object.defineProperty(Promise, "withResolvers", node)));
  // The query makes it a module of its own, so that other test files keep the real one.
  const path = `../../../src/msw.js?${version}`;
  const module: { readonly createMswHandlers: typeof createMswHandlers } = await import(path);
  const { message } = thrown(() => module.createMswHandlers(createSandbox()), "input");
  expect(message).toMatch(`createMswHandlers needs msw 2 or 3, but found ${found}: run npm install msw@`);
});

import { devNull } from "node:os";
import { expect, test } from "vitest";
import { startReg } from "../support.js";

const key = Buffer.alloc(32).toString("base64");
const env = { REG_BASE_URL: "http://127.0.0.1:9", REG_TOKEN: "token", REG_WEBHOOK_SECRET: `whsec_${key}` };
const state = ["--state", "/nowhere/requests.state"];
const address = ["--post", "https://hooks.example/T0-secret-path"];

test.each<[string, readonly string[], Record<string, string>, string]>([
  ["no state", [], {}, "--state is required"],
  ["no state to list", ["--list"], {}, "--state is required"],
  ["no address", state, { REG_BASE_URL: "" }, "REG_BASE_URL is not set"],
  ["no token", state, { REG_TOKEN: "" }, "REG_TOKEN is not set; set it, or REG_TOKEN_FILE"],
  ["two tokens", state, { REG_TOKEN_FILE: "/nowhere/token" }, "REG_TOKEN and REG_TOKEN_FILE are both set"],
  ["no file with a token", state, { REG_TOKEN: "", REG_TOKEN_FILE: "/nowhere/token" }, "REG_TOKEN_FILE cannot be read"],
  ["an empty file", state, { REG_TOKEN: "", REG_TOKEN_FILE: devNull }, "REG_TOKEN_FILE names an empty file"],
  ["no whole seconds", [...state, "--every", "0.5"], {}, "--every must be a whole number from 1"],
  ["no deadline", [...state, "--once", "--deadline", "0"], {}, "--deadline must be a whole number from 1"],
  ["a deadline without a round", [...state, "--deadline", "5"], {}, "--deadline is for --once only"],
  ["no attempts", [...state, "--attempts", "0"], {}, "--attempts must be a whole number from 1"],
  ["http", [...state, "--post", "http://hooks.example/T0-secret-path"], {}, "--post must be an https address"],
  ["no url", [...state, "--post", "T0-secret-path"], {}, "--post must be an https address"],
  ["a password", [...state, "--post", "https://me:T0-secret@hooks.example"], {}, "must not contain a user name"],
  ["no secret", [...state, ...address], { REG_WEBHOOK_SECRET: "" }, "REG_WEBHOOK_SECRET is not set"],
  ["a secret without whsec_", [...state, ...address], { REG_WEBHOOK_SECRET: key }, "REG_WEBHOOK_SECRET must be whsec_"],
  ["a short secret", [...state, ...address], { REG_WEBHOOK_SECRET: "whsec_AAAA" }, "REG_WEBHOOK_SECRET must be whsec_"],
  ["a folder that does not exist", state, {}, "the state"],
  ["a base URL with http", [...state, "--base-url", "http://reg.example"], {}, "must use https"],
])("the command follow rejects %s, and shows no secret", async (_, args, variables, message) => {
  const { code, written } = await startReg(["follow", ...args], undefined, { env: { ...env, ...variables } });
  expect(await code).toBe(2);
  expect(written.err).toContain(message);
  expect(written.err).not.toMatch(/T0-secret|whsec_A/);
  expect(written.out).toBe("");
});

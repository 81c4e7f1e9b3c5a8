import { join } from "node:path";
import { expect, test } from "vitest";
import { StateFile } from "../../../src/state/file.js";
import { temporaryFolder } from "../../support/folder.js";
import { startReg } from "../support.js";

const format = { name: "reg-follow", version: 2, entryName: "entry", startingOver: "begin anew" };
const event = {
  type: "notification",
  id: "e-1",
  timestamp: "2026-06-15T09:00:00.000Z",
  notification: { text: "news" },
};

test("the command follow --list says that there is no state", async () => {
  const path = join(temporaryFolder(), "misspelt.state");
  const { code, written } = await startReg(["follow", "--list", "--state", path]);
  expect(await code).toBe(0);
  expect(written.out).toBe("");
  expect(written.err).toBe(`there is no file ${path}: nothing was followed with this state\n`);
});

test.each<[string, string, number, string]>([
  ["lists an event that was set aside", JSON.stringify({ event, error: "no database" }), 0, '"error":"no database"'],
  ["reports an entry that is not JSON as a state that is damaged", "e-1", 2, "an entry that follow has not written"],
])("the command follow --list %s", async (_, text, expected, message) => {
  const path = join(temporaryFolder(), "requests.state");
  const file = new StateFile(path, { format, owner: { baseUrl: "https://reg.example" }, isReadOnly: false });
  await file.open();
  await file.set("set-aside/e-0", JSON.stringify({ event, error: "the first one" }));
  await file.set("set-aside/e-1", text);
  await file.set("", JSON.stringify({ version: 2, setAside: ["e-0", "e-1"] }));
  await file.close();
  const { code, written } = await startReg(["follow", "--list", "--state", path]);
  expect(await code).toBe(expected);
  expect(written.out).toContain("the first one");
  expect(written.out + written.err).toContain(message);
});

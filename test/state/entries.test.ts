import { expect, test } from "vitest";
import { isPath } from "../../src/state/entries.js";

test.each(["requests.state", "C://data/fleet.state", "/data/x://y", "redis:state"])("%s is a path", (text) => {
  expect(isPath(text)).toBe(true);
});

test.each(["redis://host/0", " POSTGRES://host", "mongodb+srv://host", "file:///data/fleet.state", " ", 7])(
  "%s is no path",
  (value) => {
    expect(isPath(value)).toBe(false);
  },
);

import { describe, expect, test } from "vitest";
import { CallCancellation, throwIfAborted } from "../../../src/http/cancellation.js";

describe("the cancellation of a call", () => {
  test("tells each listener the reason, once", () => {
    const cancellation = new CallCancellation();
    const heard: unknown[] = [];
    cancellation.listen((reason) => heard.push(["first", reason]));
    cancellation.listen((reason) => heard.push(["second", reason]));
    expect(cancellation).toMatchObject({ aborted: false, reason: undefined });
    cancellation.abort("enough");
    cancellation.abort("again");
    expect(heard).toEqual([
      ["first", "enough"],
      ["second", "enough"],
    ]);
    expect(cancellation).toMatchObject({ aborted: true, reason: "enough" });
  });

  test("tells nobody who has gone, not even one who goes while the others are told", () => {
    const cancellation = new CallCancellation();
    const heard: string[] = [];
    const gone = cancellation.listen(() => heard.push("gone"));
    gone();
    cancellation.listen(() => {
      heard.push("first");
      leave();
    });
    const leave = cancellation.listen(() => heard.push("second"));
    cancellation.abort(new Error("enough"));
    expect(heard).toEqual(["first"]);
  });

  test("throws its reason only when it was aborted, whatever the reason is", () => {
    const cancellation = new CallCancellation();
    throwIfAborted(cancellation);
    cancellation.abort(undefined);
    let caught: unknown = "nothing";
    try {
      throwIfAborted(cancellation);
    } catch (reason) {
      caught = reason;
    }
    expect(caught).toBeUndefined();
  });
});

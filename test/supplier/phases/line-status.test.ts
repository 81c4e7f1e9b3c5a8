import { describe, expect, it } from "vitest";
import {
  type LineTrigger,
  lineTransition,
  lineTransitions,
} from "../../../src/supplier/phases/line-status.js";

/** The triggers that lead on from a status, and where each leads. */
const from = (status: string) =>
  Object.fromEntries(
    lineTransitions.filter((row) => row.from === status).map(({ trigger, to }) => [trigger, to]),
  );

describe("the lines' transition table", () => {
  it("documents what the reference says: unsent lines are deleted, sent ones cancelled", () => {
    const documented = lineTransitions.filter(({ confidence }) => confidence === "documented");
    expect(documented.map((row) => `${row.from} ${row.trigger} ${row.to}`)).toEqual([
      "Entered delete removed",
      ...[
        "ApprovalRequested",
        "Changed",
        "Approved",
        "ProvisionallyApproved",
        "CallLessor",
        "Denied",
        "LessorWillCall",
        "CancellationDenied",
      ].map((status) => `${status} cancel Cancelled`),
    ]);
  });

  it.each([
    ["none", { write: "Entered" }],
    ["Entered", { write: "Entered", delete: "removed", submit: "ApprovalRequested" }],
    [
      "ApprovalRequested",
      {
        write: "Changed",
        cancel: "Cancelled",
        submit: "ApprovalRequested",
        approve: "Approved",
        "provisionally-approve": "ProvisionallyApproved",
        deny: "Denied",
        "call-lessor": "CallLessor",
        "lessor-will-call": "LessorWillCall",
      },
    ],
    ["Denied", { write: "Changed", cancel: "Cancelled", submit: "ApprovalRequested" }],
    [
      "Cancelled",
      {
        submit: "Cancelled",
        approve: "CancellationApproved",
        "provisionally-approve": "CancellationDenied",
        deny: "CancellationDenied",
        "call-lessor": "CancellationDenied",
        "lessor-will-call": "CancellationDenied",
      },
    ],
    ["CancellationDenied", { write: "Changed", cancel: "Cancelled", submit: "ApprovalRequested" }],
  ])("leads on from %s", (status, moves) => {
    expect(from(status)).toEqual(moves);
  });

  it("has the lessor look again at what was approved, and leaves a settled cancellation alone", () => {
    expect(from("Approved")).toMatchObject({ submit: "Approved", approve: "Approved", deny: "Denied" });
    expect(new Set(Object.values(from("CancellationApproved")))).toEqual(new Set(["CancellationApproved"]));
  });

  it("has one row at most for a status and a trigger", () => {
    const keys = lineTransitions.map((row) => `${row.from} ${row.trigger}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("knows where a move is not possible", () => {
    expect(lineTransition("Entered", "cancel")).toBeUndefined();
    expect(lineTransition("Cancelled", "write")).toBeUndefined();
    for (const trigger of ["approve", "deny"] satisfies LineTrigger[])
      expect(lineTransition("Entered", trigger)).toBeUndefined();
  });
});

import type { CallName } from "../sandbox/control/calls.js";
import type { LineDecision } from "../sandbox/index.js";

interface Decision {
  /** The text of its button. */
  readonly label: string;
  /** The method that decides about all lines of a request, or about some. */
  readonly method: CallName;
  /** What is said after it. */
  readonly done: string;
}

/** What a lessor can decide. */
export const decisions = {
  Approved: { label: "Approve", method: "lessor.approve", done: "Approved." },
  Denied: { label: "Deny", method: "lessor.deny", done: "Denied." },
  ProvisionallyApproved: {
    label: "Accept provisionally",
    method: "lessor.provisionallyApprove",
    done: "Accepted provisionally.",
  },
  CallLessor: { label: "Ask for a call", method: "lessor.callLessor", done: "The supplier is asked to call." },
  LessorWillCall: { label: "Announce a call", method: "lessor.willCall", done: "The lessor will call." },
} as const satisfies Readonly<Record<LineDecision, Decision>>;

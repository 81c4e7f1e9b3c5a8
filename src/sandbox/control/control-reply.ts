import type { ServerResponse } from "node:http";

/** A response of the control surface. */
export interface ControlReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes the body itself, and keeps the response open. */
  readonly stream?: (response: ServerResponse) => void;
}

/** A JSON response. */
export function json(value: unknown, status = 200): ControlReply {
  return { status, type: "application/json; charset=utf-8", text: `${JSON.stringify(value)}\n` };
}

/** The response to a request that succeeded and has no result. */
export const done: ControlReply = { status: 204, type: "", text: "" };

interface ControlProblem {
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** The control surface rejects a request. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly reply: ControlReply;

  constructor(status: number, problem: ControlProblem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.message);
    this.reply = { ...json({ error: problem }, status), headers };
  }
}

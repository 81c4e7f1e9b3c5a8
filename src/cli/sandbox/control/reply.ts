/** An answer of the control surface. */
export interface ControlReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in JSON. */
export function json(value: unknown, status = 200): ControlReply {
  return { status, type: "application/json; charset=utf-8", text: `${JSON.stringify(value)}\n` };
}

/** It was done, and there is nothing to say about it. */
export const done: ControlReply = { status: 204, type: "", text: "" };

/** What is wrong, in the body of an error answer below `error`. */
export interface ControlProblem {
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** The control surface does not do what it was asked. */
export class ControlRefusal extends Error {
  override readonly name = "ControlRefusal";
  readonly reply: ControlReply;

  constructor(status: number, problem: ControlProblem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.message);
    this.reply = { ...json({ error: problem }, status), headers };
  }
}

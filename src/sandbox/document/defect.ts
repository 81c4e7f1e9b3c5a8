/**
 * The sandbox is wrong: a handler failed, or its answer is not what the OpenAPI document promises. It never becomes
 * an answer, since a client would retry a 500; it is thrown where nobody can overlook it.
 */
export class SandboxDefect extends Error {
  override readonly name = "SandboxDefect";
  /** The operation whose answer it would have been. */
  readonly operationId: string;

  constructor(operationId: string, what: string, options?: ErrorOptions) {
    super(`${operationId}: ${what}. This is a defect of the sandbox, not of your program.`, options);
    this.operationId = operationId;
  }
}

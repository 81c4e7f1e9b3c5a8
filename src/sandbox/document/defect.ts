import { RegInputError } from "../../errors/client-errors.js";

/**
 * The sandbox is wrong: a handler failed, or its answer is not what the OpenAPI document promises; or a function that
 * it was given is. It never becomes an answer, since a client would retry a 500; it is thrown where nobody can
 * overlook it.
 */
export class SandboxDefect extends Error {
  override readonly name = "SandboxDefect";
  /** The operation whose answer it would have been. */
  readonly operationId: string;

  /** @internal */
  constructor(operationId: string, what: string, options?: ErrorOptions) {
    const isInput = options?.cause instanceof RegInputError;
    const whose = isInput
      ? "The sandbox was given it"
      : "This is a defect of the sandbox, not of your program";
    super(`${operationId}: ${what}. ${whose}.`, options);
    this.operationId = operationId;
  }
}

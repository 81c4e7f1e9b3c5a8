import { parseProblem, type RegProblem } from "../../errors/problem.js";
import type { Call } from "../call.js";
import { redactor } from "./redact.js";

/**
 * Reads the body of an error answer.
 *
 * @throws SyntaxError if it is not JSON
 */
export function readProblem(bytes: Uint8Array, call: Call): RegProblem {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  // Not before it is parsed: JSON can write the same character in several ways.
  const problem = parseProblem(body, redactor(call));
  return call.operation.input === "form" ? onlyCode(problem) : problem;
}

/** Of the token endpoint's refusal only the code is kept: its texts may echo the secret. */
function onlyCode({ error }: RegProblem): RegProblem {
  return { errors: [], error: error !== undefined && /^[a-z_]{1,40}$/.test(error) ? error : undefined };
}

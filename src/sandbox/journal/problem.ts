import { parseProblem } from "../../errors/problem.js";
import { readText } from "../../http/wire/read-body.js";
import type { JournalEntry } from "./entry.js";

/** What the journal keeps of an error answer; nothing of any other one. */
export async function problemIn(response: Response): Promise<Pick<JournalEntry, "codes" | "traceId">> {
  if (response.status < 400) return { codes: [], traceId: undefined };
  const { errors, traceId } = parseProblem(await jsonOf(response));
  const codes = errors.map(({ code }) => code).filter((code) => /^(REG|SANDBOX)-[\w-]{1,60}$/.test(code));
  return { codes: [...new Set(codes)], traceId };
}

/** No error body of the service comes near; a fault may answer with far more. */
const longestProblem = 65_536;

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response.clone(), longestProblem));
  } catch {
    return undefined;
  }
}

import type { SpecDocument } from "./document.js";
import { banner } from "./text.js";

/**
 * Writes the code catalogue. What to do about a code stands apart: each client needs that for its messages, and the
 * rest only who asks for it.
 */
export function writeErrorCodes(document: SpecDocument, source: string): string {
  const codes = Object.entries(document.codes);
  const actions = codes.map(([code, { action }]) => `  "${code}": ${JSON.stringify(action)},\n`);
  const entries = codes.map(([code, entry]) => {
    const { status, retryable, field, meaning, cause, caughtBy = [] } = entry;
    const fields = { status, retryable, field, meaning, cause, source: entry.source, caughtBy };
    return `  "${code}": ${JSON.stringify(fields)},\n`;
  });
  const table = (comment: string, name: string, rows: readonly string[]) =>
    `\n/** ${comment} */\nexport const ${name} = {\n${rows.join("")}} as const;\n`;
  return [
    banner(source),
    table("What to do about each of the service's error codes.", "errorActions", actions),
    table("What else is known about them.", "errorCodes", entries),
  ].join("");
}

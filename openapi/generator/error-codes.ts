import type { SpecDocument } from "./document.js";
import { banner } from "./text.js";

/** Writes the code catalogue. */
export function writeErrorCodes(document: SpecDocument, source: string): string {
  const entries = Object.entries(document.codes).map(([code, entry]) => {
    const { status, retryable, field, meaning, cause, action, caughtBy = [] } = entry;
    const fields = { status, retryable, field, meaning, cause, action, source: entry.source, caughtBy };
    return `  "${code}": ${JSON.stringify(fields)},\n`;
  });
  return `${banner(source)}\n/** The service's error codes. */\nexport const errorCodes = {\n${entries.join("")}} as const;\n`;
}

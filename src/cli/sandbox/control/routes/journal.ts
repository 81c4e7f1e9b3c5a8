import * as z from "zod/mini";
import { JournalAssertionError } from "../../../../sandbox/index.js";
import { number } from "../fields.js";
import { ControlRefusal, type ControlReply, json } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

const fromZero = "must be a whole number from 0";

const check = z.strictObject({
  mostInAnyMinute: z.exactOptional(number),
  noDuplicateCreates: z.exactOptional(z.literal(true, "must be true, or left out")),
  calls: z.exactOptional(z.record(z.string(), z.int(fromZero).check(z.minimum(0, fromZero)))),
});

/** What was asked of the sandbox. */
export const journalRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/journal",
    about: "What was asked of the sandbox, redacted: { requests, calls, entries }",
    run: ({ desk }) => json(desk.sandbox.journal),
  },
  {
    method: "GET",
    path: "/journal/coverage",
    about: "Which operations and codes were reached; with ?format=markdown as tables",
    run: ({ desk, query }) => {
      const coverage = desk.sandbox.journal.coverage();
      return query.get("format") === "markdown" ? markdown(coverage.toMarkdown()) : json(coverage);
    },
  },
  post(
    "/journal/check",
    "Holds the journal against { mostInAnyMinute, noDuplicateCreates: true, calls: { <operationId>: times } }: 409 if not",
    check,
    ({ sandbox: { journal } }, { mostInAnyMinute, noDuplicateCreates, calls }) => {
      try {
        if (mostInAnyMinute !== undefined) journal.assertMostInAnyMinute(mostInAnyMinute);
        if (noDuplicateCreates) journal.assertNoDuplicateCreates();
        if (calls !== undefined) journal.assertCalls(calls);
      } catch (error) {
        if (!(error instanceof JournalAssertionError)) throw error;
        throw new ControlRefusal(409, { message: error.message, entries: error.entries });
      }
      return json({ ok: true });
    },
  ),
];

const markdown = (text: string): ControlReply => ({
  status: 200,
  type: "text/markdown; charset=utf-8",
  text,
});

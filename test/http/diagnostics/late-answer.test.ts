import { expect, test } from "vitest";
import { empty, networkFailure } from "../../support/fetch.js";
import { ended, expectPairs, later, watched } from "./support.js";

test("an answer that comes after its attempt was given up is not told of as that of a later attempt", async () => {
  const { clock, events, supplier } = watched();
  const replies = [later(clock, 150, empty(404)), later(clock, 80, networkFailure("ECONNRESET"))] as const;
  const client = supplier({ timeout: 100, random: () => 0, retry: { retries: 1 } }, ...replies);
  await ended(client.serviceRequests.get("1"), clock);
  expectPairs(events);
  const answers = events.filter(({ type }) => type === "answer");
  expect(answers).toMatchObject([
    { error: { name: "RegTimeoutError" } },
    { error: { name: "RegConnectionError" } },
  ]);
  for (const answer of answers) expect(answer).not.toHaveProperty("status");
});

import type { Fetch } from "@reg/sdk";
import type { SandboxOptions } from "@reg/sdk/sandbox";
import { type BodyShapes, createShapeRecorder } from "@reg/sdk/validation";
import { describe, expect, it } from "vitest";
import { mergeShapes } from "../../../src/document/shapes/shapes.js";
import { findRoute } from "../../../src/sandbox/messages/router.js";
import { planReads } from "../../cli/verify/read-all.js";
import { clientsOver, openFilledService } from "../../cli/verify/service.js";
import { monday } from "../support.js";
import { learnInventedLessor } from "./support.js";

/** Fills a sandbox, makes every read, and returns what was learned from the responses. */
async function learnFromSandbox(options: SandboxOptions = {}) {
  const service = await openFilledService({ now: monday, ...options });
  const recorder = createShapeRecorder();
  const fetch: Fetch = async (url, init) => {
    const response = await service.sandbox.fetch(url, init);
    const { id: operationId } = findRoute(init.method ?? "GET", new URL(url)).operation;
    const { status, headers } = response;
    const isJson = headers.get("content-type") === "application/json";
    if (isJson) recorder.inspect({ operationId, status, headers, body: await response.clone().json() });
    return response;
  };
  const clients = clientsOver(service, fetch);
  for (const run of planReads(service.ids)) await run(clients);
  return recorder.shapes();
}

/** Removes the counts, so that the fields, types and forms remain. */
function withoutCounts(shapes: BodyShapes): unknown {
  return JSON.parse(JSON.stringify(shapes), (_, value) => (typeof value === "number" ? "seen" : value));
}

describe("a sandbox with the shapes of another sandbox", () => {
  it("accepts the same requests, and returns nothing that the other one would not", async () => {
    // The reads see one vehicle of the fleet, and the others have further types.
    const learned = mergeShapes(await learnFromSandbox(), learnInventedLessor());
    expect(Object.keys(learned.bodies).length).toBeGreaterThan(30);
    const relearned = await learnFromSandbox({ shapes: learned });
    expect(withoutCounts(mergeShapes(learned, relearned))).toEqual(withoutCounts(learned));
    expect(Object.keys(relearned.bodies).sort()).toEqual(Object.keys(learned.bodies).sort());
  });
});

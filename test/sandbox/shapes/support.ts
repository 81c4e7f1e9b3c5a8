import type { AssumptionFinding, ServiceFindings } from "@reg/sdk/sandbox";
import { type BodyShapes, createShapeRecorder } from "@reg/sdk/validation";
import { inventedBodies, inventedPlates, resources } from "../../cli/verify/invented-lessor.js";

/** Learns shapes from responses: the bodies of each operation. */
export function learn(bodies: Readonly<Record<string, readonly unknown[]>>): BodyShapes {
  const recorder = createShapeRecorder();
  for (const [operationId, seen] of Object.entries(bodies))
    for (const body of seen) recorder.inspect({ operationId, status: 200, headers: new Headers(), body });
  return recorder.shapes();
}

/** Learns the shapes of an invented lessor service: 40 fields in 8 resources. */
export function learnInventedLessor(): BodyShapes {
  const vehicles = inventedPlates.map((plate, index) => inventedBodies(plate, index));
  return learn(
    Object.fromEntries(
      resources.map((resource) => [
        resource === "vehicle" ? "vehicles.get" : `vehicles.${resource}.get`,
        vehicles.map((bodies) => bodies[resource]),
      ]),
    ),
  );
}

/** A finding that an assumption does not hold. */
export const refuted = (id: string, evidence: string): AssumptionFinding => ({
  id,
  verdict: "refuted",
  evidence,
});

/** Findings with refuted assumptions only. */
export const refuting = (...findings: readonly [id: string, evidence: string][]): ServiceFindings => ({
  assumptions: findings.map(([id, evidence]) => refuted(id, evidence)),
});

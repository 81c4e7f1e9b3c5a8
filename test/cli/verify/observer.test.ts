import { createShapeRecorder } from "@reg/sdk/validation";
import { expect, it } from "vitest";
import { descriptions } from "../../../src/cli/apis.js";
import { Observer } from "../../../src/cli/verify/observer.js";

const ok = { status: 200, headers: new Headers({ "content-type": "application/json" }), body: [] };

it("takes the responses of a call for those that were received since the call before", async () => {
  const observer = new Observer({ ...descriptions.supplier, recorder: createShapeRecorder(), values: new Set() });
  const send = async (operationId: string, ...statuses: readonly number[]) => {
    for (const status of statuses) observer.inspector.inspect({ ...ok, operationId, status });
  };
  const first = await observer.call({ parameters: {} }, () => send("lessors.list", 503, 200));
  expect(first.response).toMatchObject({ operationId: "lessors.list", status: 200 });
  const second = await observer.call({ parameters: {} }, () => send("dealerships.list"));
  expect(second.response).toBeUndefined();
  expect(observer.operations).toEqual({ "lessors.list": { 200: 1, 503: 1 } });
});

it("reports a body that cannot be compared because of its depth, and goes on", async () => {
  const recorder = {
    ...createShapeRecorder(),
    inspect: () => {
      throw new RangeError("Maximum call stack size exceeded");
    },
  };
  const observer = new Observer({ ...descriptions.supplier, recorder, values: new Set() });
  const { response } = await observer.call({ parameters: {} }, async () => {
    observer.inspector.inspect({ ...ok, operationId: "lessors.list" });
  });
  expect(response?.status).toBe(200);
  const { differences } = observer.findings({ api: "supplier", notSent: [], judgements: new Map() });
  expect(differences).toMatchObject([{ operationId: "lessors.list", found: "a body with too many levels" }]);
});

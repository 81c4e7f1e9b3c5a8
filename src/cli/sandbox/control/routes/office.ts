import * as z from "zod/mini";
import type { LessorOffice } from "../../../../sandbox/index.js";
import { checkedBySandbox, number, optionalText, text } from "../fields.js";
import { done, json } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

const lessorNumber = z.strictObject({ lessorNumber: number });

/** What lessors do beside deciding. */
export const officeRoutes: readonly ControlRoute[] = [
  post(
    "/lessor/contract",
    "Changes the contract of a vehicle: { licensePlate, changes }",
    z.strictObject({
      licensePlate: text,
      changes: checkedBySandbox<Parameters<LessorOffice["changeContract"]>[1]>(),
    }),
    ({ sandbox }, { licensePlate, changes }) => {
      sandbox.lessor.changeContract(licensePlate, changes);
      return done;
    },
  ),
  post(
    "/lessor/deactivate",
    "Has a lessor leave the service: { lessorNumber }",
    lessorNumber,
    ({ sandbox }, body) => {
      sandbox.lessor.deactivate(body.lessorNumber);
      return done;
    },
  ),
  post("/lessor/activate", "Has a lessor come back: { lessorNumber }", lessorNumber, ({ sandbox }, body) => {
    sandbox.lessor.activate(body.lessorNumber);
    return done;
  }),
  post(
    "/lessor/notify",
    "Publishes a notification: { lessorId, title, validFrom, validUntil }; gives { id }",
    z.strictObject({ lessorId: number, title: text, validFrom: text, validUntil: text }),
    ({ sandbox }, notification) => json({ id: sandbox.lessor.notify(notification) }),
  ),
  post(
    "/lessor/park",
    "Parks a request: { id, remark }",
    z.strictObject({ id: text, remark: optionalText }),
    ({ sandbox }, { id, remark }) => {
      sandbox.lessor.park(id, remark);
      return done;
    },
  ),
  post(
    "/lessor/unpark",
    "Takes a request out of parking: { id }",
    z.strictObject({ id: text }),
    ({ sandbox }, { id }) => {
      sandbox.lessor.unpark(id);
      return done;
    },
  ),
];

import * as z from "zod/mini";
import { isObject } from "../../../base/json.js";
import { type LineDecision, lineDecisions } from "../../../domain/phases/line-status.js";
import { RegInputError } from "../../../errors/errors.js";
import { checkInput } from "../../../errors/input.js";
import type { Contract } from "../../../generated/supplier/models.js";
import { aDate } from "../../common/dates.js";
import { mergeDeep } from "../../data/contracts.js";
import type { LessorNotification } from "../../data/organisations.js";
import type { DeepPartial } from "../../data/vehicles.js";
import { checkedContract, type World, type WorldVehicle } from "../../data/world.js";
import type { Services } from "../state/context.js";
import { phaseNow } from "../state/phase.js";
import type { StoredLine, StoredRequest } from "../state/state.js";
import type { AutomaticReviewer, LessorPolicy } from "./automatic-reviewer.js";
import { isDecision, reviewRequest } from "./review.js";

/** The lines that a decision is about. */
export interface ReviewOptions {
  /** The ids of the lines. Default: all. */
  readonly lines?: readonly string[] | undefined;
}

/** The actions of lessors beside decisions on requests. They take effect at once. */
export interface LessorActions {
  /**
   * Changes the contract of a vehicle, which a lessor may do at any time (supplier-api.md §2.5). Fields that are left
   * out stay; lists are replaced.
   *
   * @throws RegInputError for an unknown license plate, and for a contract that is not valid
   */
  changeContract(licensePlate: string, changes: DeepPartial<Contract>): void;
  /**
   * Deactivates a lessor: new requests for its vehicles are rejected with REG-SVC000187, and existing requests go on
   * (supplier-api.md §7).
   *
   * @throws RegInputError for an unknown lessor
   */
  deactivate(lessorNumber: number): void;
  /** Activates a lessor again. */
  activate(lessorNumber: number): void;
  /**
   * Publishes a notification and returns its id.
   *
   * @throws RegInputError for an unknown lessor, and for a notification that is not valid
   */
  notify(notification: Omit<LessorNotification, "id">): number;
  /** Parks a request. The reference does not show who parks and to what effect: here only `parking` changes. */
  park(id: string, remark?: string): void;
  /** Ends the parking of a request. */
  unpark(id: string): void;
}

/**
 * The lessor, whose actions are not part of the interface. Each decision is one complete review of a request in the
 * phase Lessor.
 *
 * All methods throw a RegInputError for an unknown request or one in another phase, for an unknown line, and for an
 * option that they do not have.
 */
export interface LessorActor extends LessorActions {
  /** Approves the given lines and denies the others. Default: approves all. */
  approve(id: string, options?: ReviewOptions): void;
  /** Denies the given lines and approves the others. Default: denies all. */
  deny(id: string, options?: ReviewOptions): void;
  /** Accepts the given lines as they are, though incomplete, and approves the others. Default: accepts all. */
  provisionallyApprove(id: string, options?: ReviewOptions): void;
  /** Asks the supplier to call about the given lines, and approves the others. Default: about all. */
  callLessor(id: string, options?: ReviewOptions): void;
  /** Announces a call about the given lines, and approves the others. Default: about all. */
  willCall(id: string, options?: ReviewOptions): void;
  /** Decides line by line; lines that are not named are approved. */
  review(id: string, decisions: Readonly<Record<string, LineDecision>>): void;
  /**
   * Sets the policy by which the lessor decides from now on: at once, after a time, or after a number of reads. Without
   * a policy, which is the default, every request waits for one of the methods above.
   *
   * @throws RegInputError for a policy that is not valid
   */
  decideBy(policy: LessorPolicy | undefined): void;
}

/** Creates the lessor of a sandbox. */
export function createLessorActor(services: Services, automatic: AutomaticReviewer): LessorActor {
  const reviewLines =
    (decision: LineDecision) =>
    (id: string, options?: ReviewOptions): void => {
      checkInput(reviewOptions, options, {
        whole: "options",
        unknownKey: "is not an option of a decision: use lines",
      });
      const request = findWaitingRequest(services, id);
      checkLineIds(request, options?.lines ?? []);
      const others = decision === "Approved" ? "Denied" : "Approved";
      const isChosen = (line: StoredLine) => options?.lines?.includes(line.id) ?? true;
      reviewRequest(request, services.now(), (line) => (isChosen(line) ? decision : others));
    };
  return {
    ...createLessorActions(services),
    approve: reviewLines("Approved"),
    deny: reviewLines("Denied"),
    provisionallyApprove: reviewLines("ProvisionallyApproved"),
    callLessor: reviewLines("CallLessor"),
    willCall: reviewLines("LessorWillCall"),
    review(id, decisions) {
      if (!isObject(decisions))
        throw new RegInputError("decisions", "must be an object with a decision for each line id");
      const request = findWaitingRequest(services, id);
      checkLineIds(request, Object.keys(decisions));
      if (!Object.values(decisions).every(isDecision))
        throw new RegInputError("decisions", `must be one of ${lineDecisions.join(", ")}`);
      reviewRequest(request, services.now(), (line) => decisions[line.id] ?? "Approved");
    },
    decideBy: (policy) => automatic.setPolicy(policy),
  };
}

const reviewOptions = z.optional(
  z.strictObject({
    lines: z.optional(z.array(z.string("must be a list of line ids"), "must be a list of line ids")),
  }),
);

function findWaitingRequest(services: Services, id: string): StoredRequest {
  const request = findRequest(services, id);
  const phase = phaseNow(request, services.now());
  if (phase === "Lessor") return request;
  throw new RegInputError("id", `is that of a request in ${phase}; the lessor decides on one in Lessor only`);
}

function findRequest({ state }: Services, id: string): StoredRequest {
  const request = state.requests.get(id);
  if (request === undefined) throw new RegInputError("id", "is not the id of a request in this sandbox");
  return request;
}

function checkLineIds({ lines }: StoredRequest, ids: readonly string[]): void {
  if (!ids.every((id) => lines.some((line) => line.id === id))) {
    throw new RegInputError("lines", "name one that the request does not have");
  }
}

function createLessorActions(services: Services): LessorActions {
  const world = () => services.state.world;
  return {
    changeContract(licensePlate, changes) {
      const vehicle = findWorldVehicle(world(), licensePlate);
      if (!isObject(changes)) throw new RegInputError("changes", "must be an object");
      const contract = checkedContract(mergeDeep(vehicle.contract, changes));
      if (contract.vehicle.licensePlate !== licensePlate || !world().lessors.has(contract.lessor.number))
        throw new RegInputError("changes", "must leave the license plate, and name a lessor that there is");
      vehicle.contract = contract;
    },
    deactivate: (lessorNumber) => setActive(world(), lessorNumber, false),
    activate: (lessorNumber) => setActive(world(), lessorNumber, true),
    notify: (notification) => publish(world(), notification),
    park(id, remark) {
      if (remark !== undefined && typeof remark !== "string") throw new RegInputError("remark", "must be a text");
      const request = findRequest(services, id);
      request.parking = { isParked: true, ...(remark === undefined ? {} : { remark }) };
      request.changedAt = services.now();
    },
    unpark(id) {
      const request = findRequest(services, id);
      request.parking = { isParked: false };
      request.changedAt = services.now();
    },
  };
}

function findWorldVehicle({ vehicles }: World, licensePlate: string): WorldVehicle {
  const vehicle = vehicles.get(licensePlate);
  if (vehicle !== undefined) return vehicle;
  const known = [...vehicles.keys()].join(", ");
  throw new RegInputError("licensePlate", `is not one of this sandbox: there are ${known}`);
}

function setActive({ lessors }: World, number: number, active: boolean): void {
  const lessor = lessors.get(number);
  if (lessor === undefined) throw unknownLessor(lessors);
  lessors.set(number, { ...lessor, active });
}

const unknownLessor = (lessors: World["lessors"]) =>
  new RegInputError("lessorNumber", `is not that of a lessor: there are ${[...lessors.keys()].join(", ")}`);

const notificationSchema = z.strictObject({
  lessorId: z.number(),
  title: z.string().check(z.minLength(1, "must not be empty")),
  validFrom: aDate,
  validUntil: aDate,
});

function publish(world: World, notification: Omit<LessorNotification, "id">): number {
  checkInput(notificationSchema, notification, {
    whole: "notification",
    unknownKey: "is not a field of a notification",
  });
  if (!world.lessors.has(notification.lessorId)) throw unknownLessor(world.lessors);
  const id = Math.max(0, ...world.notifications.map((each) => each.id)) + 1;
  world.notifications = [...world.notifications, { ...notification, id }];
  return id;
}

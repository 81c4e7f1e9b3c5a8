import * as z from "zod/mini";
import { RegInputError } from "../../errors/errors.js";
import type { Contract } from "../../generated/supplier/models.js";
import { isDate } from "../../values/dates.js";
import { phaseNow } from "../archive.js";
import { lengthOf } from "../clock.js";
import { merged } from "../data/contracts.js";
import type { LessorNotification } from "../data/organisations.js";
import type { DeepPartial } from "../data/vehicles.js";
import type { Services } from "../server/context.js";
import type { StoredLine, StoredRequest } from "../state.js";
import { checkInput } from "../validate.js";
import { checkedContract, type World, type WorldVehicle } from "../world.js";
import {
  type AutomaticReviewer,
  decisionNames,
  isDecision,
  type LessorPolicy,
  type LineDecision,
  review,
} from "./policy.js";

/** What lessors do beside deciding on requests. It takes effect at once. */
export interface LessorOffice {
  /**
   * Changes the contract of a vehicle, which a lessor may do at any time (supplier-api.md §2.5). What is left out
   * stays; lists are replaced.
   *
   * @throws RegInputError for a license plate that the sandbox does not have, and for a contract that would not be one
   */
  changeContract(licensePlate: string, changes: DeepPartial<Contract>): void;
  /**
   * Has a lessor leave the service: new requests for its vehicles are refused with REG-SVC000187, those that there
   * are go on (supplier-api.md §7).
   *
   * @throws RegInputError for a lessor that does not exist
   */
  deactivate(lessorNumber: number): void;
  /** Has a lessor come back. */
  activate(lessorNumber: number): void;
  /**
   * Publishes a notification and gives it its id.
   *
   * @throws RegInputError for a lessor that does not exist, and a notification that is none
   */
  notify(notification: Omit<LessorNotification, "id">): number;
  /** Parks a request. Who does so, and what follows from it, is not shown: here it shows in `parking`, and no more. */
  park(id: string, remark?: string): void;
  /** Takes a request out of parking. */
  unpark(id: string): void;
}

/** Makes the lessors' office. */
function createLessorOffice(services: () => Services): LessorOffice {
  const world = () => services().state.world;
  return {
    changeContract(licensePlate, changes) {
      const vehicle = vehicleOf(world(), licensePlate);
      const contract = checkedContract(services().check, merged(vehicle.contract, changes));
      if (contract.vehicle.licensePlate !== licensePlate || !world().lessors.has(contract.lessor.number))
        throw new RegInputError("changes", "must leave the license plate, and name a lessor that there is");
      vehicle.contract = contract;
    },
    deactivate: (lessorNumber) => setActive(world(), lessorNumber, false),
    activate: (lessorNumber) => setActive(world(), lessorNumber, true),
    notify: (notification) => publish(world(), notification),
    park(id, remark) {
      if (remark !== undefined && typeof remark !== "string")
        throw new RegInputError("remark", "must be a text");
      const request = requestOf(services(), id);
      request.parking = { isParked: true, ...(remark === undefined ? {} : { remark }) };
      request.changedAt = services().now();
    },
    unpark(id) {
      const request = requestOf(services(), id);
      request.parking = { isParked: false };
      request.changedAt = services().now();
    },
  };
}

/** The request with an id. */
function requestOf({ state }: Services, id: string): StoredRequest {
  const request = state.requests.get(id);
  if (request === undefined) throw new RegInputError("id", "is not the id of a request in this sandbox");
  return request;
}

function vehicleOf({ vehicles }: World, licensePlate: string): WorldVehicle {
  const vehicle = vehicles.get(licensePlate);
  if (vehicle !== undefined) return vehicle;
  throw new RegInputError(
    "licensePlate",
    `is not one of this sandbox: there are ${[...vehicles.keys()].join(", ")}`,
  );
}

function setActive({ lessors }: World, number: number, active: boolean): void {
  const lessor = lessors.get(number);
  if (lessor === undefined) throw unknownLessor(lessors);
  lessors.set(number, { ...lessor, active });
}

const date = z.string().check(z.refine(isDate, "must be a date as yyyy-MM-dd"));

const notificationForm = z.strictObject({
  lessorId: z.number(),
  title: z.string().check(z.minLength(1, "must not be empty")),
  validFrom: date,
  validUntil: date,
});

function publish(world: World, notification: Omit<LessorNotification, "id">): number {
  checkInput(notificationForm, notification, {
    whole: "notification",
    unknownKey: "is not a field of a notification",
  });
  const { lessorId } = notification;
  if (!world.lessors.has(lessorId)) throw unknownLessor(world.lessors);
  const id = Math.max(0, ...world.notifications.map((each) => each.id)) + 1;
  world.notifications = [...world.notifications, { ...notification, id }];
  return id;
}

const unknownLessor = (lessors: World["lessors"]) =>
  new RegInputError("lessorNumber", `is not that of a lessor: there are ${[...lessors.keys()].join(", ")}`);

/** The error for a decision that there is not. */
const unknownDecision = (field: string): RegInputError =>
  new RegInputError(field, `must be one of ${decisionNames.join(", ")}`);

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Checks a policy.
 *
 * @throws RegInputError that names what is wrong
 */
function checkPolicy(policy: LessorPolicy | undefined): void {
  if (policy === undefined) return;
  if (!isRecord(policy))
    throw new RegInputError("policy", "must be an object such as { after: { hours: 2 } }");
  const { decide = "Approved", after = {}, ...others } = policy;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw new RegInputError(unknown, "is not part of a policy: use decide and after");
  if (typeof decide !== "function" && !isDecision(decide)) throw unknownDecision("decide");
  if (!isRecord(after))
    throw new RegInputError("after", "must be a time such as { hours: 2 }, or { reads: 3 }");
  if (!("reads" in after)) {
    lengthOf(after);
    return;
  }
  if (!Number.isSafeInteger(after.reads) || after.reads < 1 || Object.keys(after).length > 1) {
    throw new RegInputError("after.reads", "must be a whole number from 1, and stand alone");
  }
}

/** Which lines a decision is about. */
export interface ReviewOptions {
  /** The ids of the lines. Default: all. */
  readonly lines?: readonly string[];
}

/**
 * The lessor, who acts outside the interface. Each decision is one complete review of a request that waits for it.
 *
 * All throw a RegInputError for a request that there is not or that does not wait, and for a line that it does not have.
 */
export interface LessorActor extends LessorOffice {
  /** Approves every line, or only the given ones and denies the others. */
  approve(id: string, options?: ReviewOptions): void;
  /** Denies every line, or only the given ones and approves the others. */
  deny(id: string, options?: ReviewOptions): void;
  /** Accepts incomplete lines as they are: every line, or only the given ones and approves the others. */
  provisionallyApprove(id: string, options?: ReviewOptions): void;
  /** Asks the supplier to call: about every line, or only about the given ones and approves the others. */
  callLessor(id: string, options?: ReviewOptions): void;
  /** Announces a call: about every line, or only about the given ones and approves the others. */
  willCall(id: string, options?: ReviewOptions): void;
  /** Decides line by line; lines that are not named are approved. */
  review(id: string, decisions: Readonly<Record<string, LineDecision>>): void;
  /**
   * Has the lessor decide by itself from now on: at once, after a time, or after so many reads. Without a policy,
   * as at first, every request waits for a decision by hand.
   *
   * @throws RegInputError for a policy that is none
   */
  decideBy(policy: LessorPolicy | undefined): void;
}

/** Makes the lessor of a sandbox. */
export function createLessorActor(services: () => Services, desk: AutomaticReviewer): LessorActor {
  const decide = (
    id: string,
    options: ReviewOptions | undefined,
    chosen: LineDecision,
    others: LineDecision,
  ) => {
    const request = waitingRequest(services(), id);
    checkLines(request, options?.lines ?? []);
    const isChosen = ({ id: line }: StoredLine) => options?.lines?.includes(line) ?? true;
    review(request, services().now(), (line) => (isChosen(line) ? chosen : others));
  };
  return {
    ...createLessorOffice(services),
    approve: (id, options) => decide(id, options, "Approved", "Denied"),
    deny: (id, options) => decide(id, options, "Denied", "Approved"),
    provisionallyApprove: (id, options) => decide(id, options, "ProvisionallyApproved", "Approved"),
    callLessor: (id, options) => decide(id, options, "CallLessor", "Approved"),
    willCall: (id, options) => decide(id, options, "LessorWillCall", "Approved"),
    review(id, decisions) {
      const request = waitingRequest(services(), id);
      checkLines(request, Object.keys(decisions));
      if (!Object.values(decisions).every(isDecision)) throw unknownDecision("decisions");
      review(request, services().now(), (line) => decisions[line.id] ?? "Approved");
    },
    decideBy(policy) {
      checkPolicy(policy);
      desk.setPolicy(policy);
    },
  };
}

function waitingRequest(services: Services, id: string): StoredRequest {
  const request = requestOf(services, id);
  const phase = phaseNow(request, services.now());
  if (phase === "Lessor") return request;
  throw new RegInputError("id", `is that of a request in ${phase}; the lessor decides on one in Lessor only`);
}

function checkLines({ lines }: StoredRequest, ids: readonly string[]): void {
  if (!ids.every((id) => lines.some((line) => line.id === id))) {
    throw new RegInputError("lines", "name one that the request does not have");
  }
}
